import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ExtractAnswer } from '../../src/products/extract/answer.ts'
import { anthropic } from '../support/anthropic-protocol.ts'
import { assertRefused, startApp, type TestApp } from '../support/app.ts'
import { google } from '../support/google-protocol.ts'
import { hostModel, type ModelReply, type ModelScene } from '../support/model-server.ts'
import { honest, shopPage } from '../support/planted-orders.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'

/** The whole way from a caller's request to a provider's own protocol at its own address. */
let web: SimulatedWeb
before(async () => {
  web = await createSimulatedWeb()
})
after(() => web.close())

/** With a union, a reference, bounds, an enum, a list and an open map: no dialect takes it as it is. */
const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 3, maxLength: 100 },
    price: { $ref: '#/$defs/amount' },
    seller: { type: ['string', 'null'] },
    url: { type: 'string', format: 'uri' },
    email: { oneOf: [{ type: 'string', format: 'email' }, { type: 'null' }] },
    kind: { type: 'string', enum: ['lamp', 'chair'] },
    contacts: { type: 'array', minItems: 1, items: { type: 'string', pattern: '@' } },
    facts: { type: 'object', additionalProperties: { type: 'string' } },
    summary: { type: 'string', description: 'A short summary of the product' },
    warranty: { type: 'string' },
  },
  required: ['name', 'price'],
  $defs: { amount: { type: 'number', exclusiveMinimum: 0 } },
}
const { name, price, seller, url, email, summary } = honest
const said = {
  _lines: [1, 2, 3, 4, 5],
  ...{ name, price, seller, url, email, summary },
  kind: 'lamp',
  contacts: ['help@lumen.example'],
  facts: [{ name: 'Price', value: '$39.99' }],
  warranty: null,
}
const expected = {
  ...{ name, price, seller, url, email },
  kind: 'lamp',
  contacts: ['help@lumen.example'],
  facts: { Price: '$39.99' },
  summary,
}

let pages = 0
const newPage = (): string => {
  const host = `page-${++pages}.test`
  web.site(host, { '/': shopPage('') })
  return `https://${host}/`
}

for (const protocol of [anthropic, google])
  describe(`extract with ${protocol.provider}`, () => {
    let app: TestApp
    let model: ModelScene
    before(async () => {
      model = hostModel(web, protocol, () => ({ content: said }))
      app = await startApp({ ...web.env, ...model.env, LLM_TIMEOUT_SECONDS: '2' })
    })
    after(() => app.close())

    const extract = (body: object) => app.api('/v1/extract', { method: 'POST', body })
    /** A field that only a model can answer, so that nobody takes over. */
    const onlyModel = { ...schema, required: ['summary'] }
    const refused = async (reply: ModelReply, code: string, text: RegExp) => {
      model.respond(() => reply)
      const answer = await extract({ url: newPage(), schema: onlyModel })
      assertRefused(answer, 502, code, text)
      return answer.headers
    }

    it('fills a schema, quotes the page for every value and counts tokens', async () => {
      model.respond(() => ({ content: said }))
      const before = model.requests.length
      const answer = await extract({ url: newPage(), schema, evidence: true })
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.headers.get('x-credits-used'), '5')
      assert.equal(model.requests.length, before + 1)
      const { data, evidence = {}, warning } = answer.json as ExtractAnswer
      assert.deepEqual(data, expected)
      assert.equal(warning, 'Judged by the model, not quoted: /summary.')
      const pointers = 'contacts/0 email facts/Price kind name price seller summary url'
      assert.deepEqual(
        Object.keys(evidence).sort(),
        pointers.split(' ').map(one => `/${one}`),
      )
      for (const [pointer, { quote, judged }] of Object.entries(evidence))
        assert.ok(judged || (quote && shopPage('').includes(quote)), pointer)
      const line = app.logLines.findLast(text => text.includes('/v1/extract')) ?? '{}'
      const { model: id, calls, inputTokens, outputTokens } = JSON.parse(line)
      assert.deepEqual(
        { id, calls, inputTokens, outputTokens },
        {
          id: `${protocol.provider}/${protocol.model}`,
          calls: 1,
          inputTokens: 10,
          outputTokens: 5,
        },
      )
    })

    it('mends an answer by asking once more in the same talk', async () => {
      const start = model.requests.length
      model.respond(() => ({
        content: model.requests.length === start + 1 ? { ...said, price: 'cheap' } : said,
      }))
      const answer = await extract({ url: newPage(), schema })
      assert.deepEqual((answer.json as ExtractAnswer).data, expected)
      assert.equal(model.requests.length, start + 2)
      assert.match(model.requests.at(-1)?.user ?? '', /\/price must be number/)
      assert.match(JSON.stringify(model.requests.at(-1)?.body), /cheap/)
    })

    it('gives more room to a model that was cut off', async () => {
      const start = model.requests.length
      model.respond(() =>
        model.requests.length === start + 1
          ? { content: '{"_lines":[1],"name":"Bra', finishReason: 'length' }
          : { content: said },
      )
      const answer = await extract({ url: newPage(), schema })
      assert.deepEqual((answer.json as ExtractAnswer).data, expected)
      const limits = model.requests.slice(start).map(({ body }) => {
        const [, limit] = /"max_?(?:output_?)?tokens":(\d+)/i.exec(JSON.stringify(body)) ?? []
        return Number(limit)
      })
      assert.deepEqual(limits, [8_192, 24_576])
    })

    it('is told in words what the provider does not take as a form', async () => {
      model.respond(({ schema: form }) => (form ? { status: 400 } : { content: said }))
      const answer = await extract({ url: newPage(), schema: { ...schema, title: 'in words' } })
      assert.deepEqual((answer.json as ExtractAnswer).data, expected)
      assert.match(model.requests.at(-1)?.system ?? '', /must follow this JSON Schema/)
    })

    it('has nothing to mend where the provider refuses, and costs nothing', async () => {
      const start = model.requests.length
      await refused({ refusal: 'I cannot.' }, 'model_failed', /refused to answer/)
      await refused({ content: '', finishReason: 'content_filter' }, 'model_failed', /refused/)
      assert.equal(model.requests.length, start + 2)
      const line = app.logLines.findLast(text => text.includes('/v1/extract')) ?? '{}'
      const { calls, inputTokens } = JSON.parse(line)
      assert.deepEqual({ calls, inputTokens }, { calls: 1, inputTokens: 10 })
    })

    it('says what is wrong with the provider, and costs nothing', async () => {
      const headers = { 'retry-after': '0' }
      await refused({ status: 429, headers }, 'model_failed', /busy/)
      const later = { status: 429, headers: { 'retry-after': '60' } }
      const told = await refused(later, 'model_failed', /busy/)
      assert.equal(told.get('retry-after'), '60')
      await refused({ status: 500, headers }, 'model_failed', /no usable answer/)
      await refused({ status: 529, headers }, 'model_failed', /overloaded/)
      await refused({ status: 401 }, 'model_failed', /LLM_API_KEY/)
      await refused({ content: '{"name": "Bra', finishReason: 'length' }, 'model_failed', /usable/)
      await refused('hang', 'model_timeout', /in time/)
    })
  })
