import type { Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import { secretsOf } from '../webhooks/secret.ts'
import type { Message } from '../webhooks/send.ts'
import { eventStore, type HarvestForEvents, type StoredEvent } from './event-store.ts'
import { openHeaders } from './headers.ts'
import type { StatusUrl } from './kinds.ts'
import { showItem } from './status.ts'

type Deps = { sql: Sql; statusUrl: StatusUrl }

/** An event as it goes out, with the caller's own headers and the account's secrets. */
export const messageOf = async (
  deps: Deps & { vault: Vault },
  harvest: HarvestForEvents,
  event: StoredEvent,
): Promise<Message> => {
  const { webhook: headers = {} } = openHeaders(deps.vault, harvest.id, harvest.sealedHeaders)
  return {
    id: event.id,
    url: harvest.webhook.url,
    body: await bodyOf(deps, harvest, event),
    headers,
    secrets: await secretsOf(deps, harvest.accountId),
  }
}

/** What an event says. The same bytes at every attempt: results once finished never change. */
const bodyOf = async (deps: Deps, harvest: HarvestForEvents, event: StoredEvent): Promise<string> =>
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
  event: StoredEvent,
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
