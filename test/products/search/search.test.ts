import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createEgress } from '../../../src/base/web/egress.ts'
import { readConfig } from '../../../src/config/config.ts'
import { createEngine } from '../../../src/products/search/engine.ts'
import type { SearchAnswer } from '../../../src/products/search/request.ts'
import { assertRefused, startApp, type TestApp } from '../../support/app.ts'
import { article } from '../../support/batch.ts'
import { createCaller } from '../../support/callers.ts'
import { sendJson, startSearchEngine } from '../../support/search-engine.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

let web: SimulatedWeb
let engine: Awaited<ReturnType<typeof startSearchEngine>>
let app: TestApp
before(async () => {
  web = await createSimulatedWeb()
  engine = await startSearchEngine()
  app = await startApp({ ...web.env, SEARCH_URL: engine.url })
  web.site('lamps.example', {
    '/one': article('one'),
    '/two': article('two'),
    '/gone': { status: 404, body: 'no' },
  })
})
after(async () => {
  await app.close()
  await engine.close()
  await web.close()
})

const hit = (path: string, more: object = {}) => ({
  url: `https://lamps.example${path}`,
  title: `Lamp ${path}`,
  content: `All  about\n${path}`,
  engine: 'test',
  score: 1,
  ...more,
})
const search = (body: object, api: TestApp['api'] = app.api) =>
  api('/v1/search', { method: 'POST', body })
const found = async (body: object, credits: number): Promise<SearchAnswer> => {
  const answer = await search(body)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.headers.get('x-credits-used'), String(credits))
  return answer.json as SearchAnswer
}
const refused = async (body: object, status: number, code: string, text: RegExp) =>
  assertRefused(await search(body), status, code, text)

