import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { TestApp } from '../../support/app.ts'
import { assertSoundCrawl, crawled, sitePage, startCrawl } from '../../support/crawl.ts'
import type { Reply, SimulatedWeb, WebRequest } from '../../support/simulated-web.ts'
import { startWebApp } from '../../support/web-app.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  ;({ web, app } = await startWebApp({ RATE_LIMIT_PER_MINUTE: '0', HOST_DELAY_MS: '0' }))
})

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
const noPage = { status: 404, body: 'none' }
const canonical = (href: string) => `<link rel="canonical" href="${href}">`
const readOf = (host: string) =>
  web.requestsTo(host).filter(({ path }) => !/^\/(?:robots|sitemap)/.test(path)).length

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
  it('is a duplicate of it where it says the same, in a circle too', async () => {
    const { state } = await crawlOf('circle.test', ({ path }) => {
      if (path === '/') return sitePage('home', ['/one', '/two', '/three'])
      const next = { '/one': '/two', '/two': '/three' }[path] ?? '/one'
      return sitePage('the same', [], canonical(next))
    })
    assert.deepEqual([state.completed, state.skipped.duplicate], [2, 2])
  })

  it('waits in nobody’s way: a limit is filled, and kept', async () => {
    const show = ({ path, url }: WebRequest) =>
      path === '/'
        ? sitePage(
            'home',
            upTo(9).flatMap(n => [`/p/${n}?from=home`, `/p/${n}`]),
          )
        : sitePage(`item ${path}`, [], canonical(url.pathname))
    for (const limit of [2, 7]) {
      const { state } = await crawlOf(`room${limit}.test`, show, { limit })
      assert.deepEqual([state.completed, state.total], [limit, limit])
    }
  })
})

describe('the same words under one path', () => {
  it('teach which names of the query do not count: what waits under them is not asked', async () => {
    const host = 'taught.test'
    const count = 30
    const { state } = await crawlOf(host, ({ path, url }) => {
      if (path === '/')
        return sitePage(
          'home',
          upTo(count).flatMap(n => [`/p/${n}`, `/p/${n}?ref=a&n=${n}`]),
        )
      // What is linked with the name alone is read under it.
      const more = path === '/p/30' ? ['/p/31?ref=b'] : []
      return sitePage(`item ${path}`, more, url.pathname === '/' ? '' : canonical(url.pathname))
    })
    assert.equal(state.completed, 1 + count + 1)
    assert.ok(readOf(host) <= 1 + count + 1 + 12, `${readOf(host)} requests`)
  })

  it('teach nothing where one page differs', async () => {
    const { state } = await crawlOf('tongues.test', ({ path, url }) => {
      if (path === '/')
        return sitePage(
          'home',
          upTo(15).flatMap(n => [`/p/${n}`, `/p/${n}?lang=de`]),
        )
      const isOther = url.search !== '' && Number(path.slice(3)) % 3 === 0
      return sitePage(isOther ? `stück ${path}` : `item ${path}`, [])
    })
    assert.equal(state.completed, 1 + 15 + 5)
  })
})
