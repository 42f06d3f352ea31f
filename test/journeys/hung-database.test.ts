import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { closeSql, type Database, openSql } from '../../src/base/db/sql.ts'
import { call } from '../support/app.ts'
import { ownerEnv, signedInVisitor, type Visitor } from '../support/dashboard.ts'
import { startTestServer } from '../support/database-server.ts'
import { type ImageApp, startImages } from '../support/images.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'
import { stretched } from '../support/slowness.ts'
import { until } from '../support/until.ts'

// A server of its own, since all of it is stopped here.
let server: Awaited<ReturnType<typeof startTestServer>>
let sql: Database
let web: SimulatedWeb
let app: ImageApp
let visitor: Visitor
const answering = Promise.withResolvers<void>()

before(async () => {
  server = await startTestServer()
  sql = openSql(server.target, { name: 'test', maxConnections: 2 })
  web = await createSimulatedWeb()
  web.site('page.example', { '/': '<title>page</title><p>Some text to read on a page.</p>' })
  web.site('slow.example', async () => {
    await answering.promise
    return '<title>slow</title><p>Some text that came when the database hung.</p>'
  })
  const database = { sql, target: server.target, close: async () => undefined }
  app = await startImages(web, { database, env: ownerEnv })
  visitor = await signedInVisitor(app)
})
after(async () => {
  server.resume()
  answering.resolve()
  await app.close()
  await closeSql(sql)
  await server.close()
  await web.close()
})

const scrape = (host: string) =>
  app.api('/v1/scrape', { method: 'POST', body: { url: `https://${host}/` } })

const timed = async <T>(work: Promise<T>): Promise<T & { ms: number }> => {
  const startedMs = performance.now()
  const answer = await work
  return { ...answer, ms: performance.now() - startedMs }
}

const askAll = () =>
  Promise.all([
    timed(scrape('page.example')),
    timed(app.api('/v1/usage')),
    timed(app.api('/v1/batch/scrape', { method: 'POST', body: { urls: ['https://a.example/'] } })),
    timed(visitor.ask('/overview')),
    timed(visitor.ask('/usage')),
    timed(visitor.ask('/sign-in', { body: { email: 'a@b.example', password: 'long enough' } })),
  ])

const ready = async () => {
  const answer = await timed(call(`${app.apiUrl}/readyz`))
  assert.ok(answer.ms < stretched(3_000), `/readyz took ${answer.ms} ms`)
  return answer
}

const untilNotReady = async () => {
  for (;;) {
    const answer = await ready()
    if (answer.status === 503) return answer
  }
}

const endsOf = async () => {
  const [row] = await sql`
    select count(*) filter (where kind = 'reserve') as reserved,
      count(*) filter (where kind = 'settle') as settled from ledger`
  return row
}

describe('a timeout', () => {
  it('counts from the arrival of the request, waiting included', async () => {
    web.site('never.example', async () => {
      await answering.promise
      return 'late'
    })
    const locked = Promise.withResolvers<void>()
    const holding = sql.begin(async on => {
      await on`select 1 from accounts for update`
      locked.resolve()
      await on`select pg_sleep(1.8)`
    })
    await locked.promise
    const body = { url: 'https://never.example/', timeout: 3_000 }
    const answer = await timed(app.api('/v1/scrape', { method: 'POST', body }))
    assert.deepEqual([answer.status, answer.headers.get('x-error-code')], [502, 'page_timeout'])
    assert.ok(answer.ms < stretched(4_000), `${answer.ms} ms`)
    await holding
  })
})

describe('a database that hangs', () => {
  it('is a 503 within 5 s, /readyz says so within 3 s, and cached images go on', async () => {
    assert.equal((await scrape('page.example')).status, 200)
    assert.equal((await app.image('/github.com?size=32')).status, 200)
    assert.equal((await ready()).status, 200)
    // Under way when it happens: its page comes, its charge cannot be booked.
    const caught = scrape('slow.example')
    await web.waitForRequest('slow.example')
    server.hang()

    const asking = askAll()
    const health = await untilNotReady()
    await until('the notifications are missed', async () => {
      const image = await timed(app.image('/github.com?size=32'))
      assert.equal(image.status, 200)
      assert.ok(image.ms < stretched(3_000), `an image took ${image.ms} ms`)
      return JSON.stringify((await ready()).json).includes('do not arrive')
    })
    const answers = await asking
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 503),
    )
    for (const { ms } of answers) assert.ok(ms < stretched(5_000), `${Math.round(ms)} ms`)
    assert.match(health.text, /The database does not answer in time/)

    answering.resolve()
    const told = await caught
    assert.deepEqual([told.status, told.headers.get('x-credits-used')], [200, '1'])
    assert.equal((await app.image('/github.com?size=32')).status, 200)
  })

  it('comes back by itself, and what was under way is charged once', async () => {
    server.resume()
    await until('all is ready', async () => (await ready()).status === 200)
    await until(
      'the dashboard answers',
      async () => (await visitor.ask('/overview')).status === 200,
    )
    assert.equal((await scrape('page.example')).status, 200)
    assert.equal((await app.api('/v1/usage')).status, 200)
    await until('the charge is booked', async () => (await endsOf())?.settled === 3)
    await until('notifications arrive', async () => (await ready()).text.includes('arrive"'))
    // What was cut is gone on both sides.
    const [row] = await sql`
      select count(*) as open from pg_stat_activity where application_name like 'siteray%'`
    assert.ok(Number(row?.open) <= 16 + 12 + 7 + 2, `${row?.open} connections`)
  })
})