describe('a search', () => {
  it('asks the engine at its own address, as it is asked, for one credit', async () => {
    engine.set([
      [
        hit('/one', { publishedDate: '2026-05-01T10:00:00' }),
        hit('/two', { img_src: '//lamps.example/two.png', publishedDate: 'some day' }),
      ],
    ])
    const body = { query: ' brass lamps ', language: 'de', timeRange: 'week', category: 'news' }
    const { results, ...rest } = await found(body, 1)
    assert.deepEqual(rest, {})
    assert.deepEqual(results, [
      {
        url: 'https://lamps.example/one',
        title: 'Lamp /one',
        description: 'All about /one',
        publishedAt: '2026-05-01T10:00:00',
      },
      {
        url: 'https://lamps.example/two',
        title: 'Lamp /two',
        description: 'All about /two',
        imageUrl: 'https://lamps.example/two.png',
      },
    ])
    const [first, second, ...others] = engine.asked
    const usual = { q: 'brass lamps', format: 'json', categories: 'news' }
    assert.deepEqual(first, { ...usual, pageno: '1', language: 'de', time_range: 'week' })
    assert.equal(second?.pageno, '2')
    assert.deepEqual(others, [])
    assert.equal(web.requestsTo('lamps.example').length, 0)
  })

  it('goes on to the engine’s next page only as far as it must, and names each page once', async () => {
    const page = (from: number) => Array.from({ length: 4 }, (_, at) => hit(`/${from + at}`))
    engine.set([
      [...page(1), hit('/1?utm_source=x'), hit('/2/')],
      [...page(3)],
      [...page(7)],
      [...page(11)],
    ])
    const paths = async (limit: number, asked: number) => {
      engine.asked.length = 0
      const { results } = await found({ query: 'lamps', limit }, 1)
      assert.equal(engine.asked.length, asked)
      return results.map(({ url }) => new URL(url).pathname.slice(1)).join(' ')
    }
    assert.equal(await paths(3, 1), '1 2 3')
    assert.equal(await paths(6, 2), '1 2 3 4 5 6')
    assert.equal(await paths(20, 3), '1 2 3 4 5 6 7 8 9 10')
  })

  it('reads what it finds, each page for what a scrape costs, and only what could be read', async () => {
    engine.set([[hit('/one'), hit('/gone'), hit('/two'), hit('/x', { url: 'http://10.0.0.1/' })]])
    const scrape = { formats: ['markdown', 'links'], maxAge: 60_000 }
    const { results } = await found({ query: 'lamps', scrape }, 3)
    const [one, gone, two, hidden] = results
    assert.match(one?.page?.markdown ?? '', /^# one/)
    assert.deepEqual(Object.keys(one?.page ?? {}).sort(), ['links', 'markdown', 'url'])
    assert.match(two?.page?.markdown ?? '', /^# two/)
    assert.equal(gone?.page, undefined)
    assert.equal(gone?.error?.code, 'page_unreachable')
    assert.match(gone?.error?.message ?? '', /404/)
    assert.equal(hidden?.error?.code, 'blocked_target')
    const asked = web.requestsTo('lamps.example').length
    await found({ query: 'lamps', scrape }, 3)
    // The two that were read are known now.
    assert.equal(web.requestsTo('lamps.example').length, asked + 1)
    const [usage] = await app.database.sql`
      select sum(credits) filter (where operation = 'search' and kind = 'settle')::int as search,
        sum(credits) filter (where operation = 'scrape' and kind = 'settle')::int as scrape,
        sum(credits) filter (where operation = 'scrape' and kind = 'release')::int as released
      from ledger`
    assert.equal(usage?.scrape, 4)
    assert.equal(usage?.released, 16)
  })

  it('takes for data only where a page has any', async () => {
    engine.set([[hit('/one'), hit('/two')]])
    const schema = { type: 'object', properties: { blood_type: { type: 'string' } } }
    const { results } = await found(
      { query: 'lamps', scrape: { formats: [{ type: 'json', schema }] } },
      1,
    )
    assert.deepEqual(
      results.map(({ page }) => page?.json),
      [{}, {}],
    )
  })

  it('takes from a limited account exactly what it cost, and begins only what it can pay', async () => {
    engine.set([[hit('/one'), hit('/gone')]])
    const caller = await createCaller(app, 'free')
    const before = await search({ query: 'lamps' }, caller.api)
    const left = Number(before.headers.get('x-credits-remaining'))
    const answer = await search({ query: 'lamps', scrape: {} }, caller.api)
    assert.equal(answer.headers.get('x-credits-used'), '2')
    assert.equal(answer.headers.get('x-credits-remaining'), String(left - 2))
    await app.database.sql`update accounts set balance = 3 where id = ${caller.id}`
    engine.asked.length = 0
    const poor = await search({ query: 'lamps', scrape: {} }, caller.api)
    assert.equal(poor.status, 402, poor.text)
    assert.equal(poor.headers.get('x-credits-remaining'), '3')
    assert.equal(engine.asked.length, 0)
    const fits = await search({ query: 'lamps', limit: 2, scrape: {} }, caller.api)
    assert.equal(fits.headers.get('x-credits-remaining'), '1')
  })

  it('is a 400 where it cannot work', async () => {
    engine.set([])
    const bad = (body: object, text: RegExp) => refused(body, 400, 'invalid_request', text)
    await bad({}, /"query" is missing/)
    await bad({ query: '  ' }, /"query"/)
    await bad({ query: 'x', limit: 21 }, /"limit"/)
    await bad({ query: 'x', language: 'English!' }, /"language"/)
    await bad({ query: 'x', scrape: { url: 'https://a.example/' } }, /"scrape.url" is not a known/)
    await bad({ query: 'x', scrape: { headers: {} } }, /"scrape.headers" is not a known/)
    await bad({ query: 'x', scrape: { includeTags: ['div['] } }, /includeTags/)
    assert.equal(engine.asked.length, 0)
  })
})

describe('a search engine that is not well', () => {
  const say = (status: number, body = '', headers = {}) =>
    engine.set((_asked, response) => response.writeHead(status, headers).end(body))
  const down = (text: RegExp) => refused({ query: 'x', scrape: {} }, 502, 'search_failed', text)

  it('is a 502 that costs nothing and says what is wrong', async () => {
    say(403)
    await down(/search\.formats/)
    say(429, '', { 'retry-after': '30' })
    await down(/status 429/)
    say(500)
    await down(/status 500/)
    say(302, '', { location: 'http://10.0.0.1/' })
    await down(/status 302/)
    for (const odd of ['', '<html>', 'null', '[]', '3', '{}', '{"results":{}}', '{"results":']) {
      say(200, odd)
      await down(/not the JSON of a SearXNG/)
    }
    engine.set((_asked, response) => response.destroy())
    await down(/could not be reached/)
    say(200, `{"results":[${'1,'.repeat(2_000_000)}1]}`)
    await down(/could not be reached/)
  })

  it('loses what is no result and keeps the rest', async () => {
    const results = [
      ...[null, 3, 'x', [], {}, { url: 7 }, { url: 'ftp://a.example/' }, { url: 'not one' }],
      { url: 'javascript:alert(1)' },
      hit('/one', { title: null, content: { a: 1 }, publishedDate: 5, img_src: '/proxy?x' }),
    ]
    const unresponsive_engines = [['google', 'CAPTCHA'], 'bing', 3, [4]]
    engine.set((_asked, response) => sendJson(response, { results, unresponsive_engines }))
    const answer = await found({ query: 'x' }, 1)
    const url = 'https://lamps.example/one'
    assert.deepEqual(answer.results, [{ url, title: '', description: '' }])
    assert.equal(answer.warning, 'Some engines did not answer: google (CAPTCHA), bing.')
  })

  it('that fails later has told something', async () => {
    engine.set((asked, response) =>
      asked.pageno === '1'
        ? sendJson(response, { results: [hit('/one')] })
        : response.writeHead(500).end(),
    )
    const answer = await found({ query: 'x' }, 1)
    assert.equal(answer.results.length, 1)
    assert.match(answer.warning ?? '', /failed before it had told all/)
  })

  it('is left alone when the caller goes', async () => {
    const gone = Promise.withResolvers<void>()
    const came = Promise.withResolvers<void>()
    engine.set((_asked, response) => {
      came.resolve()
      response.on('close', () => gone.resolve())
    })
    const stop = new AbortController()
    const call = app.api('/v1/search', {
      method: 'POST',
      body: { query: 'x' },
      signal: stop.signal,
    })
    await came.promise
    stop.abort()
    await assert.rejects(call)
    await gone.promise
  })
})

describe('the address of a search engine', () => {
  it('is the only private one that is reached', async () => {
    const egress = createEgress({ outbound: web.outbound })
    const query = {
      ...{ text: 'x', language: undefined, timeRange: undefined },
      category: 'general' as const,
    }
    engine.set([[hit('/one')]])
    const { hits } = await createEngine(egress, engine.url)(query, 1, AbortSignal.timeout(9_000))
    assert.equal(hits.length, 1)
    assert.throws(() => egress.parseTarget(engine.url))
    await egress.close()
    const urlOf = (text: string) => readConfig({ SEARCH_URL: text }).searchUrl
    assert.equal(urlOf('http://10.1.2.3:8080/x'), 'http://10.1.2.3:8080/x')
    for (const bad of ['nonsense', 'ftp://a/', 'http://u:p@a/', 'http://a/?q=x'])
      assert.throws(() => urlOf(bad), /SEARCH_URL/)
  })
})
