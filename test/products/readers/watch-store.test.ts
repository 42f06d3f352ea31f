import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readerStore } from '../../../src/products/readers/store.ts'
import { watchStore } from '../../../src/products/readers/watch-store.ts'
import { createDatabase } from '../../support/database.ts'

it('a repair begins only for the version that drifts, and forgets nothing that was counted', async () => {
  const { sql } = await createDatabase()
  await sql`insert into accounts (id, name, plan) values ('acc_1', 'a', 'free')`
  await sql`
    insert into readers (id, account_id, name, host, schema, schema_key, fallback, reading, version,
      health, watch)
    values ('rdr_1', 'acc_1', 'Lamps', 'shop.test', '{}', '', 'none', '{}', 1, 'drifting',
      '{"pages": 7}')`
  const now = async () => {
    const { health, version, watch } = (await readerStore.get(sql, 'rdr_1')) ?? {}
    return { health, version, pages: watch?.pages }
  }
  assert.equal(await watchStore.beginRepair(sql, 'rdr_1', 1), true)
  assert.deepEqual(await now(), { health: 'repairing', version: 1, pages: 7 })
  // Its process died: the next one begins again.
  assert.equal(await watchStore.beginRepair(sql, 'rdr_1', 1), true)
  // Somebody taught it between the look at it and the beginning.
  await readerStore.use(sql, 'rdr_1', 2)
  assert.equal(await watchStore.beginRepair(sql, 'rdr_1', 1), false)
  assert.deepEqual(await now(), { health: 'ready', version: 2, pages: undefined })
})
