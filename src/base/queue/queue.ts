import type { PgBoss } from 'pg-boss'
import { within } from '../../kit/deadline.ts'
import type { Notifications } from '../db/notify.ts'
import { closeSql, type Database, openSql, type Sql } from '../db/sql.ts'
import type { DatabaseTarget } from '../db/target.ts'
import { schema, transactionExecutor } from './adapter.ts'
import { failedQueueOf, provideQueue, startBoss } from './boss.ts'
import { takeOverCarried } from './carried.ts'
import { type Claim, completeWithin } from './claim.ts'
import type { AnyJob, EnqueueOptions, Job, JobReport } from './job.ts'
import { type Pump, startPump } from './pump.ts'

export type Queue = {
  /**
   * Adds a job within the caller's transaction (or at once, on the pool). Its id, or `undefined`
   * when its `key` already has one.
   */
  enqueue<Payload extends object>(
    sql: Sql,
    job: Pick<Job<Payload>, 'name'>,
    payload: Payload,
    options?: EnqueueOptions,
  ): Promise<string | undefined>
  /** The same for many, each with its own options, in one statement. How many were added. */
  enqueueMany<Payload extends object>(
    sql: Sql,
    job: Pick<Job<Payload>, 'name'>,
    additions: readonly (Omit<EnqueueOptions, 'key'> & { payload: Payload })[],
  ): Promise<number>
  /**
   * `JobContext.complete` for many runs in one statement. Returns the claims that were
   * still held; the others were given to other runs, which will end them.
   */
  completeMany(sql: Sql, claims: readonly Claim[]): Promise<Claim[]>
  /**
   * How many jobs of a kind have not ended (those whose failure is being handled too), by a member of
   * their payload: every value of it, or some.
   */
  countLive(
    sql: Sql,
    job: { name: string },
    member: string,
    values?: readonly string[],
  ): Promise<Map<string, number>>
  stats(): Promise<QueueStats[]>
  /**
   * Makes room for these jobs; a process that works also takes them from now on. Apart from opening,
   * since the jobs themselves need a queue to add to.
   */
  start(jobs: readonly AnyJob[], takes?: (job: AnyJob) => boolean): Promise<void>
  /** Whether this process takes jobs as it should; always true where it only adds them. */
  isWorking(): boolean
  /** Takes no further jobs, and breaks off those that run longer than that. */
  stop(graceMs: number): Promise<void>
  close(options?: { graceMs?: number }): Promise<void>
}

type QueueStats = {
  name: string
  /** Jobs that could run now, and since when the first of them could, in seconds. */
  waiting: number
  oldestSeconds: number
  /** Jobs whose time has not come. */
  deferred: number
  /** In all processes, at most ten seconds old. `failed` ones are kept for an hour. */
  active: number
  failed: number
  /** In this process, now. */
  running: number
}

type QueueDeps = {
  target: DatabaseTarget
  /** At most: to take jobs and end them, and for pg-boss's own upkeep. */
  connections?: { queue: number; upkeep: number }
  /** Whether this process works, or only adds jobs. */
  works: boolean
  notifications: Notifications
  log: { warn(message: string): void }
  report?(report: JobReport): void
  /** How often schedules are looked at; the default is exact to half a minute. */
  cronPollSeconds?: number
}

const closeGraceMs = 10_000
const closeMs = 3000
const pollMs = 5000
const deafPollMs = 1000

export const openQueue = async (deps: QueueDeps): Promise<Queue> => {
  const { queue, upkeep } = deps.connections ?? { queue: 5, upkeep: 2 }
  const sql = openSql(deps.target, { name: 'siteray-queue', maxConnections: queue })
  // Its own upkeep of large tables takes long; taking jobs and ending them must not hang as long.
  const upkeepSql = openSql(deps.target, {
    name: 'siteray-upkeep',
    maxConnections: upkeep,
    statementTimeoutMs: 300_000,
  })
  const pumps = new Map<string, Pump>()
  try {
    const wake = (queue: string) => pumps.get(queue)?.wake()
    const worker = deps.works ? { notifications: deps.notifications, wake } : undefined
    const boss = await startBoss({ ...deps, sql: upkeepSql, worker })
    const stop = async (graceMs: number) => {
      await Promise.all([...pumps.values()].map(pump => pump.close(graceMs)))
      pumps.clear()
    }
    return {
      ...adding(boss, (queue, seconds) => wakeLater(pumps, queue, seconds)),
      completeMany: completeWithin,
      countLive,
      stats: () => readStats(sql, boss, pumps),
      async start(jobs, takes = () => true) {
        await Promise.all(jobs.map(job => provideQueue(boss, job)))
        await takeOverCarried(boss, sql, deps.log)
        if (!deps.works) return
        startPumps(deps, boss, sql, pumps, jobs.filter(takes))
        await keepSchedules(boss, jobs)
      },
      isWorking: () => [...pumps.values()].every(pump => pump.isWorking()),
      stop,
      close: async ({ graceMs = closeGraceMs } = {}) => {
        await stop(graceMs)
        // It waits for its own statements, which a database that hangs never answers.
        await within(closeMs, boss.stop({ graceful: false, close: false })).catch(() => undefined)
        await Promise.all([closeSql(sql), closeSql(upkeepSql)])
      },
    }
  } catch (error) {
    await Promise.all([closeSql(sql), closeSql(upkeepSql)])
    throw error
  }
}

