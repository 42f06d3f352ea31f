import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import type { PageAnswer } from '../../src/base/reader/answer.ts'
import { type ApiAnswer, assertRefused, call, startApp, type TestApp } from '../support/app.ts'
import { atEnd } from '../support/at-end.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'
import { until } from '../support/until.ts'
import { createWayProxy, type WayProxy } from '../support/way-proxy.ts'

let web: SimulatedWeb
let app: TestApp
let file: string
const proxies = new Map<string, WayProxy>()

const addresses = { de1: '127.0.0.31', de2: '127.0.0.32', us: '127.0.0.33', bad: '127.0.0.34' }

const words = 'A sentence of a page that was written for those who read pages to the end. '.repeat(
  6,
)
const page = (title: string, more = '') =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${words}</p>${more}</main></html>`

/** Who asks is the source address, as a site sees it. */
const visitors = (host: string) => seen.filter(visit => visit.host === host)
const seen: { host: string; path: string; from: string; language: string; atMs: number }[] = []

const site = (
  host: string,
  answer: (path: string, from: string) => string | { status: number; body: string },
) =>
  web.site(host, ({ path, headers }, response) => {
    const from = response.socket?.remoteAddress ?? ''
    const language = headers['accept-language'] ?? ''
    seen.push({ host, path, from, language, atMs: performance.now() })
    return answer(path, from)
  })

before(async () => {
  web = await createSimulatedWeb()
  atEnd(web.close)
  const start = async (name: string, given: Parameters<typeof createWayProxy>[0]) => {
    const proxy = await createWayProxy(given)
    proxies.set(name, proxy)
    atEnd(proxy.close)
    return proxy.url
  }
  const tls = web.issue('localhost')
  const ways = [
    {
      name: 'de-1',
      url: await start('de-1', { kind: 'http', from: addresses.de1, credentials: 'me:hush-1' }),
      countries: ['DE'],
      sticky: 'host',
      weight: 1_000_000,
    },
    {
      name: 'de-2',
      url: await start('de-2', { kind: 'socks5', from: addresses.de2, credentials: 'me:hush-2' }),
      countries: ['DE'],
      kind: 'residential',
      sticky: 'host',
    },
    {
      name: 'us-1',
      url: await start('us-1', { kind: 'https', from: addresses.us, tls }),
      countries: ['US', 'CA'],
      creditsPerPage: 3,
    },
    {
      name: 'broken',
      url: await start('broken', { kind: 'http', from: addresses.bad, fault: { status: 502 } }),
      countries: ['FR'],
    },
    { name: 'home', kind: 'direct', countries: ['AT'] },
    {
      name: 'others-only',
      url: await start('others-only', { kind: 'http', from: addresses.bad }),
      countries: ['ES'],
      accounts: ['acc_of_somebody_else'],
    },
  ]
  const folder = mkdtempSync(join(tmpdir(), 'siteray-ways-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  file = join(folder, 'ways.json')
  writeFileSync(file, JSON.stringify(ways))
  app = await startApp({ ...web.env, WAYS_FILE: file, METRICS_PORT: '0' })
})

const post = (path: string, body: object): Promise<ApiAnswer> =>
  app.api(`/v1/${path}`, { method: 'POST', body })
const scraped = async (body: object): Promise<PageAnswer> => {
  const answer = await post('scrape', body)
  assert.equal(answer.status, 200, answer.text)
  return answer.json as PageAnswer
}
const fromOf = (host: string) => [...new Set(visitors(host).map(({ from }) => from))].sort()
const ended = async (url: string) => {
  let state: { status: string; data: { error?: string; markdown?: string; metadata?: object }[] }
  await until('the job has ended', async () => {
    state = (await app.api(new URL(url).pathname)).json as typeof state
    return state.status !== 'scraping'
  })
  // biome-ignore lint/style/noNonNullAssertion: it was set before the wait ended
  return state!
}

describe('a request that chooses a way', () => {
  before(() => {
    for (const host of ['by-name.example', 'by-country.example', 'own.example'])
      site(host, path => (path === '/robots.txt' ? 'User-agent: *\nAllow: /' : page(host)))
  })

  it('goes that way and no other, robots.txt included', async () => {
    const url = 'https://by-name.example/'
    const { metadata } = await scraped({ url, way: 'de-2', respectRobots: true })
    assert.deepEqual([metadata?.way, metadata?.country], ['de-2', 'DE'])
    assert.deepEqual(
      visitors('by-name.example').map(({ path, from }) => [path, from]),
      [
        ['/robots.txt', addresses.de2],
        ['/', addresses.de2],
      ],
    )
    assert.equal(proxies.get('de-1')?.connections(), 0)
    assert.equal(proxies.get('us-1')?.connections(), 0)
  })

  it('is led by its country, in the language that is read there', async () => {
    const { metadata } = await scraped({
      url: 'https://by-country.example/',
      location: { country: 'ca' },
    })
    assert.deepEqual([metadata?.way, metadata?.country], ['us-1', 'CA'])
    assert.deepEqual(fromOf('by-country.example'), [addresses.us])
    assert.equal(visitors('by-country.example')[0]?.language, 'en-CA,en;q=0.9')
  })

  it('may be led to the server’s own way by its name', async () => {
    const { metadata } = await scraped({
      url: 'https://own.example/',
      location: { country: 'AT' },
    })
    assert.deepEqual([metadata?.way, metadata?.country], ['home', 'AT'])
    assert.deepEqual(fromOf('own.example'), ['127.0.0.1'])
  })

  it('is refused for free where there is none, with those there are', async () => {
    const url = 'https://by-name.example/'
    const before = seen.length
    const refusals: [string, object, string, RegExp][] = [
      [
        'scrape',
        { url, way: 'de-3' },
        'way_unknown',
        /"de-3".*There are: de-1, de-2, us-1, broken, home\./,
      ],
      ['scrape', { url, way: 'others-only' }, 'way_unknown', /There are: de-1/],
      [
        'scrape',
        { url, location: { country: 'ES' } },
        'country_unavailable',
        /There are: AT, CA, DE, FR, US\./,
      ],
      [
        'scrape',
        { url, way: 'de-1', location: { country: 'US' } },
        'country_unavailable',
        /but to DE/,
      ],
      ['scrape', { url, retryWays: 1 }, 'invalid_request', /needs a "way"/],
      ['scrape', { url, location: { timeZone: 'Mars/Olympus' } }, 'invalid_request', /time zone/],
      [
        'scrape',
        { url, location: { languages: ['not a tag'] } },
        'invalid_request',
        /language tag/,
      ],
      ['map', { url, way: 'x' }, 'way_unknown', /There are/],
      ['branding', { url, way: 'x' }, 'way_unknown', /There are/],
      ['extract', { url, way: 'x', schema: { properties: { a: {} } } }, 'way_unknown', /There are/],
      ['batch/scrape', { urls: [url], way: 'x' }, 'way_unknown', /There are/],
      [
        'batch/extract',
        { urls: [url], way: 'x', schema: { properties: { a: {} } } },
        'way_unknown',
        /There are/,
      ],
      ['crawl', { url, way: 'x' }, 'way_unknown', /There are/],
      [
        'schedules',
        { cron: '0 4 * * *', kind: 'map', request: { url, way: 'x' } },
        'way_unknown',
        /There are/,
      ],
    ]
    for (const [path, body, code, text] of refusals) {
      const answer = await post(path, body)
      assert.equal(answer.headers.get('x-error-code'), code, `${path}: ${answer.text}`)
      assert.equal(answer.status, 400)
      assert.match((answer.json as { error: string }).error, text)
    }
    assert.equal(seen.length, before)
  })

  it('is told that the way failed, not the site, and pays nothing', async () => {
    const answer = await post('scrape', { url: 'https://by-name.example/', way: 'broken' })
    assertRefused(
      answer,
      502,
      'way_failed',
      /^The way broken could not connect to by-name\.example \(502\)/,
    )
  })

  it('keeps two ways apart in its copies', async () => {
    const url = 'https://by-name.example/copied'
    const first = await scraped({ url, way: 'de-1', maxAge: 60_000 })
    const second = await scraped({ url, way: 'us-1', maxAge: 60_000 })
    const again = await scraped({ url, way: 'de-1', maxAge: 60_000 })
    assert.deepEqual(
      [first, second, again].map(({ metadata }) => metadata?.way),
      ['de-1', 'us-1', 'de-1'],
    )
    assert.deepEqual([second.cachedAt, typeof again.cachedAt], [undefined, 'string'])
  })
})

describe('a way that has a price', () => {
  it('costs more for each page that was read by it, and nothing for one that was not', async () => {
    site('priced.example', path =>
      path === '/no' ? { status: 404, body: 'No.' } : page('Priced', '<a href="/a">a</a>'),
    )
    const url = 'https://priced.example/'
    const used = async (path: string, body: object) =>
      (await post(path, { ...body, way: 'us-1' })).headers.get('x-credits-used')
    assert.equal(await used('scrape', { url }), '4')
    assert.equal(await used('scrape', { url: `${url}no` }), '0')
    assert.equal(await used('branding', { url, include: ['colors'] }), '5')
    // A map of two pages.
    assert.equal(await used('map', { url, sitemap: 'skip' }), '7')
    const started = await post('batch/scrape', { urls: [url, `${url}no`], way: 'us-1' })
    const { url: status } = started.json as { url: string }
    await ended(status)
    const { creditsUsed } = (await app.api(new URL(status).pathname)).json as {
      creditsUsed: number
    }
    assert.equal(creditsUsed, 4)
    const { ways } = (await app.api('/v1/ways')).json as { ways: { creditsPerPage?: number }[] }
    assert.deepEqual(
      ways.map(({ creditsPerPage }) => creditsPerPage),
      [undefined, undefined, 3, undefined, undefined],
    )
  })
})

describe('a site that turns a way away', () => {
  before(() => {
    site('picky.example', (_, from) =>
      from === addresses.de1 ? { status: 403, body: 'No.' } : page('Come in'),
    )
    site('shut.example', () => ({ status: 429, body: 'No.' }))
  })

  it('is asked by the next one where the caller wants that', async () => {
    const url = 'https://picky.example/'
    const none = await post('scrape', { url, location: { country: 'DE' } })
    assert.match(none.text, /status 403/)
    const { metadata } = await scraped({ url, way: 'de-1', retryWays: 2 })
    assert.equal(metadata?.way, 'de-2')
    assert.deepEqual(metadata?.tried, [{ way: 'de-1', code: 'page_unreachable' }])
    // By now it is known who is welcome there.
    const known = await scraped({ url, location: { country: 'DE' } })
    assert.deepEqual([known.metadata?.way, known.metadata?.tried], ['de-2', undefined])
    assert.deepEqual(fromOf('picky.example'), [addresses.de1, addresses.de2])
  })

  it('answers for itself when every way was tried, and none but those', async () => {
    const answer = await post('scrape', {
      url: 'https://shut.example/',
      location: { country: 'DE' },
      retryWays: 3,
    })
    assert.match(answer.text, /status 429.*\(Ways tried: de-1, de-2\.\)/)
    assert.equal(answer.headers.get('x-credits-used'), '0')
    assert.deepEqual(fromOf('shut.example'), [addresses.de1, addresses.de2])
  })
})

describe('everything that reads pages', () => {
  const pages = ['/a', '/b', '/c']
  before(() =>
    site('whole.example', path => {
      if (path === '/robots.txt')
        return 'User-agent: *\nAllow: /\nSitemap: https://whole.example/map.xml'
      if (path === '/map.xml')
        return `<urlset>${pages.map(to => `<url><loc>https://whole.example${to}</loc></url>`).join('')}</urlset>`
      if (/\.(css|svg|png|ico)/.test(path)) return 'body { color: #123456 }'
      const links = pages.map(to => `<a href="${to}">${to}</a>`).join(' ')
      const sheet = '<link rel="stylesheet" href="/style.css">'
      return page(`Page ${path}`, links + sheet)
    }),
  )
  const url = 'https://whole.example/'
  const all: [string, object][] = [
    ['map', { url }],
    ['branding', { url, include: ['colors'] }],
    ['branding', { url }],
    ['scrape', { url, render: 'always' }],
    ['extract', { url, schema: { type: 'object', properties: { title: { type: 'string' } } } }],
    ['batch/scrape', { urls: pages.map(path => `https://whole.example${path}`) }],
    ['crawl', { url, limit: 5 }],
  ]
  for (const [path, body] of all)
    it(`goes by the chosen way: ${path} ${Object.keys(body).slice(1)}`, async () => {
      const before = visitors('whole.example').length
      const location = { country: 'DE', languages: ['gsw', 'de'] }
      const answer = await post(path, { ...body, way: 'de-2', location })
      assert.ok(answer.status < 300, answer.text)
      const { url: status } = answer.json as { url: string }
      if (/batch|crawl/.test(path)) {
        const { data } = await ended(status)
        assert.ok(data.length >= 3)
        for (const item of data) assert.equal(item.error, undefined)
      }
      const visits = visitors('whole.example').slice(before)
      assert.ok(visits.length > 0)
      for (const { path, from } of visits) assert.equal(from, addresses.de2, path)
      const asked = visits.filter(({ path }) => !/robots|\.(xml|css|ico)/.test(path))
      for (const { path, language } of asked) assert.equal(language, 'gsw,de;q=0.9', path)
    })
})

