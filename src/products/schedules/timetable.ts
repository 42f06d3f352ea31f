import { CronExpressionParser } from 'cron-parser'
import { attempt } from '../../kit/attempt.ts'
import { invalidRequest } from '../../kit/errors.ts'

export type Timetable = { cron: string; timeZone: string }

/** More often would be no watch but a load. */
export const minMinutes = 5

/** Throws a sentence when it can never work, or works too often. */
export const checkTimetable = ({ cron, timeZone }: Timetable, now: Date): void => {
  if (!isTimeZone(timeZone))
    throw invalidRequest(
      `"${timeZone}" is not a time zone: write one such as "UTC" or "Europe/Berlin".`,
    )
  if (cron.trim().split(/\s+/).length !== 5)
    throw invalidRequest(
      `"${cron}" is not a cron expression of five fields: minute, hour, day, month, weekday; "30 6 * * 1" is every Monday at 6:30.`,
    )
  const times = nextTimes({ cron, timeZone }, now, 20)
  const gaps = times.slice(1).map((time, at) => time.getTime() - (times[at]?.getTime() ?? 0))
  if (Math.min(...gaps) < minMinutes * 60_000)
    throw invalidRequest(`A schedule runs at most every ${minMinutes} minutes.`)
}

export const nextTime = (timetable: Timetable, now: Date): Date => {
  const [first] = nextTimes(timetable, now, 1)
  if (!first) throw invalidRequest('There is no time at which this schedule would run.')
  return first
}

export const nextTimes = ({ cron, timeZone }: Timetable, now: Date, count: number): Date[] => {
  try {
    // Without a seed each `H` would be another moment at each call.
    const options = { currentDate: now, tz: timeZone, hashSeed: cron }
    const times = CronExpressionParser.parse(cron, options)
    return times.take(count).map(time => time.toDate())
  } catch (error) {
    const why = error instanceof Error ? ` (${error.message})` : ''
    throw invalidRequest(`"${cron}" is not a cron expression that can be used${why}.`)
  }
}

const isTimeZone = (name: string): boolean =>
  attempt(() => new Intl.DateTimeFormat('en', { timeZone: name })) !== undefined
