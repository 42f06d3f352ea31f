import type { Sql } from '../../base/db/sql.ts'
import type { SkipReason } from '../../base/jobs/kinds-and-states.ts'
import type { QueryName } from '../../page/links/idle-query-names.ts'
import type { TrapBudget } from '../../page/links/traps.ts'
import type { UrlFamily } from '../../page/links/url-family.ts'
import type { CrawlPlan } from './plan.ts'

export type KnownUrl = {
  key: string
  position: number
  state: string
  reason: SkipReason | null
  /** Of a page that was read. */
  simhash: string | null
}

/** A page that was read, or waits. */
export type ReadRow = {
  key: string
  position: number
  url: string
  state: string
  reason: SkipReason | null
  contentHash: string | null
  simhash: string | null
  copy: string | null
  /** The key of the page it names as its canonical one. */
  canonical: string | null
  narrows: boolean
  isHeld: boolean
}

/** What is remembered by a digest: of shapes, of pages that are kin, of names in the query. */
type Remembered = TrapBudget | UrlFamily | QueryName
export type KeptPage<What extends Remembered> = { template: string; budget: What; closed: boolean }

export type CrawledPage = {
  position: number
  depth: number
  contentHash: string
  simhash: string
  repeats: number
  /** How many pages up to this one, each found on the last, said nothing new. */
  idle: number
}

type KeptReading = CrawledPage & Pick<ReadRow, 'copy' | 'canonical' | 'narrows' | 'isHeld'>

/**
 * Keys and templates are digests as hexadecimal here. To the planner a crawl that is new has one row,
 * and any index with the crawl in front is as good as the right one. Where rows of it are looked up
 * it is asked for with a `select`, which hides from the planner which one it is.
 */
