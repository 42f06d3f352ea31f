import type { PgBoss } from 'pg-boss'
import { inTransaction, type Sql } from '../db/sql.ts'
import { schema, transactionExecutor } from './adapter.ts'

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
 * Completes jobs in the caller's transaction, except those that were given to another run. Returns
 * the claims that were held. (pg-boss's own `complete` does not ask which run a job belongs to.)
 */
export const completeWithin = async (sql: Sql, claims: readonly Claim[]): Promise<Claim[]> => {
  if (claims.length === 0) return []
  const rows = await sql<Held[]>`
    with held as (${lockHeld(sql, claims)})
    update ${sql(schema)}.job as job set state = 'completed', completed_on = now()
    from held where job.name = held.name and job.id = held.id
    returning job.name as queue, job.id`
  const held = claims.filter(claim => rows.some(row => isSame(row, claim)))
  for (const claim of claims) claim.ended = held.includes(claim) ? 'completed' : 'lost'
  return held
}

export const complete = async (sql: Sql, claim: Claim): Promise<void> => {
  const held = await completeWithin(sql, [claim])
  if (held.length === 0) throw new Lost()
}

export const fail = (boss: PgBoss, sql: Sql, claim: Claim, output: object): Promise<void> =>
  inTransaction(sql, async transaction => {
    const held = await transaction`${lockHeld(transaction, [claim])}`
    if (held.length === 0) throw new Lost()
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

/** Says that the processes of these claims are alive. Returns those that are still held. */
export const touch = async (sql: Sql, claims: readonly Claim[]): Promise<Claim[]> => {
  if (claims.length === 0) return []
  const rows = await sql<Held[]>`
    with held as (${lockHeld(sql, claims)})
    update ${sql(schema)}.job as job set heartbeat_on = now()
    from held where job.name = held.name and job.id = held.id
    returning job.name as queue, job.id`
  return claims.filter(claim => rows.some(row => isSame(row, claim)))
}

type Held = { queue: string; id: string }

const isSame = (row: Held, claim: Claim) => row.id === claim.id && row.queue === claim.queue

/** Locks, in one order everywhere, what still belongs to these runs. */
const lockHeld = (sql: Sql, claims: readonly Claim[]) => sql`
  select job.name, job.id from ${sql(schema)}.job as job
    join unnest(
      ${claims.map(({ queue }) => queue)}::text[],
      ${claims.map(({ id }) => id)}::uuid[],
      ${claims.map(({ retries }) => retries)}::int[]
    ) as claim (name, id, retries)
      on job.name = claim.name and job.id = claim.id and job.retry_count = claim.retries
  where job.state = 'active' order by job.name, job.id for update of job`
