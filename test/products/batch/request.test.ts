import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../../support/app.ts'
import { article, assertSound, createBatch, ended, readBatch } from '../../support/batch.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'
import { stretched } from '../../support/slowness.ts'
import { until } from '../../support/until.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  web = await createSimulatedWeb()
  web.site('site.test', ({ path }) => (path === '/robots.txt' ? { status: 404 } : article(path)))
  app = await startApp({ ...web.env, RATE_LIMIT_PER_MINUTE: '0' })
})
after(async () => {
  await app.close()
  await web.close()
})

const post = (body: unknown, headers: Record<string, string> = {}) =>
  app.api('/v1/batch/scrape', { method: 'POST', body, headers })
const urls = ['https://site.test/a', 'https://site.test/b']

describe('what is accepted', () => {
  it('the answer names the batch and where its status is', async () => {
    const answer = await post({ urls })
    assert.equal(answer.status, 200)
    const created = answer.json as { id: string; url: string }
    assert.deepEqual(Object.keys(created), ['id', 'url'])
    assert.equal(created.url, `${app.apiUrl}/v1/batch/scrape/${created.id}`)
    await ended(app, created.id)
  })

  it('10,000 URLs in one call within 2 s, all or nothing', { timeout: 60_000 }, async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => `https://h${n % 500}.test/${n}`)
    const startedMs = performance.now()
    const before = process.cpuUsage()
    const id = await createBatch(app, { urls: many })
    const { user, system } = process.cpuUsage(before)
    const tookMs = performance.now() - startedMs
    assert.equal((await readBatch(app, id, '?limit=1')).total, 10_000)
    const cancelled = await app.api(`/v1/batch/scrape/${id}`, { method: 'DELETE' })
    assert.equal(cancelled.status, 200)
    await assertSoundCancelled(id)
    // 0.85 s by the clock of an idle machine, 0.27 s of our processor time: that is the same on one
    // where other tests run beside it, which is given three times the 2 s.
    assert.ok((user + system) / 1_000 < 800, `it worked ${(user + system) / 1_000} ms`)
    assert.ok(tookMs < stretched(6_000), `it took ${Math.round(tookMs)} ms`)
  })

  it('bodies that cannot be used are a 400 that says why', async () => {
    for (const [body, words] of [
      [{}, /urls/],
      [{ urls: [] }, /urls/],
      [{ urls: Array.from({ length: 10_001 }, () => 'https://site.test/') }, /urls/],
      [{ urls, formats: ['pdf'] }, /formats/],
      [{ urls, render: 'never', waitFor: 10 }, /waitFor/],
      [{ urls, includeTags: ['p:::'] }, /p:::/],
      [{ urls, nonsense: 1 }, /nonsense/],
      [{ urls, headers: { host: 'x' } }, /host/],
      [{ urls, webhook: { url: 'http://127.0.0.1/' } }, /webhook/],
      [{ urls, webhook: { url: 'nonsense' } }, /webhook/],
      [{ urls, webhook: { url: 'https://x.test/', events: ['page'] } }, /events/],
    ] as const) {
      const answer = await post(body)
      assert.equal(answer.status, 400, JSON.stringify(body).slice(0, 200))
      assert.match(answer.text, words)
    }
  })

  it('one bad URL is a 400 that names it, or is left out and told', async () => {
    const bad = ['ftp://site.test/x', 'http://127.0.0.1/admin', 'no url', 'http://localhost/']
    for (const url of bad) {
      const answer = await post({ urls: [...urls, url] })
      assert.equal(answer.status, 400)
      assert.match(answer.text, /1 URL is invalid\./)
      assert.ok((answer.json as { error: string }).error.includes(`"${url}"`) || /local/.test(url))
    }
    const mixed = await post({ urls: [bad[0], urls[0], ...bad.slice(1)], ignoreInvalidURLs: true })
    assert.equal(mixed.status, 200)
    const created = mixed.json as { id: string; invalidURLs: string[] }
    assert.deepEqual(created.invalidURLs, bad)
    assert.equal((await ended(app, created.id)).total, 1)
    const none = await post({ urls: bad, ignoreInvalidURLs: true })
    assert.equal(none.status, 400)
    assert.match(none.text, /None of the URLs/)
  })

  it('a body over 10 MB is a 413, one of 9 MB is read', async () => {
    const long = `https://site.test/${'x'.repeat(1_000)}`
    const large = await post({
      urls: Array.from({ length: 10_000 }, () => `${long}${'y'.repeat(60)}`),
    })
    assert.equal(large.status, 413)
    assert.equal(large.headers.get('x-error-code'), 'body_too_large')
    const many = Array.from({ length: 8_000 }, (_, n) => (n ? `no ${long}` : urls[0]))
    const answer = await post({ urls: many, ignoreInvalidURLs: true })
    assert.equal(answer.status, 200)
    await ended(app, (answer.json as { id: string }).id)
  })
})

