import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { isHollow } from '../../src/kit/hollow.ts'
import type { ExtractAnswer } from '../../src/products/extract/answer.ts'
import { type ApiAnswer, assertRefused, startApp, type TestApp } from '../support/app.ts'
import { createModelServer, type ModelServer } from '../support/model-server.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'

/** For the tests of one file: a web, a scripted model, the app between them, and calls to it. */
export const setUpExtraction = () => {
  const world = {} as { web: SimulatedWeb; model: ModelServer; app: TestApp }
  before(async () => {
    world.web = await createSimulatedWeb()
    world.model = await createModelServer(() => ({ content: {} }))
    world.app = await startApp({
      ...world.web.env,
      ...world.model.env,
      LLM_TIMEOUT_SECONDS: '2',
      METRICS_PORT: '0',
    })
  })
  after(async () => {
    await world.app.close()
    await world.model.close()
    await world.web.close()
  })

  let pages = 0
  const extract = (body: object): Promise<ApiAnswer> =>
    world.app.api('/v1/extract', { method: 'POST', body })
  return {
    world,
    /** Each page at an address of its own, so that no answer is remembered from another test. */
    newPage: (html: string): string => {
      const host = `page-${++pages}.test`
      world.web.site(host, { '/': html })
      return `https://${host}/`
    },
    extract,
    extracted: async (body: object): Promise<ExtractAnswer> => {
      const answer = await extract(body)
      assert.equal(answer.status, 200, answer.text)
      const given = answer.json as ExtractAnswer
      const credits = isHollow(given.data) ? '0' : '5'
      assert.equal(answer.headers.get('x-credits-used'), credits)
      return given
    },
    refused: async (body: object, code: string, text: RegExp) =>
      assertRefused(await extract(body), 502, code, text),
    asks: () => world.model.requests.length,
  }
}

export const product = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    seller: { type: 'string' },
    url: { type: 'string', format: 'uri' },
    email: { type: 'string', format: 'email' },
    summary: { type: 'string', description: 'A short summary of the product' },
  },
}
