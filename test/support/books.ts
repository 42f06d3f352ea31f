import assert from 'node:assert/strict'
import type { Sql } from '../../src/base/db/sql.ts'
import { until } from './until.ts'

/** Every account's balance is the sum of its entries, and none is below zero. */
export const assertBooksBalance = async (sql: Sql): Promise<void> => {
  const wrong = await sql`
    select accounts.id, balance, coalesce(sum(delta), 0) as sum
    from accounts left join ledger on account_id = accounts.id
    group by accounts.id having balance <> coalesce(sum(delta), 0) or balance < 0`
  assert.deepEqual([...wrong], [])
}

/** The same when all calls have ended: none of their reservations is open, or soon none is. */
export const assertBooksClosed = async (sql: Sql, accountId: string): Promise<void> => {
  const isClosed = async () => (await openReservations(sql, accountId)) === 0
  await until('every reservation has ended', isClosed)
  await assertBooksBalance(sql)
}

const openReservations = async (sql: Sql, accountId: string): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from ledger as reserved
    where account_id = ${accountId} and kind = 'reserve' and not exists (
      select 1 from ledger as ended
      where ended.ref = reserved.ref and ended.kind in ('settle', 'release')
    )`
  return row?.count ?? 0
}
