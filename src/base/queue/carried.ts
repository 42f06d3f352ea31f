import { inTransaction, type Sql } from '../db/sql.ts'
import type { AnyJob } from './job.ts'
import { failedQueueOf, queueStore } from './store.ts'

/** Where versions up to 0.2 kept their jobs, by pg-boss. A later release takes it away. */
export const earlierSchema = 'pgboss'

const columns = [
  'id',
  'queue',
  'payload',
  'priority',
  'key',
  'job_group',
  'start_after',
  'created_at',
]

const ours = `
  select gen_random_uuid() as id, queue, payload, priority, key, job_group, start_after, created_at
  from queue_jobs where state <> 'failed'`
const earlier = `
  select id, name, coalesce(data, '{}'), priority, singleton_key, group_id, start_after, created_on
  from ${earlierSchema}.job where state < 'completed' and not starts_with(name, '__pgboss')`

/**
 * The jobs that have not ended, as a back-up holds them: a job that was running runs again. Of the two
 * tables, whichever the database has.
 */
export const unfinishedJobs = async (
  sql: Sql,
): Promise<{ columns: string[]; query: string } | undefined> => {
  const parts = [
    ...((await hasTable(sql, 'queue_jobs')) ? [ours] : []),
    ...((await hasTable(sql, `${earlierSchema}.job`)) ? [earlier] : []),
  ]
  if (parts.length === 0) return undefined
  return { columns, query: `${parts.join(' union all ')} order by created_at, id` }
}

const hasTable = async (sql: Sql, name: string): Promise<boolean> => {
  const [found] = await sql<
    { exists: boolean }[]
  >`select to_regclass(${name}) is not null as exists`
  return found?.exists === true
}

type Carried = {
  queue: string
  payload: object
  priority: number
  key: string | null
  job_group: string | null
  seconds: number
}

const atOnce = 1_000

type Log = { warn(message: string): void }

/** Puts the jobs that a restore brought into the queue, each once however many processes start. */
export const takeOverCarried = async (sql: Sql, jobs: readonly AnyJob[], log: Log) => {
  const takeSome = async (transaction: Sql): Promise<boolean> => {
    const carried = await transaction<Carried[]>`
      delete from carried_jobs where id in (
        select id from carried_jobs order by created_at, id limit ${atOnce} for update)
      returning queue, payload, priority, key, job_group, ${secondsUntil(transaction)}`
    await addCarried(transaction, jobs, carried, log)
    return carried.length > 0
  }
  while (await inTransaction(sql, takeSome));
}

/**
 * Puts what an earlier version left waiting, or left behind when it was killed, into the queue. While
 * processes of that version still run, either takes what waits.
 */
export const takeOverEarlier = async (sql: Sql, jobs: readonly AnyJob[], log: Log) => {
  if (!(await hasTable(sql, `${earlierSchema}.job`))) return
  const names = jobs.flatMap(job => [job.name, failedQueueOf(job)])
  const takeSome = async (transaction: Sql): Promise<boolean> => {
    const carried = await transaction<Carried[]>`
      delete from ${transaction(earlierSchema)}.job where id in (
        select id from ${transaction(earlierSchema)}.job
        where name = any(${names}::text[]) and (
          state < 'active' or state = 'active' and heartbeat_on < now() - interval '1 minute')
        order by created_on, id limit ${atOnce} for update skip locked)
      returning name as queue, coalesce(data, '{}') as payload, priority, singleton_key as key,
        group_id as job_group, ${secondsUntil(transaction)}`
    await addCarried(transaction, jobs, carried, log)
    return carried.length > 0
  }
  while (await inTransaction(sql, takeSome));
}

const secondsUntil = (sql: Sql) =>
  sql`greatest(extract(epoch from start_after - now()), 0)::float8 as seconds`

const addCarried = async (
  sql: Sql,
  jobs: readonly AnyJob[],
  carried: readonly Carried[],
  log: Log,
): Promise<void> => {
  for (const [queue, some] of Map.groupBy(carried, job => job.queue)) {
    const kind = jobs.find(job => job.name === queue || failedQueueOf(job) === queue)
    if (!kind)
      log.warn(`${some.length} jobs of "${queue}" were left out: this version has no such.`)
    else
      await queueStore.add(
        sql,
        queue,
        some.map(({ payload, priority, key, job_group, seconds }) => ({
          ...{ payload, priority, key, startAfterSeconds: seconds },
          ...(job_group === null ? {} : { group: job_group }),
        })),
        { unique: kind.name === queue ? kind.unique : undefined },
      )
  }
}
