import { availableParallelism } from 'node:os'
import { AppError } from '../../errors.ts'
import { createThreadPool } from '../threads/pool.ts'
import type { ScrapeAnswer } from './answer.ts'
import type { PageResult, PageTask } from './page-task.ts'

/** Everything that looks into a page's bytes, off the main thread. */
export type WorkOnPage<Answer> = (
  task: Omit<PageTask, 'asJson'>,
  options: { signal: AbortSignal },
) => Promise<PageResult<Answer>>

type Pages = {
  toAnswer: WorkOnPage<ScrapeAnswer>
  toJson: WorkOnPage<Uint8Array>
  close(): Promise<void>
}

export const openPages = (): Pages => {
  const threads = createThreadPool<PageTask, PageResult<unknown>>({
    file: new URL('./page-work.ts', import.meta.url),
    size: Math.max(2, availableParallelism()),
    limitMs: 5_000,
    maxMemoryMb: 512,
    maxWaiting: 500,
    onKilled: why =>
      new AppError(
        'page_too_large',
        why === 'time'
          ? 'The page is too complex: reading it took longer than 5 s.'
          : 'The page is too large to be read.',
      ),
  })
  // What the thread is asked for is what it answers with.
  const run =
    <Answer>(asJson: boolean): WorkOnPage<Answer> =>
    (task, options) =>
      threads.run({ ...task, asJson }, options) as Promise<PageResult<Answer>>
  return { toAnswer: run(false), toJson: run(true), close: threads.close }
}
