import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { WebSocket } from 'ws'
import { jobOf } from '../../../src/doors/firecrawl/jobs.ts'
import { createCaller } from '../../support/callers.ts'
import { type FirecrawlWorld, pageUrl, startFirecrawl } from '../../support/firecrawl.ts'
import { paragraph, tinyDocx } from '../../support/tiny-office.ts'
import { tinyPdf } from '../../support/tiny-pdf.ts'
import { until } from '../../support/until.ts'

let world: FirecrawlWorld
before(async () => {
  world = await startFirecrawl({
    ...{ FIRECRAWL_PORT: '', SEARCH_URL: '', FIRECRAWL_PUBLIC_URL: 'http://fc.test' },
  })
})
after(async () => {
  await world.close()
  // Neither who went away nor, above all, who did not.
  assert.deepEqual(
    world.app.logLines.filter(line => line.includes('hung up')),
    [],
  )
})

type Answer = { status: number; headers: IncomingHttpHeaders; json: Record<string, unknown> }
type Sent = { host?: string; body?: object; headers?: Record<string, string>; key?: string }

/** With any Host header, which `fetch` does not let us choose. */
const send = (method: string, path: string, sent: Sent = {}): Promise<Answer> => {
  const { host = 'fc.test', body, headers, key = world.app.secretKey } = sent
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const text = body ? JSON.stringify(body) : ''
  const request = httpRequest(`${world.app.apiUrl}${path}`, {
    method,
    headers: {
      ...{ host, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      'content-length': Buffer.byteLength(text),
      ...headers,
    },
  })
  request.on('error', reject).on('response', async response => {
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk as Buffer)
    const json = JSON.parse(Buffer.concat(chunks).toString()) as Answer['json']
    resolve({ status: response.statusCode ?? 0, headers: response.headers, json })
  })
  request.end(text)
  return promise
}

describe('the door at a host name of its own', () => {
  it('has both versions at its root, and says so in addresses', async () => {
    const { json } = await send('POST', '/v1/batch/scrape', { body: { urls: [pageUrl('a')] } })
    assert.match(String(json.url), /^http:\/\/fc\.test\/v1\/batch\/scrape\/[0-9a-f-]{36}$/)
    assert.equal((await send('GET', `/v2/crawl/${json.id}`)).json.success, true)
  })

  it('names a path that is not there as it was asked for', async () => {
    for (const path of ['/', '/v2/nowhere']) {
      const { status, json } = await send('GET', path)
      assert.deepEqual([status, json.error], [404, `There is no GET ${path} here.`])
    }
  })

  it('leaves the API’s own name to the API', async () => {
    const host = new URL(world.app.apiUrl).host
    const { json } = await send('POST', '/v1/scrape', { host, body: { url: pageUrl('a') } })
    assert.deepEqual([typeof json.markdown, 'success' in json], ['string', false])
    const body = { url: pageUrl('a') }
    const { json: prefixed } = await send('POST', '/firecrawl/v1/scrape', { host, body })
    assert.equal(prefixed.success, true)
    assert.equal((await send('POST', '/v2/scrape', { host, body })).status, 404)
  })

  it('is no part of the API’s description', async () => {
    const { text } = await world.app.api('/openapi.json')
    assert.doesNotMatch(text, /\/firecrawl/)
  })
})

describe('what only a browser can do', () => {
  const page = `<!doctype html><title>Steps</title><style>body { font: 16px Georgia }
    a.button { background: #b91c1c; color: #fff; padding: 8px 16px; border-radius: 6px }</style>
    <h1>A shop of lamps</h1><p>The lamps are made by hand, in a small house by the river.</p>
    <a class="button" href="#" id="more" onclick="document.querySelector('p').textContent = 'They are sold out until the spring, says the owner.'">More</a>`

  it('is asked for by steps, whose pictures and values come back', async () => {
    world.web.site('steps.test', { '*': page })
    const actions = [
      { type: 'wait', selector: '#more' },
      { type: 'click', selector: '#more' },
      { type: 'screenshot' },
    ]
    const body = { url: 'https://steps.test/', formats: ['markdown'], actions }
    const { status, json } = await send('POST', '/v2/scrape', { body })
    assert.equal(status, 200, JSON.stringify(json))
    const data = json.data as { markdown: string; actions: { screenshots: string[] } }
    assert.match(data.markdown, /sold out until the spring/)
    assert.match(data.actions.screenshots[0] ?? '', /^data:image\/png;base64,iVBOR/)
  })

  it('is asked for branding, in plain values', async () => {
    world.web.site('steps.test', { '*': page })
    const body = { url: 'https://steps.test/', formats: ['branding'] }
    const { status, json } = await send('POST', '/v2/scrape', { body })
    assert.equal(status, 200, JSON.stringify(json))
    const { branding } = json.data as { branding: { colors: { primary: string } } }
    assert.equal(branding.colors.primary, '#B91C1C')
  })
})

