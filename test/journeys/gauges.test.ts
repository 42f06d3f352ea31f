import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { type Database, openSql } from '../../src/base/db/sql.ts'
import { openDatabaseGauges, openGauges } from '../../src/process/gauges.ts'
import { call, startApp, type TestApp } from '../support/app.ts'
import { article, createBatch } from '../support/batch.ts'
import { createDatabase } from '../support/database.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'
import { stretched } from '../support/slowness.ts'
import { until } from '../support/until.ts'

/** The values by name and labels, as Prometheus reads them. */
const parse = (text: string): Map<string, number> =>
  new Map(
    text
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('#'))
      .map(line => {
        const at = line.lastIndexOf(' ')
        return [line.slice(0, at), Number(line.slice(at + 1))]
      }),
  )

const idleProcesses = {
  status: () => ({ running: 0, starts: 0, killed: { time: 0, memory: 0, crash: 0 } }),
}

/** Where the database alone is looked at, the other parts are silent. */
const openAll = (registry: Registry, sql: Database) => {
  openGauges(registry, {
    sql,
    queue: { stats: () => Promise.reject(new Error('away')) },
    browsers: { status: () => ({ running: 0, pages: 0, waiting: 0, launches: 0, crashes: 0 }) },
    fileProcesses: idleProcesses,
    ocrProcesses: idleProcesses,
    makesBackups: true,
  })
  openDatabaseGauges(registry, {
    pools: { requests: sql },
    notifications: { isLive: () => false },
    usage: { waiting: () => ({ requests: 0, dropped: 0 }) },
  })
}

describe('the metrics', () => {
  let web: SimulatedWeb
  let app: TestApp
  const read = async () => parse((await call(app.metricsUrl ?? '')).text)
  before(async () => {
    web = await createSimulatedWeb()
    web.site('example.test', { '/page': article('one') })
    // A process that works nothing off: what is in the queue stays there.
    app = await startApp({ ...web.env, ROLE: 'api', METRICS_PORT: '0' })
  })
  after(() => web.close())

  it('tell pages by way and verdict, browsers and credits', async () => {
    const url = 'https://example.test/page'
    const scrape = (body: object) => app.api('/v1/scrape', { method: 'POST', body })
    const before = await read()
    const scraped = [{ url }, { url, render: 'always' }, { url: `${url}/none` }]
    const answers = await Promise.all(scraped.map(scrape))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 502],
    )
    await scrape({ url: 'https://nowhere.test/' })
    const now = await read()
    assert.equal(now.get('siteray_pages_total{way="static",verdict="answer"}'), 1)
    assert.equal(now.get('siteray_pages_total{way="rendered",verdict="answer"}'), 1)
    assert.equal(now.get('siteray_pages_total{way="static",verdict="status"}'), 1)
    assert.equal(now.get('siteray_pages_total{way="static",verdict="page_unreachable"}'), 1)
    assert.equal(now.get('siteray_browsers'), 1)
    assert.equal(now.get('siteray_browser_starts_total'), 1)
    assert.equal(now.get('siteray_browser_crashes_total'), 0)
    // An answer does not wait for its page to be closed.
    const pages = async () => (await read()).get('siteray_browser_pages{state="open"}')
    await until('the page is closed', async () => (await pages()) === 0)
    const more = (name: string) => (now.get(name) ?? 0) - (before.get(name) ?? 0)
    assert.equal(more('siteray_credits_settled_total'), 2)
    assert.equal(more('siteray_credits_released_total'), 2)
  })

  it('tell what waits in the queue, for how long, and how late webhooks are', async () => {
    const { sql } = app.database
    await createBatch(app, {
      urls: ['https://a.test/', 'https://b.test/'],
      webhook: { url: 'https://hooks.test/', events: ['batch.started'] },
    })
    await sql`update queue_jobs set start_after = now() - interval '90 seconds'
      where queue = 'harvest.item' and state = 'waiting'`
    await sql`update webhook_events set created_at = now() - interval '5 minutes',
      next_attempt_at = now() - interval '1 minute'`
    const now = await read()
    assert.equal(now.get('siteray_queue_jobs{queue="harvest.item",state="waiting"}'), 2)
    assert.equal(now.get('siteray_queue_jobs{queue="harvest.item",state="deferred"}'), 0)
    assert.equal(now.get('siteray_queue_jobs{queue="harvest.item",state="failed"}'), 0)
    assert.equal(now.get('siteray_queue_running{queue="harvest.item"}'), 0)
    const near = (name: string, expected: number) => {
      const value = now.get(name) ?? 0
      assert.ok(value >= expected && value < expected + 60, `${name} is ${value}`)
    }
    near('siteray_queue_oldest_seconds{queue="harvest.item"}', 90)
    near('siteray_queue_oldest_seconds{queue="mail"}', 0)
    assert.equal(now.get('siteray_webhook_events_waiting'), 1)
    near('siteray_webhook_oldest_seconds', 300)
    near('siteray_webhook_lag_seconds', 60)
  })

  it('tell the pool of the database and whether notifications are heard', async () => {
    const now = await read()
    assert.equal(now.get('siteray_database_up'), 1)
    assert.ok((now.get('siteray_database_answer_seconds') ?? 99) < stretched(2))
    assert.equal(now.get('siteray_notifications_live'), 1)
    const states = ['busy', 'idle', 'closed'].map(state =>
      now.get(`siteray_database_connections{pool="requests",state="${state}"}`),
    )
    assert.equal(
      states.reduce((sum = 0, count = 0) => sum + count, 0),
      16,
    )
    assert.ok((states[1] ?? 0) >= 1, 'some connection is idle')
    assert.equal(now.get('siteray_database_queries_waiting{pool="requests"}'), 0)
  })
})

describe('the pool', () => {
  it('says how many of its connections are busy and how many queries wait', async () => {
    const { target } = await createDatabase()
    const sql = openSql(target, { name: 'small', maxConnections: 1 })
    const registry = new Registry()
    openAll(registry, sql)
    await sql`select 1`
    const held = sql.begin(async transaction => {
      const waiting = sql`select 1`.execute()
      await setImmediate()
      const now = parse(await registry.metrics())
      await transaction`select 1`
      return { now, waiting }
    })
    const { now, waiting } = await held
    await waiting
    assert.equal(now.get('siteray_database_connections{pool="requests",state="busy"}'), 1)
    assert.equal(now.get('siteray_database_up'), 0)
    assert.ok((now.get('siteray_database_queries_waiting{pool="requests"}') ?? 0) >= 1)
    await sql.end()
  })
})

describe('a database that is away', () => {
  it('leaves out what only it knows, and nothing else', async () => {
    const target = { kind: 'url', url: 'postgres://nobody@127.0.0.1:1/none' } as const
    const sql = openSql(target, { name: 'away', maxConnections: 2 })
    const registry = new Registry()
    openAll(registry, sql)
    const text = await registry.metrics()
    const now = parse(text)
    assert.equal(now.get('siteray_database_up'), 0)
    assert.equal(now.get('siteray_notifications_live'), 0)
    assert.equal(now.get('siteray_browsers'), 0)
    for (const name of ['queue_jobs', 'webhook_lag_seconds', 'database_answer_seconds'])
      assert.ok(![...now.keys()].some(key => key.startsWith(`siteray_${name}`)), text)
    await sql.end({ timeout: 0 })
  })
})
