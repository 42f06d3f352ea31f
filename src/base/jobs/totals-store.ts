import type { Operation } from '../accounts/prices.ts'
import type { Sql } from '../db/sql.ts'
import type { JobKindName, SkipReason } from './kinds-and-states.ts'
import { type JobOptions, operationOf } from './parse-job-options.ts'

/** Where a job stands: read with its lock, changed in memory, written back once. */
export type JobTotals = {
  id: string
  kind: JobKindName
  /** What each of its items costs. */
  operation: Operation
  accountId: string
  keyId: string
  plan: string
  hasWebhook: boolean
  total: number
  completed: number
  failed: number
  creditsUsed: number
  /** Items that have not ended, and those of them that will be results or failures. */
  open: number
  counted: number
  /** Those of the open ones that were read, and wait for what another page says. */
  held: number
  servedTurn: number
  stride: number
  /** Null where all items are there from the beginning. */
  pageLimit: number | null
  nextPosition: number
  nextTurn: number
  discovering: boolean
  discovered: number
  visited: number
  skipped: Partial<Record<SkipReason, number>>
  /** How many failed, by the error’s code. */
  failures: Record<string, number>
  warning: string | null
  /** What the product keeps of it; `changed` is written back. */
  crawl: object | null
  changed?: object
}

export const totalsStore = {
  /** In one order everywhere, so that two workers never wait for each other in a circle. */
  async lock(sql: Sql, ids: readonly string[]): Promise<Map<string, JobTotals>> {
    const rows = await sql<(JobTotals & Pick<JobOptions, 'formats'>)[]>`
      select batches.id, kind, coalesce(options->'formats', '[]') as formats, account_id as "accountId", key_id as "keyId", plan,
        webhook is not null as "hasWebhook", total, completed, failed,
        credits_used::float8 as "creditsUsed", open, counted, held, served_turn::float8 as "servedTurn",
        stride, page_limit as "pageLimit", next_position as "nextPosition",
        next_turn::float8 as "nextTurn", discovering, discovered, visited, skipped, failures, warning,
        crawl
      from batches join accounts on accounts.id = account_id
      where batches.id = any(${ids as string[]}::text[]) and status = 'scraping'
      order by batches.id for update of batches`
    return new Map(
      rows.map(({ formats, ...row }) => {
        const operation = operationOf(row.kind, formats ? { formats } : {})
        return [row.id, { ...row, operation }]
      }),
    )
  },

  /** With the last open item the job ends. */
  async save(sql: Sql, allTotals: readonly JobTotals[]): Promise<void> {
    const rows = allTotals.map(totals => ({
      ...totals,
      crawl: totals.changed ?? null,
      status: hasEnded(totals) ? (totals.completed > 0 ? 'completed' : 'failed') : 'scraping',
    }))
    await sql`
      update batches set
        total = totals.total, completed = totals.completed, failed = totals.failed,
        credits_used = totals."creditsUsed", open = totals.open, counted = totals.counted,
        held = totals.held,
        served_turn = greatest(served_turn, totals."servedTurn"),
        next_position = totals."nextPosition", next_turn = totals."nextTurn",
        discovering = totals.discovering, discovered = totals.discovered, visited = totals.visited,
        skipped = totals.skipped, failures = totals.failures, warning = totals.warning, crawl = coalesce(totals.crawl, batches.crawl),
        status = totals.status,
        ended_at = case when totals.status <> 'scraping' then now() end,
        expires_at = case when totals.status <> 'scraping'
          then now() + make_interval(hours => keep_hours) else expires_at end
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as totals (
        id text, total int, completed int, failed int, "creditsUsed" bigint, open int, counted int, held int,
        "servedTurn" bigint, "nextPosition" int, "nextTurn" bigint, discovering boolean,
        discovered int, visited int, skipped jsonb, failures jsonb, warning text, crawl jsonb, status text)
      where batches.id = totals.id`
  },
}

export const hasEnded = ({ open, discovering }: JobTotals): boolean => open === 0 && !discovering