describe('a file at the door', () => {
  const parse = async (file: Buffer, name: string, options: object = {}) => {
    const body = new FormData()
    body.set('file', new File([new Uint8Array(file)], name))
    body.set('options', JSON.stringify(options))
    const answer = await fetch(`${world.app.apiUrl}/firecrawl/v2/parse`, {
      ...{ method: 'POST', body, headers: { authorization: `Bearer ${world.app.secretKey}` } },
    })
    const { data, error } = (await answer.json()) as { data?: Answer['json']; error?: string }
    assert.equal(answer.status, 200, error)
    return String(data?.markdown)
  }

  it('is read as its parsers say', async () => {
    const pdf = tinyPdf(
      ['Sales of lamps', 'Sales of chairs'].map(text => ({
        runs: [{ x: 60, y: 700, size: 12, text }],
      })),
    )
    assert.match(await parse(pdf, 'a.pdf'), /lamps[\s\S]*chairs/)
    const first = await parse(pdf, 'a.pdf', { parsers: [{ type: 'pdf', maxPages: 1 }] })
    assert.equal(first.trim(), 'Sales of lamps')
  })

  it('may be as large as one that is sent to the API itself', async () => {
    const large = tinyDocx(paragraph('A file with large pictures'), 'Large', 'x'.repeat(11_600_000))
    assert.match(await parse(large, 'large.docx'), /large pictures/)
  })
})

describe('an error at the door', () => {
  it('has the form and the status that clients do not take for a reason to try again', async () => {
    const scrape = (body: object) => send('POST', '/v2/scrape', { body })
    const slow = { url: 'https://late.test/', timeout: 1_000 }
    world.web.site('late.test', () => new Promise(() => {}))
    const told = await Promise.all(
      [{ url: pageUrl('gone') }, slow, { url: 'http://10.0.0.1/' }, { url: 5 }, {}].map(scrape),
    )
    assert.deepEqual(
      told.map(({ status, json }) => [status, json.success, json.code]),
      [
        [500, false, 'SCRAPE_SITE_ERROR'],
        [408, false, 'SCRAPE_TIMEOUT'],
        [403, false, 'SCRAPE_URL_BLOCKED'],
        [400, false, 'BAD_REQUEST'],
        [400, false, 'BAD_REQUEST'],
      ],
    )
    assert.equal(told[4]?.json.error, '"url" is missing.')
    const unknown = '8f7b8a54-0000-4000-8000-000000000000'
    for (const path of [`/v2/crawl/${unknown}`, '/v1/crawl/x', '/v2/extract/x', '/v2/nothing']) {
      const { status, json } = await send('GET', path)
      assert.deepEqual([status, json.success, json.code], [404, false, 'NOT_FOUND'], path)
    }
    // A site's fault is none of ours in the log either.
    const lines = world.app.logLines.map(line => JSON.parse(line) as Record<string, unknown>)
    const logged = lines.filter(
      ({ route, status }) => route === '/firecrawl/v2/scrape' && status === 500,
    )
    assert.deepEqual(
      [logged.length, logged[0]?.level, logged[0]?.code],
      [1, 30, 'page_unreachable'],
    )
  })

  it('of credits and limits comes from where they are kept', async () => {
    const { id, key } = await createCaller(world.app, 'free')
    const scrape = () => send('POST', '/v1/scrape', { key, body: { url: pageUrl('a') } })
    const first = await scrape()
    await world.app.database.sql`update accounts set balance = 0 where id = ${id}`
    const second = await scrape()
    const { 'x-credits-used': used, 'x-credits-remaining': left } = first.headers
    assert.deepEqual([first.status, used, left], [200, '1', '999'])
    assert.deepEqual([second.status, second.json.code], [402, 'INSUFFICIENT_CREDITS'])
  })

  it('of who hangs up ends the work behind it, which then costs nothing', async () => {
    const { id, key } = await createCaller(world.app, 'free', 'impatient')
    world.web.site('held-up.test', () => new Promise(() => {}))
    const gone = new AbortController()
    const asked = fetch(`${world.base}/v2/scrape`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://held-up.test/', timeout: 60_000 }),
      signal: gone.signal,
    })
    await world.web.waitForRequest('held-up.test')
    gone.abort()
    await assert.rejects(asked)
    await until('the credit is given back', async () => {
      const rows = await world.app.database.sql`select kind from ledger where account_id = ${id}`
      return rows.some(({ kind }) => kind === 'release')
    })
    const hungUp = (route: string) =>
      world.app.logLines
        .map(line => JSON.parse(line) as Record<string, unknown>)
        .filter(line => line.route === route && line.code === 'caller_gone')
    for (const route of ['/v1/scrape', '/firecrawl/v2/scrape']) {
      await until('it is logged', () => hungUp(route).length === 1)
      assert.deepEqual([hungUp(route)[0]?.level, hungUp(route)[0]?.err], [30, undefined])
    }
  })

  it('is a 501 where something is not offered, and says what to do instead', async () => {
    const asked = ['/v2/agent', '/v2/monitor/x/run', '/v1/deep-research', '/v2/scrape/x/interact']
    for (const path of asked) {
      const { status, json } = await send('POST', path, { body: {} })
      assert.deepEqual([status, json.code], [501, 'NOT_SUPPORTED'], path)
      assert.match(String(json.error), /^[A-Z].*\.$/)
    }
    const search = await send('POST', '/v2/search', { body: { query: 'lamps' } })
    assert.deepEqual([search.status, search.json.code], [501, 'NOT_SUPPORTED'])
    assert.match(String(search.json.error), /SEARCH_URL/)
  })
})

