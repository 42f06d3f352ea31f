import { CronExpressionParser } from 'cron-parser'
import { type Database, inTransaction } from '../db/sql.ts'
import type { AnyJob } from './job.ts'
import { queueStore } from './store.ts'

/** A new schedule begins with a moment that is no older than this. */
const newScheduleMs = 60_000

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
