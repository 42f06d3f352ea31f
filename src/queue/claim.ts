import type { PgBoss } from 'pg-boss'
import type { Sql } from '../db/sql.ts'
import { transactionExecutor } from './adapter.ts'
import { schema } from './boss.ts'

/** A job as one run of it holds it: after a takeover the number of retries is another. */
export type Claim = { queue: string; id: string; retries: number }

/** Completes the job in the caller's transaction, unless it was given to another run meanwhile. */
export const completeWithin = async (boss: PgBoss, sql: Sql, claim: Claim): Promise<void> => {
  const [held] = await sql`
    select 1 from ${sql(schema)}.job
    where name = ${claim.queue} and id = ${claim.id} and state = 'active'
      and retry_count = ${claim.retries}
    for update`
  if (!held) throw new Error(`The job ${claim.id} no longer belongs to this run.`)
  await boss.complete(claim.queue, claim.id, null, { db: transactionExecutor(sql) })
}

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
