import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { TestApp } from '../../support/app.ts'
import { createCaller } from '../../support/callers.ts'
import { crawled, readCrawl, sitePage, startCrawl } from '../../support/crawl.ts'
import type { SimulatedWeb } from '../../support/simulated-web.ts'
import { until } from '../../support/until.ts'
import { startWebApp } from '../../support/web-app.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  ;({ web, app } = await startWebApp({ RATE_LIMIT_PER_MINUTE: '0' }))
})

const noRules = { status: 404, body: 'none' }
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

describe('a crawl', () => {
  it('says what is new, the same, changed and gone since another one', async () => {
    let round = 1
    web.site('news.test', ({ path }) => {
      if (path === '/robots.txt') return noRules
      if (path === '/')
        return sitePage('home', ['/a', '/b', '/dead', '/shut', round === 1 ? '/old' : '/young'])
      if (round === 2 && path === '/dead') return { status: 410 }
      if (round === 2 && path === '/shut') return { status: 403 }
      return sitePage(path === '/b' ? `b in round ${round}` : path, [])
    })
    const first = await startCrawl(app, { url: 'https://news.test/' })
    await crawled(app, first)
    round = 2
    const state = await crawled(
      app,
      await startCrawl(app, { url: 'https://news.test/', compareTo: first }),
    )
    assert.deepEqual(
      Object.fromEntries(state.data.map(({ url, change }) => [new URL(url).pathname, change])),
      {
        '/': 'same',
        '/a': 'same',
        '/b': 'changed',
        '/dead': 'gone',
        '/shut': 'failed',
        '/young': 'new',
      },
    )
    assert.deepEqual(state.removed, ['https://news.test/dead', 'https://news.test/old'])
  })

  it('shares a host with the crawls and batches of others', async () => {
    web.site(
      'shared.test',
      ({ path }) =>
        path === '/robots.txt'
          ? noRules
          : sitePage(path, path.startsWith('/s') ? [] : numbers(150).map(n => `/w${n}x`)),
      { latencyMs: 10 },
    )
    const [busy, calm] = [
      await createCaller(app, 'free', 'busy'),
      await createCaller(app, 'free', 'calm'),
    ]
    const large = await startCrawl(busy, { url: 'https://shared.test/', sitemap: 'skip' })
    await until(
      'it is under way',
      async () => (await readCrawl(busy, large, '?limit=1')).completed > 5,
    )
    const before = (await readCrawl(busy, large, '?limit=1')).completed
    const small = await startCrawl(calm, { url: 'https://shared.test/small', sitemap: 'skip' })
    await crawled(calm, small)
    const meanwhile = (await readCrawl(busy, large, '?limit=1')).completed - before
    assert.ok(meanwhile < 20, `${meanwhile} of the large one came first`)
    await busy.api(`/v1/crawl/${large}`, { method: 'DELETE' })
  })
})
