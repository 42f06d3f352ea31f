import { inTransaction, type Sql } from '../db/sql.ts'
import type { DetailWanted } from './usage-store.ts'

type UsedRow = { keyId: string; day: string; credits: number }

/** An entry bears the moment its transaction began; by then every transaction has long ended. */
const closedMinutes = 10
const purgeRows = 1_000

/** The ledger over the years: added up by day, and what is older than it must be in sums alone. */
export const ledgerStore = {
  /**
   * Adds up the next hour that is over. How far that is, and its sums, are written together: an entry
   * is counted once, whoever reads. Whoever still writes in a transaction that began before is waited
   * for by leaving its time out. True while there is more.
   */
  async sum(sql: Sql, minutes = closedMinutes): Promise<boolean> {
    return inTransaction(sql, async transaction => {
      const [span] = await transaction<{ since: string; until: string; hasMore: boolean }[]>`
        with progress as (
          select summed_until from ledger_progress for update
        ), closed as (
          select least(now() - make_interval(mins => ${minutes}), min(xact_start)) as at
          from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()
        ), first as (
          select (
            select at from ledger where at >= (select summed_until from progress)
            order by at limit 1
          ) as at
        )
        select summed_until::text as since,
          least(closed.at, date_trunc('hour', first.at) + interval '1 hour')::text as until,
          closed.at > date_trunc('hour', first.at) + interval '1 hour' as "hasMore"
        from progress, closed, first where closed.at > summed_until`
      if (!span) return false
      await transaction`
        insert into ledger_days as known
          (account_id, key_id, day, kind, operation, entries, credits, delta)
        select account_id, key_id, (at at time zone 'utc')::date, kind, operation,
          count(*), sum(credits), sum(delta)
        from ledger
        where at >= ${span.since}::text::timestamptz and at < ${span.until}::text::timestamptz
        group by 1, 2, 3, 4, 5
        on conflict (account_id, day, key_id, kind, operation) do update
        set entries = known.entries + excluded.entries, credits = known.credits + excluded.credits,
          delta = known.delta + excluded.delta`
      await transaction`
        update ledger_progress set summed_until = ${span.until}::text::timestamptz`
      return span.hasMore === true
    })
  },

  /**
   * Deletes a few entries of months that are over for longer than that. A reservation that has not
   * ended stays. True while there is more.
   */
  async forget(sql: Sql, months: number): Promise<boolean> {
    return inTransaction(sql, async transaction => {
      await transaction`set local siteray.forgets_ledger = 'on'`
      const gone = await transaction`
        delete from ledger where id = any(array(
          select id from ledger as old
          where at < least(${firstDay(sql, months)}::timestamp at time zone 'utc',
              (select summed_until from ledger_progress))
            and (kind <> 'reserve' or exists (
              select 1 from ledger as ended
              where ended.ref = old.ref and ended.kind in ('settle', 'release')
            ))
          order by at limit ${purgeRows}
        ))`
      return gone.count === purgeRows
    })
  },

  /** The days of such months become one each. True while there is more. */
  async fold(sql: Sql, months: number): Promise<boolean> {
    const [folded] = await sql<{ count: number }[]>`
      with old as (
        delete from ledger_days where ctid = any(array(
          select ctid from ledger_days
          where day < ${firstDay(sql, months)} and day <> date_trunc('month', day)::date
          limit ${purgeRows}
        )) returning *
      ), summed as (
        insert into ledger_days as known
          (account_id, key_id, day, kind, operation, entries, credits, delta)
        select account_id, key_id, date_trunc('month', day)::date, kind, operation,
          sum(entries), sum(credits), sum(delta)
        from old group by 1, 2, 3, 4, 5
        on conflict (account_id, day, key_id, kind, operation) do update
        set entries = known.entries + excluded.entries, credits = known.credits + excluded.credits,
          delta = known.delta + excluded.delta
      )
      select count(*)::int as count from old`
    return folded?.count === purgeRows
  },

  /** Credits that were used, by key and operation, for each day or month. */
  async detail(
    sql: Sql,
    { accountId, start, end, unit, keyId }: DetailWanted,
  ): Promise<(UsedRow & { operation: string })[]> {
    return sql<(UsedRow & { operation: string })[]>`
      select key_id as "keyId", to_char(date_trunc(${unit}, day::timestamp), 'YYYY-MM-DD') as day,
        operation, sum(credits)::float8 as credits
      from (${used(sql, accountId, start, end)}) as used
      ${keyId ? sql`where key_id = ${keyId}` : sql``}
      group by 1, 2, 3 order by 2, 1, 3`
  },

  async usedByKeyAndDay(
    sql: Sql,
    accountId: string,
    firstDay: string,
    endDay: string,
  ): Promise<UsedRow[]> {
    return sql<UsedRow[]>`
      select key_id as "keyId", to_char(used.day, 'YYYY-MM-DD') as day,
        sum(credits)::float8 as credits
      from (${used(sql, accountId, firstDay, endDay)}) as used
      group by used.day, key_id order by used.day, key_id`
  },
}

/** The sums, and the entries that are in none yet. One statement is one moment: none is in both. */
const used = (sql: Sql, accountId: string, start: string, end: string) => sql`
  select key_id, day, operation, credits from ledger_days
  where account_id = ${accountId} and kind = 'settle'
    and day >= ${start}::date and day < ${end}::date
  union all
  select key_id, (at at time zone 'utc')::date, operation, credits from ledger
  where account_id = ${accountId} and kind = 'settle'
    and at >= greatest(${start}::timestamp at time zone 'utc',
      (select summed_until from ledger_progress))
    and at < ${end}::timestamp at time zone 'utc'`

/** Of the oldest month of which every entry and every day is kept. */
const firstDay = (sql: Sql, months: number) => sql`
  (date_trunc('month', now() at time zone 'utc') - make_interval(months => ${months}))::date`