/** Jobs for later come without a notification: whoever adds them looks when they are due. */
const wakeLater = (pumps: ReadonlyMap<string, Pump>, queue: string, seconds: number) => {
  if (pumps.has(queue)) setTimeout(() => pumps.get(queue)?.wake(), seconds * 1_000 + 20).unref()
}

const adding = (
  boss: PgBoss,
  later: (queue: string, seconds: number) => void,
): Pick<Queue, 'enqueue' | 'enqueueMany'> => ({
  enqueue: async (sql, job, payload, options = {}) => {
    const id = await boss.send(job.name, payload, {
      ...sendOptions(options),
      ...(options.key === undefined ? {} : { singletonKey: options.key }),
      db: transactionExecutor(sql),
    })
    if (options.startAfterSeconds) later(job.name, options.startAfterSeconds)
    return id ?? undefined
  },
  enqueueMany: async (sql, job, additions) => {
    if (additions.length === 0) return 0
    const jobs = additions.map(({ payload, ...options }) => ({
      data: payload,
      ...sendOptions(options),
    }))
    const db = transactionExecutor(sql)
    const added = await boss.insert(job.name, jobs, { db, returnId: true })
    const pauses = additions.flatMap(({ startAfterSeconds }) => startAfterSeconds || [])
    for (const seconds of new Set(pauses.map(Math.ceil))) later(job.name, seconds)
    return added?.length ?? 0
  },
})

const countLive: Queue['countLive'] = async (sql, job, member, values) => {
  const some = values ? sql`and data ->> ${member} = any(${values as string[]}::text[])` : sql``
  const rows = await sql<{ value: string; count: number }[]>`
    select data ->> ${member} as value, count(*)::int as count from ${sql(schema)}.job
    where name in (${job.name}, ${failedQueueOf(job)}) and state < 'completed' ${some} group by 1`
  return new Map(rows.map(({ value, count }) => [value, count]))
}

const sendOptions = ({ priority, group, startAfterSeconds }: EnqueueOptions) => ({
  ...(priority === undefined ? {} : { priority }),
  ...(group === undefined ? {} : { group: { id: group } }),
  ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
})

const startPumps = (
  deps: QueueDeps,
  boss: PgBoss,
  sql: Database,
  pumps: Map<string, Pump>,
  jobs: readonly AnyJob[],
): void => {
  const poll = () => (deps.notifications.isLive() ? pollMs : deafPollMs)
  const start = (job: AnyJob, queue: string, work: AnyJob['work']) =>
    pumps.set(
      queue,
      startPump({
        ...{ boss, sql, queue, work, pollMs: poll },
        concurrency: job.concurrency,
        groupConcurrency: queue === job.name ? job.groupConcurrency : undefined,
        isReady: () => queue !== job.name || job.isReady?.() !== false,
        timeoutMs: job.timeoutSeconds * 1000,
        report: report => {
          // Jobs that just failed for good arrive in the other queue without a notification.
          if (report.outcome === 'failed') pumps.get(failedQueueOf(job))?.wake()
          deps.report?.(report)
        },
      }),
    )
  for (const job of jobs) {
    start(job, job.name, (payload, context) => job.work(payload, context))
    if (job.failed) start(job, failedQueueOf(job), job.failed.bind(job))
  }
  deps.notifications.onReconnect(() => {
    for (const pump of pumps.values()) pump.wake()
  })
}

/** The code says what is scheduled: what an earlier version scheduled and this one does not, ends. */
const keepSchedules = async (boss: PgBoss, jobs: readonly AnyJob[]) => {
  for (const { name, schedule } of jobs)
    if (schedule) await boss.schedule(name, schedule.cron, schedule.payload)
  for (const { name } of await boss.getSchedules())
    if (!jobs.some(job => job.name === name && job.schedule)) await boss.unschedule(name)
}

const readStats = async (
  sql: Sql,
  boss: PgBoss,
  pumps: ReadonlyMap<string, Pump>,
): Promise<QueueStats[]> => {
  const [queues, lines] = await Promise.all([boss.getQueues(), readLines(sql)])
  return queues
    .filter(({ name }) => !name.startsWith('__pgboss'))
    .map(({ name, activeCount, failedCount }) => ({
      name,
      ...(lines.get(name) ?? { waiting: 0, oldestSeconds: 0, deferred: 0 }),
      active: activeCount,
      failed: failedCount,
      running: pumps.get(name)?.running() ?? 0,
    }))
}

type Line = Pick<QueueStats, 'waiting' | 'oldestSeconds' | 'deferred'>

/** By an index of what waits alone: done jobs, of which there are many, cost nothing here. */
const readLines = async (sql: Sql): Promise<Map<string, Line>> => {
  const rows = await sql<(Line & { name: string })[]>`
    select name, (count(*) filter (where is_due))::int as waiting,
      (count(*) filter (where not is_due))::int as deferred,
      coalesce(extract(epoch from now() - min(start_after) filter (where is_due)), 0)::float8
        as "oldestSeconds"
    from (
      select name, start_after, start_after <= now() as is_due from ${sql(schema)}.job
      where state < 'active' and not blocked
    ) as line group by name`
  return new Map(rows.map(({ name, ...line }) => [name, line]))
}
