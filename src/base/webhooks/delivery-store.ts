import type { Sql } from '../db/sql.ts'
import type { DeliveriesAnswer } from './answers.ts'

/** An event for a webhook and every attempt to deliver it. */
type Delivery = DeliveriesAnswer['data'][number]

type Row = Omit<Delivery, 'createdAt' | 'endedAt' | 'nextAttemptAt'> & {
  createdAt: Date
  endedAt: Date | null
  nextAttemptAt: Date | null
}

/** Of all events that wait, for the metrics. */
type Backlog = {
  waiting: number
  /** Since the oldest of them happened: receivers that fail make it grow too. */
  oldestSeconds: number
  /** Since the first of them was due: this is our own delay. */
  overdueSeconds: number
}

export const deliveryStore = {
  async backlog(sql: Sql): Promise<Backlog> {
    const [row] = await sql<Backlog[]>`
      select count(*)::int as waiting,
        coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds",
        coalesce(greatest(0, extract(epoch from now() - min(next_attempt_at))), 0)::float8
          as "overdueSeconds"
      from webhook_events where state = 'waiting'`
    return row ?? { waiting: 0, oldestSeconds: 0, overdueSeconds: 0 }
  },

  /**
   * The events of a batch, the newest first. The log is kept longer than the batch; undefined when
   * the account has neither.
   */
  async page(
    sql: Sql,
    wanted: { batchId: string; accountId: string; offset: number; limit: number },
  ): Promise<{ total: number; deliveries: Delivery[] } | undefined> {
    const { batchId, accountId } = wanted
    const [known] = await sql<{ isThere: boolean; total: number }[]>`
      select exists (
          select 1 from batches where id = ${batchId} and account_id = ${accountId}
        ) as "isThere",
        (select count(*) from webhook_events
          where batch_id = ${batchId} and account_id = ${accountId})::int as total`
    if (!known || (!known.isThere && known.total === 0)) return undefined
    const rows = await sql<Row[]>`
      select id, type, url, state, created_at as "createdAt", ended_at as "endedAt",
        case when state = 'waiting' then next_attempt_at end as "nextAttemptAt",
        coalesce((
          select jsonb_agg(
            jsonb_build_object('at', at, 'status', status, 'error', error, 'durationMs', duration_ms)
            order by attempt
          ) from webhook_attempts where event_id = webhook_events.id
        ), '[]') as attempts
      from webhook_events
      where batch_id = ${batchId} and account_id = ${accountId}
      order by sequence desc offset ${wanted.offset} limit ${wanted.limit}`
    return { total: known.total, deliveries: rows.map(show) }
  },
}

const show = (row: Row): Delivery => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  attempts: row.attempts.map(attempt => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
})
