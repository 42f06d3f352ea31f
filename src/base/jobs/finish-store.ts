import { releaseMany } from '../accounts/credits.ts'
import type { Extras } from '../accounts/prices.ts'
import type { Sql } from '../db/sql.ts'
import { holdObjects, type KeptObject } from '../objects/objects.ts'
import type { EndedItem, Followed } from './frontier.ts'
import type { SkipReason } from './kinds-and-states.ts'
import { type ItemKey, refOf } from './store.ts'

/** What became of one item; `result` is what it shows besides its address, compressed. */
export type ItemOutcome = ItemKey & {
  turn: number
  result: KeptObject
  /** Before it was compressed. */
  resultBytes: number
  errorCode: string | undefined
  /** The site's robots.txt keeps us out. */
  byRobots?: boolean
  /** The site says that there is no such page. */
  isMissing?: boolean
  /** What it costs, where that is less than what was reserved. */
  credits?: number | undefined
  /** What it costs besides. */
  extras?: Extras | undefined
  /** What a growing job is told of the page. */
  followed?: Followed | undefined
}

/** An item that is tried again, after a pause if there is one. */
export type Retry = ItemKey & {
  tries: number
  pauseMs: number
  paced: boolean
  /** The page turned out to need a browser, and the process that read it has none. */
  needsBrowser?: boolean
}

/** An outcome as it is written: counted as the n-th, skipped, or kept until it is settled. */
export type Ended = ItemOutcome & {
  finishedAs: number | undefined
  skip: SkipReason | undefined
  isHeld: boolean
}

export type SettledItem = ItemKey & Pick<Ended, 'finishedAs' | 'skip'>

