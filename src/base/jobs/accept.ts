import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { hold } from '../accounts/credits.ts'
import { giveBack, reserving } from '../accounts/give-back.ts'
import type { VerifiedKey } from '../accounts/keyring.ts'
import type { Plans } from '../accounts/plans.ts'
import { type Database, repeating, type Sql } from '../db/sql.ts'
import { answeredBefore, onceOnly } from './idempotency.ts'
import type { JobKindName } from './kinds-and-states.ts'
import { type JobOptions, operationOf } from './parse-job-options.ts'

type Asked = {
  kind: JobKindName
  options: JobOptions
  /** Of items that are there from the beginning. */
  count: number
  /** With an Idempotency-Key the first answer is replayed as it was. */
  key: string | undefined
  request: object
}

/**
 * Accepts a job in two transactions. The first is one short statement that holds its credits: ten
 * thousand items take seconds to write, and every other call of the account would wait for its row.
 * The second writes job, items and jobs and makes the items' reservations of what is held; it
 * changes no balance. When it fails the hold goes back at once, and when the process dies, by the
 * sweep.
 */
export const acceptJob = async (
  { sql, plans }: { sql: Database; plans: Plans },
  caller: VerifiedKey,
  { kind, options, count, ...asked }: Asked,
  create: (sql: Sql, id: string) => Promise<object>,
): Promise<string> => {
  const { accountId, id: keyId, plan } = caller
  const once = { accountId, ...asked }
  const earlier = await answeredBefore(sql, once)
  if (earlier !== undefined) return earlier
  const ref = newId(kind)
  const work = { accountId, keyId, plan, operation: operationOf(kind, options), ref, count }
  const refusal = await reserving(sql, [ref], () => hold(sql, plans, work)).then(
    () => undefined,
    refusalOrThrow,
  )
  let isMade = false
  const make = async (transaction: Sql) => {
    if (refusal) throw refusal
    const answer = await create(transaction, ref)
    isMade = true
    return answer
  }
  try {
    return await repeating(() => onceOnly(sql, once, make))
  } catch (error) {
    isMade = false
    throw error
  } finally {
    if (!isMade && !refusal) await giveBack(sql, [ref])
  }
}

/** Too few credits are no reason not to replay what another call with this key has just been told. */
const refusalOrThrow = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  throw error
}
