import { AppError } from '../../errors.ts'
import { sha256 } from '../../ids.ts'
import { type Database, inTransaction, largeWork, type Sql } from '../db/sql.ts'
import { idempotencyStore } from './idempotency-store.ts'

/**
 * Does the work and keeps its answer in one transaction; with an Idempotency-Key the first answer is
 * replayed as it was. The key is the account's, whatever it was used for.
 */
export const onceOnly = (
  sql: Database,
  asked: { accountId: string; key: string | undefined; request: object },
  work: (sql: Sql) => Promise<object>,
): Promise<string> => {
  const { accountId, key } = asked
  const once = async (transaction: Sql): Promise<string> => {
    if (key === undefined) return JSON.stringify(await work(transaction))
    const claimed = { accountId, key, hash: hashOf(asked.request) }
    const earlier = await idempotencyStore.claim(transaction, claimed)
    if (earlier) {
      if (earlier.hash.equals(claimed.hash)) return earlier.answer
      throw new AppError('conflict', 'This Idempotency-Key was used for another request.')
    }
    const answer = JSON.stringify(await work(transaction))
    await idempotencyStore.keep(transaction, claimed, answer)
    return answer
  }
  return inTransaction(sql, once, largeWork)
}

/** The same whatever order a client writes the members in. */
const hashOf = (request: object): Buffer =>
  sha256(
    JSON.stringify(request, (_name, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ),
  )