export const crawlStore = {
  async known(sql: Sql, jobId: string, keys: readonly string[]): Promise<KnownUrl[]> {
    if (keys.length === 0) return []
    return sql<KnownUrl[]>`
      select encode(url_key, 'hex') as key, position, state, skip_reason as reason, simhash
      from batch_items
      where batch_id = (select ${jobId}::text) and url_key = any(array(
        select decode(hex, 'hex') from unnest(${keys as string[]}::text[]) as hex))`
  },

  async budgets<What extends Remembered>(
    sql: Sql,
    jobId: string,
    templates: readonly string[],
  ): Promise<Map<string, KeptPage<What>>> {
    if (templates.length === 0) return new Map()
    const rows = await sql<KeptPage<What>[]>`
      select encode(template, 'hex') as template, budget, closed from harvest_budgets
      where batch_id = ${jobId} and template = any(array(
        select decode(hex, 'hex') from unnest(${templates as string[]}::text[]) as hex))`
    return new Map(rows.map(row => [row.template, row]))
  },

  async keepBudgets(
    sql: Sql,
    jobId: string,
    budgets: readonly KeptPage<Remembered>[],
  ): Promise<void> {
    if (budgets.length === 0) return
    await sql`
      insert into harvest_budgets (batch_id, template, budget, closed)
      select ${jobId}, decode(template, 'hex'), budget, closed
      from jsonb_to_recordset(${JSON.stringify(budgets)}::text::jsonb)
        as kept (template text, budget jsonb, closed boolean)
      on conflict (batch_id, template)
        do update set budget = excluded.budget, closed = excluded.closed`
  },

  /** What pages that others were found on said, by position. */
  async facts(sql: Sql, jobId: string, positions: readonly number[]): Promise<CrawledPage[]> {
    if (positions.length === 0) return []
    return sql<CrawledPage[]>`
      select position, depth, encode(content_hash, 'hex') as "contentHash", simhash, repeats,
        coalesce(idle, 0) as idle
      from batch_items
      where batch_id = (select ${jobId}::text) and position = any(${positions as number[]}::int[])
        and simhash is not null`
  },

  /** What pages said that were read, and what they are called besides. */
  async keepPages(sql: Sql, jobId: string, pages: readonly KeptReading[]): Promise<void> {
    if (pages.length === 0) return
    await sql`
      with page as materialized (
        select * from unnest(
          ${pages.map(() => jobId)}::text[],
          ${pages.map(page => page.position)}::int[],
          ${pages.map(page => page.contentHash)}::text[],
          ${pages.map(page => page.simhash)}::text[],
          ${pages.map(page => page.repeats)}::int[],
          ${pages.map(page => page.idle)}::int[],
          ${pages.map(page => page.copy)}::text[],
          ${pages.map(page => page.canonical)}::text[],
          ${pages.map(page => (page.narrows ? 1 : 0))}::int[],
          ${pages.map(page => (page.isHeld ? 1 : 0))}::int[]
        ) as page
          (batch_id, position, content_hash, simhash, repeats, idle, copy, canonical, narrows, held)
      ), facts as (
        update batch_items set content_hash = decode(page.content_hash, 'hex'),
          simhash = page.simhash, repeats = page.repeats, idle = page.idle
        from page
        where batch_items.batch_id = page.batch_id and batch_items.position = page.position
      )
      insert into harvest_reads (batch_id, position, copy_key, canonical_key, narrows, held)
      select batch_id, position, decode(copy, 'hex'), decode(canonical, 'hex'), narrows = 1, held = 1
      from page
      on conflict (batch_id, position) do update set copy_key = excluded.copy_key,
        canonical_key = excluded.canonical_key, narrows = excluded.narrows, held = excluded.held`
  },

  /** How each compares with what it was in the job before. */
  async keepChanges(sql: Sql, jobId: string, positions: readonly number[]): Promise<void> {
    await sql`
      update batch_items set change = case
        when baseline.url_key is null then 'new'
        when baseline.content_hash = batch_items.content_hash then 'same' else 'changed' end
      from batch_items as item left join harvest_baselines as baseline
        on baseline.batch_id = item.batch_id and baseline.url_key = item.url_key
      where item.batch_id = ${jobId} and item.position = any(${positions as number[]}::int[])
        and batch_items.batch_id = item.batch_id and batch_items.position = item.position`
  },

  async reads(sql: Sql, jobId: string, keys: readonly string[]): Promise<ReadRow[]> {
    if (keys.length === 0) return []
    return sql<ReadRow[]>`
      select ${readRow(sql)}
      where item.batch_id = (select ${jobId}::text) and url_key = any(${digests(sql, keys)})`
  },

  /** Results that say and show the same under the same path. */
  async copies(sql: Sql, jobId: string, copies: readonly string[]): Promise<ReadRow[]> {
    if (copies.length === 0) return []
    return sql<ReadRow[]>`
      select ${readRow(sql)}
      where read.batch_id = (select ${jobId}::text) and copy_key = any(${digests(sql, copies)})
        and state = 'done'`
  },

  /** Pages that are held until one of these is read, or results that name one of them. */
  async naming(sql: Sql, jobId: string, keys: readonly string[]): Promise<ReadRow[]> {
    if (keys.length === 0) return []
    return sql<ReadRow[]>`
      select ${readRow(sql)}
      where read.batch_id = (select ${jobId}::text)
        and canonical_key = any(${digests(sql, keys)}) and (held or state = 'done')
      order by item.position`
  },

  async held(sql: Sql, jobId: string): Promise<ReadRow[]> {
    return sql<ReadRow[]>`
      select ${readRow(sql)}
      where read.batch_id = (select ${jobId}::text) and held order by item.position`
  },

  async letGo(sql: Sql, jobId: string, positions: readonly number[]): Promise<void> {
    if (positions.length === 0) return
    await sql`
      update harvest_reads set held = false
      where batch_id = ${jobId} and position = any(${positions as number[]}::int[])`
  },

  /** URLs that wait and have one of these names in their query. */
  async waitingWith(
    sql: Sql,
    jobId: string,
    names: readonly string[],
  ): Promise<{ key: string; position: number; url: string }[]> {
    return sql<{ key: string; position: number; url: string }[]>`
      select encode(url_key, 'hex') as key, position, url from batch_items
      where batch_id = ${jobId} and state in ('waiting', 'spare') and exists (
        select 1 from unnest(${names as string[]}::text[]) as name
        where strpos(url, name || '=') > strpos(url, '?') and strpos(url, '?') > 0
      ) order by position`
  },

  async rekey(
    sql: Sql,
    jobId: string,
    items: readonly { position: number; id: string }[],
  ): Promise<void> {
    if (items.length === 0) return
    await sql`
      update batch_items set url_key = decode(item.key, 'hex')
      from unnest(${items.map(({ position }) => position)}::int[],
        ${items.map(({ id }) => id)}::text[]) as item (position, key)
      where batch_id = ${jobId} and batch_items.position = item.position`
  },

  /** What is to be read of a crawl's site; undefined once it has ended. */
  async open(sql: Sql, id: string): Promise<{ plan: CrawlPlan; accountId: string } | undefined> {
    const [row] = await sql<{ plan: CrawlPlan; accountId: string }[]>`
      select crawl as plan, account_id as "accountId" from batches
      where id = ${id} and status = 'scraping' and discovering`
    return row
  },

  /** The pages of an ended crawl, for another one to be compared with. False: there is none. */
  async isEnded(sql: Sql, wanted: { id: string; accountId: string }): Promise<boolean> {
    const [row] = await sql`
      select 1 from batches
      where id = ${wanted.id} and account_id = ${wanted.accountId} and kind = 'crawl'
        and status <> 'scraping' and expires_at > now()`
    return row !== undefined
  },

  async copyBaseline(sql: Sql, jobId: string, earlierId: string): Promise<void> {
    await sql`
      insert into harvest_baselines (batch_id, url_key, url, content_hash)
      select ${jobId}, url_key, url, content_hash from batch_items
      where batch_id = ${earlierId} and state = 'done' and content_hash is not null
        and url_key is not null`
  },

  /** URLs that were there before and are no longer: not found at all, or the site says so. */
  async removed(sql: Sql, jobId: string, limit: number): Promise<string[]> {
    const rows = await sql<{ url: string }[]>`
      select url from harvest_baselines as baseline
      where batch_id = ${jobId} and not exists (
        select 1 from batch_items
        where batch_items.batch_id = baseline.batch_id and batch_items.url_key = baseline.url_key
          and skip_reason is distinct from 'missing'
      ) order by url limit ${limit}`
    return rows.map(({ url }) => url)
  },

  async skipped(
    sql: Sql,
    wanted: { id: string; accountId: string; offset: number; limit: number },
  ): Promise<{ url: string; reason: SkipReason; foundOn: string }[] | undefined> {
    const rows = await sql<{ url: string | null; reason: SkipReason; foundOn: string }[]>`
      select item.url, item.reason, item."foundOn" from batches left join lateral (
        select url, coalesce(skip_reason, 'limit') as reason, found_on as "foundOn", position
        from batch_items where batch_id = batches.id and state in ('spare', 'skipped')
        order by position offset ${wanted.offset} limit ${wanted.limit}
      ) as item on true
      where batches.id = ${wanted.id} and kind = 'crawl' and account_id = ${wanted.accountId}
        and expires_at > now() order by item.position`
    if (rows.length === 0) return undefined
    return rows.flatMap(({ url, ...row }) => (url === null ? [] : [{ url, ...row }]))
  },
}

const digests = (sql: Sql, keys: readonly string[]) => sql`
  array(select decode(hex, 'hex') from unnest(${keys as string[]}::text[]) as hex)`

const readRow = (sql: Sql) => sql`
  encode(url_key, 'hex') as key, item.position, url, state, skip_reason as reason,
  encode(content_hash, 'hex') as "contentHash", simhash, encode(copy_key, 'hex') as copy,
  encode(canonical_key, 'hex') as canonical, coalesce(narrows, false) as narrows,
  coalesce(held, false) as "isHeld"
  from batch_items as item left join harvest_reads as read
    on read.batch_id = item.batch_id and read.position = item.position`
