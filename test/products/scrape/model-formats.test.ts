import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import type { Model } from '../../../src/base/llm/model.ts'
import type { FollowedAnswer } from '../../../src/base/reader/answer.ts'
import type { PageRequest } from '../../../src/base/reader/page-request.ts'
import { AppError } from '../../../src/kit/errors.ts'
import { type JsonFormat, readWithModel } from '../../../src/products/scrape/model-formats.ts'

const failed = new AppError('model_failed', 'No answer.')

/** Never answers, and says with what it was ended. */
const hanging = () => {
  const ended: unknown[] = []
  const hang = async (signal: AbortSignal): Promise<never> => {
    if (!signal.aborted) await once(signal, 'abort')
    ended.push(signal.reason)
    throw signal.reason
  }
  return { ended, hang }
}

const read = (
  ask: (signal: AbortSignal) => Promise<never>,
  fill: (signal: AbortSignal) => Promise<never>,
  { signal = new AbortController().signal, isTimed = false } = {},
) => {
  const model = { id: 'm', ask: (_: unknown, life: AbortSignal) => ask(life) } as unknown as Model
  const jsonFormat: JsonFormat = { check: async () => {}, fill: (_, __, call) => fill(call.signal) }
  const page = {
    ...{ url: new URL('https://a.example/'), formats: ['summary'], json: {} },
    ...{ isTimed, timeoutMs: 60_000 },
  } as unknown as PageRequest
  const answer = { url: 'https://a.example/', source: '<p>', markdown: 'a' } as FollowedAnswer
  const call = { accountId: 'a', tell: () => {}, signal }
  return readWithModel({ model, jsonFormat }, page, async () => answer, call)
}

const fail = async (): Promise<never> => {
  throw failed
}

test('a format that fails ends the model’s call for the other', async () => {
  for (const isTimed of [false, true]) {
    const { ended, hang } = hanging()
    await assert.rejects(read(hang, fail, { isTimed }), failed)
    await assert.rejects(read(fail, hang, { isTimed }), failed)
    await new Promise(setImmediate)
    assert.equal(ended.length, 2)
    // Not with the fault of the other, for which the built-in extractor would take over.
    for (const reason of ended) assert.ok(!(reason instanceof AppError))
  }
})

test('a caller who leaves ends both', async () => {
  const { ended, hang } = hanging()
  const caller = new AbortController()
  const reading = read(hang, hang, { signal: caller.signal })
  const left = new Error('left')
  setImmediate(() => caller.abort(left))
  await assert.rejects(reading, left)
  await new Promise(setImmediate)
  assert.deepEqual(ended, [left, left])
})