export const finishStore = {
  /** After the lock of their jobs, so that nobody can end them meanwhile. By `refOf`. */
  async open(
    sql: Sql,
    outcomes: readonly ItemOutcome[],
  ): Promise<Map<string, Omit<EndedItem, 'outcome'>>> {
    const rows = await sql<(ItemKey & Omit<EndedItem, 'outcome'>)[]>`
      select item.batch_id as "jobId", item.position, url, coalesce(depth, 0) as depth, parent,
        wanted, encode(url_key, 'hex') as key, found_on as "foundOn"
      from unnest(${outcomes.map(o => o.jobId)}::text[], ${outcomes.map(o => o.position)}::int[])
        as outcome (batch_id, position)
        cross join lateral (
          select * from batch_items
          where batch_id = outcome.batch_id and position = outcome.position limit 1
        ) as item
      where item.state in ('waiting', 'queued') and item.result_bytes is null`
    return new Map(rows.map(row => [refOf(row), row]))
  },

  async write(sql: Sql, outcomes: readonly Ended[]): Promise<void> {
    // The client knows no arrays of bytes: all results go as one value, cut into pieces over there.
    const parts = outcomes.map(o => (o.skip ? nothing : (o.result.bytes ?? nothing)))
    const results = Buffer.concat(parts)
    const lengths = parts.map(part => part.length)
    const kept = outcomes.map(o => (o.skip ? notKept : o.result))
    const starts = lengths.map((_, at) => 1 + lengths.slice(0, at).reduce((a, b) => a + b, 0))
    await sql`
      update batch_items set
        state = case when outcome.skip <> '' then 'skipped' when outcome.held = 1 then 'queued'
          when outcome.error_code = '' then 'done' else 'failed' end,
        finished_as = outcome.finished_as,
        ready_at = null,
        result = case when outcome.skip = '' and outcome.object = ''
          then substring(${results}::bytea from outcome.start for outcome.length) end,
        object = nullif(outcome.object, ''),
        result_bytes = case when outcome.skip = '' then outcome.result_bytes end,
        error_code = nullif(outcome.error_code, ''),
        skip_reason = coalesce(nullif(outcome.skip, ''), outcome.failed_as)
      from unnest(
        ${outcomes.map(o => o.jobId)}::text[],
        ${outcomes.map(o => o.position)}::int[],
        ${outcomes.map(o => o.finishedAs ?? null)}::int[],
        ${starts}::int[],
        ${lengths}::int[],
        ${outcomes.map(o => o.resultBytes)}::int[],
        ${outcomes.map(o => o.errorCode ?? '')}::text[],
        ${outcomes.map(o => o.skip ?? '')}::text[],
        ${kept.map(o => o.object ?? '')}::text[],
        ${outcomes.map(o => (o.isHeld ? 1 : 0))}::int[],
        ${outcomes.map(o => (o.isMissing ? 'missing' : null))}::text[]
      ) as outcome
        (batch_id, position, finished_as, start, length, result_bytes, error_code, skip, object, held,
          failed_as)
      where batch_items.batch_id = outcome.batch_id and batch_items.position = outcome.position`
    await holdObjects(sql, kept)
  },

  /** Items that were held have their result. What is stored elsewhere of a skipped one is purged with it. */
  async settle(sql: Sql, items: readonly SettledItem[]): Promise<void> {
    if (items.length === 0) return
    await sql`
      update batch_items set
        state = case when settled.skip = '' then 'done' else 'skipped' end,
        finished_as = settled.finished_as,
        result = case when settled.skip = '' then result end,
        result_bytes = case when settled.skip = '' then result_bytes end,
        skip_reason = nullif(settled.skip, '')
      from unnest(
        ${items.map(o => o.jobId)}::text[],
        ${items.map(o => o.position)}::int[],
        ${items.map(o => o.finishedAs ?? null)}::int[],
        ${items.map(o => o.skip ?? '')}::text[]
      ) as settled (batch_id, position, finished_as, skip)
      where batch_items.batch_id = settled.batch_id and batch_items.position = settled.position`
  },

  /** Only whoever holds an item's ticket may put it back. */
  async putBack(sql: Sql, retries: readonly Retry[]): Promise<void> {
    if (retries.length === 0) return
    await sql`
      update batch_items set
        state = 'waiting',
        tries = retry.tries,
        paced = retry.paced = 1,
        needs_browser = batch_items.needs_browser or retry.needs_browser = 1,
        ready_at = case when retry.pause_ms > 0
          then now() + make_interval(secs => retry.pause_ms / 1000.0) end
      from unnest(
        ${retries.map(r => r.jobId)}::text[],
        ${retries.map(r => r.position)}::int[],
        ${retries.map(r => r.tries)}::int[],
        ${retries.map(r => r.pauseMs)}::float8[],
        ${retries.map(r => (r.paced ? 1 : 0))}::int[],
        ${retries.map(r => (r.needsBrowser ? 1 : 0))}::int[]
      ) as retry (batch_id, position, tries, pause_ms, paced, needs_browser)
      where batch_items.batch_id = retry.batch_id and batch_items.position = retry.position
        and state = 'queued'`
  },

  /**
   * Waiting items never run; what is running finds its job ended. Undefined: there is no such
   * job.
   */
  async cancel(
    sql: Sql,
    wanted: { id: string; accountId: string; kind: string },
  ): Promise<{ is: 'cancelled'; hasWebhook: boolean } | { is: 'ended' } | undefined> {
    const [job] = await sql<{ status: string; hasWebhook: boolean }[]>`
      select status, webhook is not null as "hasWebhook" from batches
      where id = ${wanted.id} and account_id = ${wanted.accountId} and kind = ${wanted.kind}
        and expires_at > now() for update`
    if (!job) return undefined
    if (job.status !== 'scraping') return { is: 'ended' }
    const items = await sql<{ position: number }[]>`
      update batch_items set state = 'cancelled', ready_at = null
      where batch_id = ${wanted.id} and state in ('waiting', 'queued') returning position`
    await releaseMany(
      sql,
      items.map(({ position }) => refOf({ jobId: wanted.id, position })),
    )
    await sql`
      update batches set status = 'cancelled', discovering = false, open = 0, counted = 0, held = 0,
        ended_at = now(), expires_at = now() + make_interval(hours => keep_hours)
      where id = ${wanted.id}`
    return { is: 'cancelled', hasWebhook: job.hasWebhook }
  },
}

const nothing = Buffer.alloc(0)
const notKept = { object: null }
