import type { Sql } from '../../base/db/sql.ts'
import type { BatchOptions, BatchStatus, EventType } from './request.ts'

/** Each item is a piece of work of its own in the ledger. */
export const refOf = (batchId: string, position: number): string => `${batchId}:${position}`

export type NewItem = {
  position: number
  url: string
  host: string
  turn: number
  laneTurn: number
  state: 'waiting' | 'queued'
}

/** Where the events of a batch go; its headers are sealed. */
export type StoredWebhook = { url: string; events: readonly EventType[] }

type NewBatch = {
  id: string
  accountId: string
  keyId: string
  options: BatchOptions
  webhook: StoredWebhook | undefined
  sealedHeaders: Buffer | undefined
  items: readonly NewItem[]
}

/** Which item of which batch. */
export type ItemKey = { batchId: string; position: number }

export type LoadedItem = {
  accountId: string
  url: string
  turn: number
  tries: number
  options: BatchOptions
  sealedHeaders: Buffer | null
  /** Milliseconds until the host may be asked again. */
  hostPauseMs: number
}

type BatchRow = {
  id: string
  status: BatchStatus
  total: number
  completed: number
  failed: number
  creditsUsed: number
  expiresAt: Date
}

export type StoredItem = { url: string; result: Buffer }

/** More in one answer would be more than a client or we want to hold in memory. */
const maxPageBytes = 10_000_000
const purgeStep = 500

