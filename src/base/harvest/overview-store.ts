import type { Sql } from '../db/sql.ts'
import type { HarvestStatus, KindName, SkipReason } from './names.ts'

export type HarvestOverview = {
  id: string
  kind: KindName
  status: HarvestStatus
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
  batches.id, batches.kind, status, total, completed, failed, credits_used::float8 as "creditsUsed",
  batches.created_at as "createdAt", ended_at as "endedAt", batches.expires_at as "expiresAt",
  keys.name as key, webhook ->> 'url' as webhook, discovered, skipped, batches.warning,
  coalesce(start_url, (
    select url from batch_items where batch_id = batches.id order by position limit 1
  ), '') as "firstUrl"
  from batches join keys on keys.id = batches.key_id`

/** For people to look at. */
export const overviewStore = {
  /** Those of an account that have not expired, the newest first. */
  async list(
    sql: Sql,
    wanted: Part & { accountId: string; kind?: KindName; status?: HarvestStatus },
  ): Promise<{ total: number; harvests: HarvestOverview[] }> {
    const { accountId, kind = null, status = null, offset, limit } = wanted
    const which = sql`
      batches.account_id = ${accountId} and batches.expires_at > now()
        and (${kind}::text is null or batches.kind = ${kind}) and (${status}::text is null or status = ${status})`
    const [counted] = await sql<{ total: number }[]>`
      select count(*)::int as total from batches where ${which}`
    const harvests = await sql<HarvestOverview[]>`
      select ${shown(sql)} where ${which}
      order by batches.created_at desc, batches.id offset ${offset} limit ${limit}`
    return { total: counted?.total ?? 0, harvests: [...harvests] }
  },

  async find(
    sql: Sql,
    { id, accountId }: { id: string; accountId: string },
  ): Promise<(HarvestOverview & { failures: { code: string; count: number }[] }) | undefined> {
    const [harvest] = await sql<HarvestOverview[]>`
      select ${shown(sql)}
      where batches.id = ${id} and batches.account_id = ${accountId} and batches.expires_at > now()`
    if (!harvest) return undefined
    const failures = await sql<{ code: string; count: number }[]>`
      select coalesce(error_code, 'internal') as code, count(*)::int as count from batch_items
      where batch_id = ${id} and state = 'failed' group by 1 order by 2 desc, 1`
    return { ...harvest, failures: [...failures] }
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
