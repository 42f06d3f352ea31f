import { defineTasks, type Run } from '../../base/threads/task.ts'
import { AppError } from '../../kit/errors.ts'

const cpuMs = 5_000

/** Learning runs over pages of others, so it can be killed. */
export const readersTasks = defineTasks(
  {
    threads: 1,
    cpuMs,
    wallMs: 60_000,
    memoryMb: 512,
    calls: 8,
    onKilled: why =>
      new AppError(
        'page_too_large',
        why === 'time'
          ? `The pages are too complex: learning took more than ${cpuMs / 1_000} s of processor time.`
          : 'The pages are too large to learn from.',
      ),
  },
  {
    teachReader: async () => (await import('./learn-task.ts')).teachReader,
    repairReader: async () => (await import('./repair-task.ts')).repairReader,
    copyForTeaching: async () => (await import('./copy-task.ts')).copyForTeaching,
    tryReader: async () => (await import('./learn-task.ts')).tryReader,
    checkFileFields: async () => (await import('./file-fields.ts')).checkFileFields,
    checkFileExamples: async () => (await import('./learn-task.ts')).checkFileExamples,
    previewReader: async () => (await import('./learn-task.ts')).previewReader,
  },
)

export type RunReaders = Run<typeof readersTasks>
