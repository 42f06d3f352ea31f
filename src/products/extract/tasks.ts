import { defineTasks, type Run } from '../../base/threads/task.ts'
import { AppError } from '../../kit/errors.ts'
import { cores } from '../../kit/machine-limits.ts'

const cpuMs = 10_000

/** What is done in a thread: everything that runs over a page's text or a caller's schema. */
export const extractTasks = defineTasks(
  {
    threads: Math.max(2, cores),
    cpuMs,
    wallMs: 60_000,
    memoryMb: 512,
    calls: 32 * cores,
    onKilled: why =>
      new AppError(
        'page_too_large',
        why === 'time'
          ? `The page is too complex: extracting took more than ${cpuMs / 1_000} s of processor time.`
          : 'The page is too large to extract from.',
      ),
  },
  {
    checkSense: async () => (await import('./schema/satisfiable.ts')).checkSatisfiable,
    extractFromPage: async () => (await import('./extract-page.ts')).extractFromPage,
    extractFromCopy: async () => (await import('./extract-page.ts')).extractFromCopy,
    reviewAnswer: async () => (await import('./model/review.ts')).reviewAnswer,
    finishTaught: async () => (await import('./taught/read.ts')).finishTaught,
    finishAnswers: async () => (await import('./model/finish.ts')).finishAnswers,
  },
)

export type RunTask = Run<typeof extractTasks>
