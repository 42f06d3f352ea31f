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
      ? new AppError(
          'page_unsupported',
          'The file is damaged and cannot be read: save it again, and send that.',
        )
      : new AppError(
          'page_too_large',
          why === 'time'
            ? 'The file is too complex: reading it took more than 15 s of processor time. Send it in parts.'
            : 'The file takes too much memory to be read. Send it in parts.',
        ),
}

/** What one turn of recognition may cost: a few pages, or one that is slow. */
export const ocrBudget = { cpuMs: 40_000, memoryMb: 1_536 }

export const ocrProcessLimits = {
  processes: Math.max(1, Math.floor(cores / 2)),
  wallMs: 120_000,
  idleMs: 60_000,
  uses: 200,
  calls: 8 * cores,
  usualMs: 3_000,
  // Recognition would keep the thread busy that watches what it costs.
  flags: ['--allow-worker'],
  onEnding: (why: Ending): AppError =>
    why === 'crash'
      ? new AppError(
          'page_unsupported',
          'The picture is damaged and cannot be read: save it again, and send that.',
        )
      : new AppError(
          'page_too_large',
          'The picture is too large or too complex to be read: send a smaller one.',
        ),
}
