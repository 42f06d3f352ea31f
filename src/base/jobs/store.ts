import type { Sql } from '../db/sql.ts'
import { giveUpAfterSeconds } from '../webhooks/retry.ts'
import type { Labels, StoredWebhook } from './job-options.ts'
import type { JobKindName } from './kinds-and-states.ts'
import type { JobOverview } from './overview-store.ts'
import type { JobOptions } from './parse-job-options.ts'

export type ItemKey = { jobId: string; position: number }

/** Each item is a piece of work of its own in the ledger. */
export const refOf = ({ jobId, position }: ItemKey): string => `${jobId}:${position}`

export type NewItem = {
  position: number
  url: string
  host: string
  turn: number
  laneTurn: number
  /** Of a job that grows. */
  key?: Buffer
  depth?: number
}

type NewJob = {
  id: string
  kind: JobKindName
  accountId: string
  keyId: string
  stride: number
  options: JobOptions
  webhook: StoredWebhook | undefined
  sealedHeaders: Buffer | undefined
  items: readonly NewItem[]
  growing: Growing | undefined
  keepHours: number
  labels: Labels
  /** Every page is read in a browser. */
  needsBrowser: boolean
}

/** What a job that grows has besides. */
export type Growing = {
  startUrl: string
  pageLimit: number
  discovering: boolean
  crawl: object
}

export type LoadedItem = ItemKey & {
  accountId: string
  kind: JobKindName
  url: string
  turn: number
  tries: number
  options: JobOptions
  sealedHeaders: Buffer | null
  /** Milliseconds until the host may be asked again. */
  hostPauseMs: number
  /** It has its moment of its job's own pauses. */
  paced: boolean
  /** False: it is read for its links alone. */
  wanted: boolean
  depth: number | null
  crawl: object | null
}

export type JobRow = Pick<
  JobOverview,
  | ('id' | 'kind' | 'status' | 'total' | 'completed' | 'failed' | 'creditsUsed' | 'expiresAt')
  | ('discovered' | 'skipped' | 'warning')
> & {
  failures: Record<string, number>
  /** With an earlier one. */
  isCompared: boolean
}

export type Progress = { kind: JobKindName; accountId: string; done: number; ended: boolean }

export type StoredItem = {
  url: string
  /** One of the two. */
  bytes: Buffer | null
  object: string | null
  code: string | null
  depth: number | null
  foundOn: string | null
  change: string | null
  /** The site said that there is no such page. */
  isMissing: boolean
}

/** More in one answer would be more than a client or we want to hold in memory. */
const maxPageBytes = 10_000_000
const purgeStep = 500

