import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type limits from '../budgets.json'
import { type Figure, showNumber } from '../harness/bench.ts'
import type { Run } from '../harness/results.ts'

export type BudgetId = keyof typeof limits

/** A line for each run, the oldest first: git knows what changed between two of them. */
const file = join(import.meta.dirname, '..', 'budgets-history.jsonl')

type Entry = Pick<Run, 'commit' | 'date' | 'machine'> & {
  values: Partial<Record<BudgetId, number>>
}

const shownRuns = 3

/** The figures, each with those of the runs before. */
export const withHistory = (
  figures: Partial<Record<BudgetId, Figure>>,
): Record<BudgetId, Figure> => {
  const runs = readEntries().slice(-shownRuns).reverse()
  const shown = Object.entries(figures).map(([id, { value }]) => {
    const before = runs.flatMap(({ values }) => values[id as BudgetId] ?? [])
    const unit = id.endsWith('Memory') ? ' kB' : ''
    const text = `${showNumber(value)}${unit}`
    return [
      id,
      {
        value,
        text: before.length === 0 ? text : `${text} (${before.map(showNumber).join(', ')})`,
      },
    ]
  })
  return Object.fromEntries(shown)
}

export const keepHistory = (
  { commit, date, machine }: Pick<Run, 'commit' | 'date' | 'machine'>,
  figures: Partial<Record<BudgetId, Figure>>,
): void => {
  const values = Object.fromEntries(
    Object.entries(figures).map(([id, { value }]) => [id, Number(value.toPrecision(4))]),
  )
  const entry: Entry = { commit, date, machine, values }
  appendFileSync(file, `${JSON.stringify(entry)}\n`)
}

const readEntries = (): Entry[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Entry)
