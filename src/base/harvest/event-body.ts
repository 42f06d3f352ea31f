import type { Vault } from '../db/vault.ts'
import { secretsOf } from '../webhooks/secret.ts'
import type { Message } from '../webhooks/send.ts'
import { firecrawlSignature } from '../webhooks/sign.ts'
import type { State } from './answers.ts'
import { eventStore, type HarvestForEvents, type StoredEvent } from './event-store.ts'
import { openHeaders } from './headers.ts'
import type { StatusUrl } from './kinds.ts'
import { type ResultDeps, showItem } from './status.ts'

/** What an event tells: `items` are those of a page, from the `offset`th result on. */
export type Telling = {
  type: StoredEvent['type']
  harvest: Pick<HarvestForEvents, 'id' | 'kind' | 'webhook' | 'completed' | 'creditsUsed'>
  items: State['data']
  offset: number
}

type Deps = ResultDeps & {
  statusUrl: StatusUrl
  /** The other form of a webhook: its body for an event. */
  firecrawlEvent: (telling: Telling) => object
}

/** An event as it goes out, with the caller's own headers and the account's secrets. */
export const messageOf = async (
  deps: Deps & { vault: Vault },
  harvest: HarvestForEvents,
  event: StoredEvent,
): Promise<Message> => {
  const { webhook: headers = {} } = openHeaders(deps.vault, harvest.id, harvest.sealedHeaders)
  const { url, form } = harvest.webhook
  const body = await bodyOf(deps, harvest, event)
  const secrets = await secretsOf(deps, harvest.accountId)
  const more = form === 'firecrawl' ? firecrawlSignature(body, secrets[0]) : {}
  return { id: event.id, url, body, headers: { ...headers, ...more }, secrets }
}

/** What an event says. The same bytes at every attempt: results once finished never change. */
const bodyOf = async (
  deps: Deps,
  harvest: HarvestForEvents,
  event: StoredEvent,
): Promise<string> => {
  const { form, metadata } = harvest.webhook
  if (form === 'firecrawl') {
    const items = event.type.endsWith('.page') ? await itemsOf(deps, harvest, event) : []
    const told = { type: event.type, harvest, items, offset: offsetOf(event) }
    return JSON.stringify(deps.firecrawlEvent(told))
  }
  return JSON.stringify({
    type: event.type,
    timestamp: event.createdAt.toISOString(),
    ...(metadata && { metadata }),
    data: {
      id: harvest.id,
      url: deps.statusUrl(harvest),
      ...(await detailsOf(deps, harvest, event)),
    },
  })
}

const detailsOf = async (
  deps: Deps,
  harvest: HarvestForEvents,
  event: StoredEvent,
): Promise<object> => {
  if (event.type.endsWith('.started')) return { total: harvest.total }
  if (event.type.endsWith('.page'))
    return { offset: offsetOf(event), data: await itemsOf(deps, harvest, event) }
  return {
    status: harvest.status,
    total: harvest.total,
    completed: harvest.completed,
    failed: harvest.failed,
    creditsUsed: harvest.creditsUsed,
    expiresAt: harvest.expiresAt.toISOString(),
  }
}

const offsetOf = ({ firstItem }: StoredEvent) => (firstItem ?? 1) - 1

const itemsOf = async (
  deps: ResultDeps,
  { id }: Pick<HarvestForEvents, 'id'>,
  { id: eventId, firstItem, lastItem }: StoredEvent,
): Promise<State['data']> => {
  if (firstItem === null || lastItem === null) throw new Error(`The page ${eventId} is empty.`)
  const items = await eventStore.items(deps.sql, id, firstItem, lastItem)
  return Promise.all(items.map(item => showItem(deps, item)))
}
