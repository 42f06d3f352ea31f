import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { deleteKey, listKeys } from '../../../src/base/accounts/keys.ts'
import { examineServer } from '../../../src/base/db/examine.ts'
import { examineNotifications } from '../../../src/base/db/notify.ts'
import { closeSql, inTransaction, openSql } from '../../../src/base/db/sql.ts'
import type { DatabaseTarget } from '../../../src/base/db/target.ts'
import { startApp } from '../../support/app.ts'
import { article, assertSound, createBatch, ended } from '../../support/batch.ts'
import { createAuthority } from '../../support/certificates.ts'
import { startTestServer } from '../../support/database-server.ts'
import { freePort } from '../../support/free-port.ts'
import { noPgBouncer, startPgBouncer } from '../../support/pgbouncer.ts'
import { createSimulatedWeb } from '../../support/simulated-web.ts'
import { until } from '../../support/until.ts'

/** A PostgreSQL as people run it: on the network, with TLS, and behind the real PgBouncer. */
const authority = createAuthority('database authority')
const { cert, key } = authority.issue('localhost')
const folder = mkdtempSync(join(tmpdir(), 'siteray-outside-'))
const caFile = join(folder, 'ca.pem')
writeFileSync(caFile, authority.certificate)
const strangersFile = join(folder, 'strangers.pem')
writeFileSync(strangersFile, createAuthority('strangers').certificate)

