import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { TestApp } from '../../support/app.ts'
import { article, createBatch, ended, readBatch } from '../../support/batch.ts'
import { createCaller } from '../../support/callers.ts'
import type { SimulatedWeb } from '../../support/simulated-web.ts'
import { until } from '../../support/until.ts'
import { startWebApp } from '../../support/web-app.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  ;({ web, app } = await startWebApp({ RATE_LIMIT_PER_MINUTE: '0' }))
})

const pages = (host: string, count: number) =>
  Array.from({ length: count }, (_, n) => `https://${host}/${n}`)

const countLive = async (state = '%') => {
  const [row] = await app.database.sql`
    select count(*)::int as n from queue_jobs
    where queue = 'harvest.item' and state like ${state}`
  return row?.n
}

describe('shares', () => {
  it('an account with many batches does not crowd out one with a single batch', async () => {
    const hosts = ['one.test', 'two.test', 'three.test']
    // The sites count for themselves: what a slow poll adds is not the scheduler's doing.
    let ofCrowd = 0
    let ofSingle = 0
    let crowdAtLastOfSingle = 0
    for (const host of hosts)
      web.site(
        host,
        ({ path }) => {
          if (path === '/robots.txt') return { status: 404 }
          if (!path.startsWith('/calm/')) ofCrowd++
          else if (++ofSingle === 15) crowdAtLastOfSingle = ofCrowd
          return article(path)
        },
        { latencyMs: 10 },
      )
    const busy = await createCaller(app, 'free', 'busy')
    const calm = await createCaller(app, 'free', 'calm')
    const urls = hosts.flatMap(host => pages(host, 20))
    const crowd: string[] = []
    for (let n = 0; n < 9; n++) crowd.push(await createBatch(busy, { urls }))
    await until('they are under way', async () => ofCrowd > 10)
    const single = await createBatch(calm, {
      urls: hosts.flatMap(host => pages(`${host}/calm`, 5)),
    })
    const before = ofCrowd
    assert.equal((await ended(calm, single)).completed, 15)
    const meanwhile = crowdAtLastOfSingle - before
    // Nine batches with equal shares would have got 135. They get 2.8 shares, and what was running.
    assert.ok(meanwhile < 90, `${meanwhile} of the others came first`)
    assert.ok(meanwhile > 0, 'the others went on')
    for (const id of crowd) await busy.api(`/v1/batch/scrape/${id}`, { method: 'DELETE' })
    await until('what was running is over', async () => (await countLive()) === 0)
  })
})

describe('turns at the processors', () => {
  it('a small batch does not wait for what another account has brought of heavy pages', async t => {
    const heavy = article('heavy').replace(
      '</main>',
      `${'<p>Words of it. </p>'.repeat(2_000)}</main>`,
    )
    const hosts = Array.from({ length: 200 }, (_, n) => `heavy${n}.test`)
    for (const host of hosts)
      web.site(host, ({ path }) => (path === '/robots.txt' ? { status: 404 } : heavy))
    web.site('light.test', ({ path }) =>
      path === '/robots.txt' ? { status: 404 } : article(path.slice(1)),
    )
    const busy = await createCaller(app, 'free', 'heavy')
    const calm = await createCaller(app, 'free', 'light')
    const large = await createBatch(busy, { urls: hosts.flatMap(host => pages(host, 1)) })
    await until('it is under way', async () => (await readBatch(busy, large)).completed > 5)
    const { completed: before } = await readBatch(busy, large)
    const small = await createBatch(calm, { urls: pages('light.test', 4) })
    assert.equal((await ended(calm, small)).completed, 4)
    const meanwhile = (await readBatch(busy, large)).completed - before
    t.diagnostic(`${meanwhile} meanwhile`)
    assert.ok(meanwhile < 40, `${meanwhile} of the heavy pages came first`)
    await busy.api(`/v1/batch/scrape/${large}`, { method: 'DELETE' })
    await until('what was running is over', async () => (await countLive()) === 0)
  })
})

describe('webhooks', () => {
  it('of an account that never answer do not hold up those of another', async t => {
    const over = Promise.withResolvers<void>()
    let hung = 0
    let hungBefore: number | undefined
    const hosts = Array.from({ length: 31 }, (_, n) => `page${n}.test`)
    for (const host of hosts)
      web.site(host, ({ path }) => (path === '/robots.txt' ? { status: 404 } : article(host)))
    web.site('hung.test', async () => {
      hung++
      await over.promise
      return { status: 204 }
    })
    web.site('awake.test', () => {
      hungBefore ??= hung
      return { status: 204 }
    })
    const batch = (n: number, receiver: string) => ({
      urls: [`https://page${n}.test/`],
      webhook: { url: `https://${receiver}/`, events: ['batch.completed'] },
    })
    const busy = await createCaller(app, 'free', 'hung')
    const calm = await createCaller(app, 'free', 'awake')
    await Promise.all(
      Array.from({ length: 30 }, (_, n) => createBatch(busy, batch(n, 'hung.test'))),
    )
    await until('many wait for an answer', async () => hung >= 15 && (await countLive()) === 0)
    await createBatch(calm, batch(30, 'awake.test'))
    await until('the other is told', async () => hungBefore !== undefined, 40_000)
    over.resolve()
    t.diagnostic(`${hungBefore} hung`)
    assert.ok((hungBefore ?? 0) < 20, `${hungBefore} of the others came first`)
    await until('all are told', async () => hung >= 30, 60_000)
  })
})

describe('back-pressure', () => {
  it('a worker holds no more items than it has places, however many wait', async () => {
    const hosts = Array.from({ length: 120 }, (_, n) => `held${n}.test`)
    const release = Promise.withResolvers<void>()
    let reading = 0
    let most = 0
    for (const host of hosts)
      web.site(host, async ({ path }) => {
        if (path === '/robots.txt') return { status: 404 }
        most = Math.max(most, ++reading)
        await release.promise
        reading--
        return article(path)
      })
    const id = await createBatch(app, { urls: hosts.flatMap(host => pages(host, 2)) })
    const countActive = () => countLive('running')
    await until('all places are taken', async () => reading === 40 && (await countActive()) === 80)
    release.resolve()
    assert.equal((await ended(app, id)).completed, 240)
    assert.equal(most, 40)
  })
})
