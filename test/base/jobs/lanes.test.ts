import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { closeSql, type Database, inTransaction, openSql } from '../../../src/base/db/sql.ts'
import { hostPaceStore } from '../../../src/base/jobs/host-pace-store.ts'
import { createDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
let sql: Database
before(async () => {
  database = await createDatabase()
  // One connection: what it plans for a small table it has when the table is large.
  sql = openSql(database.target, { name: 'lanes', maxConnections: 1 })
  await sql`alter table batch_items drop constraint batch_items_batch_id_fkey`
})
after(async () => {
  await closeSql(sql)
  await database.close()
})

const hosts = Array.from({ length: 40 }, (_, n) => `h${n}.test`)

const addItems = (id: string, count: number) => sql`
  insert into batch_items (batch_id, position, url, host, turn, lane_turn)
  select ${id}, n, 'https://h' || n % 40 || '.test/' || n, 'h' || n % 40 || '.test', n, n
  from generate_series(0, ${count - 1}::int) as n`

const fill = (givenBack: readonly string[], touched: readonly string[] = []) =>
  inTransaction(sql, transaction => hostPaceStore.fill(transaction, givenBack, touched))

const rowsRead = async () => {
  await sql`select pg_stat_force_next_flush()`
  const [row] = await sql<{ rows: number }[]>`
    select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_user_tables
    where relname = 'batch_items'`
  return row?.rows ?? 0
}

describe('the lines at hosts', () => {
  it('cost the same however many items wait, also after a small batch', async () => {
    await addItems('batch_small', 400)
    await fill([], hosts)
    for (let round = 0; round < 8; round++) await fill(hosts)
    await addItems('batch_large', 8_000)
    const before = await rowsRead()
    const tickets = await fill(hosts)
    const rows = (await rowsRead()) - before
    assert.equal(tickets.length, hosts.length)
    // No more than all of them once; where lookups are cheap, only those it takes.
    assert.ok(rows <= 10_000, `${rows} rows for ${hosts.length} tickets`)
  })
})
