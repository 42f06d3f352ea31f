import { store } from '../../base/accounts/store.ts'
import type { Database, Sql } from '../../base/db/sql.ts'
import type { Vault } from '../../base/db/vault.ts'
import type { SendMail } from '../../base/mail/mail.ts'
import { defineJob, type Job } from '../../base/queue/job.ts'
import type { Queue } from '../../base/queue/queue.ts'
import { logAttempt } from '../../base/webhooks/attempt-store.ts'
import { type DeliveryDeps, deliver, type Recorder } from '../../base/webhooks/deliver.ts'
import { newId } from '../../kit/ids.ts'
import type { ReaderEvent } from './event-names.ts'
import { type ReportPayload, reportJobName } from './job-names.ts'
import { type ReaderRow, readerStore } from './store.ts'
import { type EventRow, readerEventStore } from './watch-store.ts'

/** Where a reader's events go, kept encrypted. */
export type ReaderWebhook = {
  url: string
  headers: Readonly<Record<string, string>>
  events: readonly ReaderEvent[]
}

export const sealWebhook = (vault: Vault, id: string, webhook: ReaderWebhook): Buffer =>
  vault.seal(JSON.stringify(webhook), purposeOf(id))

const openWebhook = (
  vault: Vault,
  { id, webhook }: Pick<ReaderRow, 'id' | 'webhook'>,
): ReaderWebhook | undefined =>
  webhook ? (JSON.parse(vault.open(webhook, purposeOf(id))) as ReaderWebhook) : undefined

const purposeOf = (id: string) => `webhook of ${id}`

export type EventDeps = { queue: Pick<Queue, 'enqueue'>; vault: Vault }

/** In the transaction that makes it true. */
export const raiseEvent = async (
  deps: EventDeps,
  sql: Sql,
  reader: ReaderRow,
  type: ReaderEvent,
  data: Record<string, unknown>,
): Promise<void> => {
  const webhook = openWebhook(deps.vault, reader)
  const hasWebhook = webhook?.events.includes(type) ?? false
  if (!hasWebhook && !(reader.mails && Object.hasOwn(mailed, type))) return
  const id = newId('evt')
  await readerEventStore.insert(sql, { id, readerId: reader.id, type, data, hasWebhook })
  await deps.queue.enqueue<ReportPayload>(sql, { name: reportJobName }, { eventId: id })
}

type ReportDeps = DeliveryDeps & {
  sql: Database
  queue: Pick<Queue, 'enqueue'>
  sendMail: SendMail
  reach: { publicUrl: string }
  now: () => number
}

/** Tells of an event by mail, once, and by webhook, until it arrives. */
export const reportJob = (deps: ReportDeps): Job<ReportPayload> =>
  defineJob<ReportPayload>({
    name: reportJobName,
    concurrency: 5,
    timeoutSeconds: 60,
    // Only for processes that die: what receivers do wrong is counted by ourselves.
    retry: { limit: 20, delaySeconds: 5, maxDelaySeconds: 600 },
    async work({ eventId }, { signal }) {
      const event = await readerEventStore.find(deps.sql, eventId)
      const reader = event && (await readerStore.get(deps.sql, event.readerId))
      if (!event || !reader) return
      if (reader.mails) await mailOwner(deps, reader, event)
      const webhook = openWebhook(deps.vault, reader)
      if (event.webhookState === 'waiting' && webhook)
        await sendEvent(deps, reader, event, webhook, signal)
    },
  })

const sendEvent = async (
  deps: ReportDeps,
  { id, name, host, version, accountId }: ReaderRow,
  event: EventRow,
  { url, headers }: ReaderWebhook,
  signal: AbortSignal,
): Promise<void> => {
  const body = JSON.stringify({
    type: event.type,
    timestamp: event.createdAt.toISOString(),
    data: { reader: { id, name, host, version }, ...Object(event.data) },
  })
  const message = { id: `msg_${event.id}`, accountId, url, headers, body }
  const record: Recorder = async (sql, attempt, next) => {
    const row = { table: 'reader_events', id: event.id } as const
    await logAttempt(sql, row, attempt, { state: next.state, now: deps.now() })
    if (next.state === 'waiting')
      await deps.queue.enqueue<ReportPayload>(
        sql,
        { name: reportJobName },
        { eventId: event.id },
        { startAfterSeconds: next.pauseSeconds },
      )
  }
  await deliver(deps, { ...event, message, record }, signal)
}

type Words = { subject: string; text: string }

/** What the owner is written of: what needs somebody, or may. */
const mailed: Partial<Record<ReaderEvent, Words>> = {
  'reader.drifting': {
    subject: 'the site seems to have changed',
    text: 'Many more of its answers than before are weak, disputed or missing. Siteray is trying to repair it; until then such fields go to the fallback.',
  },
  'reader.broken': {
    subject: 'the repair failed',
    text: 'Siteray could not repair it. Every page goes to the fallback until you teach it a new example.',
  },
  'reader.question': {
    subject: 'a repair is waiting for you',
    text: 'Siteray learned a new version that differs from the old one on some pages. Compare them, then use or discard it.',
  },
}

/** A question without a version that was learned. */
const withoutProposal: Words = {
  subject: 'it needs an example of the changed pages',
  text: 'Siteray could not repair it from the pages that it has seen. What it does not find goes to the fallback until you teach it a page as the site is now.',
}

const wordsOf = ({ type, data }: EventRow): Words | undefined =>
  type === 'reader.question' && Object(data).proposal === undefined
    ? withoutProposal
    : mailed[type as ReaderEvent]

const mailOwner = async (
  deps: ReportDeps,
  { id, name, host, accountId }: ReaderRow,
  event: EventRow,
): Promise<void> => {
  const { id: eventId, data } = event
  const words = wordsOf(event)
  const account = words && (await store.findAccount(deps.sql, accountId))
  if (!words || !account?.ownerEmail) return
  const fields: unknown = Object(data).fields
  const named = Array.isArray(fields) && fields.length > 0 ? [`Fields: ${fields.join(', ')}`] : []
  await deps.sendMail(deps.sql, {
    to: account.ownerEmail,
    subject: `Siteray: reader ${name} (${host}): ${words.subject}`,
    text: [words.text, ...named, '', `${deps.reach.publicUrl}/readers/${id}`].join('\n'),
    dedupeKey: `reader event ${eventId}`,
  })
}
