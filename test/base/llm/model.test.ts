import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createModel, type Model, type ModelQuestion } from '../../../src/base/llm/model.ts'
import { readJson } from '../../../src/base/llm/read-json.ts'
import { createEgress, type Egress } from '../../../src/base/web/egress.ts'
import { readConfig } from '../../../src/config/config.ts'
import { AppError, type ErrorCode } from '../../../src/kit/errors.ts'
import { createModelServer, type ModelServer } from '../../support/model-server.ts'

const secret = 'model-key-hunter2'
let server: ModelServer
let egress: Egress
let model: Model

before(async () => {
  server = await createModelServer(() => ({ content: { ok: true } }))
  egress = createEgress({ outbound: readConfig({}).outbound })
})
beforeEach(() => {
  const { llm } = readConfig({ ...server.env, LLM_API_KEY: secret })
  assert.ok(llm)
  model = createModel({ ...llm, timeoutMs: 3_000 }, egress)
})
after(async () => {
  await egress.close()
  await server.close()
})

const question: ModelQuestion = {
  system: 'Be exact.',
  messages: [{ role: 'user', content: 'The page.' }],
  schema: {
    type: 'object',
    properties: { ok: { type: ['boolean', 'null'] } },
    required: ['ok'],
    additionalProperties: false,
  },
  name: 'answer',
  maxOutputTokens: 500,
}
const ask = (signal = new AbortController().signal) => model.ask(question, signal)
const isCode = (code: ErrorCode, text: RegExp) => (error: unknown) => {
  assert.ok(error instanceof AppError, String(error))
  assert.equal(error.code, code)
  assert.match(error.message, text)
  assert.ok(!JSON.stringify([error.message, String(error.cause)]).includes(secret))
  return true
}

describe('a model', () => {
  it('is asked with our instructions apart from the page, and the schema', async () => {
    server.respond(() => ({ content: { ok: true } }))
    const answer = await ask()
    assert.deepEqual(answer.value, { ok: true })
    assert.ok(answer.usage.inputTokens >= 0)
    const request = server.requests.at(-1)
    assert.equal(request?.system, 'Be exact.')
    assert.equal(request?.user, 'The page.')
    assert.deepEqual(request?.schema, question.schema)
    assert.equal(request?.headers.authorization, `Bearer ${secret}`)
    assert.equal(request?.body.temperature, 0)
    assert.equal(request?.body.tools, undefined)
  })

  it('that takes no schema is asked for JSON with the schema in the instructions, and this is learned', async () => {
    server.respond(request =>
      request.schema
        ? { status: 400, body: { error: { message: 'no json_schema' } } }
        : { content: { ok: false } },
    )
    const start = server.requests.length
    assert.deepEqual((await ask()).value, { ok: false })
    assert.match(server.requests.at(-1)?.system ?? '', /"additionalProperties":false/)
    assert.equal(server.requests.length - start, 2)
    await ask()
    assert.equal(server.requests.length - start, 3)
  })

  it('that takes no response format at all is asked in words', async () => {
    server.respond(request =>
      request.body.response_format
        ? { status: 422, body: {} }
        : { content: 'Sure! {"ok": true} Anything else?' },
    )
    assert.deepEqual((await ask()).value, { ok: true })
  })

  it('that is busy is asked again, a bounded number of times', async () => {
    let calls = 0
    server.respond(() =>
      ++calls < 3
        ? { status: 429, headers: { 'retry-after-ms': '1' }, body: {} }
        : { content: { ok: true } },
    )
    assert.deepEqual((await ask()).value, { ok: true })
    calls = -100
    const start = server.requests.length
    await assert.rejects(ask(), isCode('model_failed', /busy/))
    assert.equal(server.requests.length - start, 3)
  })

  it('says when its answer was cut off', async () => {
    server.respond(() => ({ content: '{"ok": tr', finishReason: 'length' }))
    const answer = await ask()
    assert.equal(answer.isCut, true)
    assert.equal(answer.value, undefined)
  })

  for (const [status, text] of [
    [401, /LLM_API_KEY/],
    [404, /LLM_MODEL/],
    [500, /gave no usable answer: its server answered with status 500\.$/],
  ] as const)
    it(`that answers ${status} is a model_failed that says what to do, without the key`, async () => {
      server.respond(() => ({
        status,
        headers: { 'retry-after-ms': '1' },
        body: { error: { message: `bad ${secret}` } },
      }))
      await assert.rejects(ask(), isCode('model_failed', text))
    })

  it('that never answers is a model_timeout', async () => {
    server.respond(() => 'hang')
    await assert.rejects(ask(), isCode('model_timeout', /in time/))
  })

  it('that answers with megabytes is cut off', async () => {
    server.respond(() => ({ content: 'x'.repeat(10_000_000) }))
    await assert.rejects(ask(), isCode('model_failed', /./))
  })

  it('whose caller hung up is not waited for', async () => {
    server.respond(() => 'hang')
    const controller = new AbortController()
    const asked = ask(controller.signal)
    controller.abort(new Error('hung up'))
    await assert.rejects(asked, /hung up/)
  })
})

describe('the JSON in an answer', () => {
  const cases: [text: string, value: unknown][] = [
    ['{"a":1}', { a: 1 }],
    [' [1,2] \n', [1, 2]],
    ['```json\n{"a":"}"}\n```', { a: '}' }],
    ['```\n{"a":1}\n```', { a: 1 }],
    ['Here you are: {"a":{"b":"x\\"}"}} and more {', { a: { b: 'x"}' } }],
    ['I fill in {the form} now: {"a":1}', { a: 1 }],
    ['<think>Maybe {"a":2}? No.</think>\n{"a":1}', { a: 1 }],
    ['<think>Maybe {"a":2}?</think> I cannot say.', undefined],
    ['null', null],
    [JSON.stringify('{"a":1}'), { a: 1 }],
    ['['.repeat(20_000) + ']'.repeat(20_000), undefined],
    ['{"a":', undefined],
    ['{"_lines":[1],"rows":[{"a":1},{"a"', undefined],
    ['{"rows":[1],}', undefined],
    ['no json', undefined],
    ['', undefined],
  ]
  for (const [text, value] of cases)
    it(`of "${text.replaceAll('\n', ' ').slice(0, 60)}"`, () =>
      assert.deepEqual(readJson(text), value))
})
