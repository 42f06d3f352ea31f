import { inTransaction, type Sql } from '../../base/db/sql.ts'
import type { Vault } from '../../base/db/vault.ts'
import { defineJob, type Job, type JobContext } from '../../base/queue/job.ts'
import type { Queue } from '../../base/queue/queue.ts'
import type { Egress } from '../../base/web/egress.ts'
import { secretsOf } from '../../base/webhooks/secret.ts'
import { type Attempt, sendMessage } from '../../base/webhooks/send.ts'
import { newId } from '../../ids.ts'
import { bodyOf } from './event-body.ts'
import { type BatchForEvents, eventStore, type NewEvent, type WaitingEvent } from './event-store.ts'
import { openHeaders } from './headers.ts'
import type { StoredWebhook } from './store.ts'

const courierJobName = 'batch.courier'
type CourierPayload = { batchId: string }

type CourierDeps = {
  sql: Sql
  vault: Vault
  egress: Pick<Egress, 'dispatcher' | 'parseTarget' | 'userAgent'>
  queue: () => Pick<Queue, 'enqueue'>
  statusUrl: (id: string) => string
}

/** Results are told a page at a time, and at least this often while there are any. */
const pageEverySeconds = 2
const maxPage = { items: 100, bytes: 4_000_000 }

/** The first event, in the transaction that makes the batch. */
export const announce = async (
  queue: Pick<Queue, 'enqueue'>,
  sql: Sql,
  { id, accountId, webhook }: { id: string; accountId: string; webhook: StoredWebhook },
): Promise<void> => {
  if (!webhook.events.includes('batch.started')) return
  const { url } = webhook
  const type = 'batch.started'
  await eventStore.insert(sql, { id: newId('msg'), accountId, batchId: id, sequence: 0, type, url })
  await wakeCourier(queue, sql, id, 'now')
}

/** In the transaction that gives it something to tell. A second one in line is not added. */
export const wakeCourier = async (
  queue: Pick<Queue, 'enqueue'>,
  sql: Sql,
  batchId: string,
  when: 'now' | 'soon' | { seconds: number },
): Promise<void> => {
  const seconds = when === 'now' ? 0 : when === 'soon' ? pageEverySeconds : when.seconds
  await queue.enqueue<CourierPayload>(
    sql,
    { name: courierJobName },
    { batchId },
    {
      key: batchId,
      group: batchId,
      ...(seconds > 0 ? { startAfterSeconds: seconds } : {}),
    },
  )
}

/**
 * Brings a batch's events to its webhook, one after the other. There is one courier for a batch at
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
    work: ({ batchId }, context) => tour(deps, batchId, context),
  })

const tourMs = 60_000

const tour = async (deps: CourierDeps, batchId: string, context: JobContext): Promise<void> => {
  const endMs = performance.now() + tourMs
  const again = (seconds: number) =>
    wakeCourier(deps.queue(), deps.sql, batchId, seconds > 0 ? { seconds } : 'now')
  for (let isFirst = true; ; isFirst = false) {
    const batch = await eventStore.batch(deps.sql, batchId)
    if (!batch) return eventStore.giveUp(deps.sql, batchId)
    const event = await nextEvent(deps.sql, batch, isFirst)
    if (event === 'nothing') return
    if (event === 'soon') return again(pageEverySeconds)
    if (event.pauseSeconds > 0) return again(event.pauseSeconds)
    if (performance.now() > endMs) return again(0)
    await deliver(deps, batch, event, context.signal)
  }
}

/** The event whose turn it is; made now if there is something to tell. */
const nextEvent = async (
  sql: Sql,
  batch: BatchForEvents,
  isFirst: boolean,
): Promise<WaitingEvent | 'nothing' | 'soon'> => {
  const waiting = await eventStore.head(sql, batch.id)
  if (waiting) return waiting
  const wants = (type: string) => batch.webhook.events.some(event => event === type)
  const { nextSequence, toldItems, hasEnd } = await eventStore.progress(sql, batch.id)
  if (hasEnd) return 'nothing'
  const add = async (event: Pick<NewEvent, 'type' | 'items'>) => {
    const { accountId, webhook } = batch
    const whose = { accountId, batchId: batch.id, url: webhook.url }
    await eventStore.insert(sql, { id: newId('msg'), sequence: nextSequence, ...whose, ...event })
    return (await eventStore.head(sql, batch.id)) ?? 'nothing'
  }
  const untold = wants('batch.page') ? batch.completed + batch.failed - toldItems : 0
  if (untold > 0) {
    // Whoever woke us has waited already; after that a page is worth sending only when it is full.
    if (!isFirst && untold < maxPage.items && batch.status === 'scraping') return 'soon'
    const last = await eventStore.endOfPage(sql, batch.id, toldItems, maxPage)
    return add({ type: 'batch.page', items: { first: toldItems + 1, last } })
  }
  if (batch.status === 'scraping') return 'nothing'
  const type = `batch.${batch.status}` as const
  return wants(type) ? add({ type }) : 'nothing'
}

const deliver = async (
  deps: CourierDeps,
  batch: BatchForEvents,
  event: WaitingEvent,
  signal: AbortSignal,
): Promise<void> => {
  const { webhook: headers = {} } = openHeaders(deps.vault, batch.id, batch.sealedHeaders)
  const message = {
    id: event.id,
    url: batch.webhook.url,
    body: await bodyOf(deps, batch, event),
    headers,
    secrets: await secretsOf(deps, batch.accountId),
  }
  const attempt = await sendMessage(deps.egress, message, signal)
  await inTransaction(deps.sql, async sql => {
    await eventStore.recordAttempt(sql, event, attempt, whatNext(event, attempt))
    // Gone, says the receiver: it wants no further events.
    if (attempt.status === 410) await eventStore.giveUp(sql, batch.id)
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
