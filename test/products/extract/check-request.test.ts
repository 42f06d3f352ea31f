import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  type CheckDeps,
  checkExtractionSpec,
  checkRequest,
  mayAskModel,
  readersOf,
} from '../../../src/products/extract/check-request.ts'
import type { ExtractRequest } from '../../../src/products/extract/request.ts'

/** Of a server where nothing is looked up. */
const check = (request: Partial<ExtractRequest>) => {
  const deps = {
    parseTarget: (text: string) => new URL(text),
    allowed: { pageScripts: false },
    ways: { check: () => undefined },
    sessions: { check: () => undefined },
    run: async (_: unknown, { schema }: { schema: unknown }) => ({ schema }),
  }
  const schema = { type: 'object', properties: { name: { type: 'string' } } }
  const asked = { url: 'https://a.example/', schema, ...request } as ExtractRequest
  return checkRequest(deps as unknown as CheckDeps, asked, 'account')
}

it('an extraction takes actions, but no screenshots', async () => {
  await assert.rejects(check({ actions: [{ type: 'screenshot' }] as never }), {
    code: 'invalid_request',
    message: /no place for screenshots/,
  })
  const { reading } = await check({ actions: [{ type: 'wait', milliseconds: 10 }] as never })
  assert.equal(reading.actions.length, 1)
})

it('its page is read whole, and main content is chosen later unless elements are named', async () => {
  const read = async (request: Partial<ExtractRequest>) => {
    const { onlyMainContent, reading, isTimed } = await check(request)
    return [onlyMainContent, reading.onlyMainContent, isTimed]
  }
  assert.deepEqual(await read({}), [false, false, false])
  assert.deepEqual(await read({ onlyMainContent: true }), [true, false, false])
  assert.deepEqual(await read({ onlyMainContent: true, includeTags: ['main'] }), [
    false,
    false,
    false,
  ])
  assert.deepEqual(await read({ timeout: 5_000 }), [false, false, true])
})

it('something is asked for, of somebody who can answer', async () => {
  const some = { type: 'object', properties: { name: { type: 'string' } } }
  const named = { id: 'r', host: 'a.example', schema: some, fallback: 'none', silence: undefined }
  const check = (model: unknown, asked: { schema?: unknown; prompt?: string; reader?: string }) => {
    const findReaders = async () => ({ named, choices: [] })
    const deps = { model, findReaders, run: async () => undefined } as unknown as CheckDeps
    return checkExtractionSpec(deps, 'account', asked)
  }
  const model = {}
  const right: [asked: Parameters<typeof check>[1], schema: unknown, model?: object][] = [
    [{ schema: some }, some],
    [{ schema: some, prompt: 'The name' }, some],
    [{ schema: {}, prompt: 'The name' }, {}],
    [{ schema: false }, false],
    [{ prompt: 'The name' }, undefined, model],
    [{ schema: { type: 'object' } }, { type: 'object' }, model],
    [{ reader: 'r' }, some],
  ]
  for (const [asked, schema, model] of right)
    assert.deepEqual((await check(model, asked)).schema, schema, JSON.stringify(asked))
  const wrong: [asked: Parameters<typeof check>[1], message: RegExp, model?: object][] = [
    [{}, /Send a "schema", a "prompt" or both/, model],
    [{ reader: 'none' }, /Send a "schema", a "prompt" or both/, model],
    [{ prompt: 'The name' }, /a language model is needed/],
    [{ schema: {} }, /asks for nothing/, model],
    [{ schema: { type: 'object' } }, /names no properties/],
    [{ schema: true }, /asks for nothing/, model],
    [{ reader: 'auto', prompt: 'The name' }, /Send a "schema" with "reader": "auto"/, model],
  ]
  for (const [asked, message, model] of wrong)
    await assert.rejects(check(model, asked), { message }, JSON.stringify(asked))
})

it('readers are looked for where one is named, or where any may answer', async () => {
  const asked: unknown[] = []
  const findReaders = async (wanted: { id: string }) => {
    asked.push(wanted.id)
    return { choices: [] }
  }
  for (const reader of [undefined, 'none', 'auto', 'r'])
    await readersOf({ findReaders }, 'account', { schema: {}, ...(reader && { reader }) })
  assert.deepEqual(asked, ['auto', 'r'])
})

it('a model is asked where there is one, and the named reader does not do without', () => {
  const named = (fallback: string) => ({ readers: { named: { fallback }, choices: [] } }) as never
  assert.ok(mayAskModel({}, {}))
  assert.ok(mayAskModel({}, { readers: { choices: [] } }))
  assert.ok(mayAskModel({}, named('model')))
  assert.ok(!mayAskModel({}, named('none')))
  assert.ok(!mayAskModel(undefined, {}))
  assert.ok(!mayAskModel(undefined, named('model')))
})
