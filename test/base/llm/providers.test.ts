import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  createModel,
  type JsonSchema,
  type Model,
  type ModelQuestion,
} from '../../../src/base/llm/model.ts'
import { createEgress, type Egress } from '../../../src/base/web/egress.ts'
import { readConfig } from '../../../src/config/config.ts'
import { AppError } from '../../../src/kit/errors.ts'
import { anthropic } from '../../support/anthropic-protocol.ts'
import { google } from '../../support/google-protocol.ts'
import type { Protocol } from '../../support/model-protocol.ts'
import { hostModel, type ModelReply, type ModelScene } from '../../support/model-server.ts'
import { openAi } from '../../support/openai-protocol.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

/** Each provider at its own address, in its own protocol. */
let web: SimulatedWeb
let egress: Egress
before(async () => {
  web = await createSimulatedWeb()
  egress = createEgress({ outbound: web.outbound })
})
after(async () => {
  await egress.close()
  await web.close()
})

type Scene = ModelScene & { model: Model }
const open = (protocol: Protocol, timeoutMs = 20_000, name = protocol.model): Scene => {
  const scene = hostModel(web, protocol, () => ({ content: { field1: 'x' } }))
  const { llm } = readConfig({ ...scene.env, LLM_MODEL: name })
  assert.ok(llm)
  return { ...scene, model: createModel({ ...llm, timeoutMs }, egress) }
}

/** A form in the strict dialect with so many fields. */
const formOf = (fields: number): JsonSchema => {
  const names = Array.from({ length: fields }, (_, index) => `field${index + 1}`)
  return {
    type: 'object',
    properties: Object.fromEntries(names.map(name => [name, { type: ['string', 'null'] }])),
    required: names,
    additionalProperties: false,
  }
}
const questionOf = (schema: JsonSchema | undefined): ModelQuestion => ({
  system: 'Be exact.',
  messages: [{ role: 'user', content: 'The page.' }],
  schema,
  name: 'page_data',
  maxOutputTokens: 500,
})
const ask = ({ model }: Scene, schema: JsonSchema | undefined = formOf(1)) =>
  model.ask(questionOf(schema), new AbortController().signal)
const failsWith = (code: string, text: RegExp) => (error: unknown) => {
  assert.ok(error instanceof AppError, String(error))
  assert.equal(error.code, code)
  assert.match(error.message, text)
  return true
}
/** First one reply, then another. */
const replyThen = (scene: Scene, first: ModelReply, second: ModelReply = { content: {} }) => {
  const start = scene.requests.length
  scene.respond(() => (scene.requests.length === start + 1 ? first : second))
  return () => scene.requests.length - start
}
const soon = { 'retry-after': '0' }

