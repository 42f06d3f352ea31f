import { within } from '../../kit/deadline.ts'
import type { Notifications } from '../db/notify.ts'
import { closeSql, type Database, openSql, type Sql } from '../db/sql.ts'
import type { DatabaseTarget } from '../db/target.ts'
import { takeOverCarried, takeOverEarlier } from './carried.ts'
import { failureRules } from './dead-runs.ts'
import type { AnyJob, EnqueueOptions, Job, JobReport } from './job.ts'
import { startPolling } from './poll.ts'
import { type Begin, type Pump, startPump } from './pump.ts'
import {
  type Claim,
  type Counts,
  type FailureRules,
  failedQueueOf,
  queueStore,
  wakeChannel,
} from './store.ts'
import { startSupervisor } from './supervisor.ts'

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
  /**
   * The same for many, each with its own options, in one statement. How many were added. Of quiet ones
   * nobody is told: `takeNext` does that after them.
   */
  enqueueMany<Payload extends object>(
    sql: Sql,
    job: Pick<Job<Payload>, 'name'>,
    additions: readonly (Omit<EnqueueOptions, 'key'> & { payload: Payload })[],
    how?: { isQuiet: boolean },
  ): Promise<number>
  /**
   * `JobContext.complete` for many runs in one statement. Returns the claims that were
   * still held; the others were given to other runs, which will end them.
   */
  completeMany(sql: Sql, claims: readonly Claim[]): Promise<Claim[]>
  /**
   * Gives the places of runs that end in the caller's transaction to the next jobs of this kind, in the
   * same transaction: nobody has to ask for them afterwards. They begin when the caller says that it
   * was committed. Others are told where jobs are left. `isNew`: quiet ones were added.
   */
  takeNext(
    sql: Sql,
    job: { name: string },
    ending: readonly Claim[],
    isNew: boolean,
  ): Promise<Begin>
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

/** `running`: in this process, now. */
type QueueStats = Counts & { name: string; running: number }

type QueueDeps = {
  target: DatabaseTarget
  /** At most, to take jobs and end them. */
  connections?: { queue: number }
  /** Whether this process works, or only adds jobs. */
  works: boolean
  notifications: Notifications
  log: { warn(message: string): void }
  report?(report: JobReport): void
  /** How often schedules are looked at. */
  cronPollSeconds?: number
}

const closeGraceMs = 10_000
const closeMs = 3000

export const openQueue = async (deps: QueueDeps): Promise<Queue> => {
  const maxConnections = deps.connections?.queue ?? 5
  const sql = openSql(deps.target, { name: 'siteray-queue', maxConnections })
  const pumps = new Map<string, Pump>()
  const kinds = new Map<string, AnyJob>()
  let supervisor: ReturnType<typeof startSupervisor> | undefined
  let polling: ReturnType<typeof startPolling> | undefined
  if (deps.works) await deps.notifications.subscribe(wakeChannel, queue => pumps.get(queue)?.wake())
  const stop = async (graceMs: number) => {
    polling?.close()
    await Promise.all([...pumps.values()].map(pump => pump.close(graceMs)))
    pumps.clear()
  }
  return {
    ...adding(kinds, (queue, seconds) => wakeLater(pumps, queue, seconds)),
    completeMany: queueStore.complete,
    takeNext: async (sql, { name }, ending, isNew) => {
      const pump = pumps.get(name)
      if (pump) return pump.takeNext(sql, ending, isNew)
      if (isNew) await queueStore.tell(sql, name)
      return () => undefined
    },
    countLive: queueStore.countLive,
    stats: () => readStats(sql, kinds, pumps),
    async start(jobs, takes = () => true) {
      for (const job of jobs) kinds.set(job.name, job)
      await takeOverCarried(sql, jobs, deps.log)
      const also = () => takeOverEarlier(sql, jobs, deps.log)
      await also()
      if (!deps.works) return
      startPumps(deps, sql, pumps, failureRules(jobs), jobs.filter(takes))
      const cronPollMs = (deps.cronPollSeconds ?? 5) * 1_000
      const hears = deps.notifications.isLive
      const wake = (queue: string) => pumps.get(queue)?.wake()
      polling = startPolling({ sql, queues: () => [...pumps.keys()], wake, hears })
      supervisor = startSupervisor({ sql, jobs, log: deps.log, cronPollMs, also })
    },
    isWorking: () => [...pumps.values()].every(pump => pump.isWorking()),
    stop,
    close: async ({ graceMs = closeGraceMs } = {}) => {
      // It waits for its own statements, which a database that hangs never answers.
      const supervised = within(closeMs, supervisor?.close() ?? Promise.resolve())
      await Promise.all([stop(graceMs), supervised.catch(() => undefined)])
      await closeSql(sql)
    },
  }
}

