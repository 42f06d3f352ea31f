import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { MapAnswer } from '../../../src/products/crawl/map-request.ts'
import { type ApiAnswer, assertRefused, type TestApp } from '../../support/app.ts'
import type { SimulatedWeb } from '../../support/simulated-web.ts'
import { stretched } from '../../support/slowness.ts'
import { startWebApp } from '../../support/web-app.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  ;({ web, app } = await startWebApp())
})

const ask = (body: object): Promise<ApiAnswer> => app.api('/v1/map', { method: 'POST', body })
const mapped = async (body: object): Promise<MapAnswer> => {
  const answer = await ask(body)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.headers.get('x-credits-used'), '1')
  return answer.json as MapAnswer
}
const refused = async (body: object, status: number, code: string, text: RegExp) =>
  assertRefused(await ask(body), status, code, text)
const urlsOf = ({ links }: MapAnswer) => links.map(({ url }) => url)
const paths = (answer: MapAnswer) => urlsOf(answer).map(url => new URL(url).pathname)
const asked = (host: string) => web.requestsTo(host).map(({ path }) => path)
const urlset = (...entries: string[]) =>
  `<urlset>${entries.map(url => `<url><loc>${url}</loc></url>`).join('')}</urlset>`
const index = (...entries: string[]) =>
  `<sitemapindex>${entries.map(url => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`
const page = (title: string, ...hrefs: string[]) =>
  `<title>${title}</title>${hrefs.map(href => `<a href="${href}">to ${href}</a> `).join('')}`

describe('a site with sitemaps', () => {
  before(() => {
    web.site('maps.test', {
      '/robots.txt': 'User-agent: *\nDisallow: /private/\nSitemap: /private/index.xml',
      '/private/index.xml': index('https://maps.test/one.xml', '/two.xml.gz', '/private/three.xml'),
      '/one.xml':
        '<urlset><url><loc>https://maps.test/a?x=1</loc><lastmod>2024-05-03</lastmod></url><url><loc>https://www.maps.test/b/</loc></url><url><loc>https://other.test/</loc></url></urlset>',
      '/two.xml.gz': gzipSync(urlset('http://maps.test/b', 'https://sub.maps.test/c', '/p.png')),
      '/private/three.xml': urlset('/never'),
      '/': page('Home', '/a#top', '/d', '/a?x=2', 'https://other.test/e', '/f.css'),
    })
    web.site('other.test', {})
  })

  it('lists each URL once: those of the sitemaps, then those of its page', async () => {
    const answer = await mapped({ url: 'https://maps.test/' })
    assert.deepEqual(answer, {
      url: 'https://maps.test/',
      links: [
        {
          url: 'https://maps.test/a',
          lastModified: '2024-05-03',
          from: 'sitemap',
          title: 'to /a#top',
        },
        { url: 'https://www.maps.test/b/', from: 'sitemap' },
        { url: 'https://sub.maps.test/c', from: 'sitemap' },
        { url: 'https://maps.test/', title: 'Home', from: 'page' },
        { url: 'https://maps.test/d', title: 'to /d', from: 'page' },
      ],
      warning: 'A sitemap could not be read, or not to its end.',
    })
    assert.ok(!asked('maps.test').includes('/private/three.xml'), 'robots.txt forbids it')
    assert.ok(!asked('maps.test').includes('/d'), 'with a sitemap nobody walks')
    assert.deepEqual(asked('other.test'), [])
  })

  it('keeps to what was asked for', async () => {
    const url = 'https://maps.test/'
    assert.deepEqual(paths(await mapped({ url, sitemap: 'only' })), ['/a', '/b/', '/c'])
    assert.deepEqual(paths(await mapped({ url, scope: 'host' })), ['/a', '/b/', '/', '/d'])
    assert.deepEqual(paths(await mapped({ url, include: ['/a*', '/b/'], exclude: ['re:x=2'] })), [
      '/a',
      '/b/',
    ])
    assert.deepEqual(urlsOf(await mapped({ url, ignoreQuery: false, include: ['/a*'] })), [
      'https://maps.test/a?x=1',
      'https://maps.test/a',
      'https://maps.test/a?x=2',
    ])
    const limited = await mapped({ url, limit: 2 })
    assert.deepEqual(paths(limited), ['/a', '/b/'])
    assert.match(limited.warning ?? '', /more than the 2 URLs/)
    const exact = await mapped({ url, limit: 5, sitemap: 'include' })
    assert.doesNotMatch(exact.warning ?? '', /more than/)
  })

  it('puts first what a search asks for', async () => {
    web.site('shop.test', {
      '/sitemap.txt': [
        'about',
        'pricing-plans',
        'blog/our-prices',
        'contact',
        'docs/pricing/pricing',
      ]
        .map(path => `https://shop.test/${path}`)
        .join('\n'),
      '/': page('Shop', '/contact'),
    })
    const answer = await mapped({ url: 'https://shop.test/', search: 'Pricing plan' })
    assert.deepEqual(paths(answer).slice(0, 2), ['/pricing-plans', '/docs/pricing/pricing'])
    assert.deepEqual(paths(answer).slice(2), ['/about', '/blog/our-prices', '/contact', '/'])
    assert.deepEqual(
      paths(await mapped({ url: 'https://shop.test/', search: 'to contact', limit: 1 })),
      ['/contact'],
    )
  })

  it('answers from its own copy while that is young enough', async () => {
    const body = { url: 'https://maps.test/', limit: 3, maxAge: 60_000 }
    const first = await mapped(body)
    const before = web.requests.length
    assert.deepEqual(await mapped(body), first)
    assert.equal(web.requests.length, before)
    await mapped({ ...body, limit: 4 })
    assert.ok(web.requests.length > before)
  })
})

