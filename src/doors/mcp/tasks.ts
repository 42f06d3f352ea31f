import { defineTasks, type Run } from '../../base/threads/task.ts'
import { AppError } from '../../kit/errors.ts'
import { cores } from '../../kit/machine-limits.ts'

/** What an answer's text is looked at for. */
export const mcpTasks = defineTasks(
  {
    threads: Math.max(1, Math.floor(cores / 2)),
    cpuMs: 2_000,
    wallMs: 10_000,
    memoryMb: 512,
    calls: 32 * cores,
    onKilled: () => new AppError('page_too_large', 'The text is too long to be looked at.'),
  },
  { findOrders: async () => (await import('./find-orders.ts')).findOrders },
)

export type RunTask = Run<typeof mcpTasks>