describe('a site’s own rules', () => {
  it('hold whatever the way: what is forbidden, and the pause between pages', async () => {
    site('polite.example', path =>
      path === '/robots.txt'
        ? 'User-agent: *\nDisallow: /private\nCrawl-delay: 1'
        : page(`Page ${path}`),
    )
    const urls = ['/a', '/b', '/c', '/private'].map(path => `https://polite.example${path}`)
    const answer = await post('batch/scrape', { urls, location: { country: 'DE' }, retryWays: 1 })
    const { data } = await ended((answer.json as { url: string }).url)
    const errors = data.flatMap(({ error }) => error ?? [])
    assert.deepEqual(errors, ['The robots.txt of polite.example does not allow this page.'])
    const visits = visitors('polite.example').filter(({ path }) => path !== '/robots.txt')
    assert.equal(visits.length, 3)
    for (const [at, { atMs }] of visits.entries())
      if (at > 0) assert.ok(atMs - (visits[at - 1]?.atMs ?? 0) > 850, `${atMs}`)
    for (const { from } of visitors('polite.example')) assert.match(from, /127\.0\.0\.3[12]/)
  })

  it('are not what hides a way that failed', async () => {
    const urls = ['https://polite.example/d']
    const answer = await post('batch/scrape', { urls, way: 'broken' })
    const { data } = await ended((answer.json as { url: string }).url)
    assert.match(data[0]?.error ?? '', /^The way broken could not connect to polite\.example/)
    const mapped = await post('map', { url: 'https://polite.example/', way: 'broken' })
    assertRefused(mapped, 502, 'way_failed', /^The way broken could not connect/)
  })
})

