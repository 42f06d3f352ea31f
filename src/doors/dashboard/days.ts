import { invalidRequest } from '../../kit/errors.ts'

const dayMs = 86_400_000
/** Two years and a leap day: this year and the one before it. */
const maxDays = 731

/** Midnight of a day, or of one so many days later. */
export const startOf = (day: string | undefined, later = 0): Date | undefined =>
  day === undefined ? undefined : new Date(Date.parse(`${day}T00:00:00Z`) + later * dayMs)

/** From one day to another, both included; the end that is returned is not. This month by default. */
export const rangeOf = (
  since: string | undefined,
  until: string | undefined,
): { start: string; end: string } => {
  const now = new Date()
  const first = (months: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1))
  const start = startOf(since) ?? first(0)
  const end = startOf(until, 1) ?? first(1)
  const days = (end.getTime() - start.getTime()) / dayMs
  if (!(days >= 1 && days <= maxDays)) throw invalidRequest(`Ask for 1 to ${maxDays} days.`)
  return { start: dayOf(start), end: dayOf(end) }
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