export const batchStore = {
  /**
   * The first one to come claims the key until its transaction ends; whoever comes second waits for
   * it here and then sees its answer (or, if it was rolled back, is the first one).
   */
  async claimIdempotencyKey(
    sql: Sql,
    asked: { accountId: string; key: string; hash: Buffer },
  ): Promise<{ hash: Buffer; answer: string } | undefined> {
    const [mine] = await sql`
      insert into idempotency_keys (account_id, key, request_hash, answer)
      values (${asked.accountId}, ${asked.key}, ${asked.hash}, '')
      on conflict (account_id, key) do update
        set request_hash = excluded.request_hash, answer = '', created_at = excluded.created_at
        where idempotency_keys.created_at < now() - interval '24 hours'
      returning 1`
    if (mine) return undefined
    const [earlier] = await sql<{ hash: Buffer; answer: string }[]>`
      select request_hash as hash, answer from idempotency_keys
      where account_id = ${asked.accountId} and key = ${asked.key}`
    return earlier
  },

  async keepAnswer(
    sql: Sql,
    asked: { accountId: string; key: string },
    answer: string,
  ): Promise<void> {
    await sql`
      update idempotency_keys set answer = ${answer}
      where account_id = ${asked.accountId} and key = ${asked.key}`
  },

  /** The turn that is being served, and how many batches of the account are under way. */
  async turnsNow(
    sql: Sql,
    accountId: string,
  ): Promise<{ servedTurn: number; activeBatches: number }> {
    const [row] = await sql<{ servedTurn: number; activeBatches: number }[]>`
      select coalesce(max(served_turn), 0)::float8 as "servedTurn",
        (count(*) filter (where account_id = ${accountId}))::int + 1 as "activeBatches"
      from batches where status = 'scraping'`
    return row ?? { servedTurn: 0, activeBatches: 1 }
  },

  async insert(sql: Sql, batch: NewBatch): Promise<void> {
    const column = <K extends keyof NewItem>(name: K) => batch.items.map(item => item[name])
    const webhook = batch.webhook ? JSON.stringify(batch.webhook) : null
    await sql`
      insert into batches (id, account_id, key_id, total, options, webhook, sealed_headers)
      values (${batch.id}, ${batch.accountId}, ${batch.keyId}, ${batch.items.length},
        ${JSON.stringify(batch.options)}::text::jsonb, ${webhook}::text::jsonb,
        ${batch.sealedHeaders ?? null})`
    await sql`
      insert into batch_items (batch_id, position, url, host, turn, lane_turn, state)
      select ${batch.id}, position, url, host, turn, lane_turn, state
      from unnest(${column('position')}::int[], ${column('url')}::text[],
        ${column('host')}::text[], ${column('turn')}::bigint[], ${column('laneTurn')}::bigint[],
        ${column('state')}::text[]) as item (position, url, host, turn, lane_turn, state)`
  },

  /** By `refOf`; those with which there is nothing left to do are not among them. */
  async load(sql: Sql, items: readonly ItemKey[]): Promise<Map<string, LoadedItem>> {
    const rows = await sql<(LoadedItem & ItemKey)[]>`
      select item.batch_id as "batchId", item.position, account_id as "accountId", url,
        turn::float8 as turn, tries, options, sealed_headers as "sealedHeaders",
        coalesce(greatest(0, extract(epoch from free_at - now()) * 1000), 0)::float8
          as "hostPauseMs"
      from unnest(${items.map(item => item.batchId)}::text[],
          ${items.map(item => item.position)}::int[]) as wanted (batch_id, position)
        cross join lateral (
          select * from batch_items
          where batch_id = wanted.batch_id and position = wanted.position limit 1
        ) as item
        join batches on batches.id = item.batch_id
        left join batch_lanes on batch_lanes.host = item.host
      where state = 'queued' and status = 'scraping'`
    return new Map(rows.map(row => [refOf(row.batchId, row.position), row]))
  },

  /** Counts, credits and a page of results. One statement is one snapshot: they always agree. */
  async read(
    sql: Sql,
    wanted: { id: string; accountId: string; offset: number; limit: number },
  ): Promise<{ batch: BatchRow; items: StoredItem[] } | undefined> {
    const rows = await sql<(BatchRow & { url: string | null; result: Buffer })[]>`
      select batches.id, status, total, completed, failed, credits_used::float8 as "creditsUsed",
        expires_at as "expiresAt", item.url, item.result
      from batches left join lateral (
        select batch_items.url, batch_items.result, sized.finished_as from (
          select position, finished_as,
            sum(result_bytes) over (order by finished_as) - result_bytes as bytes_before
          from batch_items
          where batch_id = batches.id
            and finished_as > ${wanted.offset} and finished_as <= ${wanted.offset + wanted.limit}
        ) as sized
          join batch_items on batch_items.batch_id = batches.id
            and batch_items.position = sized.position
        where bytes_before < ${maxPageBytes}
      ) as item on true
      where batches.id = ${wanted.id} and account_id = ${wanted.accountId} and expires_at > now()
      order by item.finished_as`
    const [batch] = rows
    if (!batch) return undefined
    return {
      batch,
      items: rows.flatMap(({ url, result }) => (url === null ? [] : [{ url, result }])),
    }
  },

  /** Positions that are not finished, of a batch that nearly reached its time without an end. */
  async overdue(sql: Sql): Promise<ItemKey[]> {
    return sql<ItemKey[]>`
      select batch_id as "batchId", position from batch_items
      where state in ('waiting', 'queued') and batch_id = (
        select id from batches
        where status = 'scraping' and expires_at < now() + interval '10 minutes'
        order by expires_at limit 1
      )
      order by position limit 500`
  },

  /** Expired batches and old idempotency keys, in small steps. True while there is more. */
  async purge(sql: Sql): Promise<boolean> {
    const keys = await sql`
      delete from idempotency_keys where ctid = any(array(
        select ctid from idempotency_keys
        where created_at < now() - interval '24 hours' limit ${purgeStep}
      ))`
    // Items before their batch: one of 10,000 must not go in one long transaction.
    const items = await sql`
      delete from batch_items where ctid = any(array(
        select batch_items.ctid from batches
          join batch_items on batch_items.batch_id = batches.id
        where expires_at < now() and status <> 'scraping' limit ${purgeStep}
      ))`
    if (items.count > 0) return true
    const batches = await sql`
      delete from batches where id = any(array(
        select id from batches
        where expires_at < now() and status <> 'scraping' limit ${purgeStep}
      ))`
    return keys.count === purgeStep || batches.count === purgeStep
  },
}
