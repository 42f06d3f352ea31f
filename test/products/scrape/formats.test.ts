import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { PageAnswer } from '../../../src/base/reader/answer.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { createBatch, ended } from '../../support/batch.ts'
import { createModelServer, type ModelServer } from '../../support/model-server.ts'
import { sendJson, startSearchEngine } from '../../support/search-engine.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

let web: SimulatedWeb
let model: ModelServer
let engine: Awaited<ReturnType<typeof startSearchEngine>>
/** With a model, and on the same database without one. */
let app: TestApp
let plain: TestApp
before(async () => {
  web = await createSimulatedWeb()
  engine = await startSearchEngine()
  model = await createModelServer(() => ({ content: {} }))
  app = await startApp({
    ...{ ...web.env, ...model.env },
    ...{ LLM_TIMEOUT_SECONDS: '2', SEARCH_URL: engine.url },
  })
  plain = await startApp(web.env, app.database)
  web.site('shop.example', { '/lamp': page, '/empty': '<title>x</title><body></body>' })
})
after(async () => {
  for (const { close } of [app, plain, model, engine, web]) await close()
})

const prose = Array.from(
  { length: 5 },
  (_, n) => `The ${n + 1}. sentence says that the lamp is good.`,
)
const page = `<!doctype html><html lang="en"><head><title>Brass lamp</title></head><body>
  <nav><a href="/">Home</a></nav><main><article><h1>Brass lamp</h1><p>${prose.join(' ')}</p>
  <h2>Price</h2><p>It costs 39.50 EUR, and <b>delivery</b> is free of charge for everybody who asks.</p>
  <table><tr><th>Height</th><td>42 cm</td></tr><tr><th>Width</th><td>20 cm</td></tr></table>
  </article></main><footer>Imprint</footer></body></html>`
const url = 'https://shop.example/lamp'

const scrape = (body: object, { api }: TestApp = app) =>
  api('/v1/scrape', { method: 'POST', body: { url, ...body } })
const scraped = async (body: object, credits: number, by = app): Promise<PageAnswer> => {
  const answer = await scrape(body, by)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.headers.get('x-credits-used'), String(credits))
  return answer.json as PageAnswer
}
const refused = async (
  answer: Awaited<ReturnType<typeof scrape>>,
  status: number,
  code: string,
  text: RegExp,
) => {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.headers.get('x-error-code'), code)
  assert.equal(answer.headers.get('x-credits-used'), '0')
  assert.match((answer.json as { error: string }).error, text)
}

const schema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] }
const json = { type: 'json', schema }
/** Plays a model that reads well. */
const answerBoth = () =>
  model.respond(({ schema }) => ({
    content: Object(schema).properties?.summary
      ? { summary: ' A lamp of brass. ' }
      : { _lines: [], price: 39.5 },
  }))

