import type { UsageAnswer } from '../../../src/dashboard/answers.ts'

export type Kind = UsageAnswer['entries'][number]['kind']
export type By = 'key' | 'endpoint' | 'outcome'
export type Series = { id: string; name: string; total: number; days: number[] }
export type Sums = { days: string[]; series: Series[]; total: number; highest: number }

/** The month's days as columns, what they are divided by as series, the largest first. */
export const addUp = (usage: UsageAnswer, kind: Kind, by: By): Sums => {
  const days = daysOf(usage.period)
  const names = new Map(
    usage.keys.map(key => [key.id, `${key.name} (${key.shown}${key.deleted ? ', deleted' : ''})`]),
  )
  const series = new Map<string, Series>()
  for (const entry of usage.entries) {
    const column = days.indexOf(entry.day)
    if (entry.kind !== kind || column < 0) continue
    const id = entry[by]
    const one = series.get(id) ?? {
      id,
      name: by === 'key' ? (names.get(id) ?? id) : id,
      total: 0,
      days: days.map(() => 0),
    }
    one.total += entry.amount
    one.days[column] = (one.days[column] ?? 0) + entry.amount
    series.set(id, one)
  }
  const sorted = [...series.values()].sort((a, b) => b.total - a.total || (a.id < b.id ? -1 : 1))
  const ofDay = (column: number) => sorted.reduce((sum, one) => sum + (one.days[column] ?? 0), 0)
  return {
    days,
    series: sorted,
    total: sorted.reduce((sum, one) => sum + one.total, 0),
    highest: Math.max(0, ...days.map((_, column) => ofDay(column))),
  }
}

/** Exactly what is shown: a line for each day, a column for each series. */
export const toCsv = ({ days, series }: Sums): string =>
  [
    ['day', ...series.map(({ name }) => name)],
    ...days.map((day, column) => [day, ...series.map(one => String(one.days[column] ?? 0))]),
  ]
    .map(line => line.map(quote).join(','))
    .join('\r\n')

/** A name that begins like a formula would be run by a spreadsheet. */
const quote = (text: string) => {
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const daysOf = ({ start, end }: UsageAnswer['period']): string[] => {
  const days: string[] = []
  for (let at = Date.parse(start); at < Date.parse(end); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}
