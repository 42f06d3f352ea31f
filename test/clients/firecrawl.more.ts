import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { call } from '../support/app.ts'
import { installClients, load } from '../support/client-packages.ts'
import { type FirecrawlWorld, pageUrl, startFirecrawl } from '../support/firecrawl.ts'
import { until } from '../support/until.ts'

/** `@mendable/firecrawl-js` as its users have it, against the real app. */
type Document = {
  markdown?: string
  html?: string
  links?: string[]
  json?: { title?: string }
  extract?: { title?: string }
  warning?: string
  metadata: Record<string, unknown>
}
type State = {
  id: string
  status: string
  completed: number
  total: number
  data: Document[]
  next?: string | null
}
type Errors = { errors: { url: string; code: string }[]; robotsBlocked: string[] }
type Emitter = {
  on(event: string, listener: (told: unknown) => void): void
  start(): Promise<void>
}
type Watched = EventTarget & { close(): void }
type Found = { url: string; title: string; snippet: string; markdown: string }
/** What is looked at of any answer. */
type Answer = Omit<State & Document & Errors, 'data' | 'links' | 'warning'> & {
  data: Document[] & Found[] & { remaining_credits: number; remaining_tokens: number }
  links: Found[] & string[]
  crawls: { id: string; url: string }[]
  periods: { startDate: string }[]
  web: [Found]
  news: [Found]
} & Record<'billingPeriodStart' | 'error' | 'url' | 'warning', string> &
  Record<'creditsUsed' | 'maxConcurrency' | 'remainingCredits' | 'remainingTokens', number> & {
    success: boolean
    invalidURLs: string[]
  }
type Method = <T = Answer>(...given: unknown[]) => Promise<T>
type Names =
  | 'batchScrape'
  | 'browser'
  | 'cancelBatchScrape'
  | 'cancelCrawl'
  | 'crawl'
  | 'crawlParamsPreview'
  | 'extract'
  | 'getActiveCrawls'
  | 'getBatchScrapeErrors'
  | 'getBatchScrapeStatus'
  | 'getConcurrency'
  | 'getCrawlErrors'
  | 'getCrawlStatus'
  | 'getCreditUsage'
  | 'getCreditUsageHistorical'
  | 'getExtractStatus'
  | 'getQueueStatus'
  | 'getTokenUsage'
  | 'getTokenUsageHistorical'
  | 'interact'
  | 'listMonitors'
  | 'map'
  | 'parse'
  | 'scrape'
  | 'search'
  | 'startAgent'
  | 'startBatchScrape'
  | 'startCrawl'
  | 'startExtract'
type OldNames =
  | 'asyncBatchScrapeUrls'
  | 'asyncCrawlUrl'
  | 'asyncDeepResearch'
  | 'asyncExtract'
  | 'asyncGenerateLLMsText'
  | 'batchScrapeUrls'
  | 'batchScrapeUrlsAndWatch'
  | 'cancelCrawl'
  | 'checkBatchScrapeErrors'
  | 'checkBatchScrapeStatus'
  | 'checkCrawlErrors'
  | 'checkCrawlStatus'
  | 'crawlUrl'
  | 'crawlUrlAndWatch'
  | 'extract'
  | 'getCreditUsage'
  | 'getCreditUsageHistorical'
  | 'getExtractStatus'
  | 'getQueueStatus'
  | 'getTokenUsage'
  | 'getTokenUsageHistorical'
  | 'mapUrl'
  | 'scrapeUrl'
  | 'search'
type Old = Record<OldNames, Method>
type Client = Record<Names, Method> & { v1: Old; watcher(id: string, options: object): Emitter }
type Sdk = { Firecrawl: new (options: object) => Client }

let world: FirecrawlWorld
let sdk: Sdk
let client: Client
let v1: Old
before(async () => {
  const [folder, started] = await Promise.all([installClients('firecrawl/sdk'), startFirecrawl()])
  world = started
  sdk = await load<Sdk>(folder, '@mendable/firecrawl-js')
  client = new sdk.Firecrawl({ apiUrl: world.base, apiKey: world.app.secretKey })
  // The door is at the root of a port of its own, too.
  v1 = new sdk.Firecrawl({ apiUrl: world.root, apiKey: world.app.secretKey }).v1
  // The first page waits for its thread to begin: nothing here is about that.
  await until(
    'pages are read',
    async () => (await world.app.api('/v1/scrape', first)).status === 200,
    60_000,
  )
})
const first = { method: 'POST', body: { url: pageUrl('c') } }
after(() => world.close())

