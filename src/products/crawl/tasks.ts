import { defineTasks } from '../../base/threads/task.ts'
import { AppError } from '../../kit/errors.ts'
import { cores } from '../../kit/machine-limits.ts'

/** What is read of a site beside its pages' content. */
export const crawlTasks = defineTasks(
  {
    threads: Math.max(1, Math.floor(cores / 2)),
    cpuMs: 15_000,
    wallMs: 60_000,
    memoryMb: 512,
    calls: 16 * cores,
    onKilled: () => new AppError('page_too_large', 'A page or sitemap is too large to be read.'),
  },
  {
    readSitemap: async () => (await import('./read-sitemap.ts')).readSitemap,
    readLinks: async () => (await import('./read-links.ts')).readLinks,
    rankLinks: async () => (await import('./rank.ts')).rankLinks,
  },
)
