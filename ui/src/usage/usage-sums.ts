import { csvLine } from '../../../src/csv.ts'
import type { UsageAnswer } from '../../../src/doors/dashboard/answers.ts'

export type Entry = UsageAnswer['entries'][number]
export type Kind = Entry['kind']
export type By = 'key' | 'endpoint' | 'outcome'
export type Series = { id: string; name: string; total: number; days: number[] }
export type Sums = {
  days: string[]
  series: Series[]
  /** What the sums are made of, for a look at one day. */
  entries: Entry[]
  total: number
  highest: number
}

/** What is looked at: hidden endpoints and outcomes are left out of everything that is shown. */
export type View = { kind: Kind; by: By; hidden: ReadonlySet<string> }

/** The month's days as columns, what they are divided by as series, the largest first. */
export const addUp = (usage: UsageAnswer, { kind, by, hidden }: View): Sums => {
  const days = daysOf(usage.period)
  const nameOf = keyNames(usage)
  const entries = usage.entries.filter(
    entry =>
      entry.kind === kind &&
      days.includes(entry.day) &&
      !hidden.has(nameFilter('endpoint', entry.endpoint)) &&
      !hidden.has(nameFilter('outcome', entry.outcome)),
  )
  const series = new Map<string, Series>()
  for (const entry of entries) {
    const column = days.indexOf(entry.day)
    const id = entry[by]
    const one = series.get(id) ?? {
      id,
      name: by === 'key' ? nameOf(id) : id,
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
    entries,
    total: sorted.reduce((sum, one) => sum + one.total, 0),
    highest: Math.max(0, ...days.map((_, column) => ofDay(column))),
  }
}

export const nameFilter = (by: 'endpoint' | 'outcome', value: string) => `${by} ${value}`

/** The endpoints or outcomes there are in the month, to choose from. */
export const valuesOf = (usage: UsageAnswer, kind: Kind, by: 'endpoint' | 'outcome'): string[] =>
  [...new Set(usage.entries.filter(entry => entry.kind === kind).map(entry => entry[by]))].sort()

export const keyNames = (usage: UsageAnswer) => {
  const names = new Map(
    usage.keys.map(key => [key.id, `${key.name} (${key.shown}${key.deleted ? ', deleted' : ''})`]),
  )
  return (id: string): string => names.get(id) ?? id
}

/** What the month will come to at the pace so far; only worth saying after two days of it. */
export const forecast = ({ days, total }: Sums): number | undefined => {
  const gone = days.indexOf(new Date().toISOString().slice(0, 10)) + 1
  return gone >= 2 && gone < days.length ? Math.round((total / gone) * days.length) : undefined
}

/** Exactly what is shown: a line for each day, a column for each series. */
export const toCsv = ({ days, series }: Sums): string =>
  [
    ['day', ...series.map(({ name }) => name)],
    ...days.map((day, column) => [day, ...series.map(one => String(one.days[column] ?? 0))]),
  ]
    .map(csvLine)
    .join('')

const daysOf = ({ start, end }: UsageAnswer['period']): string[] => {
  const days: string[] = []
  for (let at = Date.parse(start); at < Date.parse(end); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}
