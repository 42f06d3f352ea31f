import type { Sql } from '../../base/db/sql.ts'
import { type BatchForEvents, eventStore, type WaitingEvent } from './event-store.ts'
import { showItem } from './status.ts'

type Deps = { sql: Sql; statusUrl: (id: string) => string }

/** What an event says. The same bytes at every attempt: results once finished never change. */
export const bodyOf = async (
  deps: Deps,
  batch: BatchForEvents,
  event: WaitingEvent,
): Promise<string> =>
  JSON.stringify({
    type: event.type,
    timestamp: event.createdAt.toISOString(),
    data: { id: batch.id, url: deps.statusUrl(batch.id), ...(await detailsOf(deps, batch, event)) },
  })

const detailsOf = async (
  deps: Deps,
  batch: BatchForEvents,
  event: WaitingEvent,
): Promise<object> => {
  if (event.type === 'batch.started') return { total: batch.total }
  if (event.type === 'batch.page') {
    const { firstItem, lastItem } = event
    if (firstItem === null || lastItem === null) throw new Error(`The page ${event.id} is empty.`)
    const items = await eventStore.items(deps.sql, batch.id, firstItem, lastItem)
    return { offset: firstItem - 1, data: await Promise.all(items.map(showItem)) }
  }
  return {
    status: batch.status,
    total: batch.total,
    completed: batch.completed,
    failed: batch.failed,
    creditsUsed: batch.creditsUsed,
    expiresAt: batch.expiresAt.toISOString(),
  }
}
