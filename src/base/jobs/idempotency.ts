import { AppError } from '../../kit/errors.ts'
import { sha256 } from '../../kit/ids.ts'
import { isObject } from '../../kit/is-object.ts'
import { inTransaction, largeWork, type Sql } from '../db/sql.ts'
import { idempotencyStore } from './idempotency-store.ts'

type Asked = { accountId: string; key: string | undefined; request: object }

/**
 * Does the work and keeps its answer in one transaction; with an Idempotency-Key the first answer is
 * replayed as it was. The key is the account's, whatever it was used for.
 */
export const onceOnly = (
  sql: Sql,
  asked: Asked,
  work: (sql: Sql) => Promise<object>,
): Promise<string> => {
  const { accountId, key } = asked
  const once = async (transaction: Sql): Promise<string> => {
    if (key === undefined) return JSON.stringify(await work(transaction))
    const claimed = { accountId, key, hash: hashOf(asked.request) }
    const earlier = await idempotencyStore.claim(transaction, claimed)
    if (earlier) return replayOf(earlier, claimed.hash)
    const answer = JSON.stringify(await work(transaction))
    await idempotencyStore.keep(transaction, claimed, answer)
    return answer
  }
  return inTransaction(sql, once, largeWork)
}

/** The first answer, where there is one already: nothing has to be held or claimed for it. */
export const answeredBefore = async (sql: Sql, asked: Asked): Promise<string | undefined> => {
  const { accountId, key, request } = asked
  const earlier =
    key === undefined ? undefined : await idempotencyStore.find(sql, { accountId, key })
  return earlier && replayOf(earlier, hashOf(request))
}

const replayOf = (earlier: { hash: Buffer; answer: string }, hash: Buffer): string => {
  if (earlier.hash.equals(hash)) return earlier.answer
  throw new AppError('conflict', 'This Idempotency-Key was used for another request.')
}

/** The same whatever order a client writes the members in. */
const hashOf = (request: object): Buffer =>
  sha256(
    JSON.stringify(request, (_name, value: unknown) =>
      isObject(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ),
  )
