import { AppError } from '../../kit/errors.ts'
import { cores } from '../../kit/machine-limits.ts'
import { defineTasks } from '../threads/task.ts'

/** Everything that looks into a page's bytes. */
export const readerTasks = defineTasks(
  {
    threads: Math.max(2, cores),
    isSentAhead: true,
    cpuMs: 5_000,
    wallMs: 60_000,
    memoryMb: 512,
    calls: 48 * cores,
    onKilled: why =>
      new AppError(
        'page_too_large',
        why === 'time'
          ? 'The page is too complex: reading it took more than 5 s of processor time.'
          : 'The page is too large to be read.',
      ),
  },
  {
    readPage: async () => (await import('./read-bytes.ts')).readBytes,
    readPageToJson: async () => (await import('./read-bytes.ts')).readBytesToJson,
    readPagePacked: async () => (await import('./read-bytes.ts')).readBytesPacked,
  },
)
