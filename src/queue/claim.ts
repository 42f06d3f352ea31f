import type { PgBoss } from 'pg-boss'
import { inTransaction, type Sql } from '../db/sql.ts'
import { transactionExecutor } from './adapter.ts'
import { schema } from './boss.ts'

/** A job as one run of it holds it: after a takeover the number of retries is another. */
export type Claim = {
  readonly queue: string
  readonly id: string
  readonly retries: number
  /** Set by whoever ended it within a transaction of theirs. */
  ended?: 'completed' | 'lost'
}

/** The job was given to another run meanwhile: nothing of it may be touched any more. */
export class Lost extends Error {
  constructor() {
    super('The job was given to another process.')
  }
}

/**
 * Completes the jobs of one queue in the caller's transaction, except those that were given to
 * another run. Returns the claims that were held.
 */
export const completeWithin = async (
  boss: PgBoss,
  sql: Sql,
  claims: readonly Claim[],
): Promise<Claim[]> => {
  const held = await hold(sql, claims)
  for (const claim of claims) claim.ended = held.includes(claim) ? 'completed' : 'lost'
  const [first] = held
  if (first) {
    const ids = held.map(({ id }) => id)
    await boss.complete(first.queue, ids, null, { db: transactionExecutor(sql) })
  }
  return held
}

export const complete = (boss: PgBoss, sql: Sql, claim: Claim): Promise<void> =>
  inTransaction(sql, async transaction => {
    const held = await completeWithin(boss, transaction, [claim])
    if (held.length === 0) throw new Lost()
  })

export const fail = (boss: PgBoss, sql: Sql, claim: Claim, output: object): Promise<void> =>
  inTransaction(sql, async transaction => {
    if ((await hold(transaction, [claim])).length === 0) throw new Lost()
    const db = transactionExecutor(transaction)
    await boss.fail(claim.queue, claim.id, output, { db })
  })

/** Hands a job back as if it had never been taken: at once, and without using up an attempt. */
export const release = async (sql: Sql, claim: Claim): Promise<void> => {
  await sql`
    with released as (
      update ${sql(schema)}.job
      set state = 'created', started_on = null, heartbeat_on = null
      where name = ${claim.queue} and id = ${claim.id} and state = 'active'
        and retry_count = ${claim.retries}
      returning name
    )
    select pg_notify(
      'pgboss_' || left(encode(sha224(${schema}::bytea), 'hex'), 24),
      name
    ) from released`
}

/** Locks, in one order everywhere, what still belongs to these runs. */
const hold = async (sql: Sql, claims: readonly Claim[]): Promise<Claim[]> => {
  const [first] = claims
  if (!first) return []
  const rows = await sql<{ id: string; retries: number }[]>`
    select id, retry_count as retries from ${sql(schema)}.job
    where name = ${first.queue} and id = any(${claims.map(({ id }) => id)}::uuid[])
      and state = 'active'
    order by id for update`
  const retries = new Map(rows.map(row => [row.id, row.retries]))
  return claims.filter(claim => retries.get(claim.id) === claim.retries)
}
