import type { Sql } from '../db/sql.ts'
import { type Cursor, partOf } from '../http/cursor.ts'
import type { JobKindName, JobStatus, SkipReason } from './kinds-and-states.ts'

export type JobOverview = {
  id: string
  kind: JobKindName
  status: JobStatus
  name: string | null
  tags: string[]
  /** Where it began: its site, or the first of its URLs. */
  firstUrl: string
  total: number
  completed: number
  failed: number
  creditsUsed: number
  createdAt: Date
  endedAt: Date | null
  expiresAt: Date
  /** Name of the key that made it. */
  key: string
  /** Where its events go. */
  webhook: string | null
  discovered: number
  skipped: Partial<Record<SkipReason, number>>
  warning: string | null
}

/** As people see them: what is found and not read yet waits. */
export type PageState = 'done' | 'failed' | 'waiting' | 'skipped'

type PageOverview = {
  url: string
  state: PageState
  /** Its place among the results, from 0. */
  place: number | null
  /** Why it failed or was skipped. */
  reason: string | null
  change: string | null
}

const pageStates: Record<PageState, string[]> = {
  done: ['done'],
  failed: ['failed'],
  waiting: ['waiting', 'queued'],
  skipped: ['skipped', 'spare', 'cancelled'],
}

type Part = { offset: number; limit: number }

const shown = (sql: Sql) => sql`
  batches.id, batches.kind, status, batches.name, tags, total, completed, failed, credits_used::float8 as "creditsUsed",
  batches.created_at as "createdAt", ended_at as "endedAt", batches.expires_at as "expiresAt",
  keys.name as key, webhook ->> 'url' as webhook, discovered, skipped, batches.warning,
  ${firstUrl(sql)} as "firstUrl"
  from batches join keys on keys.id = batches.key_id`

export type JobSort = 'created' | 'total' | 'failed' | 'credits'

type JobsWanted = {
  accountId: string
  kind?: JobKindName
  status?: JobStatus
  tag?: string
  /** Part of the name, a tag, the id or the first URL. */
  search?: string
  sort: JobSort
  order: 'asc' | 'desc'
  after: Cursor | undefined
  offset?: number
  limit: number
}

const sorts = {
  created: (sql: Sql) => ({ by: sql`batches.created_at`, type: sql`timestamptz` }),
  total: (sql: Sql) => ({ by: sql`total`, type: sql`int` }),
  failed: (sql: Sql) => ({ by: sql`failed`, type: sql`int` }),
  credits: (sql: Sql) => ({ by: sql`credits_used`, type: sql`numeric` }),
}

const firstUrl = (sql: Sql) => sql`coalesce(start_url, (
    select url from batch_items where batch_id = batches.id order by position limit 1
  ), '')`

const searched = (sql: Sql) => sql`concat_ws(' ', batches.name, array_to_string(tags, ' '),
  batches.id, ${firstUrl(sql)})`

/** For people to look at. */
export const overviewStore = {
  /** Those of an account that have not expired. */
  async list(
    sql: Sql,
    wanted: JobsWanted,
  ): Promise<{ total: number; rows: JobOverview[]; next: string | null }> {
    const { accountId, kind, status, tag, search, sort, order, after, offset = 0, limit } = wanted
    const { by, type } = sorts[sort](sql)
    const none = sql``
    const which = sql`
      batches.account_id = ${accountId} and batches.expires_at > now()
        ${kind ? sql`and batches.kind = ${kind}` : none}
        ${status ? sql`and status = ${status}` : none}
        ${tag ? sql`and ${tag} = any(tags)` : none}
        ${search ? sql`and strpos(lower(${searched(sql)}), lower(${search})) > 0` : none}`
    const [counted] = await sql<{ total: number }[]>`
      select count(*)::int as total from batches where ${which}`
    const beyond = order === 'asc' ? sql`>` : sql`<`
    const direction = order === 'asc' ? sql`asc` : sql`desc`
    const rows = await sql<(JobOverview & { place: string })[]>`
      select (${by})::text as place, ${shown(sql)} where ${which}
        ${after ? sql`and (${by}, batches.id) ${beyond} (${after.place}::text::${type}, ${after.id})` : none}
      order by ${by} ${direction}, batches.id ${direction}
      limit ${limit + 1} offset ${offset}`
    return { total: counted?.total ?? 0, ...partOf(rows, limit) }
  },

  /** True if there was one to be called so. */
  async label(
    sql: Sql,
    change: { id: string; accountId: string; name: string | null; tags: readonly string[] },
  ): Promise<boolean> {
    const rows = await sql`
      update batches set name = ${change.name}, tags = ${change.tags as string[]}
      where id = ${change.id} and account_id = ${change.accountId} and expires_at > now()
      returning id`
    return rows.length > 0
  },

  async find(
    sql: Sql,
    { id, accountId }: { id: string; accountId: string },
  ): Promise<(JobOverview & { failures: { code: string; count: number }[] }) | undefined> {
    const [job] = await sql<JobOverview[]>`
      select ${shown(sql)}
      where batches.id = ${id} and batches.account_id = ${accountId} and batches.expires_at > now()`
    if (!job) return undefined
    const failures = await sql<{ code: string; count: number }[]>`
      select coalesce(error_code, 'internal') as code, count(*)::int as count from batch_items
      where batch_id = ${id} and state = 'failed' group by 1 order by 2 desc, 1`
    return { ...job, failures: [...failures] }
  },

  /** Its URLs in the order in which they were found; undefined if it is not the account's. */
  async pages(
    sql: Sql,
    wanted: Part & { id: string; accountId: string; search?: string; state?: PageState },
  ): Promise<{ total: number; pages: PageOverview[] } | undefined> {
    const { id, accountId, search = '', state, offset, limit } = wanted
    const [own] = await sql`
      select 1 from batches
      where id = ${id} and account_id = ${accountId} and expires_at > now()`
    if (!own) return undefined
    const states = state ? pageStates[state] : Object.values(pageStates).flat()
    const which = sql`
      batch_id = ${id} and state = any(${states}::text[])
        and (${search} = '' or strpos(lower(url), lower(${search})) > 0)`
    const [counted] = await sql<{ total: number }[]>`
      select count(*)::int as total from batch_items where ${which}`
    const pages = await sql<PageOverview[]>`
      select url, case when state in ('waiting', 'queued') then 'waiting'
          when state in ('done', 'failed') then state else 'skipped' end as state,
        finished_as - 1 as place, change,
        case state when 'failed' then coalesce(error_code, 'internal')
          when 'skipped' then skip_reason when 'spare' then coalesce(skip_reason, 'limit')
          when 'cancelled' then 'cancelled' end as reason
      from batch_items where ${which} order by position offset ${offset} limit ${limit}`
    return { total: counted?.total ?? 0, pages: [...pages] }
  },
}
