import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { deleteKey, listKeys } from '../../src/base/accounts/keys.ts'
import { closeSql, openSql } from '../../src/base/db/sql.ts'
import { createBatch } from '../support/batch.ts'
import { apiOf, assertEnd, assertGoesOn, finishedOf, openWeb } from '../support/batch-faults.ts'
import { noPgBouncer, startPgBouncer } from '../support/pgbouncer.ts'
import { startReplicated } from '../support/replicated-server.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

/** What is between the death of the primary and the promotion of the standby. */
const awayMs = 3_000
const options = { urls: 600, times: 1, impatient: false }

describe('a batch of 600 URLs ends as it should when the primary dies', {
  timeout: 600_000,
}, () => {
  it('and a standby takes its place at the same address', t => failOver(t, false))
  it('and PgBouncer stands in front of them', { skip: noPgBouncer }, t => failOver(t, true))
})

const failOver = async (t: TestContext, isPooled: boolean): Promise<void> => {
  const { env, urlsOf } = await openWeb(t)
  const database = await startReplicated()
  t.after(() => database.close())
  const pool = isPooled
    ? await startPgBouncer({ upstreamPort: database.port, poolMode: 'transaction', poolSize: 20 })
    : undefined
  if (pool) t.after(() => pool.close())
  const shared = pool
    ? { ...env, DATABASE_URL: pool.url('postgres'), DATABASE_DIRECT_URL: database.url }
    : { ...env, DATABASE_URL: database.url }
  const api = await startServer({ ...shared, ROLE: 'api' })
  await api.ready()
  const worker = await startServer({ ...shared, ROLE: 'worker' })
  await worker.ready()
  const sql = openSql({ kind: 'url', url: database.url }, { name: 'test', maxConnections: 2 })
  t.after(() => closeSql(sql))
  const id = await createBatch(apiOf(api), { urls: urlsOf(options.urls) })
  await until(
    'a third is done',
    async () => (await finishedOf(sql, id)) >= options.urls / 3,
    120_000,
  )

  await database.failOver(awayMs)
  const promotedMs = performance.now()
  await until('calls are answered', async () => {
    const answer = await apiOf(api).api(`/v1/batch/scrape/${id}?limit=1`)
    return answer.status === 200
  })
  t.diagnostic(`first good answer ${Math.round(performance.now() - promotedMs)} ms after it`)
  await assertGoesOn(sql, id, options)
  await assertEnd(api, sql, id, options)

  const secret = (await listKeys(sql)).find(({ kind }) => kind === 'secret')
  assert.ok(secret)
  await deleteKey(sql, { id: secret.id, actor: 'test' })
  const isRefused = async () => (await apiOf(api).api('/v1/usage')).status === 401
  await until('a deleted key is refused again', isRefused, 2_000)
  for (const server of [api, worker]) server.kill('SIGTERM')
  assert.deepEqual(await Promise.all([api.ended, worker.ended]), [0, 0])
}