describe('a visitor’s locale', () => {
  it('reaches the page’s own scripts, without any way', async () => {
    const script = `<p id="out"></p><script>out.textContent = JSON.stringify({
      languages: navigator.languages, zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      number: (1234.5).toLocaleString(), hour: new Date(0).getHours() })</script>`
    site('locale.example', () => page('Where are you?', script))
    const location = { languages: ['de-AT', 'de', 'en'], timeZone: 'Asia/Tokyo' }
    const url = 'https://locale.example/'
    const { markdown = '', metadata } = await scraped({ url, render: 'always', location })
    assert.match(markdown, /\\?"languages\\?":\\?\[\\?"de-AT\\?",\\?"de\\?",\\?"en\\?"\\?\]/)
    assert.match(markdown, /Asia\/Tokyo/)
    assert.match(markdown, /1(\.|\s| )234,5/)
    assert.match(markdown, /\\?"hour\\?":9/)
    assert.equal(metadata?.way, undefined)
    const visit = visitors('locale.example').at(-1)
    assert.deepEqual([visit?.from, visit?.language], ['127.0.0.1', 'de-AT,de;q=0.9,en;q=0.8'])
  })
})

describe('the metrics', () => {
  it('count pages, their time and failures by way, and bytes', async () => {
    site('counted.example', path =>
      path === '/no' ? { status: 404, body: 'No.' } : page('Counted'),
    )
    site('wary.example', () => ({ status: 403, body: 'No.' }))
    const read = async () => {
      const { text } = await call(app.metricsUrl ?? '')
      return (series: string) =>
        Number(
          text
            .split('\n')
            .find(line => line.startsWith(`${series} `))
            ?.split(' ')
            .at(-1) ?? 0,
        )
    }
    const before = await read()
    const url = 'https://counted.example/'
    await post('scrape', { url, way: 'de-2', respectRobots: true })
    await post('scrape', { url: `${url}no`, way: 'de-2' })
    await post('scrape', { url: 'https://wary.example/', way: 'de-2' })
    await post('scrape', { url, way: 'broken' })
    await post('scrape', { url })
    const now = await read()
    const more = (series: string) => now(series) - before(series)
    const pages = (way: string, outcome: string) =>
      more(`siteray_way_pages_total{way="${way}",outcome="${outcome}"}`)
    assert.deepEqual(
      ['answer', 'page_failed', 'blocked', 'way_failed'].map(outcome => pages('de-2', outcome)),
      [1, 1, 1, 0],
    )
    assert.deepEqual([pages('broken', 'way_failed'), pages('broken', 'answer')], [1, 0])
    assert.equal(more('siteray_way_page_seconds_count{way="de-2"}'), 3)
    assert.ok(more('siteray_way_page_seconds_sum{way="de-2"}') > 0)
    assert.equal(more('siteray_way_page_seconds_count{way="broken"}'), 1)
    const received = 'siteray_way_bytes_total{way="de-2",direction="received"}'
    const isCounted = async () => (await read())(received) > before(received)
    await until('a connection has closed', isCounted)
  })
})

