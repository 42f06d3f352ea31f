import { execFileSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'
import type { Run } from './results.ts'

/** What a run must say of where it ran. */
export const describeRun = (command: string): Omit<Run, 'figures'> => ({
  command,
  commit: currentCommit(),
  date: new Date().toISOString().slice(0, 10),
  machine: {
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version.slice(1),
  },
  load: Number((loadavg()[0] ?? 0).toFixed(1)),
})

/** Figures that were just written do not make a commit another one. */
const currentCommit = (): string => {
  try {
    const changed = git(
      'status',
      '--porcelain',
      '--',
      '.',
      ':!bench/results.json',
      ':!bench/RESULTS.md',
    )
    return `${git('rev-parse', '--short=7', 'HEAD')}${changed === '' ? '' : '+'}`
  } catch {
    return 'unknown'
  }
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim()
