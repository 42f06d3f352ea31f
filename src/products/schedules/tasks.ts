import { defineTasks } from '../../base/threads/task.ts'
import { AppError } from '../../kit/errors.ts'

/** Texts of pages are compared off the main thread: what they cost, their authors decide. */
export const scheduleTasks = defineTasks(
  {
    threads: 1,
    cpuMs: 5_000,
    wallMs: 30_000,
    memoryMb: 256,
    calls: 16,
    onKilled: () => new AppError('page_too_large', 'The texts are too different to be compared.'),
  },
  { diffTexts: async () => (await import('./diff.ts')).diffTexts },
)
