import type { Operation } from '../accounts/prices.ts'
import type { Sql } from '../db/sql.ts'
import type { KindName, SkipReason } from './names.ts'
import { type HarvestOptions, operationOf } from './read-asked.ts'

/** Where a harvest stands: read with its lock, changed in memory, written back once. */
export type Tally = {
  id: string
  kind: KindName
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
  startUrl: string | null
}

export const tallyStore = {
  /** In one order everywhere, so that two workers never wait for each other in a circle. */
  async lock(sql: Sql, ids: readonly string[]): Promise<Map<string, Tally>> {
    const rows = await sql<(Tally & Pick<HarvestOptions, 'formats'>)[]>`
      select batches.id, kind, coalesce(options->'formats', '[]') as formats, account_id as "accountId", key_id as "keyId", plan,
        webhook is not null as "hasWebhook", total, completed, failed,
        credits_used::float8 as "creditsUsed", open, counted, held, served_turn::float8 as "servedTurn",
        stride, page_limit as "pageLimit", next_position as "nextPosition",
        next_turn::float8 as "nextTurn", discovering, discovered, visited, skipped, failures, warning,
        crawl, start_url as "startUrl"
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

  /** With the last open item the harvest ends. */
  async save(sql: Sql, tallies: readonly Tally[]): Promise<void> {
    const rows = tallies.map(tally => ({
      ...tally,
      crawl: tally.changed ?? null,
      status: hasEnded(tally) ? (tally.completed > 0 ? 'completed' : 'failed') : 'scraping',
    }))
    await sql`
      update batches set
        total = tally.total, completed = tally.completed, failed = tally.failed,
        credits_used = tally."creditsUsed", open = tally.open, counted = tally.counted,
        held = tally.held,
        served_turn = greatest(served_turn, tally."servedTurn"),
        next_position = tally."nextPosition", next_turn = tally."nextTurn",
        discovering = tally.discovering, discovered = tally.discovered, visited = tally.visited,
        skipped = tally.skipped, failures = tally.failures, warning = tally.warning, crawl = coalesce(tally.crawl, batches.crawl),
        status = tally.status,
        ended_at = case when tally.status <> 'scraping' then now() end,
        expires_at = case when tally.status <> 'scraping'
          then now() + make_interval(hours => keep_hours) else expires_at end
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as tally (
        id text, total int, completed int, failed int, "creditsUsed" bigint, open int, counted int, held int,
        "servedTurn" bigint, "nextPosition" int, "nextTurn" bigint, discovering boolean,
        discovered int, visited int, skipped jsonb, failures jsonb, warning text, crawl jsonb, status text)
      where batches.id = tally.id`
  },
}

export const hasEnded = ({ open, discovering }: Tally): boolean => open === 0 && !discovering