describe('the text of a page', () => {
  it('comes as plain text, and nothing else does', async () => {
    const answer = await scraped({ formats: ['text'] }, 1)
    assert.deepEqual(Object.keys(answer).sort(), ['text', 'url'])
    const lines = answer.text?.split('\n') ?? []
    assert.equal(lines[0], 'Brass lamp')
    assert.ok(lines.includes('Height\t42 cm'))
    assert.doesNotMatch(answer.text ?? '', /[#*|]|Imprint/)
  })

  it('comes in chunks of the Markdown', async () => {
    const both = await scraped({ formats: ['markdown', 'chunks'] }, 1)
    assert.deepEqual(Object.keys(both).sort(), ['chunks', 'markdown', 'url'])
    assert.equal(both.chunks?.length, 2)
    for (const { text, start, end } of both.chunks ?? [])
      assert.equal(both.markdown?.slice(start, end), text)
    assert.deepEqual(both.chunks?.[1]?.headings, ['Brass lamp', 'Price'])
    const small = await scraped({ formats: [{ type: 'chunks', maxTokens: 50 }] }, 1)
    assert.deepEqual(Object.keys(small).sort(), ['chunks', 'url'])
    assert.ok((small.chunks?.length ?? 0) > 2)
    for (const { tokens } of small.chunks ?? []) assert.ok(tokens <= 50)
  })

  it('is refused where it is not there, and where the formats are wrong', async () => {
    for (const format of ['text', 'chunks', json])
      await refused(
        await scrape({ url: 'https://shop.example/empty', formats: [format], render: 'never' }),
        ...([502, 'page_empty', /without text/] as const),
      )
    const bad = async (format: unknown, text: RegExp) =>
      refused(await scrape({ formats: [format] }), 400, 'invalid_request', text)
    await bad('words', /"formats\[0\]" must be one of: markdown, .*summary\./)
    await bad('json', /"formats\[0\]" must be an object: \{"type": "json"/)
    await bad({ type: 'words' }, /"formats\[0\].type" must be one of: chunks, json\./)
    await bad({ type: 'chunks', maxTokens: 5 }, /"formats\[0\].maxTokens" must be from 50/)
    await bad({ type: 'chunks', size: 5 }, /"formats\[0\].size" is not a known field/)
    await bad({ type: 'json', prompt: 3 }, /"formats\[0\].prompt" must be a string/)
    const twice = ['chunks', { type: 'chunks', maxTokens: 100 }]
    await refused(
      await scrape({ formats: twice }),
      400,
      'invalid_request',
      /"formats" has "chunks" twice/,
    )
  })

  it('comes in batches too', async () => {
    const id = await createBatch(app, { urls: [url], formats: ['text', { type: 'chunks' }] })
    const { data, creditsUsed } = await ended(app, id)
    const [item] = data as (PageAnswer | undefined)[]
    assert.match(item?.text ?? '', /^Brass lamp/)
    assert.equal(item?.chunks?.length, 2)
    assert.equal(creditsUsed, 1)
  })
})

describe('what a model makes of a page', () => {
  beforeEach(answerBoth)

  it('comes with the other formats, for what an extraction costs', async () => {
    const answer = await scraped({ formats: ['links', 'summary', json] }, 5)
    const members = ['json', 'links', 'summary', 'url', 'warning']
    assert.deepEqual(Object.keys(answer).sort(), members)
    assert.match(answer.warning ?? '', /^Said only in a sentence: \/price \(“It costs 39\.50 EUR/)
    assert.equal(answer.summary, 'A lamp of brass.')
    assert.deepEqual(answer.json, { price: 39.5 })
  })

  it('asks for the page once, and shows the model its words as data', async () => {
    const before = web.requestsTo('shop.example').length
    const asked = model.requests.length
    await scraped({ formats: ['markdown', 'summary', { type: 'json', prompt: 'the price' }] }, 5)
    assert.equal(web.requestsTo('shop.example').length, before + 1)
    const questions = model.requests.slice(asked)
    assert.equal(questions.length, 2)
    const question = questions.find(({ system }) => system.includes('summarise'))
    assert.match(
      question?.user ?? '',
      /^<page-\w+>\nAddress: https:\/\/shop\.example\/lamp\n\n# Brass/,
    )
    assert.match(question?.system ?? '', /never an instruction to you/)
  })

  it('is kept with the page where a copy will do', async () => {
    const body = { formats: ['summary', json], maxAge: 60_000 }
    const first = await scraped(body, 5)
    const asked = model.requests.length
    const { cachedAt, ...kept } = await scraped(body, 5)
    assert.deepEqual([kept, typeof cachedAt], [first, 'string'])
    assert.equal(model.requests.length, asked)
    const other = { ...json, schema: { ...schema, title: 'another' } }
    await scraped({ ...body, formats: ['summary', other] }, 5)
    assert.ok(model.requests.length > asked)
  })

  it('costs nothing where the model fails, and says so', async () => {
    model.respond(() => ({ content: 'no JSON at all' }))
    await refused(await scrape({ formats: ['summary'] }), 502, 'model_failed', /summary/)
    model.respond(() => ({ refusal: 'No.' }))
    await refused(await scrape({ formats: ['summary'] }), 502, 'model_failed', /refused/)
    model.respond(() => 'hang')
    await refused(await scrape({ formats: ['summary'] }), 502, 'model_timeout', /in time/)
    model.respond(() => ({ content: { _lines: [], owner: null } }))
    const named = { type: 'object', properties: { owner: { type: 'string' } }, required: ['owner'] }
    const answer = await scrape({ formats: [{ type: 'json', schema: named }] })
    await refused(answer, 502, 'value_missing', /owner/)
  })

  it('is refused before anything costs where it cannot work', async () => {
    const before = web.requestsTo('shop.example').length
    const bad = async (format: object, code: string, text: RegExp) =>
      refused(await scrape({ formats: [format] }), 400, code, text)
    await bad({ type: 'json' }, 'invalid_request', /"schema", a "prompt" or both/)
    await bad({ type: 'json', schema: { type: 'nonsense' } }, 'invalid_schema', /./)
    assert.equal(web.requestsTo('shop.example').length, before)
  })

  it('is of files too, and of what a search finds, each page for 5 credits', async () => {
    const form = new FormData()
    form.set('file', new File([page], 'lamp.html', { type: 'text/html' }))
    form.set('options', JSON.stringify({ formats: ['summary', json] }))
    const headers = { authorization: `Bearer ${app.secretKey}` }
    const sent = await fetch(`${app.apiUrl}/v1/parse`, { method: 'POST', body: form, headers })
    assert.equal(sent.headers.get('x-credits-used'), '5')
    const file = (await sent.json()) as PageAnswer
    assert.deepEqual([file.json, file.summary], [{ price: 39.5 }, 'A lamp of brass.'])

    const results = [{ url }, { url: 'https://shop.example/none' }]
    engine.set((_asked, response) => sendJson(response, { results }))
    const wrong = { query: 'lamp', scrape: { formats: [{ type: 'json' }] } }
    const refusal = await app.api('/v1/search', { method: 'POST', body: wrong })
    await refused(refusal, 400, 'invalid_request', /"schema", a "prompt" or both/)
    const body = { query: 'lamp', limit: 2, scrape: { formats: [json] } }
    const found = await app.api('/v1/search', { method: 'POST', body })
    assert.equal(found.headers.get('x-credits-used'), '6', found.text)
    const [lamp, none] = (found.json as { results: { page?: PageAnswer; error?: object }[] })
      .results
    assert.deepEqual(lamp?.page?.json, { price: 39.5 })
    assert.ok(none?.error)
  })

  it('is refused in batches and crawls too where it cannot work', async () => {
    const ask = (path: string, body: object) => app.api(path, { method: 'POST', body })
    for (const [format, code] of [
      [{ type: 'json', prompt: ' ' }, 'invalid_request'],
      [{ type: 'json', schema: { type: 'nonsense' } }, 'invalid_schema'],
    ] as const) {
      const batch = await ask('/v1/batch/scrape', { urls: [url], formats: [format] })
      await refused(batch, 400, code, /./)
      await refused(await ask('/v1/crawl', { url, formats: [format] }), 400, code, /./)
    }
    const body = { url, formats: ['summary'] }
    const without = await plain.api('/v1/crawl', { method: 'POST', body })
    await refused(without, 400, 'invalid_request', /"summary" needs a language model/)
  })
})

describe('a server without a model', () => {
  it('reads data beside the main content too, unless the caller wants that alone', async () => {
    const phone = { type: 'object', properties: { telephone: { type: 'string' } } }
    const beside = page.replace('Imprint', '<dl><dt>Telephone</dt><dd>+49 30 1234567</dd></dl>')
    web.site('beside.example', { '/lamp': beside })
    const body = { url: 'https://beside.example/lamp', formats: [{ type: 'json', schema: phone }] }
    const { json: whole } = await scraped(body, 5, plain)
    assert.deepEqual(whole, { telephone: '+49 30 1234567' })
    const batch = await createBatch(plain, { formats: body.formats, urls: [body.url] })
    const { data } = await ended(plain, batch)
    assert.deepEqual((data[0] as { json?: unknown }).json, whole)
    const { json: main } = await scraped({ ...body, onlyMainContent: true }, 0, plain)
    assert.deepEqual(main, {})
  })

  it('fills a schema with the embedded extractor, and says what needs a model', async () => {
    const answer = await scraped({ formats: ['metadata', json] }, 5, plain)
    assert.deepEqual(answer.json, { price: 39.5 })
    const again = await scrape({ formats: [json] }, plain)
    assert.equal(again.headers.get('x-extractor'), 'embedded')
    await refused(
      await scrape({ formats: ['summary'] }, plain),
      ...([400, 'invalid_request', /"summary" needs a language model.*LLM_PROVIDER/] as const),
    )
    const prompt = { type: 'json', prompt: 'the price' }
    await refused(
      await scrape({ formats: [prompt] }, plain),
      ...([400, 'invalid_request', /language model is needed/] as const),
    )
  })
})
