import { createCounts } from '../../kit/admission-turns.ts'
import { newId } from '../../kit/ids.ts'
import type { Sql } from '../db/sql.ts'
import { defineJob, type Job, type JobContext } from '../queue/job.ts'
import type { Queue } from '../queue/queue.ts'
import { deliver, type Recorder } from '../webhooks/deliver.ts'
import { type EventDeps, messageOf } from './event-body.ts'
import {
  eventStore,
  hasWebhook,
  type JobForEvents,
  type NewEvent,
  type WaitingEvent,
} from './event-store.ts'
import type { StoredWebhook } from './job-options.ts'
import type { JobKindName } from './kinds-and-states.ts'

const deliveryJobName = 'harvest.courier'
/** Named as earlier versions queued it. */
type DeliveryPayload = { harvestId: string }

type Deps = EventDeps & { queue: Pick<Queue, 'enqueue'> }

/** Results are told a page at a time, and at least this often while there are any. */
const pageEverySeconds = 2
const maxPage = { items: 100, bytes: 4_000_000 }
/** Of its receivers many look at the first document alone. */
const maxFirecrawlPage = { ...maxPage, items: 1 }

/** The first event, in the transaction that makes the job. */
export const announce = async (
  queue: Pick<Queue, 'enqueue'>,
  sql: Sql,
  job: { id: string; kind: JobKindName; accountId: string; webhook: StoredWebhook },
): Promise<void> => {
  const { id, kind, accountId, webhook } = job
  const type = `${kind}.started` as const
  if (!webhook.events.includes(type)) return
  const { url } = webhook
  await eventStore.insert(sql, {
    id: newId('msg'),
    accountId,
    jobId: id,
    sequence: 0,
    type,
    url,
  })
  await scheduleDelivery(queue, sql, id, 'now')
}

/** In the transaction that gives it something to tell. A second one in line is not added. */
export const scheduleDelivery = async (
  queue: Pick<Queue, 'enqueue'>,
  sql: Sql,
  jobId: string,
  when: 'now' | 'soon' | { seconds: number },
): Promise<void> => {
  const seconds = when === 'now' ? 0 : when === 'soon' ? pageEverySeconds : when.seconds
  await queue.enqueue<DeliveryPayload>(
    sql,
    { name: deliveryJobName },
    { harvestId: jobId },
    { key: jobId, group: jobId, startAfterSeconds: seconds },
  )
}

/**
 * Brings a job's events to its webhook, one after the other. There is one delivery for a job at
 * a time: it alone decides which results make up the next page, so each is told exactly once and in
 * order. (An event is sent again, with the same id, when we cannot know whether it arrived.)
 */
export const webhookDeliveryJob = (deps: Deps): Job<DeliveryPayload> => {
  const touring = createCounts()
  return defineJob<DeliveryPayload>({
    name: deliveryJobName,
    concurrency: 20,
    groupConcurrency: 1,
    unique: 'waiting',
    timeoutSeconds: 120,
    // Only for processes that die: what receivers do wrong is counted by ourselves.
    retry: { limit: 100, delaySeconds: 1, maxDelaySeconds: 60 },
    work: ({ harvestId }, context) => tourInTurn(deps, touring, harvestId, context),
  })
}

const tourMs = 60_000
/** Of the places of this process, so that receivers that do not answer hold up no other account. */
const placesOfAccount = 15
const noPlaceSeconds = 2

/** A tour, or another time where its account has enough of them under way. */
const tourInTurn = async (
  deps: Deps,
  touring: ReturnType<typeof createCounts>,
  jobId: string,
  context: JobContext,
): Promise<void> => {
  const { accountId = '' } = (await eventStore.job(deps.sql, jobId)) ?? {}
  if (touring.of(accountId) >= placesOfAccount)
    return scheduleDelivery(deps.queue, deps.sql, jobId, { seconds: noPlaceSeconds })
  touring.add(accountId, 1)
  try {
    await tour(deps, jobId, context)
  } finally {
    touring.add(accountId, -1)
  }
}

const tour = async (deps: Deps, jobId: string, context: JobContext): Promise<void> => {
  const endMs = performance.now() + tourMs
  const again = (seconds: number) =>
    scheduleDelivery(deps.queue, deps.sql, jobId, seconds > 0 ? { seconds } : 'now')
  for (let isFirst = true; ; isFirst = false) {
    const job = await eventStore.job(deps.sql, jobId)
    if (!job || !hasWebhook(job)) return eventStore.giveUp(deps.sql, jobId)
    const event = await nextEvent(deps.sql, job, isFirst)
    if (event === 'nothing') return
    if (event === 'soon') return again(pageEverySeconds)
    if (event.pauseSeconds > 0) return again(event.pauseSeconds)
    if (performance.now() > endMs) return again(0)
    await deliverEvent(deps, job, event, context.signal)
  }
}

/** The event whose turn it is; made now if there is something to tell. */
const nextEvent = async (
  sql: Sql,
  job: JobForEvents,
  isFirst: boolean,
): Promise<WaitingEvent | 'nothing' | 'soon'> => {
  const waiting = await eventStore.head(sql, job.id)
  if (waiting) return waiting
  const wants = (type: string) => job.webhook.events.some(event => event === type)
  const { nextSequence, toldItems, hasEnd } = await eventStore.progress(sql, job.id)
  if (hasEnd) return 'nothing'
  const add = async (event: Pick<NewEvent, 'type' | 'items'>) => {
    const { accountId, webhook } = job
    const whose = { accountId, jobId: job.id, url: webhook.url }
    await eventStore.insert(sql, { id: newId('msg'), sequence: nextSequence, ...whose, ...event })
    return (await eventStore.head(sql, job.id)) ?? 'nothing'
  }
  const page = `${job.kind}.page` as const
  const untold = wants(page) ? job.completed + job.failed - toldItems : 0
  if (untold > 0) {
    const max = job.webhook.form === 'firecrawl' ? maxFirecrawlPage : maxPage
    // Whoever woke us has waited already; after that a page is worth sending only when it is full.
    if (!isFirst && untold < max.items && job.status === 'scraping') return 'soon'
    const last = await eventStore.endOfPage(sql, job.id, toldItems, max)
    return add({ type: page, items: { first: toldItems + 1, last } })
  }
  if (job.status === 'scraping') return 'nothing'
  const type = `${job.kind}.${job.status}` as const
  return wants(type) ? add({ type }) : 'nothing'
}

const deliverEvent = async (
  deps: EventDeps,
  job: JobForEvents,
  event: WaitingEvent,
  signal: AbortSignal,
): Promise<void> => {
  const message = await messageOf(deps, job, event)
  const record: Recorder = async (sql, attempt, next) => {
    await eventStore.recordAttempt(sql, event, attempt, next)
    // Gone, says the receiver: it wants no further events.
    if (attempt.status === 410) await eventStore.giveUp(sql, job.id)
  }
  await deliver(deps, { ...event, message, record }, signal)
}