for (const protocol of [openAi, anthropic, google])
  describe(`a model of ${protocol.provider}`, () => {
    it('is asked with the schema as its own, and its JSON and tokens are read', async () => {
      const scene = open(protocol)
      const { value, isCut, isRefused, usage } = await ask(scene)
      assert.deepEqual(
        { value, isCut, isRefused, usage },
        {
          value: { field1: 'x' },
          isCut: false,
          isRefused: false,
          usage: { inputTokens: 10, outputTokens: 5 },
        },
      )
      assert.equal(scene.requests.length, 1)
      const [request] = scene.requests
      assert.equal(request?.system, 'Be exact.')
      assert.equal(request?.user, 'The page.')
      assert.deepEqual(request?.schema, formOf(1))
      assert.equal(request?.body.tools, undefined)
      assert.match(JSON.stringify(request?.body), /"temperature":0[,}]/)
    })

    it('is asked without a schema where there is none', async () => {
      const scene = open(protocol)
      scene.respond(() => ({ content: { any: 1 } }))
      const { model } = scene
      const { value } = await model.ask(questionOf(undefined), new AbortController().signal)
      assert.deepEqual(value, { any: 1 })
      assert.equal(scene.requests.length, 1)
      assert.equal(scene.requests[0]?.schema, undefined)
    })

    it('that stops at the length limit says so', async () => {
      const scene = open(protocol)
      scene.respond(() => ({ content: '{"field1": "x', finishReason: 'length' }))
      const { isCut, value } = await ask(scene)
      assert.deepEqual({ isCut, value }, { isCut: true, value: undefined })
    })

    it('that declines says so', async () => {
      const scene = open(protocol)
      scene.respond(() => ({ refusal: 'I cannot help with that.' }))
      assert.equal((await ask(scene)).isRefused, true)
      scene.respond(() => ({ content: '', finishReason: 'content_filter' }))
      assert.equal((await ask(scene)).isRefused, true)
    })

    for (const status of [429, 500, 503, 529])
      it(`that answers ${status} is asked again, three times at most`, async () => {
        const scene = open(protocol)
        const count = replyThen(scene, { status, headers: soon })
        await ask(scene)
        assert.equal(count(), 2)
        scene.respond(() => ({ status, headers: soon }))
        await assert.rejects(ask(scene), failsWith('model_failed', /language model/i))
        assert.equal(count(), 5)
      })

    it('that is busy for longer than we may wait is not waited for', async () => {
      const scene = open(protocol)
      scene.respond(() => ({ status: 429, headers: { 'retry-after': '60' } }))
      await assert.rejects(ask(scene), (error: AppError) => {
        assert.equal(error.retryAfterSeconds, 60)
        return failsWith('model_failed', /busy/)(error)
      })
      assert.equal(scene.requests.length, 1)
    })

    it('that hangs up in the middle is asked again', async () => {
      const scene = open(protocol)
      const count = replyThen(scene, 'reset', { content: { field1: 'y' } })
      assert.deepEqual((await ask(scene)).value, { field1: 'y' })
      assert.equal(count(), 2)
    })

    it('that never answers is a model_timeout', async () => {
      const scene = open(protocol, 300)
      scene.respond(() => 'hang')
      await assert.rejects(ask(scene), failsWith('model_timeout', /in time/))
    })

    it('that refuses one form is asked in another way for it, and strictly for others', async () => {
      const scene = open(protocol)
      await ask(scene)
      const isStrict = (at: number) => {
        const { body } = scene.requests.at(at) ?? {}
        return !JSON.stringify(body).includes('"tools"') && scene.requests.at(at)?.schema
      }
      const message = 'Invalid schema: too complex.'
      let count = replyThen(scene, { status: 400, message }, { content: { field1: 'z' } })
      assert.deepEqual((await ask(scene, formOf(2))).value, { field1: 'z' })
      assert.equal(count(), 2)
      assert.ok(isStrict(-2) && !isStrict(-1))
      count = replyThen(scene, { content: {} })
      await ask(scene, formOf(2))
      await ask(scene, formOf(3))
      assert.equal(count(), 2)
      assert.ok(!isStrict(-2) && isStrict(-1))
    })

    it('that takes no form at all is told in words from then on', async () => {
      const scene = open(protocol)
      scene.respond(({ schema }) => (schema ? { status: 400 } : { content: { field1: 'w' } }))
      for (const fields of [1, 2, 3]) await ask(scene, formOf(fields))
      const before = scene.requests.length
      assert.deepEqual((await ask(scene, formOf(4))).value, { field1: 'w' })
      assert.equal(scene.requests.length, before + 1)
      assert.match(scene.requests.at(-1)?.system ?? '', /JSON Schema:\n\{.*"field4"/)
    })

    it('that takes no temperature or limit is asked without, from then on', async () => {
      const scene = open(protocol)
      scene.respond(({ body }) => {
        const sent = JSON.stringify(body)
        if (sent.includes('"temperature"'))
          return { status: 400, message: '`temperature` is deprecated for this model.' }
        return /500/.test(sent)
          ? { status: 400, message: 'max_tokens is too large: 500.' }
          : { content: { field1: 'v' } }
      })
      assert.deepEqual((await ask(scene)).value, { field1: 'v' })
      assert.equal(scene.requests.length, 3)
      assert.deepEqual((await ask(scene, formOf(2))).value, { field1: 'v' })
      assert.equal(scene.requests.length, 4)
      assert.ok(scene.requests.at(-1)?.schema)
    })

    it('that sends us elsewhere is not followed, so nobody else gets the key', async () => {
      const scene = open(protocol)
      web.site('elsewhere.test', { '*': '{}' })
      const headers = { location: 'https://elsewhere.test/' }
      scene.respond(() => ({ status: 307, headers }))
      await assert.rejects(ask(scene), failsWith('model_failed', /LLM_BASE_URL/))
      assert.equal(web.requestsTo('elsewhere.test').length, 0)
    })

    const final: [what: string, status: number, message: string, text: RegExp][] = [
      ['does not know the key', 401, 'invalid x-api-key', /LLM_API_KEY/],
      ['does not know the key (400)', 400, 'API key not valid. Please pass one.', /LLM_API_KEY/],
      ['does not know the model', 404, 'model: nothing', /LLM_MODEL/],
      ['wants money', 400, 'Your credit balance is too low.', /quota/],
      ['finds the page too long', 400, 'prompt is too long: 9 tokens > 8 maximum', /too long/],
      ['finds the page too long (413)', 413, 'Request exceeds the maximum size', /too long/],
    ]
    for (const [what, status, message, text] of final)
      it(`that ${what} is asked once and the error says so`, async () => {
        const scene = open(protocol)
        scene.respond(() => ({ status, message }))
        await assert.rejects(ask(scene), failsWith('model_failed', text))
        assert.equal(scene.requests.length, 1)
      })
  })

