import type { Unit } from './usage-sums.ts'

type Days = { since: string; until: string }

/** A time by its name in the address: `7d`, `30d`, `90d`, `12m`, or a month such as `2026-11`. */
export type Range = Days & {
  name: string
  /** As long a time, just before it. */
  before: Days
}

const dayMs = 86_400_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const daysLater = (day: string, days: number) => dayOf(Date.parse(day) + days * dayMs)
export const today = (): string => dayOf(Date.now())
export const thisMonth = (): string => today().slice(0, 7)

export const ranges = [
  { value: 'month', label: 'Month' },
  { value: '7d', label: '7 days', days: 7 },
  { value: '30d', label: '30 days', days: 30 },
  { value: '90d', label: '90 days', days: 90 },
  { value: '12m', label: '12 months', months: 12 },
] as const

/** What the address says, or this month where it says nothing that can be understood. */
export const readRange = (text: string): Range => {
  const until = today()
  const range = ranges.find(({ value }) => value === text)
  if (range && 'days' in range) {
    const { days, label } = range
    const since = daysLater(until, 1 - days)
    const before = { since: daysLater(since, -days), until: daysLater(since, -1) }
    return { since, until, before, name: `in the last ${label}` }
  }
  if (range && 'months' in range) {
    const { months, label } = range
    const since = `${monthAfter(thisMonth(), 1 - months)}-01`
    const first = `${monthAfter(thisMonth(), 1 - 2 * months)}-01`
    const before = { since: first, until: daysLater(since, -1) }
    return { since, until, before, name: `in the last ${label}` }
  }
  return monthRange(/^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : thisMonth())
}

/** A month that is not over is held against as many days of the one before. */
const monthRange = (month: string): Range => {
  const since = `${month}-01`
  const until = daysLater(`${monthAfter(month, 1)}-01`, -1)
  const first = `${monthAfter(month, -1)}-01`
  const last = daysLater(since, -1)
  const same = daysLater(first, Number(today().slice(-2)) - 1)
  const before = { since: first, until: month === thisMonth() && same < last ? same : last }
  return { since, until, before, name: `in ${sayMonth(month)}` }
}

export const monthAfter = (month: string, months: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

const words = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
const monthWords = words({ month: 'long', year: 'numeric' })
const shortMonth = words({ month: 'short' })
const shortDay = words({ day: 'numeric', month: 'short' })
const longDay = words({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })

export const sayMonth = (month: string): string => monthWords.format(new Date(`${month}-01`))
export const sayDay = (day: string): string => longDay.format(new Date(day))

/** A column among so many others; 0: it stands alone, and is told in full. */
export const sayColumn = (day: string, unit: Unit, columns: number): string => {
  const date = new Date(day)
  if (unit === 'month') return columns === 0 ? monthWords.format(date) : shortMonth.format(date)
  if (columns === 0) return longDay.format(date)
  return shortDay.format(date)
}
