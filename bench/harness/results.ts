import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench, Figure } from './bench.ts'
import { writeReport } from './report.ts'

/** One run of one bench: what was measured, and on what. */
export type Run = {
  command: string
  /** With a plus where files were changed and not committed. */
  commit: string
  date: string
  machine: Machine
  /** Load average of one minute before it began; null where nobody wrote it down. */
  load: number | null
  figures: Record<string, Figure>
}

export type Machine = { cores: number; memoryGb: number; node: string }

/** The last run of each bench, by name. */
export type Results = Record<string, Run>

const folder = join(import.meta.dirname, '..')
export const resultsFile = join(folder, 'results.json')
export const reportFile = join(folder, 'RESULTS.md')

export const readResults = (): Results => JSON.parse(readFileSync(resultsFile, 'utf8'))

export const writeResults = (results: Results, benches: readonly Bench[]): void => {
  writeFileSync(resultsFile, formatResults(results))
  writeFileSync(reportFile, writeReport(benches, results))
}

/** Sorted and a line for each figure, so that a run changes only its own lines. */
export const formatResults = (results: Results): string => {
  const sorted = Object.entries(results).sort(([a], [b]) => (a < b ? -1 : 1))
  const runs = sorted.map(([name, { figures, machine, ...run }]) => {
    const lines = [
      ...Object.entries(run).map(([key, value]) => `    "${key}": ${JSON.stringify(value)}`),
      `    "machine": ${inline(machine)}`,
      `    "figures": {\n${Object.entries(figures)
        .map(([id, figure]) => `      "${id}": ${inline(figure)}`)
        .join(',\n')}\n    }`,
    ]
    return `  "${name}": {\n${lines.join(',\n')}\n  }`
  })
  return `{\n${runs.join(',\n')}\n}\n`
}

const inline = (value: object): string =>
  `{ ${Object.entries(value)
    .map(([key, one]) => `"${key}": ${JSON.stringify(one)}`)
    .join(', ')} }`
