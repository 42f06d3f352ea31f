import { CronExpressionParser } from 'cron-parser'
import { type Database, inTransaction, type Sql } from '../db/sql.ts'
import type { AnyJob } from './job.ts'
import { queueStore } from './store.ts'

/** A new schedule begins with a moment that is no older than this. */
const newScheduleMs = 60_000

/** Adds the jobs of schedules whose moment has come, each once in all processes. */
export const createSchedules = (sql: Database, jobs: readonly AnyJob[]) => {
  const scheduled = jobs.flatMap(job =>
    job.schedule ? { job, ...job.schedule, nextMs: Number.NEGATIVE_INFINITY } : [],
  )
  return async (now: Date): Promise<void> => {
    for (const schedule of scheduled) {
      if (now.getTime() < schedule.nextMs) continue
      const { dueAt, nextAt } = momentsOf(schedule.cron, now)
      await inTransaction(sql, transaction => reach(transaction, schedule, dueAt, now))
      schedule.nextMs = nextAt.getTime()
    }
  }
}

type Scheduled = { job: AnyJob; payload: object }

const reach = async (sql: Sql, { job, payload }: Scheduled, dueAt: Date, now: Date) => {
  const moved = await queueStore.reach(sql, job.name, dueAt)
  // A schedule that was there before makes up for what it missed while nothing ran, once.
  const isOld = moved?.isNew && now.getTime() - dueAt.getTime() > newScheduleMs
  if (moved && !isOld) await queueStore.add(sql, job.name, [{ payload }], { unique: job.unique })
}

/** The last moment at or before `now`, and the next one. */
const momentsOf = (cron: string, now: Date): { dueAt: Date; nextAt: Date } => {
  const from = { currentDate: new Date(now.getTime() + 1), tz: 'UTC' }
  const dueAt = CronExpressionParser.parse(cron, from).prev().toDate()
  return { dueAt, nextAt: CronExpressionParser.parse(cron, from).next().toDate() }
}
