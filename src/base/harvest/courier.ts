import { newId } from '../../ids.ts'
import { inTransaction, type Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import { defineJob, type Job, type JobContext } from '../queue/job.ts'
import type { Queue } from '../queue/queue.ts'
import type { Egress } from '../web/egress.ts'
import { type Attempt, sendMessage } from '../webhooks/send.ts'
import type { StoredWebhook } from './asked.ts'
import { messageOf, type Telling } from './event-body.ts'
import {
  eventStore,
  type HarvestForEvents,
  type NewEvent,
  type WaitingEvent,
} from './event-store.ts'
import type { StatusUrl } from './kinds.ts'
import type { KindName } from './names.ts'
import type { ResultDeps } from './status.ts'

const courierJobName = 'harvest.courier'
type CourierPayload = { harvestId: string }

type CourierDeps = ResultDeps & {
  vault: Vault
  egress: Pick<Egress, 'dispatcher' | 'parseTarget' | 'userAgent'>
  queue: () => Pick<Queue, 'enqueue'>
  statusUrl: StatusUrl
  firecrawlEvent: (telling: Telling) => object
}

/** Results are told a page at a time, and at least this often while there are any. */
const pageEverySeconds = 2
const maxPage = { items: 100, bytes: 4_000_000 }
/** Of its receivers many look at the first document alone. */
const maxFirecrawlPage = { ...maxPage, items: 1 }

/** The first event, in the transaction that makes the harvest. */
export const announce = async (
  queue: Pick<Queue, 'enqueue'>,
  sql: Sql,
  harvest: { id: string; kind: KindName; accountId: string; webhook: StoredWebhook },
): Promise<void> => {
  const { id, kind, accountId, webhook } = harvest
  const type = `${kind}.started` as const
  if (!webhook.events.includes(type)) return
  const { url } = webhook
  await eventStore.insert(sql, {
    id: newId('msg'),
    accountId,
    harvestId: id,
    sequence: 0,
    type,
    url,
  })
  await wakeCourier(queue, sql, id, 'now')
}

/** In the transaction that gives it something to tell. A second one in line is not added. */
export const wakeCourier = async (
  queue: Pick<Queue, 'enqueue'>,
  sql: Sql,
  harvestId: string,
  when: 'now' | 'soon' | { seconds: number },
): Promise<void> => {
  const seconds = when === 'now' ? 0 : when === 'soon' ? pageEverySeconds : when.seconds
  await queue.enqueue<CourierPayload>(
    sql,
    { name: courierJobName },
    { harvestId },
    {
      key: harvestId,
      group: harvestId,
      ...(seconds > 0 ? { startAfterSeconds: seconds } : {}),
    },
  )
}

/**
 * Brings a harvest's events to its webhook, one after the other. There is one courier for a harvest at
 * a time: it alone decides which results make up the next page, so each is told exactly once and in
 * order. (An event is sent again, with the same id, when we cannot know whether it arrived.)
 */
export const courierJob = (deps: CourierDeps): Job<CourierPayload> =>
  defineJob<CourierPayload>({
    name: courierJobName,
    concurrency: 20,
    groupConcurrency: 1,
    unique: 'waiting',
    timeoutSeconds: 120,
    // Only for processes that die: what receivers do wrong is counted by ourselves.
    retry: { limit: 100, delaySeconds: 1, maxDelaySeconds: 60 },
    work: ({ harvestId }, context) => tour(deps, harvestId, context),
  })

const tourMs = 60_000

const tour = async (deps: CourierDeps, harvestId: string, context: JobContext): Promise<void> => {
  const endMs = performance.now() + tourMs
  const again = (seconds: number) =>
    wakeCourier(deps.queue(), deps.sql, harvestId, seconds > 0 ? { seconds } : 'now')
  for (let isFirst = true; ; isFirst = false) {
    const harvest = await eventStore.harvest(deps.sql, harvestId)
    if (!harvest) return eventStore.giveUp(deps.sql, harvestId)
    const event = await nextEvent(deps.sql, harvest, isFirst)
    if (event === 'nothing') return
    if (event === 'soon') return again(pageEverySeconds)
    if (event.pauseSeconds > 0) return again(event.pauseSeconds)
    if (performance.now() > endMs) return again(0)
    await deliver(deps, harvest, event, context.signal)
  }
}

/** The event whose turn it is; made now if there is something to tell. */
const nextEvent = async (
  sql: Sql,
  harvest: HarvestForEvents,
  isFirst: boolean,
): Promise<WaitingEvent | 'nothing' | 'soon'> => {
  const waiting = await eventStore.head(sql, harvest.id)
  if (waiting) return waiting
  const wants = (type: string) => harvest.webhook.events.some(event => event === type)
  const { nextSequence, toldItems, hasEnd } = await eventStore.progress(sql, harvest.id)
  if (hasEnd) return 'nothing'
  const add = async (event: Pick<NewEvent, 'type' | 'items'>) => {
    const { accountId, webhook } = harvest
    const whose = { accountId, harvestId: harvest.id, url: webhook.url }
    await eventStore.insert(sql, { id: newId('msg'), sequence: nextSequence, ...whose, ...event })
    return (await eventStore.head(sql, harvest.id)) ?? 'nothing'
  }
  const page = `${harvest.kind}.page` as const
  const untold = wants(page) ? harvest.completed + harvest.failed - toldItems : 0
  if (untold > 0) {
    const max = harvest.webhook.form === 'firecrawl' ? maxFirecrawlPage : maxPage
    // Whoever woke us has waited already; after that a page is worth sending only when it is full.
    if (!isFirst && untold < max.items && harvest.status === 'scraping') return 'soon'
    const last = await eventStore.endOfPage(sql, harvest.id, toldItems, max)
    return add({ type: page, items: { first: toldItems + 1, last } })
  }
  if (harvest.status === 'scraping') return 'nothing'
  const type = `${harvest.kind}.${harvest.status}` as const
  return wants(type) ? add({ type }) : 'nothing'
}

const deliver = async (
  deps: CourierDeps,
  harvest: HarvestForEvents,
  event: WaitingEvent,
  signal: AbortSignal,
): Promise<void> => {
  const message = await messageOf(deps, harvest, event)
  const attempt = await sendMessage(deps.egress, message, signal)
  await inTransaction(deps.sql, async sql => {
    await eventStore.recordAttempt(sql, event, attempt, whatNext(event, attempt))
    // Gone, says the receiver: it wants no further events.
    if (attempt.status === 410) await eventStore.giveUp(sql, harvest.id)
  })
}

const giveUpAfterSeconds = 24 * 3_600
const maxPauseSeconds = 3_600

/** 5 s, 20 s, 80 s, … an hour, for a day; or when the receiver says, if that is later. */
const whatNext = (event: WaitingEvent, attempt: Attempt) => {
  if (attempt.ok) return { state: 'delivered' } as const
  const backoff = Math.min(5 * 4 ** event.attempts, maxPauseSeconds) * (0.8 + Math.random() * 0.4)
  const asked = Math.min(attempt.retryAfterSeconds ?? 0, maxPauseSeconds)
  const pauseSeconds = Math.max(backoff, asked)
  if (attempt.status === 410 || event.ageSeconds + pauseSeconds > giveUpAfterSeconds)
    return { state: 'failed' } as const
  return { state: 'waiting', pauseSeconds } as const
}