describe('the list of ways', () => {
  it('has names, countries and health, and nothing that is secret', async () => {
    const answer = await app.api('/v1/ways')
    const { ways } = answer.json as { ways: { name: string; health: string }[] }
    const health = Object.fromEntries(ways.map(({ name, health }) => [name, health]))
    assert.equal(health['de-2'], 'good')
    assert.equal(health.broken, 'failing')
    assert.equal(health['others-only'], undefined)
    assert.doesNotMatch(answer.text, /hush|127\.0\.0\.1/)
  })

  it('is read again while the server runs, and a bad file changes nothing', async () => {
    const ways = [{ name: 'new', kind: 'direct', countries: ['NO'] }]
    writeFileSync(file, JSON.stringify(ways))
    await app.reload()
    const { metadata } = await scraped({ url: 'https://by-name.example/', way: 'new' })
    assert.equal(metadata?.country, 'NO')
    writeFileSync(file, '[{"name": "new", "url": "http://me:hush-3@"}]')
    await app.reload()
    assert.equal(
      (await scraped({ url: 'https://by-name.example/', way: 'new' })).metadata?.way,
      'new',
    )
    assert.ok(app.logLines.some(line => line.includes('The ways stay as they were')))
  })

  it('leaves no password in what is logged or kept', async () => {
    assert.doesNotMatch(app.logLines.join(''), /hush-/)
  })
})
