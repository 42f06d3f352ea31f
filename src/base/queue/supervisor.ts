import type { Database } from '../db/sql.ts'
import { failDead, failureRules } from './dead-runs.ts'
import type { AnyJob } from './job.ts'
import { createSchedules } from './schedules.ts'
import { queueStore } from './store.ts'

/** With the silence this bounds how long a dead process holds a job: 15 + 10 s. */
const superviseMs = 10_000

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
    // Nobody waits for a moment of a schedule, and many wait for the start.
    repeat(options.cronPollMs, log, () => schedules(new Date()), startMs),
  ]
  return { close: async () => void (await Promise.all(loops.map(loop => loop.close()))) }
}

const startMs = 1_000

const repeat = (
  everyMs: number,
  log: SupervisorOptions['log'],
  work: () => Promise<void>,
  firstMs = 0,
) => {
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
  if (firstMs === 0) next()
  else timer = setTimeout(next, Math.min(firstMs, everyMs)).unref()
  return {
    close: () => {
      isClosed = true
      clearTimeout(timer)
      return running
    },
  }
}
