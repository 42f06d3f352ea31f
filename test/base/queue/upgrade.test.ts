import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Db, PgBoss } from 'pg-boss'
import { createDatabase, type TestDatabase } from '../../support/database.ts'
import { note, openTestQueue } from '../../support/queue.ts'
import { until } from '../../support/until.ts'

/** The queue as versions up to 0.2 had it. */
const openEarlier = async ({ sql }: TestDatabase): Promise<PgBoss> => {
  const executeSql: Db['executeSql'] = async (text, values = []) => {
    const typed = values.map(value =>
      typeof value === 'string' ? sql.typed(value as never, 705) : value,
    )
    const connection = await sql.reserve()
    try {
      const rows = await connection.unsafe(text, typed as never[])
      return { rows: rows.some(Array.isArray) ? rows.flat() : [...rows] }
    } finally {
      connection.release()
    }
  }
  const boss = new PgBoss({ db: { executeSql }, supervise: false, schedule: false })
  await boss.start()
  return boss
}

test('jobs that an earlier version left are done: what waited, and what a dead process held', async t => {
  const database = await createDatabase()
  const seen: string[] = []
  const job = note({ unique: 'waiting', work: async ({ text }) => void seen.push(text) })
  const boss = await openEarlier(database)
  t.after(() => boss.stop({ graceful: false, close: false }))
  await boss.createQueue(job.name, { heartbeatSeconds: 15 })
  const send = (text: string, options = {}) => boss.send(job.name, { text }, options)
  await send('held')
  await send('dead')
  await boss.fetch(job.name, { batchSize: 2 })
  await database.sql`
    update pgboss.job set heartbeat_on = case when data ->> 'text' = 'dead'
      then now() - interval '1 hour' else now() end where state = 'active'`
  await send('waits', { priority: 5, singletonKey: 'a' })
  await send('later', { startAfter: 3600, singletonKey: 'b' })
  const { queue } = await openTestQueue(t, database, [job])
  await until('two have run', () => seen.length === 2)
  assert.deepEqual(seen.toSorted(), ['dead', 'waits'])
  const stats = (await queue.stats()).find(({ name }) => name === job.name)
  assert.equal(stats?.deferred, 1)
  const left =
    await database.sql`select data ->> 'text' as text from pgboss.job where state < 'completed'`
  assert.deepEqual([...left], [{ text: 'held' }], 'a process of that version still works on it')
})