const urls = ['a', 'b', 'missing'].map(pageUrl)
const title = {
  type: 'object',
  properties: { title: { type: 'string', description: 'The heading of the page' } },
}
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const addressesOf = (documents: Document[]) =>
  documents.map(({ metadata }) => metadata.sourceURL).sort()
const crawl = { limit: 10, sitemap: 'skip' }

describe('v2 of the client', { concurrency: 6 }, () => {
  it('scrape', async () => {
    const formats = ['markdown', 'html', 'links', 'images', 'rawHtml']
    const page: Document = await client.scrape(pageUrl('a'), { formats, timeout: 20_000 })
    assert.match(page.markdown ?? '', /This is the page a/)
    assert.ok(page.html && page.links?.includes(pageUrl('more/a')))
    const { scrapeId, ...metadata } = page.metadata
    assert.match(String(scrapeId), uuid)
    assert.deepEqual(metadata, {
      ...{ title: 'a', language: 'en', statusCode: 200, contentType: 'text/html; charset=utf-8' },
      ...{ sourceURL: pageUrl('a'), url: pageUrl('a'), proxyUsed: 'basic', cacheState: 'miss' },
      creditsUsed: 1,
    })
  })

  it('scrape with the format json', async () => {
    const formats = ['markdown', { type: 'json', schema: title }]
    const page: Document = await client.scrape(pageUrl('a'), { formats })
    assert.deepEqual(page.json, { title: 'a' })
    assert.match(page.markdown ?? '', /This is the page a/)
    assert.equal(page.metadata.creditsUsed, 5)
  })

  it('scrape tells what it could not do', async () => {
    const page: Document = await client.scrape('site.test/a', {
      formats: ['markdown', { type: 'changeTracking', modes: ['git-diff'] }],
      ...{ proxy: 'stealth', location: { country: 'DE', languages: ['de'] }, blockAds: true },
    })
    assert.equal(
      page.warning,
      'Pages are read from where this server is. There are no stealth proxies. The format "changeTracking" is not offered.',
    )
    const asked = world.web.requestsTo('site.test').map(({ headers }) => headers['accept-language'])
    assert.ok(asked.includes('de'))
  })

  it('scrape refuses in one request, whose sentence is shown', async () => {
    const before = world.web.requestsTo('site.test').length
    await assert.rejects(client.scrape(pageUrl('gone')), {
      status: 500,
      code: 'SCRAPE_SITE_ERROR',
      message: 'site.test answered with status 404 (Not Found).',
    })
    const asked = world.web.requestsTo('site.test').slice(before)
    assert.equal(asked.filter(({ path }) => path === '/gone').length, 1)
    const refused = (promise: Promise<unknown>, told: object) => assert.rejects(promise, told)
    await refused(client.scrape('http://127.0.0.1/'), { status: 403, code: 'SCRAPE_URL_BLOCKED' })
    await refused(client.scrape('no address'), { status: 400, code: 'BAD_REQUEST' })
  })

  it('batchScrape, getBatchScrapeErrors', async () => {
    const job: State = await client.batchScrape(urls, { pollInterval: 1, timeout: 60 })
    assert.deepEqual([job.status, job.completed, job.total], ['completed', 3, 3])
    assert.deepEqual(addressesOf(job.data), ['a', 'b'].map(pageUrl))
    assert.match(job.id, uuid)
    const { errors }: Errors = await client.getBatchScrapeErrors(job.id)
    assert.deepEqual(
      errors.map(({ url, code }) => [url, code]),
      [[pageUrl('missing'), 'SCRAPE_SITE_ERROR']],
    )
  })

  it('startBatchScrape, getBatchScrapeStatus, cancelBatchScrape', async () => {
    const options = { options: { formats: ['markdown'] }, idempotencyKey: 'once' }
    const started = await client.startBatchScrape([...urls, 'no address'], options)
    assert.deepEqual(started.invalidURLs, ['no address'])
    assert.equal(started.url, `${world.base}/v2/batch/scrape/${started.id}`)
    const again = await client.startBatchScrape([...urls, 'no address'], options)
    assert.equal(again.id, started.id)
    const slow = await client.startBatchScrape(['https://slow.test/'])
    assert.equal(await client.cancelBatchScrape(slow.id), true)
    assert.equal((await client.getBatchScrapeStatus(slow.id)).status, 'cancelled')
    await assert.rejects(client.cancelBatchScrape(slow.id), { status: 409 })
  })

  it('crawl, getCrawlErrors', async () => {
    const job: State = await client.crawl(pageUrl(''), { ...crawl, pollInterval: 1 })
    assert.equal(job.status, 'completed')
    assert.deepEqual(addressesOf(job.data), ['', 'a', 'b', 'c'].map(pageUrl))
    const { errors, robotsBlocked }: Errors = await client.getCrawlErrors(job.id)
    assert.ok(errors.some(({ url }) => url === pageUrl('missing')))
    assert.deepEqual(robotsBlocked, [pageUrl('private')])
  })

  it('startCrawl, getCrawlStatus, getActiveCrawls, cancelCrawl', async () => {
    const { id } = await client.startCrawl('https://slow.test/', {
      includePaths: ['^/docs/.*$'],
      scrapeOptions: { formats: ['markdown'] },
    })
    assert.equal((await client.getCrawlStatus(id)).status, 'scraping')
    const { crawls } = await client.getActiveCrawls()
    assert.ok(crawls.some((one: { id: string; url: string }) => one.id === id && one.url))
    assert.equal(await client.cancelCrawl(id), true)
  })

  it('pages of results: next only where rows are', async () => {
    const { id } = await client.startBatchScrape(['a', 'b', 'c'].map(pageUrl))
    await until('it ends', async () => (await client.getBatchScrapeStatus(id)).completed === 3)
    const read = async (address: string) => {
      const headers = { authorization: `Bearer ${world.app.secretKey}` }
      return (await (await fetch(address, { headers })).json()) as State
    }
    const first = await read(`${world.base}/v2/batch/scrape/${id}?limit=2`)
    assert.equal(first.next, `${world.base}/v2/batch/scrape/${id}?skip=2&limit=2`)
    const last = await read(String(first.next))
    assert.deepEqual([first.data.length, last.data.length, 'next' in last], [2, 1, false])
  })

  for (const kind of ['crawl', 'batch'])
    it(`watcher, of a ${kind}`, async () => {
      const { id } =
        kind === 'crawl'
          ? await client.startCrawl(pageUrl(''), crawl)
          : await client.startBatchScrape(urls)
      const watcher = client.watcher(id, { kind })
      const seen: string[] = []
      const ends: unknown[] = []
      const faults: unknown[] = []
      watcher.on('document', told => seen.push(String((told as Document).metadata.sourceURL)))
      watcher.on('done', told => ends.push((told as State).status))
      watcher.on('error', told => faults.push(told))
      await watcher.start()
      const expected = kind === 'crawl' ? ['', 'a', 'b', 'c'] : ['a', 'b']
      assert.deepEqual([seen.sort(), ends[0], faults], [expected.map(pageUrl), 'completed', []])
    })

  it('map', async () => {
    const { links } = await client.map(pageUrl(''), { limit: 10, includeSubdomains: false })
    assert.ok(links.some(({ url }: { url: string }) => url === pageUrl('a')))
  })

  it('extract, startExtract, getExtractStatus', async () => {
    const asked = { urls: [pageUrl('a')], schema: title, enableWebSearch: true }
    const answer = await client.extract(asked)
    assert.deepEqual(
      [answer.success, answer.status, answer.data],
      [true, 'completed', { title: 'a' }],
    )
    assert.match(answer.warning, /^Nothing is searched for\./)
    const { id } = await client.startExtract(asked)
    const status = () => client.getExtractStatus(id)
    await until('it is done', async () => (await status()).status === 'completed')
    assert.deepEqual((await status()).data, { title: 'a' })
    const none = await client.extract({ urls: [pageUrl('gone')], schema: title })
    assert.deepEqual([none.success, none.status, none.creditsUsed], [false, 'failed', 0])
    assert.match(none.error, /answered with status 404/)
    const some = await client.extract({ urls: urls.toReversed(), schema: title, prompt: '' })
    assert.deepEqual(
      [some.success, some.status, some.data, some.creditsUsed],
      [true, 'completed', { title: 'b' }, 10],
    )
    assert.match(some.warning, /^1 of 3 pages gave nothing.*\/missing: site\.test answered/)
  })

  it('search, with and without the pages', async () => {
    const found = await client.search('lamps', { limit: 2, sources: ['web', 'news'] })
    assert.deepEqual(found.web, [
      { url: pageUrl('a'), title: 'Lamp', description: 'All about lamps', position: 1 },
    ])
    assert.equal(found.news[0].snippet, 'All about lamps')
    const scrapeOptions = { formats: ['markdown'] }
    const { web } = await client.search('lamps', { scrapeOptions, tbs: 'qdr:w' })
    assert.match(web[0].markdown, /This is the page a/)
    const { data } = await v1.search('lamps', {})
    assert.equal(data[0]?.title, 'Lamp')
  })

  it('parse', async () => {
    const file = {
      data: Buffer.from('<h1>A file</h1><p>With some words in it, as files have them.</p>'),
    }
    const page: Document = await client.parse(
      { ...file, filename: 'page.html', contentType: 'text/html' },
      { formats: ['markdown', 'html'] },
    )
    assert.match(page.markdown ?? '', /# A file/)
    assert.equal(page.metadata.sourceURL, 'page.html')
  })

  it('usage: credits, tokens, history, concurrency, queue', async () => {
    const credits = await client.getCreditUsage()
    assert.ok(credits.remainingCredits > 0 && credits.billingPeriodStart)
    assert.ok((await client.getTokenUsage()).remainingTokens > 0)
    for (const name of ['getCreditUsageHistorical', 'getTokenUsageHistorical'] as const)
      for (const byKey of [false, true]) {
        const { periods } = await client[name](byKey)
        assert.ok(periods.every(({ startDate }: { startDate: string }) => startDate))
      }
    assert.ok((await client.getConcurrency()).maxConcurrency > 0)
    assert.equal((await client.getQueueStatus()).success, true)
  })

  it('what is not offered says why, at once', async () => {
    const calls: Record<string, () => Promise<unknown>> = {
      'prompt of a crawl': () => client.crawlParamsPreview(pageUrl(''), 'the blog'),
      agent: () => client.startAgent({ prompt: 'Find it' }),
      browser: () => client.browser(),
      interact: () => client.interact('0', { code: '1' }),
      monitors: () => client.listMonitors(),
    }
    for (const [name, call] of Object.entries(calls))
      await assert.rejects(
        async () => call(),
        (error: { status: number; code: string; message: string }) => {
          assert.deepEqual([error.status, error.code], [501, 'NOT_SUPPORTED'], name)
          assert.match(error.message, /\w+.*\.$/)
          return true
        },
        name,
      )
  })

  it('a wrong key is refused', async () => {
    const stranger = new sdk.Firecrawl({ apiUrl: world.base, apiKey: 'sr_unknown' })
    await assert.rejects(stranger.scrape(pageUrl('a')), { status: 401 })
    const watcher = stranger.watcher('8f7b8a54-0000-4000-8000-000000000000', { kind: 'batch' })
    const faults: unknown[] = []
    watcher.on('error', told => faults.push((told as { error: string }).error))
    await watcher.start()
    assert.deepEqual(faults, ['WebSocket error'])
  })
})

describe('v1 of the client', { concurrency: 6 }, () => {
  it('scrapeUrl', async () => {
    const page = await v1.scrapeUrl(pageUrl('a'), { formats: ['markdown', 'links'] })
    assert.deepEqual([page.success, page.metadata.title], [true, 'a'])
    const jsonOptions = { schema: title }
    const data = await v1.scrapeUrl(pageUrl('a'), { formats: ['json'], jsonOptions })
    assert.deepEqual(data.json, { title: 'a' })
    const older = await v1.scrapeUrl(pageUrl('a'), { formats: ['extract'], extract: jsonOptions })
    assert.deepEqual(older.extract, { title: 'a' })
    await assert.rejects(v1.scrapeUrl(pageUrl('gone'), {}), {
      message: /answered with status 404/,
    })
  })

  it('batchScrapeUrls, checkBatchScrapeStatus, checkBatchScrapeErrors', async () => {
    const job = await v1.batchScrapeUrls(urls, { formats: ['markdown'] })
    assert.deepEqual(addressesOf(job.data), ['a', 'b'].map(pageUrl))
    const { id } = await v1.asyncBatchScrapeUrls(urls, {})
    await until('it ends', async () => (await v1.checkBatchScrapeStatus(id)).status === 'completed')
    const all = await v1.checkBatchScrapeStatus(id, true)
    assert.equal(all.data.length, 2)
    const { errors }: Errors = await v1.checkBatchScrapeErrors(id)
    assert.equal(errors.length, 1)
    await assert.rejects(v1.asyncBatchScrapeUrls(['no address'], {}), {
      message: /status code 400/,
    })
  })

  it('crawlUrl, asyncCrawlUrl, checkCrawlStatus, checkCrawlErrors, cancelCrawl', async () => {
    const job = await v1.crawlUrl(pageUrl(''), { limit: 10, ignoreSitemap: true })
    assert.deepEqual(addressesOf(job.data), ['', 'a', 'b', 'c'].map(pageUrl))
    const { id } = await v1.asyncCrawlUrl('https://slow.test/', {})
    assert.equal((await v1.checkCrawlStatus(id)).status, 'scraping')
    assert.deepEqual((await v1.checkCrawlErrors(id)).errors, [])
    assert.equal((await v1.cancelCrawl(id)).status, 'cancelled')
  })

  it('crawlUrlAndWatch, batchScrapeUrlsAndWatch', async () => {
    const watchers: Watched[] = await Promise.all([
      v1.crawlUrlAndWatch<Watched>(pageUrl(''), { limit: 10, ignoreSitemap: true }),
      v1.batchScrapeUrlsAndWatch<Watched>(urls, {}),
    ])
    const all = watchers.map(async watcher => {
      const seen: string[] = []
      const ended = Promise.withResolvers<string>()
      watcher.addEventListener('document', event =>
        seen.push(String((event as CustomEvent<Document>).detail.metadata.sourceURL)),
      )
      for (const type of ['done', 'error'])
        watcher.addEventListener(type, () => ended.resolve(type))
      return [await ended.promise, seen.sort()]
    })
    assert.deepEqual(await Promise.all(all), [
      ['done', ['', 'a', 'b', 'c'].map(pageUrl)],
      ['done', ['a', 'b'].map(pageUrl)],
    ])
  })

  it('mapUrl', async () => {
    const { links } = await v1.mapUrl(pageUrl(''), { limit: 10 })
    assert.ok(links.includes(pageUrl('a')))
  })

  it('extract, asyncExtract, getExtractStatus', async () => {
    const answer = await v1.extract([pageUrl('a'), pageUrl('b')], { schema: title })
    assert.deepEqual([answer.success, answer.data], [true, { title: 'a' }])
    const { id } = await v1.asyncExtract([pageUrl('a')], { schema: title })
    await until('it is done', async () => (await v1.getExtractStatus(id)).status === 'completed')
    await assert.rejects(v1.getExtractStatus('8f7b8a54-0000-4000-8000-000000000000'))
  })

  it('usage', async () => {
    assert.ok((await v1.getCreditUsage()).data.remaining_credits > 0)
    assert.ok((await v1.getTokenUsage()).data.remaining_tokens > 0)
    assert.ok((await v1.getCreditUsageHistorical()).periods.length > 0)
    assert.ok((await v1.getTokenUsageHistorical()).periods.length > 0)
    assert.equal((await v1.getQueueStatus()).success, true)
  })

  it('what is not offered says why', async () => {
    for (const call of [
      () => v1.asyncDeepResearch('rivers', {}),
      () => v1.asyncGenerateLLMsText(pageUrl(''), {}),
    ])
      await assert.rejects(async () => call(), { message: /501/ })
  })
})

/** Its requests as the node sends them; the base address of its credential ends in the version. */
describe('the n8n node', () => {
  const send = (method: string, path: string, body?: object) =>
    call(`${world.base}/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${world.app.secretKey}`,
        'content-type': 'application/json',
      },
      ...(body ? { body } : {}),
    })

  it('its credential is tested by the usage', async () => {
    const { status, json } = await send('GET', '/team/credit-usage')
    assert.equal(status, 200)
    assert.equal((json as { success: boolean }).success, true)
    const other = await call(`${world.base}/v2/team/credit-usage`, {
      headers: { authorization: 'Bearer sr_wrong' },
    })
    assert.deepEqual(
      [other.status, other.json],
      [
        401,
        {
          ...{ success: false, code: 'INVALID_KEY' },
          error: 'The secret key is not valid (unknown or deleted).',
        },
      ],
    )
  })

  it('scrapes with fields that are no part of the API', async () => {
    const { status, json } = await send('POST', '/scrape', {
      ...{ url: pageUrl('a'), formats: [{ type: 'markdown' }], parsers: [{ type: 'pdf' }] },
      ...{ integration: 'n8n', additionalFields: {}, customBody: {}, removeBase64Images: true },
    })
    const { data } = json as { data: Document }
    assert.deepEqual([status, 'warning' in data], [200, false])
    assert.match(data.markdown ?? '', /This is the page a/)
  })

  it('starts, asks for and cancels jobs, with a content type and no body', async () => {
    const { json } = await send('POST', '/crawl', { url: 'https://slow.test/', integration: 'n8n' })
    const { id } = json as { id: string }
    assert.equal(((await send('GET', `/crawl/${id}`)).json as State).status, 'scraping')
    const cancelled = await send('DELETE', `/crawl/${id}`)
    assert.deepEqual(
      [cancelled.status, cancelled.json],
      [200, { success: true, status: 'cancelled' }],
    )
    assert.equal((await send('GET', '/crawl/active')).status, 200)
  })
})

