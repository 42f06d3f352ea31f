import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { TestApp } from '../../support/app.ts'
import {
  assertSoundCrawl,
  type CrawlState,
  crawled,
  sitePage,
  skippedOf,
  startCrawl,
} from '../../support/crawl.ts'
import type { Reply, SimulatedWeb, WebRequest } from '../../support/simulated-web.ts'
import { startWebApp } from '../../support/web-app.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  ;({ web, app } = await startWebApp({ RATE_LIMIT_PER_MINUTE: '0', HOST_DELAY_MS: '0' }))
})

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
const noPage = { status: 404, body: 'none' }
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search
const pathsOf = ({ data }: CrawlState) =>
  data.flatMap(({ url, error }) => (error === undefined ? [pathOf(url)] : [])).sort()
const canonical = (href: string) => `<link rel="canonical" href="${href}">`

/** A crawl of a site, and the books of it balanced. */
const crawlOf = async (host: string, show: (request: WebRequest) => Reply, body: object = {}) => {
  web.site(host, request =>
    request.path === '/robots.txt' ? noPage : show({ ...request, path: request.url.pathname }),
  )
  const id = await startCrawl(app, { url: `https://${host}/`, sitemap: 'skip', ...body })
  const state = await crawled(app, id)
  await assertSoundCrawl(app.database.sql, id)
  return { id, state }
}

describe('a page that names another as its canonical one', () => {
  it('is the result where that one is not there, and that one is no failure', async () => {
    const { state } = await crawlOf('gone.test', ({ path }) => {
      if (path === '/')
        return sitePage(
          'home',
          upTo(10).map(n => `/a/${n}`),
        )
      const [, n] = /^\/a\/(\d+)$/.exec(path) ?? []
      return n ? sitePage(`a ${n}`, [], canonical(`/canon/${n}`)) : noPage
    })
    assert.deepEqual(pathsOf(state), ['/', ...upTo(10).map(n => `/a/${n}`)].sort())
    assert.deepEqual([state.completed, state.failed, state.creditsUsed], [11, 0, 11])
  })

  it('is read as itself where that one names it in turn, and says something else', async () => {
    const { state } = await crawlOf('pairs.test', ({ path }) => {
      if (path === '/')
        return sitePage(
          'home',
          upTo(5).flatMap(n => [`/x/${n}`, `/y/${n}`]),
        )
      const [, side, n] = /^\/([xy])\/(\d)$/.exec(path) ?? []
      return sitePage(`${side} ${n}`, [], canonical(`/${side === 'x' ? 'y' : 'x'}/${n}`))
    })
    assert.equal(state.completed, 11)
  })

  it('is a result of its own where that one says something else', async () => {
    // As a system does that leaves the query out of what it calls canonical.
    const { state } = await crawlOf('wrong.test', ({ path, url }) => {
      if (path === '/')
        return sitePage(
          'home',
          upTo(6).map(n => `/show?id=${n}`),
        )
      const words = upTo(40).map(k => `word${k * Number(url.searchParams.get('id') ?? 99)}`)
      return sitePage(words.join(' '), ['/show'], canonical('/show'))
    })
    assert.deepEqual(pathsOf(state), ['/', '/show', ...upTo(6).map(n => `/show?id=${n}`)])
  })
})

describe('the same words under one path', () => {
  it('are one result, from the first copy on, whatever the query and the case', async () => {
    const views = ['', '?ref=a', '?print=1', '?view=full&from=x']
    const links = upTo(3).flatMap(n => [...views.map(view => `/p/${n}${view}`), `/P/${n}`])
    const { id, state } = await crawlOf('same.test', ({ path }) =>
      path === '/' ? sitePage('home', links) : sitePage(`item ${path.toLowerCase()}`, []),
    )
    assert.deepEqual([state.completed, state.creditsUsed], [4, 4])
    assert.equal(state.skipped.duplicate, 12)
    assert.ok((await skippedOf(app, id)).every(({ reason }) => reason === 'duplicate'))
  })

  it('are several where pictures or what they link to differ', async () => {
    const { state } = await crawlOf('album.test', ({ path, url }) => {
      if (path === '/')
        return sitePage('home', ['/photo?n=1', '/photo?n=2', '/get?n=1', '/get?n=2'])
      const n = url.searchParams.get('n')
      const shown =
        path === '/photo' ? `<img src="/${n}.jpg">` : `<a href="/files/${n}.pdf">here</a>`
      return sitePage('one of them', []).replace('</main>', `<p>${shown}</p></main>`)
    })
    const results = pathsOf(state).filter(path => !path.startsWith('/files'))
    assert.deepEqual(results, ['/', '/get?n=1', '/get?n=2', '/photo?n=1', '/photo?n=2'])
  })
})

describe('what a sitemap names', () => {
  it('and is not there is no failure, and takes no place of the limit', async () => {
    const { id, state } = await crawlOf(
      'stale.test',
      ({ path }) => {
        const urls = upTo(40).map(n => `<url><loc>https://stale.test/s/${n}</loc></url>`)
        if (path === '/sitemap.xml') return `<urlset>${urls.join('')}</urlset>`
        if (path === '/') return sitePage('home', ['/linked'])
        return Number(path.slice(3)) > 30 ? sitePage(path, []) : noPage
      },
      { sitemap: 'include', limit: 10 },
    )
    assert.deepEqual([state.completed, state.failed], [9, 1], 'a broken link is a failure')
    const { missing = 0 } = state.skipped
    assert.ok(missing >= 20, `${missing}`)
    const skipped = (await skippedOf(app, id)).filter(({ reason }) => reason === 'missing')
    assert.equal(skipped.length, missing)
  })
})

describe('a shape that was closed as a trap', () => {
  it('is named in the warning', async () => {
    const { state } = await crawlOf('endless.test', ({ path }) => {
      if (path === '/') return sitePage('home', ['/day/2030/01', '/about'])
      const [, year, month] = /^\/day\/(\d+)\/(\d+)$/.exec(path) ?? []
      if (!year) return sitePage(path, [])
      const next = Number(year) * 12 + Number(month)
      const link = `/day/${Math.floor(next / 12)}/${`${(next % 12) + 1}`.padStart(2, '0')}`
      return sitePage('Nothing is on', [link])
    })
    assert.ok((state.skipped.trap ?? 0) > 0)
    assert.match(state.warning ?? '', /like \/day\/20\d\d\/\d\d/)
  })
})
