import { defineTasks } from '../../base/threads/task.ts'
import { AppError } from '../../kit/errors.ts'
import { cores } from '../../kit/machine-limits.ts'

const readPixels = async () => (await import('./read-pixels.ts')).readPixels

/**
 * Pages, image files and drawings are read in threads: parsing is plain JavaScript that would hold
 * up every cached image meanwhile, and a thread can be killed.
 */
export const imageTasks = defineTasks(
  {
    threads: 2,
    // Far above what the hostile files we know cost (each has limits of its own): whatever gets
    // past those ends here, with its thread.
    cpuMs: 8_000,
    wallMs: 30_000,
    memoryMb: 256,
    calls: 48 * cores,
    onKilled: why => new AppError('page_unsupported', `The file took too much ${why} to read.`),
  },
  {
    start: async () => (await readPixels()).start,
    readHomePage: async () => (await readPixels()).readPage,
    decodeIcon: async () => (await readPixels()).decodeIcon,
    draw: async () => (await readPixels()).draw,
  },
)