export const jobStore = {
  async servedTurn(sql: Sql): Promise<number> {
    const [row] = await sql<{ turn: number }[]>`
      select coalesce(max(served_turn), 0)::float8 as turn from batches where status = 'scraping'`
    return row?.turn ?? 0
  },

  /** How many jobs of the account are under way. */
  async countActive(sql: Sql, accountId: string): Promise<number> {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from batches
      where account_id = ${accountId} and status = 'scraping'`
    return row?.count ?? 0
  },

  async insert(sql: Sql, job: NewJob): Promise<void> {
    const { items, growing, labels } = job
    const column = <K extends keyof NewItem>(name: K) => items.map(item => item[name] ?? null)
    const webhook = job.webhook ? JSON.stringify(job.webhook) : null
    const options = JSON.stringify(job.options)
    const count = items.length
    const nextTurn = Math.max(0, ...items.map(({ turn }) => turn))
    await sql`
      insert into batches (id, kind, account_id, key_id, total, open, counted, stride, options,
        asked, webhook, sealed_headers, start_url, page_limit, discovering, crawl, next_position,
        next_turn, discovered, keep_hours, expires_at, name, tags, needs_browser)
      values (${job.id}, ${job.kind}, ${job.accountId}, ${job.keyId}, ${count},
        ${count}, ${count}, ${job.stride}, ${options}::text::jsonb,
        ${options}::text::json, ${webhook}::text::jsonb, ${job.sealedHeaders ?? null},
        ${growing?.startUrl ?? null},
        ${growing?.pageLimit ?? null}, ${growing?.discovering ?? false},
        ${growing ? JSON.stringify(growing.crawl) : null}::text::jsonb, ${count}, ${nextTurn},
        ${growing ? count : 0}, ${job.keepHours},
        now() + make_interval(hours => ${job.keepHours}),
        ${labels.name ?? null}, ${labels.tags ?? []}, ${job.needsBrowser})`
    const keys = items.map(({ key }) => key?.toString('hex') ?? null)
    await sql`
      insert into batch_items (batch_id, position, url, host, turn, lane_turn, state, url_key, depth,
        found_on, needs_browser)
      select ${job.id}, position, url, host, turn, lane_turn, 'waiting', decode(key, 'hex'),
        depth, case when key is not null then 'start' end, ${job.needsBrowser}
      from unnest(${column('position')}::int[], ${column('url')}::text[],
        ${column('host')}::text[], ${column('turn')}::bigint[], ${column('laneTurn')}::bigint[],
        ${keys}::text[], ${column('depth')}::int[])
        as item (position, url, host, turn, lane_turn, key, depth)`
  },

  /** By `refOf`; those with which there is nothing left to do are not among them. */
  async load(sql: Sql, items: readonly ItemKey[]): Promise<Map<string, LoadedItem>> {
    const rows = await sql<LoadedItem[]>`
      select item.batch_id as "jobId", item.position, account_id as "accountId", kind, url,
        turn::float8 as turn, tries, coalesce(asked, options::json) as options,
        sealed_headers as "sealedHeaders", depth, wanted, paced, crawl,
        coalesce(greatest(0, extract(epoch from free_at - now()) * 1000), 0)::float8
          as "hostPauseMs"
      from unnest(${items.map(item => item.jobId)}::text[],
          ${items.map(item => item.position)}::int[]) as wanted (batch_id, position)
        cross join lateral (
          select * from batch_items
          where batch_id = wanted.batch_id and position = wanted.position limit 1
        ) as item
        join batches on batches.id = item.batch_id
        left join batch_lanes on batch_lanes.host = item.host
      where state = 'queued' and result_bytes is null and status = 'scraping'`
    return new Map(rows.map(row => [refOf(row), row]))
  },

  /** The pages that a job of pages has read, in order of completion. */
  async readUrls(
    sql: Sql,
    { id, accountId }: { id: string; accountId: string },
  ): Promise<{ urls: string[]; ended: boolean } | undefined> {
    const [row] = await sql<{ urls: string[]; ended: boolean }[]>`
      select status <> 'scraping' as ended, coalesce((
          select array_agg(url order by finished_as) from batch_items
          where batch_id = batches.id and state = 'done'
        ), '{}') as urls
      from batches
      where id = ${id} and account_id = ${accountId} and kind in ('batch', 'crawl')
        and expires_at > now()`
    return row
  },

  async options(
    sql: Sql,
    { id, accountId }: { id: string; accountId: string },
  ): Promise<JobOptions | undefined> {
    const [row] = await sql<{ options: JobOptions }[]>`
      select coalesce(asked, options::json) as options from batches
      where id = ${id} and account_id = ${accountId}`
    return row?.options
  },

  /** How many items have ended, and whether all have; by id. */
  async progress(sql: Sql, ids: readonly string[]): Promise<Map<string, Progress>> {
    const rows = await sql<(Progress & { id: string })[]>`
      select id, kind, account_id as "accountId", completed + failed as done,
        status <> 'scraping' as ended
      from batches where id = any(${ids as string[]}::text[]) and expires_at > now()`
    return new Map(rows.map(row => [row.id, row]))
  },

  /** Counts, credits and a page of results. One statement is one snapshot: they always agree. */
  async read(
    sql: Sql,
    wanted: { id: string; kind: JobKindName; accountId: string; offset: number; limit: number },
  ): Promise<{ job: JobRow; items: StoredItem[] } | undefined> {
    const rows = await sql<(JobRow & StoredItem & { url: string | null })[]>`
      select batches.id, kind, status, total, completed, failed,
        credits_used::float8 as "creditsUsed", expires_at as "expiresAt", discovered, skipped,
        failures, batches.warning,
        coalesce(crawl ? 'compareTo', false) as "isCompared", item.url,
        item.result as bytes, item.object, item.error_code as code, item.depth,
        item.found_on as "foundOn", coalesce(item.skip_reason = 'missing', false) as "isMissing",
        case when item.state = 'failed' and exists (
            select 1 from harvest_baselines
            where batch_id = batches.id and url_key = item.url_key
          ) then case when item.skip_reason = 'missing' then 'gone' else 'failed' end
          else item.change end as change
      from batches left join lateral (
        select * from (
          select batch_items.*,
            sum(result_bytes) over (order by finished_as) - result_bytes as bytes_before
          from batch_items
          where batch_id = batches.id
            and finished_as > ${wanted.offset} and finished_as <= ${wanted.offset + wanted.limit}
        ) as sized
        where bytes_before < ${maxPageBytes}
      ) as item on true
      where batches.id = ${wanted.id} and kind = ${wanted.kind}
        and account_id = ${wanted.accountId} and expires_at > now()
      order by item.finished_as`
    const [job] = rows
    return job && { job, items: rows.filter(({ url }) => url !== null) }
  },

  /** Items that are not finished, of a job that nearly reached its time without an end. */
  async overdue(sql: Sql): Promise<(ItemKey & { keepHours: number })[]> {
    return sql<(ItemKey & { keepHours: number })[]>`
      select batch_id as "jobId", position, keep_hours as "keepHours"
      from batch_items join (
        select id, keep_hours from batches
        where status = 'scraping' and open > held and expires_at < now() + interval '10 minutes'
        order by expires_at limit 1
      ) as late on late.id = batch_id
      where state in ('waiting', 'queued') and result_bytes is null
      order by position limit 500`
  },

  /** Jobs that nearly reached their time and have nothing left to do but to find more. */
  async idle(sql: Sql): Promise<string[]> {
    const rows = await sql<{ id: string }[]>`
      select id from batches
      where status = 'scraping' and open = held and expires_at < now() + interval '10 minutes'
      limit 100`
    return rows.map(({ id }) => id)
  },

  /**
   * Expired jobs, in small steps. True while there is more. One whose webhook has not heard all is
   * kept as long as an event that happened at its end is tried: results may be kept for an hour.
   */
  async purge(sql: Sql): Promise<boolean> {
    const isOver = sql`expires_at < now() and status <> 'scraping' and (
      batches.ended_at > now() - make_interval(secs => ${giveUpAfterSeconds}) and exists (
        select from webhook_events where webhook_events.batch_id = batches.id
          -- After an event the next one is made at once.
          and (state = 'waiting' or webhook_events.ended_at > now() - interval '1 minute')
      )
    ) is not true`
    // Items before their job: 10,000 of them must not go in one long transaction.
    for (const name of ['batch_items', 'harvest_baselines', 'harvest_reads']) {
      const table = sql(name)
      const gone = await sql`
        delete from ${table} where ctid = any(array(
          select ${table}.ctid from batches join ${table} on ${table}.batch_id = batches.id
          where ${isOver} limit ${purgeStep}
        ))`
      if (gone.count > 0) return true
    }
    const jobs = await sql`
      delete from batches where id = any(array(
        select id from batches where ${isOver} limit ${purgeStep}
      ))`
    return jobs.count === purgeStep
  },
}
