import { availableParallelism } from 'node:os'
import { defineTasks, type Run } from '../../base/threads/task.ts'
import { AppError } from '../../errors.ts'

const timeMs = 10_000

/** What is done in a thread: everything that runs over a page's text or a caller's schema. */
export const extractTasks = defineTasks(
  {
    threads: Math.max(2, availableParallelism()),
    timeMs,
    memoryMb: 512,
    maxWaiting: 200,
    onKilled: why =>
      new AppError(
        'page_too_large',
        why === 'time'
          ? `The page is too complex: extracting took longer than ${timeMs / 1_000} s.`
          : 'The page is too large to extract from.',
      ),
  },
  {
    check: async () => (await import('./work.ts')).check,
    embedded: async () => (await import('./embedded/work.ts')).extractWithoutModel,
    plan: async () => (await import('./model/plan.ts')).planParts,
    review: async () => (await import('./model/review.ts')).reviewAnswer,
    finish: async () => (await import('./model/finish.ts')).finishAnswers,
  },
)

export type Workers = { run: Run<typeof extractTasks> }