/** Jobs for later come without a notification: whoever adds them looks when they are due. */
const wakeLater = (pumps: ReadonlyMap<string, Pump>, queue: string, seconds: number) => {
  if (pumps.has(queue)) setTimeout(() => pumps.get(queue)?.wake(), seconds * 1_000 + 20).unref()
}

const adding = (
  kinds: ReadonlyMap<string, AnyJob>,
  later: (queue: string, seconds: number) => void,
): Pick<Queue, 'enqueue' | 'enqueueMany'> => ({
  enqueue: async (sql, { name }, payload, options = {}) => {
    const addition = { ...options, payload }
    const [id] = await queueStore.add(sql, name, [addition], {
      unique: kinds.get(name)?.unique,
    })
    if (options.startAfterSeconds) later(name, options.startAfterSeconds)
    return id
  },
  enqueueMany: async (sql, { name }, additions, { isQuiet } = { isQuiet: false }) => {
    if (additions.length === 0) return 0
    const { unique } = kinds.get(name) ?? {}
    const added = await queueStore.add(sql, name, additions, { unique, isQuiet })
    const pauses = additions.flatMap(({ startAfterSeconds }) => startAfterSeconds || [])
    for (const seconds of new Set(pauses.map(Math.ceil))) later(name, seconds)
    return added.length
  },
})

const startPumps = (
  deps: QueueDeps,
  sql: Database,
  pumps: Map<string, Pump>,
  rules: ReadonlyMap<string, FailureRules>,
  jobs: readonly AnyJob[],
): void => {
  const start = (job: AnyJob, queue: string, work: AnyJob['work']) => {
    const failure = rules.get(queue)
    if (!failure) return
    pumps.set(
      queue,
      startPump({
        ...{ sql, queue, work, failure, hears: deps.notifications.isLive },
        concurrency: job.concurrency,
        groupConcurrency: queue === job.name ? job.groupConcurrency : undefined,
        isReady: () => queue !== job.name || job.isReady?.() !== false,
        timeoutMs: job.timeoutSeconds * 1000,
        report: report => deps.report?.(report),
      }),
    )
  }
  for (const job of jobs) {
    start(job, job.name, (payload, context) => job.work(payload, context))
    if (job.failed) start(job, failedQueueOf(job), job.failed.bind(job))
  }
  deps.notifications.onReconnect(() => {
    for (const pump of pumps.values()) pump.wake()
  })
}

const readStats = async (
  sql: Sql,
  kinds: ReadonlyMap<string, AnyJob>,
  pumps: ReadonlyMap<string, Pump>,
): Promise<QueueStats[]> => {
  const counts = await queueStore.counts(sql)
  const failures = [...kinds.values()].flatMap(job => (job.failed ? failedQueueOf(job) : []))
  return [...new Set([...kinds.keys(), ...failures, ...counts.keys()])].map(name => ({
    name,
    ...(counts.get(name) ?? { waiting: 0, oldestSeconds: 0, deferred: 0, active: 0, failed: 0 }),
    running: pumps.get(name)?.running() ?? 0,
  }))
}
