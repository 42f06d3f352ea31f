import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { article, createBatch, ended } from '../../support/batch.ts'
import type { Handler } from '../../support/simulated-web.ts'
import { stretched } from '../../support/slowness.ts'
import { until } from '../../support/until.ts'
import { assertPaced, noRules, pages, setUpWorkers } from './conduct-setup.ts'

const world = setUpWorkers()

describe('towards a host', () => {
  it('never more than two requests at once, from all processes together', async () => {
    let [now, most] = [0, 0]
    const both = Promise.withResolvers<void>()
    world.web.site('busy.test', async ({ path }) => {
      if (path === '/robots.txt') return noRules
      most = Math.max(most, ++now)
      if (now === 2) both.resolve()
      // The first one answers when a second one has come, however slow the machine is.
      await Promise.race([both.promise, pause(20_000, undefined, { ref: false })])
      await pause(15)
      now--
      return article(path)
    })
    const ids = await Promise.all([
      createBatch(world.app, { urls: pages('busy.test', 20) }),
      createBatch(world.app, { urls: pages('busy.test', 20) }),
    ])
    for (const id of ids) assert.equal((await ended(world.app, id)).completed, 20)
    assert.equal(most, 2)
  })

  it('robots.txt is obeyed unless the caller says otherwise, at every redirect', async () => {
    world.web.site('strict.test', {
      '/robots.txt': 'User-agent: *\nDisallow: /private',
      '/private': article('private'),
      '/public': article('public'),
    })
    world.web.site('door.test', {
      '/robots.txt': noRules,
      '/in': { status: 302, headers: { location: 'https://strict.test/private' } },
    })
    const urls = [
      'https://strict.test/private',
      'https://strict.test/public',
      'https://door.test/in',
    ]
    const { data } = await ended(world.app, await createBatch(world.app, { urls }))
    const errors = new Map(data.map(({ url, error }) => [url, error]))
    assert.match(errors.get('https://strict.test/private') ?? '', /robots\.txt of strict\.test/)
    assert.match(errors.get('https://door.test/in') ?? '', /robots\.txt of strict\.test/)
    assert.equal(errors.get('https://strict.test/public'), undefined)
    assert.ok(world.web.requestsTo('strict.test').every(({ path }) => path !== '/private'))
    const free = await createBatch(world.app, { urls: urls.slice(0, 1), respectRobots: false })
    assert.equal((await ended(world.app, free)).completed, 1)
  })

  it('starts of a batch are as far apart as its `delay` says, and hold up nobody else’s', async () => {
    const times = new Map<string, number[]>()
    world.web.site('paced.test', ({ path, url }) => {
      if (path === '/robots.txt') return noRules
      const [, whose = ''] = url.pathname.split('/')
      times.set(whose, [...(times.get(whose) ?? []), performance.now()])
      return article(path)
    })
    const of = (whose: string, count: number) =>
      Array.from({ length: count }, (_, n) => `https://paced.test/${whose}/${n}`)
    const slow = await createBatch(world.app, { urls: of('slow', 2), delay: 60_000 })
    await until('it has begun', () => times.has('slow'))
    const quick = await createBatch(world.app, { urls: of('quick', 12), delay: 0 })
    assert.equal((await ended(world.app, quick)).completed, 12)
    assert.equal(times.get('slow')?.length, 1, 'the other one is still pausing')
    await world.app.api(`/v1/batch/scrape/${slow}`, { method: 'DELETE' })
    const beganMs = performance.now()
    const paced = await createBatch(world.app, { urls: of('paced', 3), delay: 1_000 })
    assert.equal((await ended(world.app, paced)).completed, 3)
    assertPaced(times.get('paced') ?? [], beganMs, 1_000)
  })

  it('Crawl-delay is kept between any two requests', async () => {
    const times: number[] = []
    world.web.site('calm.test', ({ path }) => {
      if (path === '/robots.txt') return 'User-agent: *\nCrawl-delay: 1'
      times.push(performance.now())
      return article(path)
    })
    const beganMs = performance.now()
    const id = await createBatch(world.app, { urls: pages('calm.test', 4) })
    assert.equal((await ended(world.app, id)).completed, 4)
    assert.equal(times.length, 4)
    assertPaced(times, beganMs, 1_000)
  })

  it('Retry-After is honoured, for every page of the host', async () => {
    const times: number[] = []
    world.web.site('tired.test', ({ path }) => {
      if (path === '/robots.txt') return noRules
      times.push(performance.now())
      if (times.length === 1) return { status: 429, headers: { 'retry-after': '2' }, body: 'wait' }
      return article(path)
    })
    const id = await createBatch(world.app, { urls: pages('tired.test', 1) })
    await world.web.waitForRequest('tired.test', 2)
    await until('the pause is known', async () => {
      const [lane] = await world.app.database.sql`
        select free_at > now() as paused from batch_lanes where host = 'tired.test'`
      return lane?.paused === true
    })
    const more = await createBatch(world.app, { urls: pages('tired.test', 3) })
    for (const one of [id, more]) assert.equal((await ended(world.app, one)).status, 'completed')
    const gaps = times.slice(1).map(time => time - (times[0] ?? 0))
    assert.ok(
      gaps.every(gap => gap > 1_900),
      `they came after ${gaps.map(Math.round)} ms`,
    )
  })
})

