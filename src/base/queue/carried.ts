import type { PgBoss } from 'pg-boss'
import { inTransaction, type Sql } from '../db/sql.ts'
import { schema, transactionExecutor } from './adapter.ts'

/**
 * The jobs that have not ended, in words of our own: pg-boss changes its tables between versions, and
 * all else in them (queues, schedules) is written by every start. A job that was running runs again.
 */
export const unfinishedJobs = {
  columns: ['id', 'queue', 'payload', 'priority', 'key', 'job_group', 'start_after', 'created_at'],
  query: `
    select id, name, coalesce(data, '{}'), priority, singleton_key, group_id, start_after, created_on
    from ${schema}.job where state < 'completed' and not starts_with(name, '__pgboss')
    order by created_on, id`,
}

type Carried = {
  id: string
  queue: string
  payload: object
  priority: number
  key: string | null
  job_group: string | null
  start_after: Date
}

const atOnce = 1_000

/** Puts the jobs that a restore brought into the queue, each once however many processes start. */
export const takeOverCarried = async (
  boss: PgBoss,
  sql: Sql,
  log: { warn(message: string): void },
): Promise<void> => {
  const known = new Set((await boss.getQueues()).map(({ name }) => name))
  const takeSome = async (transaction: Sql): Promise<boolean> => {
    const carried = await transaction<Carried[]>`
      delete from carried_jobs where id in (
        select id from carried_jobs order by created_at, id limit ${atOnce} for update)
      returning id, queue, payload, priority, key, job_group, start_after`
    for (const [queue, jobs] of Map.groupBy(carried, job => job.queue)) {
      if (known.has(queue))
        await boss.insert(queue, jobs.map(insertion), { db: transactionExecutor(transaction) })
      else log.warn(`${jobs.length} jobs of "${queue}" were left out: this version has no such.`)
    }
    return carried.length > 0
  }
  while (await inTransaction(sql, takeSome));
}

const insertion = ({ id, payload, priority, key, job_group, start_after }: Carried) => ({
  ...{ id, data: payload, priority, startAfter: start_after },
  ...(key === null ? {} : { singletonKey: key }),
  ...(job_group === null ? {} : { group: { id: job_group } }),
})