describe('a crawl at the door', () => {
  const data = { type: 'json', schema: { type: 'object', properties: { title: {} } }, prompt: ' ' }

  it('asks for what was meant, in our words', async () => {
    const { json } = await send('POST', '/v2/crawl', {
      body: {
        url: 'https://slow.test/docs/start',
        ...{
          includePaths: ['^/docs/.*$', 'guide'],
          excludePaths: ['https://slow\\.test/docs/old/.*'],
        },
        ...{ regexOnFullURL: true, maxDiscoveryDepth: 3, ignoreQueryParameters: true, delay: 0.5 },
        ...{ sitemap: 'skip', allowExternalLinks: true, limit: 7, ignoreRobotsTxt: true },
        scrapeOptions: { formats: ['html', data], onlyMainContent: false },
      },
    })
    assert.equal(json.warning, 'Links to other sites are not followed.')
    const { id } = jobOf(String(json.id))
    const [row] = await world.app.database.sql`
      select crawl, options, page_limit as "limit" from batches where id = ${id}`
    assert.ok(row)
    const { area, maxDepth, include, exclude, sitemap, ignoreQuery } = row.crawl
    assert.deepEqual([row.limit, maxDepth, sitemap, ignoreQuery], [7, 3, 'skip', true])
    assert.deepEqual(include, ['re:^/docs/.*(?:\\?.*)?$', 're:guide'])
    assert.deepEqual(exclude, ['re:^/docs/old/.*'])
    assert.match(JSON.stringify(area), /\/docs\/start/)
    const { onlyMainContent, formats, respectRobots, delay } = row.options
    assert.deepEqual([onlyMainContent, respectRobots, delay], [false, false, 500])
    assert.deepEqual(formats, ['html', data, 'metadata'])
    await send('DELETE', `/v2/crawl/${json.id}`)
  })
})

