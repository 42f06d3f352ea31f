import { AppError } from '../../kit/errors.ts'
import { cores } from '../../kit/machine-limits.ts'
import type { Ending } from '../processes/on-demand.ts'

/** What reading one file may cost the process that reads it. */
export const fileBudget = { cpuMs: 15_000, memoryMb: 1_024 }

export const fileProcessLimits = {
  processes: Math.max(1, Math.floor(cores / 2)),
  wallMs: 120_000,
  idleMs: 60_000,
  uses: 500,
  calls: 48 * cores,
  onEnding: (why: Ending): AppError =>
    why === 'crash'
      ? new AppError('page_unsupported', 'The file is damaged in a way that nobody can read.')
      : new AppError(
          'page_too_large',
          why === 'time'
            ? 'The file is too complex: reading it took more than 15 s of processor time.'
            : 'The file is too large to be read.',
        ),
}