describe('a site without a sitemap', () => {
  it('is walked from page to page, politely', async () => {
    const startedAt: number[] = []
    const timed = (body: string) => () => {
      startedAt.push(performance.now())
      return body
    }
    web.site('walk.test', {
      '/robots.txt': 'User-agent: *\nDisallow: /secret',
      '/': page('Home', '/a', '/list', '/secret'),
      '/a': timed(page('Page A', '/c', 'https://away.test/')),
      '/list': timed(page('List', '/list?page=2').replace('<a', '<a rel=next')),
      '/list?page=2': timed(page('List 2', '/d')),
      '/c': timed(page('Page C', '/', '/a')),
      '/d': timed('<title>D</title><meta name=robots content=nofollow><a href=/e>e</a>'),
    })
    web.site('away.test', {})
    const answer = await mapped({ url: 'https://walk.test/' })
    assert.deepEqual(answer.links, [
      { url: 'https://walk.test/', title: 'Home', from: 'page' },
      { url: 'https://walk.test/a', title: 'Page A', from: 'page' },
      { url: 'https://walk.test/list', title: 'List', from: 'page' },
      { url: 'https://walk.test/secret', title: 'to /secret', from: 'page' },
      { url: 'https://walk.test/c', title: 'Page C', from: 'crawl' },
      { url: 'https://walk.test/d', title: 'D', from: 'crawl' },
      { url: 'https://walk.test/e', title: 'e', from: 'crawl' },
    ])
    assert.equal(answer.warning, undefined)
    const read = asked('walk.test')
    assert.equal(new Set(read).size, read.length, 'nothing is read twice')
    assert.ok(!read.includes('/secret') && !read.includes('/e'))
    assert.deepEqual(asked('away.test'), [])
    for (const [i, at] of startedAt.entries())
      if (i > 0) assert.ok(at - (startedAt[i - 1] ?? 0) > 100, 'starts are apart')
  })

  it('is told as far as the time went', async () => {
    web.site('endless.test', request =>
      request.path === '/' || request.path.startsWith('/p')
        ? page('P', `${request.path}x`, `/p${Math.random()}`)
        : { status: 404 },
    )
    const started = performance.now()
    const answer = await mapped({ url: 'https://endless.test/', timeout: 1_500 })
    assert.ok(performance.now() - started < stretched(6_000))
    assert.match(answer.warning ?? '', /time was up/)
    assert.ok(answer.links.length > 2)
  })

  it('with nothing on it is itself, and says so', async () => {
    web.site('alone.test', { '/': '<title>Alone</title>' })
    assert.deepEqual(await mapped({ url: 'https://alone.test/' }), {
      url: 'https://alone.test/',
      links: [{ url: 'https://alone.test/', title: 'Alone', from: 'page' }],
      warning: 'Nothing but the page itself was found.',
    })
    web.site('more.test', { '/': page('More', '/a', '/b') })
    const { warning } = await mapped({ url: 'https://more.test/', limit: 1 })
    assert.match(warning ?? '', /^The site has more [^.]+\.$/)
    const excluded = await mapped({ url: 'https://alone.test/', exclude: ['**'] })
    assert.deepEqual(urlsOf(excluded), ['https://alone.test/'])
  })

  it('takes its area along where it answers from', async () => {
    web.site('old.test', { '/': { status: 301, headers: { location: 'https://new.test/home' } } })
    web.site('new.test', { '/sitemap.xml': urlset('/x', 'https://old.test/y'), '/home': page('N') })
    const answer = await mapped({ url: 'https://old.test/' })
    assert.deepEqual(urlsOf(answer), ['https://new.test/x', 'https://new.test/home'])
  })
})

