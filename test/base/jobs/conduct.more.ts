import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startApp } from '../../support/app.ts'
import { article, assertSound, createBatch, ended, readBatch } from '../../support/batch.ts'
import { crawled, startCrawl } from '../../support/crawl.ts'
import { createDatabase } from '../../support/database.ts'
import { until } from '../../support/until.ts'
import { assertPaced, noRules, pages, setUpWorkers } from './conduct-setup.ts'

const world = setUpWorkers()

describe('towards a host', () => {
  it('Crawl-delay is kept between sitemaps and pages, too', async () => {
    const times: number[] = []
    world.web.site('mapped.test', ({ path }) => {
      if (path === '/robots.txt') return 'User-agent: *\nCrawl-delay: 1'
      times.push(performance.now())
      const urls = ['/1', '/2'].map(name => `<url><loc>https://mapped.test${name}</loc></url>`)
      // Only the sitemap names other pages: none of them is found before it is read.
      const page = article(path).replaceAll(/<a href[^>]*>/g, '<a>')
      return path === '/sitemap.xml' ? `<urlset>${urls.join('')}</urlset>` : page
    })
    const beganMs = performance.now()
    const id = await startCrawl(world.app, { url: 'https://mapped.test/', limit: 3 })
    assert.equal((await crawled(world.app, id)).completed, 3)
    assert.ok(times.length >= 4)
    assertPaced(times, beganMs, 1_000)
  })
})

describe('faults of the target', () => {
  it('a page that is tried again does not hold up the others of its host', async () => {
    world.web.site('partly.test', ({ path }) => {
      if (path === '/robots.txt') return noRules
      return path === '/0' || path === '/1' ? { status: 500, body: 'x' } : article(path)
    })
    const id = await createBatch(world.app, { urls: pages('partly.test', 12) })
    const { completed, failed } = await ended(world.app, id)
    assert.deepEqual([completed, failed], [10, 2])
    const asked = world.web.requestsTo('partly.test').map(({ path }) => path)
    // The two bad ones have the host's only two places: all others come between their tries.
    const lastTry = asked.lastIndexOf('/0')
    const good = asked.slice(0, lastTry).filter(path => !['/robots.txt', '/0', '/1'].includes(path))
    assert.ok(good.length > 0, asked.join(' '))
    assert.equal(asked.filter(path => path === '/0').length, 3)
    await assertSound(world.app.database.sql, id)
  })
})

describe('shares', () => {
  it('a small batch submitted after a large one on the same hosts finishes first', async () => {
    const hosts = ['one.test', 'two.test', 'three.test']
    for (const host of hosts)
      world.web.site(host, ({ path }) => (path === '/robots.txt' ? noRules : article(path)), {
        latencyMs: 10,
      })
    const large = await createBatch(world.app, { urls: hosts.flatMap(host => pages(host, 150)) })
    await until('it is under way', async () => (await readBatch(world.app, large)).completed > 10)
    const before = (await readBatch(world.app, large, '?limit=1')).completed
    const small = await createBatch(world.app, { urls: hosts.flatMap(host => pages(host, 3)) })
    assert.equal((await ended(world.app, small)).completed, 9)
    const meanwhile = (await readBatch(world.app, large, '?limit=1')).completed - before
    assert.ok(meanwhile < 150, `${meanwhile} of the large one came first`)
    assert.ok(meanwhile > 0, 'the large one went on')
    await world.app.api(`/v1/batch/scrape/${large}`, { method: 'DELETE' })
  })

  it('a process with ROLE=api takes no work', async () => {
    const database = await createDatabase()
    const api = await startApp({ ...world.web.env, ROLE: 'api' }, database)
    const times: number[] = []
    world.web.site('later.test', ({ path }) => {
      if (path === '/robots.txt') return noRules
      times.push(performance.now())
      return article(path)
    })
    const id = await createBatch(api, { urls: pages('later.test', 3) })
    const [row] = await database.sql`
      select count(*)::int as n from queue_jobs where queue = 'harvest.item' and state = 'waiting'`
    assert.equal(row?.n, 2, 'as many as the host’s lane has tickets')
    assert.equal(world.web.requestsTo('later.test').length, 0)
    const beganMs = performance.now()
    // Longer than a worker takes to start, so that its pause can be seen from here.
    const worker = await startApp(
      { ...world.web.env, ROLE: 'worker', HOST_DELAY_MS: '1500' },
      database,
    )
    assert.equal((await ended(api, id)).completed, 3)
    assertPaced(times, beganMs, 1_500)
    assert.equal((await fetch(`${worker.apiUrl}/v1/usage`)).status, 404)
    await worker.close()
    await api.close()
  })
})
