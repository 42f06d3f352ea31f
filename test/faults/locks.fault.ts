import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inTransaction, openSql } from '../../src/base/db/sql.ts'
import { createDatabase } from '../support/database.ts'

it('who is gone in the middle of a transaction holds its locks for 15 seconds at most', async () => {
  const { sql, target } = await createDatabase()
  await sql`create table held (n int)`
  await sql`insert into held values (0)`
  const gone = openSql(target, { name: 'gone', maxConnections: 1 })
  let hasIt = () => {}
  const has = new Promise<void>(resolve => {
    hasIt = resolve
  })
  // It asks for nothing more, as a host whose cable was pulled.
  inTransaction(gone, async on => {
    await on`update held set n = 1`
    hasIt()
    await new Promise(() => {})
  }).catch(() => undefined)
  await has
  const startedMs = performance.now()
  await sql`update held set n = 2`
  const seconds = (performance.now() - startedMs) / 1_000
  assert.ok(seconds > 10 && seconds < 20, `${seconds} s`)
})
