import type { Database } from '../db/sql.ts'
import { queueStore } from './store.ts'

type Options = {
  sql: Database
  /** Those that are worked here. */
  queues(): string[]
  wake(queue: string): void
  /** Whether we are told of jobs that others add. */
  hears(): boolean
}

const pollMs = 5000
const deafPollMs = 1000

/**
 * Looks now and then which queues have something to do, in case that nothing wakes them: for retries and
 * for what a dead process left. One question for all of them, since most have nothing.
 */
export const startPolling = (options: Options): { close(): void } => {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const next = () => {
    if (!isClosed) timer = setTimeout(look, options.hears() ? pollMs : deafPollMs).unref()
  }
  const look = async () => {
    const queues = options.queues()
    // Of a database that is away each of them finds out for itself.
    for (const queue of await queueStore.due(options.sql, queues).catch(() => queues))
      options.wake(queue)
    next()
  }
  next()
  return {
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
