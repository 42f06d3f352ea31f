import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { TestApp } from '../../support/app.ts'
import { assertSoundCrawl, crawled, sitePage, skippedOf, startCrawl } from '../../support/crawl.ts'
import type { Pages, SimulatedWeb } from '../../support/simulated-web.ts'
import { startWebApp } from '../../support/web-app.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  ;({ web, app } = await startWebApp({ RATE_LIMIT_PER_MINUTE: '0' }))
})

const crawl = async (host: string, pages: Pages, more: object = {}) => {
  web.site(host, pages)
  const id = await startCrawl(app, { url: `https://${host}/`, render: 'never', ...more })
  const state = await crawled(app, id, 200_000)
  await assertSoundCrawl(app.database.sql, id)
  const codes = state.data.map(({ url, code }) => `${new URL(url).pathname} ${code ?? 'read'}`)
  return { id, state, codes: codes.sort() }
}

const fileOf = (tag: 'sitemap' | 'url', urls: readonly string[]) => {
  const list = tag === 'url' ? 'urlset' : 'sitemapindex'
  return `<${list}>${urls.map(url => `<${tag}><loc>${url}</loc></${tag}>`).join('')}</${list}>`
}
const asked = (host: string) => web.requestsTo(host).map(({ path }) => path)

describe('a crawl of a hostile site', { concurrency: true }, () => {
  it('is not burst by packed sitemaps, nor led in circles by an index', async () => {
    const first = fileOf('url', ['/named']).replace('</urlset>', '')
    const bomb = gzipSync(Buffer.concat([Buffer.from(first), Buffer.alloc(8_000_000, ' ')]))
    const { state, codes } = await crawl('bombs.test', {
      '/robots.txt': 'Sitemap: /bomb.gz\nSitemap: /circle.xml',
      '/bomb.gz': bomb,
      '/circle.xml': fileOf('sitemap', ['/circle.xml', '/other.xml']),
      '/other.xml': fileOf('sitemap', ['/circle.xml', '/pages.xml']),
      '/pages.xml': fileOf('url', ['/circled', 'file:///etc/passwd', `/${'z'.repeat(100_000)}`]),
      '/': sitePage('home', []),
      '/named': sitePage('named', []),
      '/circled': sitePage('circled', []),
    })
    assert.deepEqual(codes, ['/ read', '/circled read', '/named read'])
    assert.match(state.warning ?? '', /sitemaps could not be read/)
    assert.equal(asked('bombs.test').filter(path => path === '/circle.xml').length, 1)
  })

  it('ends redirects in circles and those that lead inside, each with its code', async () => {
    const to = (location: string) => ({ status: 302, headers: { location } })
    const inside = ['http://127.0.0.1/', 'http://169.254.169.254/latest/meta-data', 'http://[::1]/']
    const links = ['/round', '/there', '/inside', '/cloud', '/near', '/refresh', '/end', ...inside]
    const before = web.requests.length
    const { state, codes } = await crawl('ways.test', {
      '/robots.txt': 'Sitemap: http://10.0.0.1/sitemap.xml',
      '/': sitePage('home', links),
      '/round': to('/there'),
      '/there': to('/round'),
      '/inside': to('http://127.0.0.1/'),
      '/cloud': to('http://169.254.169.254/latest/meta-data'),
      '/near': to('http://localhost:3000/'),
      '/refresh': sitePage(
        'refresh',
        [],
        '<meta http-equiv="refresh" content="0;url=http://192.168.0.1/"><link rel="canonical" href="http://10.0.0.1/">',
      ),
      '/end': sitePage('end', ['/']),
    })
    assert.deepEqual(
      codes.filter(code => !code.startsWith('/refresh')),
      [
        '/ read',
        '/cloud blocked_target',
        '/end read',
        '/inside blocked_target',
        '/near blocked_target',
        '/round page_unreachable',
        '/there page_unreachable',
      ],
    )
    assert.equal(state.status, 'completed')
    assert.equal(state.creditsUsed, state.completed)
    const reached = web.requests.slice(before).map(({ host }) => host)
    const ours = ['ways.test', 'bombs.test', 'links.test']
    assert.deepEqual(
      reached.filter(host => !ours.includes(host)),
      [],
    )
  })

  it('gets nothing but its bounds out of endless links and addresses', async () => {
    const many = Array.from(
      { length: 40_000 },
      (_, n) => `<a href="/l/${n.toString(36)}-${'x'.repeat(40)}">link</a> `,
    ).join('')
    const long = `<a href="/${'y'.repeat(100_000)}">long</a><a href="/r/a/a/a/a">round</a>`
    const { id, state } = await crawl(
      'links.test',
      {
        '/robots.txt': { status: 404 },
        '/': sitePage('home', []).replace('</body>', `${long}${many}</body>`),
        '*': ({ path }) => sitePage(path, ['/', `${path}?a=${'b'.repeat(3_000)}`]),
      },
      { limit: 5, sitemap: 'skip', timeout: 60_000 },
    )
    assert.deepEqual([state.status, state.total, state.completed], ['completed', 5, 5])
    assert.ok(state.discovered <= 10_010, `${state.discovered}`)
    const skipped = await skippedOf(app, id)
    assert.ok(skipped.every(({ url }) => url.length <= 2_000))
    assert.ok(skipped.some(({ url, reason }) => url.includes('/r/a') && reason === 'trap'))
  })

  it('is refused where its start page is inside', async () => {
    for (const url of ['http://127.0.0.1/', 'http://[::ffff:10.0.0.1]/', 'http://localhost/']) {
      const answer = await app.api('/v1/crawl', { method: 'POST', body: { url } })
      assert.deepEqual([answer.status, answer.headers.get('x-error-code')], [400, 'blocked_target'])
    }
  })
})
