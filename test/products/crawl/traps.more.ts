import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { TestApp } from '../../support/app.ts'
import { assertSoundCrawl, crawled, sitePage, skippedOf, startCrawl } from '../../support/crawl.ts'
import type { Handler, SimulatedWeb } from '../../support/simulated-web.ts'
import { startWebApp } from '../../support/web-app.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  ;({ web, app } = await startWebApp({ RATE_LIMIT_PER_MINUTE: '0' }))
})

const names = 'ash beech cedar elm fir hazel larch maple oak pine rowan yew'.split(' ')
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

/** A crawl of a site that would never end, and what of it are pages that somebody wrote. */
const crawlTrap = async (host: string, handler: Handler, isReal: (path: string) => boolean) => {
  web.site(host, (request, response) =>
    /^\/(?:robots|sitemap)/.test(request.path)
      ? { status: 404, body: 'no' }
      : handler(request, response),
  )
  const id = await startCrawl(app, { url: `https://${host}/`, limit: 2_000 })
  const state = await crawled(app, id, 200_000)
  await assertSoundCrawl(app.database.sql, id)
  const read = state.data.map(({ url }) => new URL(url).pathname + new URL(url).search)
  const real = read.filter(isReal)
  return { id, state, real: real.sort(), trapped: read.length - real.length }
}

describe('a crawl ends where a site does not', { concurrency: true }, () => {
  it('a calendar with a next month for ever', async () => {
    const month = (n: number) =>
      `<html><head><title>Month ${n}</title></head><body><main><h1>Month ${n}</h1><p>What is on in this month, day by day, in our house and elsewhere.</p>
      <ol>${upTo(30)
        .map(
          day => `<li>The day ${day}: nothing is on, but the house is open from nine to five.</li>`,
        )
        .join('')}</ol>
      <a href="/calendar?month=${n + 1}">next</a> <a href="/calendar?month=${n - 1}">back</a></main></body></html>`
    const { id, real, trapped } = await crawlTrap(
      'calendar.test',
      ({ path, url }) => {
        const n = url.searchParams.get('month')
        if (n !== null) return month(Number(n))
        return sitePage(
          path,
          path === '/' ? [...names.map(name => `/about-${name}`), '/calendar?month=1'] : ['/'],
        )
      },
      path => path === '/' || path.startsWith('/about-'),
    )
    assert.deepEqual(real, ['/', ...names.map(name => `/about-${name}`)])
    assert.ok(trapped <= 60, `${trapped} months`)
    const skipped = await skippedOf(app, id)
    const last = skipped.find(({ reason }) => reason === 'trap')
    assert.match(last?.foundOn ?? '', /^https:\/\/calendar\.test\/calendar\?month=/)
  })

  it('links without their slash, that lead ever deeper', async () => {
    const { real, trapped } = await crawlTrap(
      'relative.test',
      ({ path }) =>
        path === '/'
          ? sitePage('home', [...names.map(name => `/${name}`), '/a/'])
          : path.startsWith('/a/')
            ? sitePage(path, ['a/', 'b/'])
            : sitePage(path, ['/']),
      path => path === '/' || names.includes(path.slice(1)),
    )
    assert.deepEqual(real, ['/', ...names.map(name => `/${name}`)])
    assert.ok(trapped <= 60, `${trapped} pages`)
  })

  it('a new session in every link', async () => {
    let session = 0
    const sid = () => `sid=${(++session).toString(16).padStart(20, 'ab')}`
    const { real, trapped, state } = await crawlTrap(
      'sessions.test',
      ({ url }) =>
        sitePage(
          url.pathname,
          ['/', ...names.map(name => `/${name}`)].map(to => `${to}?${sid()}`),
        ),
      path => /^\/[a-z]*\?sid=/.test(path) || path === '/',
    )
    assert.equal(new Set(real.map(path => path.split('?')[0])).size, 1 + names.length)
    assert.deepEqual([state.completed, trapped], [1 + names.length, 0])
  })

  it('choices that can be combined without end', async () => {
    const filters = ['color', 'size', 'brand', 'price', 'stock']
    const { real, trapped } = await crawlTrap(
      'facets.test',
      ({ path, url }) => {
        if (path === '/') return sitePage('home', ['/list'])
        if (url.pathname !== '/list') return sitePage(path, ['/list'])
        const chosen = [...url.searchParams]
        const more = filters.flatMap(name =>
          upTo(3).map(value => {
            const query = new URLSearchParams(chosen.filter(([one]) => one !== name))
            query.set(name, `${value}`)
            return `/list?${query.toString().replaceAll('&', '&amp;')}`
          }),
        )
        const items = names.filter((_, n) =>
          chosen.every(([, value]) => (n + Number(value)) % 2 === 0),
        )
        const goods = `<ul>${items.map(name => `<li><a href="/${name}">A table of ${name}, which is a good wood for tables</a></li>`).join('')}</ul>`
        return sitePage('The list of our tables', more).replace('</main>', `${goods}</main>`)
      },
      path => path === '/' || path === '/list' || names.includes(path.slice(1)),
    )
    assert.deepEqual(real, ['/', ...[...names, 'list'].map(name => `/${name}`).sort()])
    assert.ok(trapped <= 60, `${trapped} combinations`)
  })
})