describe('what cannot be mapped', () => {
  it('is refused before it costs anything', async () => {
    const url = 'https://maps.test/'
    await refused({ url: 'nothing' }, 400, 'invalid_url', /./)
    await refused({ url: 'http://127.0.0.1/' }, 400, 'blocked_target', /./)
    await refused({ url, include: ['re:('] }, 400, 'invalid_request', /The pattern "re:\("/)
    await refused({ url, exclude: ['blog/*'] }, 400, 'invalid_request', /The pattern "blog\/\*"/)
    await refused({ url, limit: 0 }, 400, 'invalid_request', /limit/)
    await refused({ url, scope: 'planet' }, 400, 'invalid_request', /scope/)
    await refused({ url, include: Array(101).fill('/a') }, 400, 'invalid_request', /include/)
    await refused({ url, colour: 1 }, 400, 'invalid_request', /colour/)
  })

  it('costs nothing where its page cannot be had', async () => {
    web.site('gone.test', {
      '/': { status: 404, body: 'no' },
      '/loop': { status: 302, headers: { location: '/loop' } },
    })
    web.site('closed.test', { '/robots.txt': 'User-agent: *\nDisallow: /' })
    web.site('late.test', () => new Promise(() => {}))
    await refused({ url: 'https://gone.test/' }, 502, 'page_unreachable', /404/)
    await refused({ url: 'https://gone.test/loop' }, 502, 'page_unreachable', /redirect/)
    await refused({ url: 'https://nobody.test/' }, 502, 'page_unreachable', /./)
    await refused({ url: 'https://closed.test/' }, 502, 'page_blocked', /robots/)
    await refused({ url: 'https://late.test/', timeout: 1_000 }, 502, 'page_timeout', /1 s/)
  })
})

