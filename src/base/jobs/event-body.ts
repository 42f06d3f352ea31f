import type { AccountMessage, DeliveryDeps } from '../webhooks/deliver.ts'
import type { JobState } from './answers.ts'
import { eventStore, type JobForEvents, type StoredEvent } from './event-store.ts'
import { openHeaders } from './headers.ts'
import type { StatusUrl } from './kinds.ts'
import { type ResultDeps, showItem } from './status.ts'

/** What an event tells: `items` are those of a page, from the `offset`th result on. */
export type EventContext = {
  type: StoredEvent['type']
  job: Pick<JobForEvents, 'id' | 'kind' | 'webhook' | 'completed' | 'creditsUsed'>
  items: JobState['data']
  offset: number
}

export type EventDeps = ResultDeps &
  DeliveryDeps & {
    statusUrl: StatusUrl
    /** The other form of a webhook: its body for an event. */
    firecrawlEvent: (telling: EventContext) => object
  }

/** An event as it goes out, with the caller's own headers. */
export const messageOf = async (
  deps: EventDeps,
  job: JobForEvents,
  event: StoredEvent,
): Promise<AccountMessage> => {
  const { webhook: headers = {} } = openHeaders(deps.vault, job.id, job.sealedHeaders)
  const { url, form } = job.webhook
  const body = await bodyOf(deps, job, event)
  return { id: event.id, accountId: job.accountId, url, body, headers, form }
}

/** What an event says. The same bytes at every attempt: results once finished never change. */
const bodyOf = async (deps: EventDeps, job: JobForEvents, event: StoredEvent): Promise<string> => {
  const { form, metadata } = job.webhook
  if (form === 'firecrawl') {
    const items = event.type.endsWith('.page') ? await itemsOf(deps, job, event) : []
    const told = { type: event.type, job, items, offset: offsetOf(event) }
    return JSON.stringify(deps.firecrawlEvent(told))
  }
  return JSON.stringify({
    type: event.type,
    timestamp: event.createdAt.toISOString(),
    ...(metadata && { metadata }),
    data: {
      id: job.id,
      url: deps.statusUrl(job),
      ...(await detailsOf(deps, job, event)),
    },
  })
}

const detailsOf = async (
  deps: EventDeps,
  job: JobForEvents,
  event: StoredEvent,
): Promise<object> => {
  if (event.type.endsWith('.started')) return { total: job.total }
  if (event.type.endsWith('.page'))
    return { offset: offsetOf(event), data: await itemsOf(deps, job, event) }
  return {
    status: job.status,
    total: job.total,
    completed: job.completed,
    failed: job.failed,
    creditsUsed: job.creditsUsed,
    expiresAt: job.expiresAt.toISOString(),
  }
}

const offsetOf = ({ firstItem }: StoredEvent) => (firstItem ?? 1) - 1

const itemsOf = async (
  deps: ResultDeps,
  { id }: Pick<JobForEvents, 'id'>,
  { id: eventId, firstItem, lastItem }: StoredEvent,
): Promise<JobState['data']> => {
  if (firstItem === null || lastItem === null) throw new Error(`The page ${eventId} is empty.`)
  const items = await eventStore.items(deps.sql, id, firstItem, lastItem)
  return Promise.all(items.map(item => showItem(deps, item)))
}