let server: Awaited<ReturnType<typeof startTestServer>>
let port: number
before(async () => {
  port = await freePort()
  server = await startTestServer({
    settings: {
      ...{ listen_addresses: '127.0.0.1', port: `${port}`, ssl: 'on' },
      ...{ ssl_cert_file: 'server.crt', ssl_key_file: 'server.key' },
    },
    files: { 'server.crt': cert, 'server.key': key },
  })
})
after(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const open = (t: TestContext, target: DatabaseTarget, maxConnections = 1) => {
  const sql = openSql(target, { name: 'outside', maxConnections })
  t.after(() => closeSql(sql))
  return sql
}

describe('TLS to the database', () => {
  const at = (host: string, query: string): DatabaseTarget => ({
    kind: 'url',
    url: `postgres://siteray@${host}:${port}/postgres?${query}`,
  })
  const isSecret = async (t: TestContext, target: DatabaseTarget) => {
    const [row] = await open(t, target)`
      select ssl from pg_stat_ssl where pid = pg_backend_pid()`
    return row?.ssl
  }

  it('is used where it is offered, and checked as far as sslmode says', async t => {
    assert.equal(await isSecret(t, at('localhost', 'sslmode=disable')), false)
    for (const query of ['', 'sslmode=require', `sslmode=verify-full&sslrootcert=${caFile}`])
      assert.equal(await isSecret(t, at('localhost', query)), true, query)
    const byAddress = `sslmode=verify-ca&sslrootcert=${caFile}`
    assert.equal(await isSecret(t, at('127.0.0.1', byAddress)), true)
  })

  it('refuses a stranger, another name, an authority that nobody named', async t => {
    const refused: [host: string, query: string, said: RegExp][] = [
      [
        'localhost',
        `sslmode=verify-full&sslrootcert=${strangersFile}`,
        /self-signed|issuer|verify/,
      ],
      ['localhost', 'sslmode=verify-full', /self-signed|issuer|verify/],
      ['localhost', `sslmode=require&sslrootcert=${strangersFile}`, /self-signed|issuer|verify/],
      ['127.0.0.1', `sslmode=verify-full&sslrootcert=${caFile}`, /does not match/],
    ]
    for (const [host, query, said] of refused)
      await assert.rejects(examineServer(open(t, at(host, query))), said, `${host} ${query}`)
  })

  it('of a kind that cannot be meant is a sentence, not a plain connection', () => {
    assert.throws(
      () => openSql(at('localhost', 'sslmode=verifyfull'), { name: 'x', maxConnections: 1 }),
      /sslmode=verifyfull; there is only disable.*verify-full/,
    )
    assert.throws(
      () => openSql(at('localhost', 'sslrootcert=/nowhere.pem'), { name: 'x', maxConnections: 1 }),
      /names the file \/nowhere\.pem \(sslrootcert\).*ENOENT/,
    )
  })
})

describe('behind PgBouncer with pool_mode=transaction', { skip: noPgBouncer }, () => {
  const poolSize = 6
  let pool: Awaited<ReturnType<typeof startPgBouncer>>
  before(async () => {
    pool = await startPgBouncer({ upstreamPort: port, poolMode: 'transaction', poolSize })
  })
  after(() => pool.close())
  const direct = (database = 'postgres') =>
    `postgres://siteray@127.0.0.1:${port}/${database}?sslmode=disable`
  const pooled = (database = 'postgres'): DatabaseTarget => ({
    ...{ kind: 'url', url: pool.url(database), pooled: true },
  })

  it('the start refuses, until DATABASE_DIRECT_URL leads past it', async () => {
    await assert.rejects(
      startApp({ DATABASE_URL: pool.url('template1') }),
      /pooler that does not keep sessions.*Set DATABASE_DIRECT_URL to PostgreSQL itself/,
    )
    const [otherDatabase, otherPooler] = await Promise.all([
      examineNotifications({ kind: 'url', url: direct('template1') }, pooled()),
      examineNotifications({ kind: 'url', url: pool.url('template1') }, pooled('template1')),
    ])
    for (const sentence of [otherDatabase, otherPooler])
      assert.match(sentence ?? '', /not heard at DATABASE_DIRECT_URL.*same database/)
  })

  it('everything works, one connection goes past it, and no session keeps anything of ours', async t => {
    const web = await createSimulatedWeb()
    t.after(() => web.close())
    for (const host of ['a.test', 'b.test']) web.site(host, ({ path }) => article(path))
    const env = { ...web.env, DATABASE_URL: pool.url('postgres'), DATABASE_DIRECT_URL: direct() }
    const app = await startApp(env)
    const urls = Array.from({ length: 60 }, (_, n) => `http://${n % 2 ? 'a' : 'b'}.test/${n}`)
    const id = await createBatch(app, { urls, render: 'never' })
    const state = await ended(app, id)
    assert.equal(state.completed, 60)
    const sql = open(t, pooled(), 20)
    await assertSound(sql, id)
    assert.equal(
      (await app.api('/v1/scrape', { method: 'POST', body: { url: urls[0] } })).status,
      200,
    )

    const [connections] = await open(t, { kind: 'url', url: direct() })`
      select (count(*) filter (where application_name like 'siteray listen%'))::int as listening,
        (count(*) filter (where application_name = 'siteray listen'))::int as direct,
        count(*)::int as all
      from pg_stat_activity where datname = 'postgres' and backend_type = 'client backend'
        and pid <> pg_backend_pid()`
    assert.equal(connections?.direct, 1)
    assert.ok(connections?.all <= poolSize + 1, `${connections?.all} connections`)

    // All sessions of the pool at once: each transaction holds one until all have looked.
    const looks = await Promise.all(
      Array.from({ length: poolSize }, () =>
        sql.begin(async on => {
          const [look] = await on`
            select pg_backend_pid() as pid, current_setting('statement_timeout') as timeout,
              (select count(*) from pg_prepared_statements)::int as prepared,
              (select count(*) from pg_listening_channels())::int as channels,
              (select count(*) from pg_locks where pid = pg_backend_pid()
                and locktype = 'advisory')::int as locks, pg_sleep(0.3)::text as slept`
          return look
        }),
      ),
    )
    assert.equal(new Set(looks.map(look => look?.pid)).size, poolSize)
    for (const look of looks) {
      const { timeout, prepared, channels, locks } = look ?? {}
      assert.deepEqual(
        { timeout, prepared, channels, locks },
        { timeout: '0', prepared: 0, channels: 0, locks: 0 },
      )
    }
    // A deleted key is heard of by LISTEN alone: until then it is answered from memory.
    const secret = (await listKeys(sql)).find(({ kind }) => kind === 'secret')
    await deleteKey(sql, { id: secret?.id ?? '', actor: 'test' })
    const isRefused = async () => (await app.api('/v1/usage')).status === 401
    await until('the deleted key is refused', isRefused, 1_000)
    await app.close()
  })

  it('answers every one of the queries that are asked at once', async t => {
    const sql = open(t, pooled(), 3)
    // The client sends the second kind right behind the first unless it is told not to.
    const say = async (n: number) => (await sql.unsafe(`select ${n} as n`))[0]?.n
    const ask = async (n: number) => (await sql`select ${n}::int as n`)[0]?.n
    const tell = async (n: number) =>
      (await inTransaction(sql, on => on`select ${n}::int as n`))[0]?.n
    const numbers = Array.from({ length: 600 }, (_, n) => n)
    const answers = await Promise.all(numbers.map(n => [say, ask, say, ask, tell][n % 5]?.(n)))
    assert.deepEqual(answers, numbers)
  })

  it('a transaction has its limits although no session has', async t => {
    const sql = open(t, pooled())
    const [within] = await inTransaction(
      sql,
      on => on`
        select current_setting('statement_timeout') as limit,
          current_setting('idle_in_transaction_session_timeout') as idle`,
    )
    assert.deepEqual([within?.limit, within?.idle], ['30s', '15s'])
    const [patient] = await inTransaction(
      sql,
      on => on`select current_setting('statement_timeout') as limit`,
      { patienceMs: 90_000 },
    )
    assert.equal(patient?.limit, '90s')
    const [outside] = await sql`select current_setting('statement_timeout') as limit`
    assert.equal(outside?.limit, '0')
    await assert.rejects(
      inTransaction(sql, on => on`select pg_sleep(2)`, { patienceMs: 100 }),
      { code: '57014' },
    )
  })
})
