import type { Sql } from '../db/sql.ts'
import { eventStore, type HarvestForEvents, type WaitingEvent } from './event-store.ts'
import type { StatusUrl } from './kinds.ts'
import { showItem } from './status.ts'

type Deps = { sql: Sql; statusUrl: StatusUrl }

/** What an event says. The same bytes at every attempt: results once finished never change. */
export const bodyOf = async (
  deps: Deps,
  harvest: HarvestForEvents,
  event: WaitingEvent,
): Promise<string> =>
  JSON.stringify({
    type: event.type,
    timestamp: event.createdAt.toISOString(),
    data: {
      id: harvest.id,
      url: deps.statusUrl(harvest),
      ...(await detailsOf(deps, harvest, event)),
    },
  })

const detailsOf = async (
  deps: Deps,
  harvest: HarvestForEvents,
  event: WaitingEvent,
): Promise<object> => {
  if (event.type.endsWith('.started')) return { total: harvest.total }
  if (event.type.endsWith('.page')) {
    const { firstItem, lastItem } = event
    if (firstItem === null || lastItem === null) throw new Error(`The page ${event.id} is empty.`)
    const items = await eventStore.items(deps.sql, harvest.id, firstItem, lastItem)
    return { offset: firstItem - 1, data: await Promise.all(items.map(showItem)) }
  }
  return {
    status: harvest.status,
    total: harvest.total,
    completed: harvest.completed,
    failed: harvest.failed,
    creditsUsed: harvest.creditsUsed,
    expiresAt: harvest.expiresAt.toISOString(),
  }
}
