import { purgeStep } from '../db/purge.ts'
import type { Sql } from '../db/sql.ts'
import type { NextStep, Tried } from '../webhooks/retry.ts'
import type { Attempt } from '../webhooks/send.ts'
import type { EventType, StoredWebhook } from './job-options.ts'
import type { JobRow, StoredItem } from './store.ts'

export type NewEvent = {
  id: string
  accountId: string
  jobId: string
  sequence: number
  type: EventType
  url: string
  items?: { first: number; last: number } | undefined
}

/** What its body is made of. */
export type StoredEvent = {
  id: string
  type: EventType
  firstItem: number | null
  lastItem: number | null
  createdAt: Date
}

type ToldEvent = StoredEvent & Pick<NextStep, 'state'>

export type WaitingEvent = StoredEvent &
  Tried & {
    /** Until its next attempt; 0 or less: now. */
    pauseSeconds: number
  }

export type JobForEvents = Omit<
  JobRow,
  'discovered' | 'skipped' | 'failures' | 'warning' | 'isCompared'
> & { accountId: string; webhook: StoredWebhook; sealedHeaders: Buffer | null }

type JobWithoutWebhook = Omit<JobForEvents, 'webhook'> & { webhook: null }

export const hasWebhook = (job: JobForEvents | JobWithoutWebhook): job is JobForEvents =>
  job.webhook !== null

/** Where the events of a job have got to. */
type Progress = { nextSequence: number; toldItems: number; hasEnd: boolean }

export const eventStore = {
  async job(sql: Sql, id: string): Promise<JobForEvents | JobWithoutWebhook | undefined> {
    const [row] = await sql<(JobForEvents | JobWithoutWebhook)[]>`
      select id, kind, account_id as "accountId", webhook, sealed_headers as "sealedHeaders", status,
        total, completed, failed, credits_used::float8 as "creditsUsed", expires_at as "expiresAt"
      from batches where id = ${id}`
    return row
  },

  async insert(sql: Sql, event: NewEvent): Promise<void> {
    await sql`
      insert into webhook_events
        (id, account_id, batch_id, sequence, type, url, first_item, last_item)
      values (${event.id}, ${event.accountId}, ${event.jobId}, ${event.sequence}, ${event.type},
        ${event.url}, ${event.items?.first ?? null}, ${event.items?.last ?? null})`
  },

  /** Events are delivered one after the other: this is the one whose turn it is. */
  async head(sql: Sql, jobId: string): Promise<WaitingEvent | undefined> {
    const [row] = await sql<WaitingEvent[]>`
      select id, type, first_item as "firstItem", last_item as "lastItem", attempts,
        created_at as "createdAt",
        extract(epoch from next_attempt_at - now())::float8 as "pauseSeconds",
        extract(epoch from now() - created_at)::float8 as "ageSeconds"
      from webhook_events where batch_id = ${jobId} and state = 'waiting'
      order by sequence limit 1`
    return row
  },

  /** One that was told before, to be told again. */
  async find(
    sql: Sql,
    { id, jobId }: { id: string; jobId: string },
  ): Promise<ToldEvent | undefined> {
    const [row] = await sql<ToldEvent[]>`
      select id, type, first_item as "firstItem", last_item as "lastItem",
        created_at as "createdAt", state
      from webhook_events where id = ${id} and batch_id = ${jobId}`
    return row
  },

  async progress(sql: Sql, jobId: string): Promise<Progress> {
    const [row] = await sql<Progress[]>`
      select coalesce(max(sequence) + 1, 0)::int as "nextSequence",
        coalesce(max(last_item), 0)::int as "toldItems",
        coalesce(bool_or(type ~ '[.](completed|failed|cancelled)$'), false)
          as "hasEnd"
      from webhook_events where batch_id = ${jobId}`
    return row ?? { nextSequence: 0, toldItems: 0, hasEnd: false }
  },

  /** The last item of the next page: so many items, or fewer where they are large. */
  async endOfPage(
    sql: Sql,
    jobId: string,
    told: number,
    max: { items: number; bytes: number },
  ): Promise<number> {
    const [row] = await sql<{ last: number }[]>`
      select coalesce(max(finished_as), ${told})::int as last from (
        select finished_as, sum(result_bytes) over (order by finished_as) - result_bytes as before
        from batch_items where batch_id = ${jobId}
          and finished_as > ${told} and finished_as <= ${told + max.items}
      ) as sized where before < ${max.bytes}`
    return row?.last ?? told
  },

  async items(sql: Sql, jobId: string, first: number, last: number): Promise<StoredItem[]> {
    return sql<StoredItem[]>`
      select url, result as bytes, object, error_code as code, depth, found_on as "foundOn", change
      from batch_items
      where batch_id = ${jobId} and finished_as between ${first} and ${last}
      order by finished_as`
  },

  /** A line in the log, and what it means for the event: delivered, given up, or tried again. */
  async recordAttempt(
    sql: Sql,
    event: Pick<WaitingEvent, 'id'>,
    attempt: Attempt,
    next: NextStep,
  ): Promise<void> {
    const pauseSeconds = next.state === 'waiting' ? next.pauseSeconds : 0
    await sql`
      with told as (
        update webhook_events set
          state = ${next.state},
          attempts = attempts + 1,
          next_attempt_at = now() + make_interval(secs => ${pauseSeconds}),
          ended_at = case when ${next.state} <> 'waiting' then now() end
        where id = ${event.id} returning id, attempts
      )
      insert into webhook_attempts (event_id, attempt, status, error, duration_ms)
      select id, attempts, ${attempt.status ?? null}, ${attempt.error ?? null}, ${attempt.durationMs}
      from told`
  },

  /** Nobody will hear the rest: the receiver said so, or the job is gone. */
  async giveUp(sql: Sql, jobId: string): Promise<void> {
    await sql`
      update webhook_events set state = 'failed', ended_at = now()
      where batch_id = ${jobId} and state = 'waiting'`
  },

  /** The log is kept for a month. */
  purge: (sql: Sql): Promise<boolean> =>
    purgeStep(sql, 'webhook_events', sql`created_at < now() - interval '30 days'`),
}
