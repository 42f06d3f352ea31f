import type { UsageAnswer } from '../../../src/doors/dashboard/schemas.ts'
import { csvLine } from '../../../src/kit/csv.ts'

export type Entry = UsageAnswer['entries'][number]
export type Kind = Entry['kind']
export type By = 'key' | 'endpoint' | 'outcome'
export type Unit = UsageAnswer['unit']
export type Series = { id: string; name: string; total: number; days: number[] }
export type Sums = {
  /** Or months, each by its first day. */
  days: string[]
  series: Series[]
  /** What the sums are made of, for a look at one day. */
  entries: Entry[]
  total: number
}

/** What is looked at: hidden endpoints and outcomes are left out of everything that is shown. */
export type View = { kind: Kind; by: By; hidden: ReadonlySet<string> }

/** The days as columns, what they are divided by as series, the largest first. */
export const addUp = (usage: UsageAnswer, { kind, by, hidden }: View): Sums => {
  const days = columnsOf(usage)
  const places = new Map(days.map((day, place) => [day, place]))
  const nameOf = keyNames(usage)
  const entries = usage.entries.filter(
    entry =>
      entry.kind === kind &&
      places.has(entry.day) &&
      !hidden.has(nameFilter('endpoint', entry.endpoint)) &&
      !hidden.has(nameFilter('outcome', entry.outcome)),
  )
  const series = new Map<string, Series>()
  for (const entry of entries) {
    const column = places.get(entry.day) ?? 0
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
  return { days, series: sorted, entries, total: sorted.reduce((sum, one) => sum + one.total, 0) }
}

export const nameFilter = (by: 'endpoint' | 'outcome', value: string) => `${by} ${value}`

/** The endpoints or outcomes there are, to choose from. */
export const valuesOf = (usage: UsageAnswer, kind: Kind, by: 'endpoint' | 'outcome'): string[] =>
  [...new Set(usage.entries.filter(entry => entry.kind === kind).map(entry => entry[by]))].sort()

export const keyNames = (usage: UsageAnswer) => {
  const names = new Map(
    usage.keys.map(key => [key.id, `${key.name} (${key.shown}${key.deleted ? ', deleted' : ''})`]),
  )
  return (id: string): string => names.get(id) ?? id
}

/** The sums of each column. */
export const totalsOf = ({ days, series }: Sums): number[] =>
  days.map((_, column) => series.reduce((sum, one) => sum + (one.days[column] ?? 0), 0))

/** What the time will come to at the pace so far; only worth saying after two days of it. */
export const forecast = ({ days, total }: Sums): number | undefined => {
  const gone = days.indexOf(new Date().toISOString().slice(0, 10)) + 1
  return gone >= 2 && gone < days.length ? Math.round((total / gone) * days.length) : undefined
}

/** “+12 %”; nothing where there was nothing before. */
export const sayChange = (now: number, before: number): string | undefined => {
  if (before === 0) return undefined
  const percent = Math.round(((now - before) / before) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent).toLocaleString('en')} %`
}

/** Exactly what is shown: a line for each day, a column for each series. */
export const toCsv = ({ days, series }: Sums): string =>
  [
    ['day', ...series.map(({ name }) => name)],
    ...days.map((day, column) => [day, ...series.map(one => String(one.days[column] ?? 0))]),
  ]
    .map(csvLine)
    .join('')

const columnsOf = ({ period, unit }: Pick<UsageAnswer, 'period' | 'unit'>): string[] => {
  const columns: string[] = []
  const at = new Date(period.start)
  if (unit === 'month') at.setUTCDate(1)
  while (at.getTime() < Date.parse(period.end)) {
    columns.push(at.toISOString().slice(0, 10))
    if (unit === 'month') at.setUTCMonth(at.getUTCMonth() + 1)
    else at.setUTCDate(at.getUTCDate() + 1)
  }
  return columns
}
