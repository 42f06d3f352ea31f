import { purgeStep } from '../db/purge.ts'
import type { Sql } from '../db/sql.ts'

export type UsageRow = {
  keyId: string
  accountId: string
  /** YYYY-MM-DD, UTC. */
  day: string
  endpoint: string
  outcome: string
  requests: number
}

/** What one process writes at once: the next of its numbers, or one that it could not be sure of. */
export type UsageBatch = { sender: string; sequence: number; rows: UsageRow[] }

export type UsageUnit = 'day' | 'month'
export type DetailWanted = {
  accountId: string
  start: string
  end: string
  unit: UsageUnit
  keyId?: string | undefined
}

type MonthRow = {
  accountId: string
  name: string
  plan: string
  ownerEmail: string | null
  requests: number
}

export type KeyMonthRow = { name: string; requests: number }

const foldRows = 1_000

export const usageStore = {
  /** A batch that was written before changes nothing; rows of keys that are gone are left out. */
  async write(sql: Sql, { sender, sequence, rows }: UsageBatch): Promise<void> {
    const column = <K extends keyof UsageRow>(name: K) => rows.map(row => row[name])
    await sql`
      with fresh as (
        insert into usage_senders (id, sequence) values (${sender}, ${sequence})
        on conflict (id) do update set sequence = excluded.sequence, at = now()
        where usage_senders.sequence < excluded.sequence
        returning id
      ), counted as (
        select counted.* from unnest(
          ${column('keyId')}::text[], ${column('accountId')}::text[], ${column('day')}::text[],
          ${column('endpoint')}::text[], ${column('outcome')}::text[], ${column('requests')}::bigint[]
        ) as counted (key_id, account_id, day, endpoint, outcome, requests)
        join keys on keys.id = counted.key_id
        where exists (select 1 from fresh)
      ), used as (
        update keys set last_used_at = now(), last_used_endpoint = counted.endpoint
        from counted where keys.id = counted.key_id
      )
      insert into usage (key_id, account_id, day, endpoint, outcome, requests)
      select key_id, account_id, day::date, endpoint, outcome, requests from counted
      on conflict (key_id, day, endpoint, outcome)
      do update set requests = usage.requests + excluded.requests`
  },

  async byKeyAndDay(
    sql: Sql,
    accountId: string,
    firstDay: string,
    endDay: string,
  ): Promise<Omit<UsageRow, 'accountId'>[]> {
    return sql<Omit<UsageRow, 'accountId'>[]>`
      select key_id as "keyId", to_char(day, 'YYYY-MM-DD') as day, endpoint, outcome,
        requests::float8 as requests
      from usage
      where account_id = ${accountId} and day >= ${firstDay}::date and day < ${endDay}::date
      order by day, key_id, endpoint, outcome`
  },

  /** By key, endpoint and outcome, for each day or month. */
  async detail(
    sql: Sql,
    { accountId, start, end, unit, keyId }: DetailWanted,
  ): Promise<Omit<UsageRow, 'accountId'>[]> {
    return sql<Omit<UsageRow, 'accountId'>[]>`
      select key_id as "keyId", to_char(date_trunc(${unit}, day::timestamp), 'YYYY-MM-DD') as day,
        endpoint, outcome, sum(requests)::float8 as requests
      from usage
      where account_id = ${accountId} and day >= ${start}::date and day < ${end}::date
        ${keyId ? sql`and key_id = ${keyId}` : sql``}
      group by 1, 2, 3, 4 order by 2, 1, 3, 4`
  },

  /** The endpoints and errors that calls of the last days had. */
  async choices(
    sql: Sql,
    accountId: string,
    days: number,
  ): Promise<{ endpoints: string[]; codes: string[] }> {
    const rows = await sql<{ endpoint: string; outcome: string }[]>`
      select distinct endpoint, outcome from usage
      where account_id = ${accountId} and day > (now() at time zone 'utc')::date - ${days}::int
        and strpos(endpoint, ' ') > 0`
    const sorted = (values: string[]) => [...new Set(values)].sort()
    return {
      endpoints: sorted(rows.map(({ endpoint }) => endpoint)),
      codes: sorted(rows.map(({ outcome }) => outcome).filter(outcome => outcome !== 'ok')),
    }
  },

  /** What each account asked of these endpoints since the first day of a month. */
  async monthByAccount(
    sql: Sql,
    firstDay: string,
    endpoints: readonly string[],
  ): Promise<MonthRow[]> {
    return sql<MonthRow[]>`
      select accounts.id as "accountId", name, plan, owner_email as "ownerEmail",
        sum(requests)::float8 as requests
      from usage join accounts on accounts.id = usage.account_id
      where day >= ${firstDay}::date and day < ${firstDay}::date + interval '1 month'
        and endpoint = any (${endpoints as string[]})
      group by accounts.id order by accounts.id`
  },

  async monthOfAccount(
    sql: Sql,
    firstDay: string,
    endpoints: readonly string[],
    accountId: string,
  ): Promise<MonthRow> {
    const [row] = await sql<MonthRow[]>`
      select accounts.id as "accountId", name, plan, owner_email as "ownerEmail",
        coalesce(sum(requests), 0)::float8 as requests
      from accounts left join usage on usage.account_id = accounts.id
        and day >= ${firstDay}::date and day < ${firstDay}::date + interval '1 month'
        and endpoint = any (${endpoints as string[]})
      where accounts.id = ${accountId} group by accounts.id`
    return row as MonthRow
  },

  /** The same by key, the one that asked most first. */
  async monthByKey(
    sql: Sql,
    firstDay: string,
    endpoints: readonly string[],
    accountId: string,
  ): Promise<KeyMonthRow[]> {
    return sql<KeyMonthRow[]>`
      select keys.name, sum(requests)::float8 as requests
      from usage join keys on keys.id = usage.key_id
      where usage.account_id = ${accountId} and endpoint = any (${endpoints as string[]})
        and day >= ${firstDay}::date and day < ${firstDay}::date + interval '1 month'
      group by keys.id order by requests desc, keys.id`
  },

  /** The days of months that are over for longer than that become one each, on the first. */
  async fold(sql: Sql, months: number): Promise<boolean> {
    const [folded] = await sql<{ count: number }[]>`
      with old as (
        delete from usage where ctid = any(array(
          select ctid from usage
          where day < (date_trunc('month', now() at time zone 'utc')
              - make_interval(months => ${months}))::date
            and day <> date_trunc('month', day)::date
          limit ${foldRows}
        )) returning *
      ), summed as (
        insert into usage (key_id, account_id, day, endpoint, outcome, requests)
        select key_id, account_id, date_trunc('month', day)::date, endpoint, outcome, sum(requests)
        from old group by 1, 2, 3, 4, 5
        on conflict (key_id, day, endpoint, outcome)
        do update set requests = usage.requests + excluded.requests
      )
      select count(*)::int as count from old`
    return folded?.count === foldRows
  },

  /** What versions before this one wrote instead of numbers; they may still run beside it. */
  forgetFlushes: (sql: Sql): Promise<boolean> =>
    purgeStep(sql, 'usage_flushes', sql`at < now() - interval '1 day'`),

  /** A process that has been away for so long does not come back with what it counted. */
  forgetSenders: (sql: Sql): Promise<boolean> =>
    purgeStep(sql, 'usage_senders', sql`at < now() - interval '90 days'`),
}
