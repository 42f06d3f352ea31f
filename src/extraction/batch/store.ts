import { inTransaction, type Sql } from '../../db/sql.ts'
import type { BatchOptions, BatchStatus } from './request.ts'

/** Each item is a piece of work of its own in the ledger. */
export const refOf = (batchId: string, position: number): string => `${batchId}:${position}`

export type NewItem = { position: number; url: string; host: string; turn: number }

export type LoadedItem = {
  url: string
  host: string
  turn: number
  tries: number
  options: BatchOptions
  /** Milliseconds until the host may be asked again. */
  hostPauseMs: number
}

export type BatchRow = {
  id: string
  status: BatchStatus
  total: number
  completed: number
  failed: number
  expiresAt: Date
  creditsUsed: number
}

export const batchStore = {
  /**
   * The first one to come claims the key until its transaction ends; whoever comes second waits for
   * it here and then sees its answer.
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
      select
        coalesce((select max(turn) from batch_items where state <> 'waiting'), 0)::float8
          as "servedTurn",
        (select count(*) from batches
          where account_id = ${accountId} and status = 'scraping')::int + 1 as "activeBatches"`
    return row ?? { servedTurn: 0, activeBatches: 1 }
  },

  async insert(
    sql: Sql,
    batch: {
      id: string
      accountId: string
      keyId: string
      options: BatchOptions
      items: readonly NewItem[]
    },
  ): Promise<void> {
    const column = <K extends keyof NewItem>(name: K) => batch.items.map(item => item[name])
    await sql`
      insert into batches (id, account_id, key_id, total, options)
      values (${batch.id}, ${batch.accountId}, ${batch.keyId}, ${batch.items.length},
        ${JSON.stringify(batch.options)}::text::jsonb)`
    await sql`
      insert into batch_items (batch_id, position, url, host, turn)
      select ${batch.id}, position, url, host, turn
      from unnest(${column('position')}::int[], ${column('url')}::text[],
        ${column('host')}::text[], ${column('turn')}::bigint[])
        as item (position, url, host, turn)`
  },

  /** What a worker needs for an item, or undefined when there is nothing left to do. */
  async load(sql: Sql, batchId: string, position: number): Promise<LoadedItem | undefined> {
    const [row] = await sql<LoadedItem[]>`
      select url, batch_items.host, turn, tries, options,
        greatest(0, extract(epoch from free_at - now()) * 1000)::float8 as "hostPauseMs"
      from batch_items
        join batches on batches.id = batch_items.batch_id
        left join batch_hosts on batch_hosts.host = batch_items.host
      where batch_id = ${batchId} and position = ${position}
        and state = 'waiting' and status = 'scraping'`
    return row && { ...row, hostPauseMs: row.hostPauseMs ?? 0 }
  },

  together<T>(sql: Sql, work: (sql: Sql) => Promise<T>): Promise<T> {
    return inTransaction(sql, work)
  },

  async setTries(sql: Sql, batchId: string, position: number, tries: number): Promise<void> {
    await sql`
      update batch_items set tries = ${tries}
      where batch_id = ${batchId} and position = ${position} and state = 'waiting'`
  },

  /** Expired batches and old idempotency keys, in small steps. True while there is more. */
  async purge(sql: Sql): Promise<boolean> {
    await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`
    await sql`delete from batch_hosts where free_at < now() - interval '1 day'`
    // Items first and few at a time: a batch of 10,000 must not go in one long transaction.
    const items = await sql`
      delete from batch_items where (batch_id, position) in (
        select batch_id, position from batch_items
          join batches on batches.id = batch_items.batch_id
        where expires_at < now() limit 1000
      )`
    if (items.count > 0) return true
    const batches = await sql`delete from batches where expires_at < now()`
    return batches.count > 0
  },

  async read(
    sql: Sql,
    wanted: { id: string; accountId: string; offset: number; limit: number },
  ): Promise<{ batch: BatchRow; items: { url: string; result: Buffer | null }[] } | undefined> {
    // One statement is one snapshot: counts, credits and results always agree.
    const rows = await sql<(BatchRow & { url: string | null; result: Buffer | null })[]>`
      select batches.id, status, total, completed, failed, expires_at as "expiresAt",
        (select coalesce(sum(credits), 0)::float8 from ledger
          where kind = 'settle' and split_part(ref, ':', 1) = batches.id) as "creditsUsed",
        item.url, item.result
      from batches left join lateral (
        select url, result, finished_as from batch_items
        where batch_id = batches.id
          and finished_as > ${wanted.offset} and finished_as <= ${wanted.offset + wanted.limit}
      ) as item on true
      where batches.id = ${wanted.id} and account_id = ${wanted.accountId} and expires_at > now()
      order by finished_as`
    const [batch] = rows
    if (!batch) return undefined
    return {
      batch,
      items: rows.flatMap(({ url, result }) => (url === null ? [] : [{ url, result }])),
    }
  },
}
