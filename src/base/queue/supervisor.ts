import { CronExpressionParser } from 'cron-parser'
import { type Database, inTransaction } from '../db/sql.ts'
import type { AnyJob } from './job.ts'
import { type FailureRules, failedQueueOf, queueStore } from './store.ts'

/** A job whose process sent no heartbeat for this long runs again. */
const silentSeconds = 15
/** With the silence this bounds how long a dead process holds a job: 15 + 10 s. */
const superviseMs = 10_000
/** A new schedule begins with a moment that is no older than this. */
const newScheduleMs = 60_000

/** The rules of each queue: those of its kind, and those of the handling of its failures. */
export const failureRules = (jobs: readonly AnyJob[]): Map<string, FailureRules> =>
  new Map(
    jobs.flatMap(({ name, retry, failed }): [string, FailureRules][] => [
      [name, { name, retry, handlesFailure: failed !== undefined }],
      [failedQueueOf({ name }), { name, retry, handlesFailure: false }],
    ]),
  )

type SupervisorOptions = {
  sql: Database
  jobs: readonly AnyJob[]
  log: { warn(message: string): void }
  cronPollMs: number
  /** What else is to be done now and then. */
  also(): Promise<void>
}

/**
 * What every process that works does for all of them: jobs of processes that died are given to others,
 * scheduled jobs are added when they are due, and failed ones are forgotten in the end.
 */
export const startSupervisor = (options: SupervisorOptions): { close(): Promise<void> } => {
  const { sql, jobs, log } = options
  const rules = failureRules(jobs)
  const schedules = createSchedules(sql, jobs)
  const supervise = async () => {
    await failDead(sql, rules)
    await queueStore.purge(sql)
    await options.also()
  }
  const loops = [
    repeat(superviseMs, log, supervise),
    repeat(options.cronPollMs, log, () => schedules(new Date())),
  ]
  return { close: async () => void (await Promise.all(loops.map(loop => loop.close()))) }
}

/** Ends the runs of processes that are silent: their jobs go to others, or have failed. */
export const failDead = (sql: Database, rules: ReadonlyMap<string, FailureRules>): Promise<void> =>
  inTransaction(sql, async transaction => {
    const dead = await queueStore.findDead(transaction, [...rules.keys()], silentSeconds)
    for (const [queue, claims] of Map.groupBy(dead, claim => claim.queue)) {
      const failure = rules.get(queue)
      if (failure) await queueStore.fail(transaction, failure, claims, silent)
    }
  })
const silent = 'The process that worked on it gave no sign of life.'

/** Adds the jobs of schedules whose moment has come, each once in all processes. */
export const createSchedules = (sql: Database, jobs: readonly AnyJob[]) => {
  const scheduled = jobs.flatMap(job => (job.schedule ? { job, ...job.schedule } : []))
  const reached = new Map<string, number>()
  return async (now: Date): Promise<void> => {
    for (const { job, cron, payload } of scheduled) {
      const dueAt = lastDue(cron, now)
      if (dueAt.getTime() <= (reached.get(job.name) ?? 0)) continue
      await inTransaction(sql, async transaction => {
        const moved = await queueStore.reach(transaction, job.name, dueAt)
        // A schedule that was there before makes up for what it missed while nothing ran, once.
        const isOld = moved?.isNew && now.getTime() - dueAt.getTime() > newScheduleMs
        if (moved && !isOld) await queueStore.add(transaction, job.name, [{ payload }], job.unique)
      })
      reached.set(job.name, dueAt.getTime())
    }
  }
}

/** The moment at or before `now`. */
const lastDue = (cron: string, now: Date): Date =>
  CronExpressionParser.parse(cron, { currentDate: new Date(now.getTime() + 1), tz: 'UTC' })
    .prev()
    .toDate()

const repeat = (everyMs: number, log: SupervisorOptions['log'], work: () => Promise<void>) => {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const turn = async () => {
    await work().catch(error => log.warn(`Queue: ${Object(error).message ?? error}`))
    // Some chance, so that processes that started together do not come together.
    if (!isClosed) timer = setTimeout(next, everyMs * (0.8 + Math.random() * 0.4)).unref()
  }
  let running = Promise.resolve()
  const next = () => {
    running = turn()
  }
  next()
  return {
    close: () => {
      isClosed = true
      clearTimeout(timer)
      return running
    },
  }
}