describe('a hostile site', () => {
  const map = (host: string, more: object = {}) =>
    mapped({ url: `https://${host}/`, timeout: 20_000, ...more })

  it('does not burst us with packed sitemaps', async () => {
    const bomb = gzipSync(
      Buffer.concat([
        Buffer.from(urlset('/first').replace('</urlset>', '')),
        Buffer.alloc(8_000_000, ' '),
      ]),
    )
    web.site('bomb.test', {
      '/robots.txt':
        'Sitemap: /bomb.gz\nSitemap: /twice.gz\nSitemap: /encoded.xml\nSitemap: /cut.gz',
      '/bomb.gz': bomb,
      '/twice.gz': gzipSync(gzipSync(urlset('/no'))),
      '/encoded.xml': { headers: { 'content-encoding': 'gzip' }, body: bomb },
      '/cut.gz': gzipSync(
        urlset('/second', ...Array.from({ length: 500 }, () => `/${Math.random()}`)),
      ).subarray(0, 400),
      '/': page('Home'),
    })
    const answer = await map('bomb.test', { limit: 2 })
    assert.deepEqual(paths(answer), ['/first', '/second'])
    assert.match(answer.warning ?? '', /sitemaps could not be read/)
  })

  it('does not lead us in circles', async () => {
    web.site('circle.test', {
      '/robots.txt': 'Sitemap: /a.xml',
      '/a.xml': index('/a.xml', '/b.xml', '/deep?1'),
      '/b.xml': index('/a.xml', '/c.xml', 'https://circle.test:443/b.xml', '/moved.xml'),
      '/c.xml': urlset('/x'),
      '/moved.xml': { status: 302, headers: { location: '/moved.xml' } },
      '/deep': ({ path }) => index(`${path}1`),
      '/': page('Home'),
    })
    assert.deepEqual(paths(await map('circle.test')), ['/x', '/'])
    const read = asked('circle.test').filter(path => path.endsWith('.xml') && path !== '/moved.xml')
    assert.deepEqual(read, ['/a.xml', '/b.xml', '/c.xml', '/sitemap.xml'])
    assert.ok(asked('circle.test').filter(path => path.startsWith('/deep')).length <= 4)
  })

  it('may have hundreds of sitemaps, or web pages in their place', async () => {
    const files = Array.from({ length: 500 }, (_, i) => `/s/${i}.xml`)
    web.site('many.test', request => {
      if (request.path === '/sitemap.xml') return index(...files)
      if (request.path.startsWith('/s/')) return urlset(`/p/${request.path.slice(3, -4)}`)
      return page('Home')
    })
    assert.equal((await map('many.test', { timeout: 60_000, limit: 500 })).links.length, 500)
    web.site('pages.test', () => page('Always a page', '/x'))
    assert.deepEqual(paths(await map('pages.test', { timeout: 3_000 })), ['/', '/x'])
  })

  it('gets nothing but its bounds out of endless links and addresses', async () => {
    const links = Array.from(
      { length: 40_000 },
      (_, i) => `<a href="/l/${i}-${'x'.repeat(60)}">l</a>`,
    ).join('')
    web.site('links.test', {
      '/': `${links}<a href="/${'y'.repeat(100_000)}">`,
      '/robots.txt': 'Sitemap: /s.xml',
      '/s.xml': urlset(`/${'z'.repeat(100_000)}`, '/a/a/a/a', '/fine'),
    })
    const answer = await map('links.test', { limit: 100_000 })
    assert.equal(answer.links.length, 10_002)
    assert.ok(urlsOf(answer).every(url => url.length < 2_001))
    assert.ok(!paths(answer).includes('/a/a/a/a'))
  })

  it('reaches nothing inside', async () => {
    web.site('inside.test', {
      '/robots.txt':
        'Sitemap: http://127.0.0.1/s.xml\nSitemap: http://169.254.169.254/latest\nSitemap: file:///etc/passwd\nSitemap: /go.xml',
      '/go.xml': { status: 302, headers: { location: 'http://10.0.0.1/s.xml' } },
      '/sitemap.xml': index('http://localhost/s.xml', 'http://[::1]/s.xml'),
      '/': page('Home', 'http://127.0.0.1/', 'http://localhost:3000/', '/away'),
      '/away': { status: 302, headers: { location: 'http://192.168.0.1/' } },
    })
    const before = web.requests.length
    const answer = await map('inside.test')
    assert.deepEqual(paths(answer), ['/', '/away'])
    assert.match(answer.warning ?? '', /sitemaps could not be read/)
    assert.ok(web.requests.slice(before).every(({ host }) => host === 'inside.test'))
  })
})