describe('faults of the target', () => {
  const flaky = (faults: number, fault: Handler): Handler => {
    const seen = new Map<string, number>()
    return (request, response) => {
      const count = (seen.get(request.path) ?? 0) + 1
      seen.set(request.path, count)
      if (request.path === '/robots.txt') return noRules
      return count <= faults ? fault(request, response) : article(request.path)
    }
  }
  const tryOut = async (host: string) => {
    const state = await ended(
      world.app,
      await createBatch(world.app, { urls: [`https://${host}/a`], timeout: 3_000 }),
    )
    const tries = world.web.requestsTo(host).filter(({ path }) => path === '/a').length
    return { tries, error: state.data[0]?.error }
  }

  it('that pass are tried up to three times, with pauses', async () => {
    world.web.site(
      'twice.test',
      flaky(2, () => ({ status: 503, body: 'busy' })),
    )
    world.web.site(
      'reset.test',
      flaky(1, (_, response) => void response.destroy()),
    )
    world.web.site(
      'always.test',
      flaky(9, () => ({ status: 500, body: 'broken' })),
    )
    const [twice, reset, always] = await Promise.all(
      ['twice.test', 'reset.test', 'always.test'].map(tryOut),
    )
    assert.deepEqual(twice, { tries: 3, error: undefined })
    assert.deepEqual(reset, { tries: 2, error: undefined })
    assert.equal(always?.tries, 3)
    assert.match(always?.error ?? '', /^always\.test answered with status 500 \(.*\)\.$/)
  })

  it('a robots.txt that is away for a moment is asked again', async () => {
    let asked = 0
    world.web.site('rules-away.test', ({ path }) =>
      path !== '/robots.txt' ? article(path) : ++asked > 1 ? noRules : { status: 503 },
    )
    assert.deepEqual(await tryOut('rules-away.test'), { tries: 1, error: undefined })
  })

  it('that stay are told at once', async () => {
    world.web.site(
      'missing.test',
      flaky(9, () => ({ status: 404, body: 'no' })),
    )
    world.web.site(
      'old.test',
      flaky(0, () => ''),
      { certificate: 'expired' },
    )
    world.web.site(
      'empty.test',
      flaky(9, () => '<html><body></body></html>'),
    )
    const startedMs = performance.now()
    assert.deepEqual(await tryOut('missing.test'), {
      tries: 1,
      error: 'missing.test answered with status 404 (Not Found).',
    })
    const old = await tryOut('old.test')
    assert.match(old.error ?? '', /TLS certificate .*expired/)
    const empty = await ended(
      world.app,
      await createBatch(world.app, { urls: ['https://empty.test/a'], render: 'never' }),
    )
    assert.equal(empty.failed, 1)
    assert.ok(performance.now() - startedMs < stretched(10_000))
  })
})