describe('Idempotency-Key', () => {
  it('100 at once with the same body make one batch, and get the same bytes', async () => {
    const body = { urls, formats: ['links'] }
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => post(body, { 'idempotency-key': 'one' })),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    const { id } = (answers[0]?.json ?? {}) as { id: string }
    const [{ n } = { n: 0 }] = await app.database.sql`
      select count(*)::int as n from batches where options -> 'formats' = '["links"]'`
    assert.equal(n, 1)
    await ended(app, id)
    const reordered = await post({ formats: ['links'], urls }, { 'idempotency-key': 'one' })
    assert.equal(reordered.text, answers[0]?.text, 'also later, and however it is written')
  })

  it('with another body is a 409', async () => {
    const first = await post({ urls }, { 'idempotency-key': 'two' })
    const other = await post({ urls: urls.slice(1) }, { 'idempotency-key': 'two' })
    assert.equal(other.status, 409)
    assert.equal(other.headers.get('x-error-code'), 'conflict')
    await ended(app, (first.json as { id: string }).id)
  })

  it('of a request that failed may be used again', async () => {
    const bad = await post({ urls: ['no url'] }, { 'idempotency-key': 'three' })
    assert.equal(bad.status, 400)
    const good = await post({ urls }, { 'idempotency-key': 'three' })
    assert.equal(good.status, 200)
    await ended(app, (good.json as { id: string }).id)
  })

  it('over 255 characters is a 400', async () => {
    assert.equal((await post({ urls }, { 'idempotency-key': 'k'.repeat(256) })).status, 400)
    const longest = await post({ urls }, { 'idempotency-key': 'k'.repeat(255) })
    assert.equal(longest.status, 200)
    await ended(app, (longest.json as { id: string }).id)
  })

  it('is forgotten after 24 h', async () => {
    const first = await post({ urls }, { 'idempotency-key': 'four' })
    await app.database.sql`
      update idempotency_keys set created_at = now() - interval '25 hours' where key = 'four'`
    const second = await post({ urls }, { 'idempotency-key': 'four' })
    assert.notEqual(second.text, first.text)
    for (const { json } of [first, second]) await ended(app, (json as { id: string }).id)
  })
})

describe('cancelling', () => {
  it('nothing more runs, what is running is discarded, what is done stays', async () => {
    const release = Promise.withResolvers<void>()
    web.site('hold.test', async ({ path }) => {
      if (path === '/robots.txt') return { status: 404 }
      await release.promise
      return article(path)
    })
    const held = Array.from({ length: 10 }, (_, n) => `https://hold.test/${n}`)
    const id = await createBatch(app, { urls: [...urls, ...held] })
    await until('two are done', async () => (await readBatch(app, id)).completed === 2)
    await web.waitForRequest('hold.test', 3)
    const answer = await app.api(`/v1/batch/scrape/${id}`, { method: 'DELETE' })
    assert.deepEqual(answer.json, { id, status: 'cancelled' })
    release.resolve()
    const jobs = await untilQueueIdle()
    assert.equal(jobs, 0)
    const state = await readBatch(app, id)
    assert.deepEqual(
      [state.status, state.total, state.completed, state.failed, state.creditsUsed],
      ['cancelled', 12, 2, 0, 2],
    )
    assert.equal(state.data.length, 2)
    assert.equal(state.next, undefined)
    assert.equal(web.requestsTo('hold.test').filter(({ path }) => path !== '/robots.txt').length, 2)
    await assertSoundCancelled(id)
    const again = await app.api(`/v1/batch/scrape/${id}`, { method: 'DELETE' })
    assert.equal(again.status, 409)
    // The host's lane is free again.
    const next = await createBatch(app, { urls: held.slice(0, 3) })
    assert.equal((await ended(app, next)).completed, 3)
  })

  it('while items end neither loses nor charges one twice', async () => {
    const many = Array.from({ length: 40 }, (_, n) => `https://site.test/c/${n}`)
    for (let round = 0; round < 4; round++) {
      const id = await createBatch(app, { urls: many })
      await until(
        'some are done',
        async () => (await readBatch(app, id, '?limit=1')).completed > round * 2,
      )
      await app.api(`/v1/batch/scrape/${id}`, { method: 'DELETE' })
      await untilQueueIdle()
      await assertSoundCancelled(id)
    }
  })

  it('an ended batch is a 409', async () => {
    const id = await createBatch(app, { urls })
    await ended(app, id)
    const answer = await app.api(`/v1/batch/scrape/${id}`, { method: 'DELETE' })
    assert.equal(answer.status, 409)
    assert.match(answer.text, /already ended/)
  })
})

const untilQueueIdle = async () => {
  const live = async () => {
    const [row] = await app.database.sql`
      select count(*)::int as n from queue_jobs where queue = 'harvest.item'`
    return Number(row?.n)
  }
  await until('the queue is idle', async () => (await live()) === 0, 20_000)
  return live()
}

const assertSoundCancelled = async (id: string) => {
  await assertSound(app.database.sql, id)
  const [lanes] = await app.database.sql`
    select count(*)::int as n from batch_lanes where tickets > 2 or tickets < 0`
  assert.equal(lanes?.n, 0)
}
