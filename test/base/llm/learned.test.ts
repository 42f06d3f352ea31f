import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { guardAnswers } from '../../../src/base/llm/guard-answers.ts'
import { createLearned } from '../../../src/base/llm/learned.ts'
import type { Way } from '../../../src/base/llm/providers.ts'

const way = (name: string, some: Partial<Way> = {}): Way =>
  ({ name, format: 'schema', ...some }) as never
const strict = way('strict', {
  dialect: (schema: object) => ('odd' in schema ? undefined : schema),
} as never)
const loose = way('loose')
const text = way('text', { format: 'text' } as never)
const open = () => createLearned([strict, loose, text])
const name = ({ way }: { way: Way }) => (way as unknown as { name: string }).name
const form = (at: number, more = {}) => ({ type: 'object', title: `${at}`, ...more })

describe('how a question is put to a model', () => {
  it('is the first way that can say it', () => {
    const { manner } = open()
    assert.equal(name(manner(form(1))), 'strict')
    assert.equal(name(manner(form(1, { odd: true }))), 'loose')
    assert.equal(name(manner(undefined)), 'text')
    const { schema, temperature, limit } = manner(form(1))
    assert.deepEqual(
      { schema, temperature, limit },
      { schema: form(1), temperature: true, limit: true },
    )
  })

  it('is another way after each refusal, until there is none', () => {
    const { manner, instead } = open()
    const first = manner(form(1))
    const second = instead(first, 'form' as never)
    assert.ok(second)
    assert.equal(name(second), 'loose')
    const third = instead(second, 'form' as never)
    assert.ok(third)
    assert.equal(name(third), 'text')
    assert.equal(instead(third, 'form' as never), undefined)
    const cooler = instead(first, 'temperature')
    assert.deepEqual([cooler?.temperature, cooler && name(cooler)], [false, 'strict'])
    assert.equal(cooler && instead(cooler, 'temperature')?.way, loose)
    const unlimited = instead(first, 'limit')
    assert.deepEqual([unlimited?.limit, unlimited?.way], [false, strict])
    assert.equal(unlimited && instead(unlimited, 'limit'), undefined)
  })

  it('is for a form that was refused the way that was taken', () => {
    const { manner, keep } = open()
    keep({ ...manner(form(1)), way: loose, temperature: false, limit: false })
    assert.equal(name(manner(form(1))), 'loose')
    assert.equal(name(manner(form(2))), 'strict')
    assert.deepEqual([manner(form(2)).temperature, manner(form(2)).limit], [false, false])
  })

  it('is no form at all where three were refused and none ever taken', () => {
    const { manner, keep } = open()
    for (const at of [1, 2]) keep({ ...manner(form(at)), way: loose })
    assert.equal(name(manner(form(9))), 'strict')
    keep({ ...manner(form(3)), way: loose })
    assert.equal(name(manner(form(9))), 'loose')
    const taken = open()
    taken.keep(taken.manner(form(0)))
    for (const at of [1, 2, 3, 4]) taken.keep({ ...taken.manner(form(at)), way: loose })
    assert.equal(name(taken.manner(form(9))), 'strict')
    const silent = open()
    for (const _ of [1, 2, 3]) silent.keep(silent.manner(undefined))
    assert.equal(name(silent.manner(form(9))), 'strict')
  })
})

describe('the answer of a model', () => {
  const answer = async (bytes: number, pieces = 2) => {
    const asked: RequestInit[] = []
    const fetch = guardAnswers(async (_url, init) => {
      asked.push(init ?? {})
      const piece = new Uint8Array(bytes / pieces)
      const body = new ReadableStream({
        start(controller) {
          for (let at = 0; at < pieces; at++) controller.enqueue(piece)
          controller.close()
        },
      })
      return new Response(body, { status: 201, headers: { a: 'b' } })
    })
    const given = await fetch('https://m.example/', { method: 'POST' })
    assert.deepEqual(asked, [{ method: 'POST', redirect: 'manual' }])
    assert.deepEqual([given.status, given.headers.get('a')], [201, 'b'])
    return (await given.arrayBuffer()).byteLength
  }
  it('may have four megabytes, and follows nobody elsewhere', async () => {
    assert.equal(await answer(4_000_000), 4_000_000)
    await assert.rejects(answer(4_000_002), { code: 'model_failed' })
    const none = new Response(null, { status: 204 })
    assert.equal(await guardAnswers(async () => none)('https://m.example/'), none)
  })
})
