import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { createWriteProof, examineServer } from '../../../src/base/db/examine.ts'
import { provideFolder } from '../../../src/base/db/folder.ts'
import { examineNotifications, openNotifications } from '../../../src/base/db/notify.ts'
import { closeSql, inTransaction, isDatabaseAway, openSql } from '../../../src/base/db/sql.ts'
import type { DatabaseTarget } from '../../../src/base/db/target.ts'
import { createDatabase, type TestDatabase } from '../../support/database.ts'
import { startTestServer } from '../../support/database-server.ts'
import { openPooler } from '../../support/pooler.ts'
import { stretched } from '../../support/slowness.ts'
import { until } from '../../support/until.ts'

// A server of its own: it hangs here.
let server: Awaited<ReturnType<typeof startTestServer>>
let database: TestDatabase
before(async () => {
  server = await startTestServer()
  database = await createDatabase()
})
after(() => server.close())

type Edit = Parameters<typeof openPooler>[1]
const pooler = async (t: TestContext, edit: Edit = message => message) => {
  assert.ok(server.target.kind === 'socket')
  const opened = await openPooler(server.target.path, edit)
  t.after(opened.close)
  return opened.place
}

const urlTo = (places: string, query = ''): DatabaseTarget => ({
  kind: 'url',
  url: `postgres://siteray@${places}/postgres?sslmode=disable${query}`,
})

const open = (t: TestContext, target: DatabaseTarget, statementTimeoutMs = 30_000) => {
  const sql = openSql(target, { name: 'servers', maxConnections: 3, statementTimeoutMs })
  t.after(() => closeSql(sql))
  return sql
}

const asStandby: Edit = ({ type, body }) =>
  type === 'S' && body.toString().startsWith('in_hot_standby')
    ? { type, body: Buffer.from('in_hot_standby\0on\0') }
    : { type, body }

describe('a list of hosts', () => {
  it('leads to the first that answers and takes writes, for queries and for LISTEN', async t => {
    const standby = await pooler(t, asStandby)
    const primary = await pooler(t)
    const target = urlTo(`127.0.0.1:1,${standby},${primary}`, '&target_session_attrs=read-write')
    const sql = open(t, target)
    const rows = await Promise.all([1, 2, 3].map(() => sql`select 1 as one`))
    assert.equal(rows.length, 3)
    const notifications = await openNotifications(target, { name: 'list' })
    assert.equal(notifications.isLive(), true)
    await notifications.close()
  })

  it('of which none takes writes is told as a database that is away', async t => {
    const standby = await pooler(t, asStandby)
    const sql = open(t, urlTo(`127.0.0.1:1,${standby}`))
    for (let time = 0; time < 3; time++) await assert.rejects(sql`select 1`, isDatabaseAway)
  })
})

describe('a server that hangs', () => {
  it('costs a query its deadline, those behind it less, and nothing is left when it is back', async t => {
    const sql = open(t, server.target, 600)
    await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.05)`))
    server.hang()
    const startedMs = performance.now()
    const work = Array.from({ length: 40 }, (_, at) =>
      at % 2 ? sql`select 1` : sql.begin(on => on`select 1`),
    )
    const ends = await Promise.allSettled(work)
    const tookMs = performance.now() - startedMs
    server.resume()
    for (const end of ends) assert.ok(end.status === 'rejected' && isDatabaseAway(end.reason))
    assert.ok(tookMs < stretched(4_000), `${tookMs} ms`)
    await until('it answers', () => sql`select 1`.then(() => true).catch(() => false))
    const [row] = await sql`
      select count(*) as open from pg_stat_activity where application_name = 'servers'`
    assert.ok(Number(row?.open) <= 3)
  })

  it('is not what a slow statement of large work is', async t => {
    const sql = open(t, server.target, 200)
    await assert.rejects(sql`select pg_sleep(1)`, isDatabaseAway)
    const slept = inTransaction(sql, on => on`select pg_sleep(0.7)`, { patienceMs: 20_000 })
    assert.equal((await slept).length, 1)
  })
})

describe('a start', () => {
  const refusal = async (t: TestContext, target: DatabaseTarget) =>
    examineServer(open(t, target)).then(
      ({ version }) => `fine, ${version}`,
      error => String(error.message),
    )

  it('says what to do about a server that cannot be used', async t => {
    assert.match(await refusal(t, server.target), /^fine, 18/)
    const old: Edit = ({ type, body }) => ({
      type,
      body: type === 'D' ? Buffer.from(body.toString('latin1').replace(/18(000\d)/, '14$1')) : body,
    })
    assert.match(await refusal(t, urlTo(await pooler(t, old))), /needs 15 or newer: upgrade it/)
    const readOnly = urlTo(await pooler(t), '&options=-c%20default_transaction_read_only%3Don')
    assert.match(await refusal(t, readOnly), /takes no writes .* turn that off/)
    assert.match(
      await refusal(t, urlTo('127.0.0.1:1')),
      /does not answer at 127\.0\.0\.1:1 \(ECONNREFUSED\)/,
    )
    const nobody = { kind: 'url', url: `${server.url.replace('siteray@', 'nobody@')}` } as const
    assert.match(await refusal(t, nobody), /refuses us .*Check DATABASE_URL/)
  })

  it('says what to do about a pooler that keeps no sessions', async t => {
    const deaf: Edit = message => (message.type === 'A' ? undefined : message)
    assert.match(
      (await examineNotifications(urlTo(await pooler(t, deaf)))) ?? '',
      /pool_mode=transaction.*Set DATABASE_DIRECT_URL to PostgreSQL itself/,
    )
    assert.equal(await examineNotifications(urlTo(await pooler(t))), undefined)
  })

  it('says what to do about a data folder that cannot be written', async () => {
    await assert.rejects(
      provideFolder(`${import.meta.filename}/data`),
      /data folder .*servers\.test\.ts\/data cannot be written \(ENOTDIR\).*set DATA_DIR/,
    )
  })
})

describe('a listener', () => {
  it('that goes deaf while its connection answers is known within two seconds', async t => {
    let isDeaf = false
    const place = await pooler(t, message => (isDeaf && message.type === 'A' ? undefined : message))
    const notifications = await openNotifications(urlTo(place), { name: 'deaf' })
    t.after(() => notifications.close())
    assert.equal(notifications.isLive(), true)
    isDeaf = true
    await until('it is not live', () => !notifications.isLive(), 3_000)
    isDeaf = false
    await until('it is live again', () => notifications.isLive())
  })
})

describe('readiness', () => {
  it('proves a write, once a second however often it is asked for', async () => {
    const { sql } = database
    const prove = createWriteProof(sql)
    const proofs = await Promise.all(Array.from({ length: 50 }, prove))
    assert.ok(proofs.every(({ ok }) => ok))
    // A row that was written once has the transaction that made it; each write would be another.
    const [row] = await sql`select xmax::text as changed from write_proof`
    assert.equal(row?.changed, '0')
    const refused = createWriteProof(
      new Proxy(sql, {
        apply: () => Promise.reject(Object.assign(new Error(), { code: '53100' })),
      }),
    )
    assert.deepEqual(await refused(), {
      ok: false,
      detail: 'The disk of the database is full: free some room.',
    })
  })
})