describe('what takes its time at the door', { concurrency: true }, () => {
  it('a webhook gets an event for each page in the form and with the signature its receivers know', async () => {
    world.web.site('hook.test', () => ({ status: 204 }))
    const { json: told } = await send('GET', '/v1/webhooks/secret', {
      host: new URL(world.app.apiUrl).host,
    })
    const { json } = await send('POST', '/v2/batch/scrape', {
      body: {
        urls: ['a', 'b', 'missing'].map(pageUrl),
        webhook: {
          ...{ url: 'https://hook.test/', metadata: { order: '7' }, headers: { 'x-tenant': '42' } },
          events: ['started', 'page', 'completed'],
        },
      },
    })
    const requests = () => world.web.requestsTo('hook.test')
    await until('all events came', () => requests().length === 5, 30_000)
    const events = requests().map(({ body }) => JSON.parse(body.toString()))
    assert.deepEqual(
      events.map(({ type }) => type),
      ['started', 'page', 'page', 'page', 'completed'].map(name => `batch_scrape.${name}`),
    )
    for (const event of events)
      assert.deepEqual([event.id, event.metadata], [json.id, { order: '7' }])
    const pages = events.slice(1, 4)
    const [bad] = pages.filter(({ success }) => !success)
    assert.deepEqual([bad.data, bad.error], [[], 'site.test answered with status 404 (Not Found).'])
    const good = pages.filter(({ success }) => success)
    assert.deepEqual(
      good.map(({ data }) => data[0].metadata.sourceURL).sort(),
      ['a', 'b'].map(pageUrl),
    )
    const { json: state } = await send('GET', `/v2/batch/scrape/${json.id}`)
    const factsOf = (pages: { metadata: Record<string, unknown> }[]) =>
      pages.map(({ metadata }) => [metadata.scrapeId, metadata.creditsUsed, metadata.cacheState])
    assert.deepEqual(
      factsOf(good.flatMap(({ data }) => data)),
      factsOf(state.data as Parameters<typeof factsOf>[0]),
    )
    for (const { body, headers } of requests()) {
      const hmac = createHmac('sha256', String(told.secret)).update(body).digest('hex')
      assert.equal(headers['x-firecrawl-signature'], `sha256=${hmac}`)
      assert.equal(headers['x-tenant'], '42')
    }
  })

  it('an extraction that takes long is answered with its id, and its result is kept', async () => {
    const release = Promise.withResolvers<void>()
    world.web.site('held.test', async ({ path }) => {
      if (path !== '/robots.txt') await release.promise
      return '<title>Held</title><main><h1>Held</h1><p>A page that was held back for a while.</p></main>'
    })
    const schema = { type: 'object', properties: { title: { type: 'string' } } }
    const body = { urls: ['https://held.test/'], schema }
    const { json } = await send('POST', '/v1/extract', { body })
    assert.equal(json.success, true)
    const read = async () => (await send('GET', `/v1/extract/${json.id}`)).json
    assert.deepEqual([(await read()).status, (await read()).success], ['processing', true])
    release.resolve()
    await until('it is done', async () => (await read()).status === 'completed', 30_000)
    assert.deepEqual((await read()).data, { title: 'Held' })
    const { key } = await createCaller(world.app, 'free', 'another')
    const foreign = await send('GET', `/v1/extract/${json.id}`, { key })
    assert.equal(foreign.status, 404)
    assert.equal((await send('POST', '/v1/extract', { body: { prompt: 'x' } })).status, 400)
  })
})

describe('a web socket at the door', () => {
  const { promise: nobody } = Promise.withResolvers<never>()
  const open = (path: string, protocol: string[]) =>
    new WebSocket(`${world.app.apiUrl.replace('http', 'ws')}${path}`, protocol)

  it('is refused with a status: without a key, and for a job that is not there', async () => {
    const unknown = '/firecrawl/v2/crawl/8f7b8a54-0000-8000-8000-000000000000'
    const refusal = (path: string, protocols: string[]) =>
      new Promise<number | undefined>(resolve => {
        const socket = open(path, protocols)
        socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode))
        socket.on('error', () => undefined)
      })
    assert.equal(await refusal(unknown, ['sr_wrong']), 401)
    assert.equal(await refusal(unknown, [world.app.secretKey]), 404)
  })

  it('echoes the key as its protocol, and ends with the job', async () => {
    const { json } = await send('POST', '/v2/crawl', { body: { url: 'https://slow.test/' } })
    const socket = open(`/firecrawl/v1/crawl/${json.id}`, [world.app.secretKey])
    const frames: { type: string; data: { status: string } }[] = []
    socket.on('message', data => frames.push(JSON.parse(data.toString())))
    const closed = new Promise<string>(resolve =>
      socket.on('close', (_code, reason) => resolve(reason.toString())),
    )
    await until('it caught up', () => frames.length > 0)
    assert.equal(socket.protocol, world.app.secretKey)
    assert.deepEqual([frames[0]?.type, frames[0]?.data.status], ['catchup', 'scraping'])
    await send('DELETE', `/v2/crawl/${json.id}`)
    assert.deepEqual(JSON.parse(await Promise.race([closed, nobody])), {
      ...{ type: 'error', error: 'The job is cancelled.' },
    })
  })

  it('is not what other upgrades are taken for', async () => {
    const { status, json } = await send('POST', '/v2/scrape', {
      body: { url: pageUrl('a') },
      headers: {
        ...{ connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' },
        'http2-settings': 'AAMAAABkAARAAAAAAAIAAAAA',
      },
    })
    assert.deepEqual([status, json.success], [200, true])
  })
})