/** It joins its paths to the root of the address it is given, whatever path stands there. */
describe('the Python client', () => {
  it('is served at the root of the door’s own port, byte for byte', async () => {
    const { host, port } = new URL(world.root)
    const body = JSON.stringify({ urls: [pageUrl('a'), pageUrl('b')], formats: ['markdown'] })
    const lines = (first: string, more: string[] = []) =>
      [
        ...[first, `Host: ${host}`, 'User-Agent: python-requests/2.32.5'],
        ...['Accept-Encoding: gzip, deflate', 'Accept: */*', 'Connection: close'],
        ...['Content-Type: application/json', `Authorization: Bearer ${world.app.secretKey}`],
        ...more,
      ].join('\r\n')
    const length = `Content-Length: ${Buffer.byteLength(body)}`
    const made = await overTheWire(
      port,
      `${lines('POST /v2/batch/scrape HTTP/1.1', [length])}\r\n\r\n${body}`,
    )
    const { id, url } = made as { id: string; url: string }
    assert.equal(url, `${world.root}/v2/batch/scrape/${id}`)
    let state: State | undefined
    await until('it ends', async () => {
      const asked = `${lines(`GET /v2/batch/scrape/${id}?limit=1 HTTP/1.1`)}\r\n\r\n`
      state = (await overTheWire(port, asked)) as State
      return state.completed === 2
    })
    // It puts the host of its own address into `next`, and keeps the path.
    const next = new URL(String(state?.next))
    assert.equal(next.origin, world.root)
    const last = await overTheWire(
      port,
      `${lines(`GET ${next.pathname}${next.search} HTTP/1.1`)}\r\n\r\n`,
    )
    assert.equal((last as State).data.length, 1)
  })
})

const overTheWire = async (port: string, bytes: string): Promise<unknown> => {
  const socket = connect({ host: '127.0.0.1', port: Number(port) })
  socket.write(bytes)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  assert.match(head, /^HTTP\/1\.1 200 OK/)
  return JSON.parse(body)
}
