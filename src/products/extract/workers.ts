import { availableParallelism } from 'node:os'
import { createThreadPool } from '../../base/threads/pool.ts'
import { AppError } from '../../errors.ts'
import type { WorkName, WorkResult, Works, WorkTask } from './task.ts'

export type Workers = {
  run<Name extends WorkName>(
    name: Name,
    task: Parameters<Works[Name]>[0],
    signal: AbortSignal,
  ): Promise<ReturnType<Works[Name]>>
  close(): Promise<void>
}

const limitMs = 10_000

export const createWorkers = (): Workers => {
  const threads = createThreadPool<WorkTask, WorkResult>({
    file: new URL('./work.ts', import.meta.url),
    size: Math.max(2, availableParallelism()),
    limitMs,
    maxMemoryMb: 512,
    maxWaiting: 200,
    onKilled: why =>
      new AppError(
        'page_too_large',
        why === 'time'
          ? `The page is too complex: extracting took longer than ${limitMs / 1_000} s.`
          : 'The page is too large to extract from.',
      ),
  })
  return {
    run: (work, task, signal) =>
      threads.run({ work, ...task } as WorkTask, { signal }) as Promise<
        ReturnType<Works[typeof work]>
      >,
    close: () => threads.close(),
  }
}
