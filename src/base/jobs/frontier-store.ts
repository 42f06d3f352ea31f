import type { Sql } from '../db/sql.ts'
import type { FrontierUrl } from './frontier.ts'
import type { SkipReason } from './kinds-and-states.ts'
import type { JobTotals } from './totals-store.ts'

export type NumberedUrl = FrontierUrl & {
  position: number
  turn: number
  laneTurn: number
  state: 'waiting' | 'spare' | 'skipped'
}

export const frontierStore = {
  /** Which of these keys the job knows, as hexadecimal. */
  async known(sql: Sql, jobId: string, keys: readonly Buffer[]): Promise<Set<string>> {
    if (keys.length === 0) return new Set()
    const rows = await sql<{ key: string }[]>`
      select encode(url_key, 'hex') as key from batch_items
      where batch_id = (select ${jobId}::text)
        and url_key = any(array(select decode(hex, 'hex') from unnest(${hex(keys)}::text[]) as hex))`
    return new Set(rows.map(({ key }) => key))
  },

  async insert(sql: Sql, jobId: string, found: readonly NumberedUrl[]): Promise<void> {
    if (found.length === 0) return
    const rows = found.map(one => ({
      ...one,
      key: one.key.toString('hex'),
      template: one.template?.toString('hex'),
    }))
    await sql`
      insert into batch_items (batch_id, position, url, host, turn, lane_turn, state, url_key, depth,
        found_on, parent, wanted, skip_reason, template, needs_browser)
      select ${jobId}, position, url, host, turn, "laneTurn", state, decode(key, 'hex'), depth,
        "foundOn", parent, wanted, skip, decode(template, 'hex'),
        (select needs_browser from batches where id = ${jobId})
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as found (position int, url text,
        host text, turn bigint, "laneTurn" bigint, state text, key text, depth int, "foundOn" text,
        parent int, wanted boolean, skip text, template text)`
  },

  /** What was found first and had no room. */
  async spares(
    sql: Sql,
    jobId: string,
    limit: number,
  ): Promise<{ position: number; host: string }[]> {
    return sql<{ position: number; host: string }[]>`
      select position, host from batch_items
      where batch_id = ${jobId} and state = 'spare' order by position limit ${limit}`
  },

  async promote(
    sql: Sql,
    jobId: string,
    items: readonly { position: number; turn: number; laneTurn: number }[],
  ): Promise<void> {
    if (items.length === 0) return
    await sql`
      update batch_items set state = 'waiting', turn = item.turn, lane_turn = item.lane_turn
      from unnest(${items.map(item => item.position)}::int[], ${items.map(item => item.turn)}::bigint[],
          ${items.map(item => item.laneTurn)}::bigint[]) as item (position, turn, lane_turn)
      where batch_id = ${jobId} and batch_items.position = item.position`
  },

  /** Makes room for these items in the job's line at each host; the turn each line is at. */
  async extendHosts(
    sql: Sql,
    { id, stride }: Pick<JobTotals, 'id' | 'stride'>,
    hosts: readonly string[],
  ): Promise<Map<string, number>> {
    const rows = await sql<{ host: string; turn: number }[]>`
      with added as (
        select host, count(*) * ${stride}::int as length,
          coalesce((select served_turn from batch_lanes where host = one), 0) as served
        from (select host, host as one from unnest(${hosts as string[]}::text[]) as host) as item
        group by host, one
      ), extended as (
        insert into harvest_lanes as lane (batch_id, host, last_turn)
        select ${id}, host, served + length from added
        on conflict (batch_id, host) do update set last_turn =
          greatest(lane.last_turn, (select served from added where added.host = lane.host))
            + (select length from added where added.host = lane.host)
        returning host, last_turn
      )
      select host, (last_turn - length)::float8 as turn from extended join added using (host)`
    return new Map(rows.map(({ host, turn }) => [host, turn]))
  },

  /** Whatever waits, all of it read for its links alone; how many. */
  async skipWaiting(sql: Sql, jobId: string): Promise<number> {
    const gone = await sql`
      update batch_items set state = 'skipped', skip_reason = 'limit', ready_at = null
      where batch_id = ${jobId} and state = 'waiting' and not wanted`
    return gone.count
  },

  /** Items of these templates that wait: skipped now. */
  skipTemplates: (sql: Sql, jobId: string, templates: readonly Buffer[]): Promise<SkippedRow[]> =>
    skip(
      sql,
      jobId,
      'trap',
      sql`template = any(
        array(select decode(hex, 'hex') from unnest(${hex(templates)}::text[]) as hex))`,
    ),

  /** These, as far as they wait. */
  retire: (sql: Sql, jobId: string, positions: readonly number[]): Promise<SkippedRow[]> =>
    skip(sql, jobId, 'duplicate', sql`position = any(${positions as number[]}::int[])`),
}

export type SkippedRow = { position: number; wanted: boolean; wasSpare: boolean }

const skip = async (
  sql: Sql,
  jobId: string,
  reason: SkipReason,
  which: ReturnType<Sql>,
): Promise<SkippedRow[]> => sql<SkippedRow[]>`
  with gone as (
    select position, state = 'spare' as was_spare from batch_items
    where batch_id = ${jobId} and state in ('waiting', 'spare') and ${which}
    for update
  )
  update batch_items set state = 'skipped', skip_reason = ${reason}, ready_at = null from gone
  where batch_id = ${jobId} and batch_items.position = gone.position
  returning batch_items.position, wanted, was_spare as "wasSpare"`

const hex = (all: readonly Buffer[]) => all.map(one => one.toString('hex'))