describe('a model of anthropic', () => {
  it('gets forms of more fields than it takes unions with some of them optional', async () => {
    const scene = open(anthropic)
    await ask(scene, formOf(24))
    const { schema, system } = scene.requests[0] ?? {}
    const { properties, required } = schema as { properties: object; required: string[] }
    assert.equal(Object.keys(properties).length, 24)
    assert.equal(required.length, 16)
    assert.match(system ?? '', /left out instead of null/)
    assert.equal(scene.requests.length, 1)
  })

  it('gets still larger forms as the input of a tool, at once', async () => {
    const scene = open(anthropic)
    scene.respond(() => ({ content: { field40: 'last' } }))
    assert.deepEqual((await ask(scene, formOf(40))).value, { field40: 'last' })
    assert.equal(scene.requests.length, 1)
    const { body } = scene.requests[0] ?? {}
    assert.deepEqual(body?.tool_choice, { type: 'any', disable_parallel_tool_use: true })
    assert.equal(body?.output_config, undefined)
  })

  it('of an older kind, which has no structured output, gets the form as a tool too', async () => {
    const scene = open(anthropic, 20_000, 'claude-3-haiku-20240307')
    scene.respond(({ body }) =>
      body.output_config
        ? { status: 400, message: "'claude-3-haiku-20240307' does not support output format." }
        : { content: { field1: 'old' } },
    )
    assert.deepEqual((await ask(scene)).value, { field1: 'old' })
    assert.ok(scene.requests.at(-1)?.body.tools)
  })
})

describe('a model of google', () => {
  it('is given the time that it asks for in the body', async () => {
    const scene = open(google, 5_000)
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34s' }]
    const error = { code: 429, message: 'Quota exceeded', status: 'RESOURCE_EXHAUSTED', details }
    scene.respond(() => ({ status: 429, body: { error } }))
    await assert.rejects(ask(scene), (fault: AppError) => fault.retryAfterSeconds === 34)
    assert.equal(scene.requests.length, 1)
  })

  it('that thinks until nothing is left for an answer is cut off, not broken', async () => {
    const scene = open(google)
    scene.respond(() => ({ content: '', finishReason: 'length' }))
    const { isCut, text } = await ask(scene)
    assert.deepEqual({ isCut, text }, { isCut: true, text: '' })
  })
})
