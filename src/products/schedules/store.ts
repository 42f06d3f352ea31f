import type { Sql } from '../../base/db/sql.ts'
import type { ScheduleKindName } from './request.ts'
import { type RunRow, runColumns } from './run-store.ts'

export type ScheduleRow = {
  id: string
  accountId: string
  keyId: string
  name: string
  kind: ScheduleKindName
  cron: string
  timeZone: string
  request: object
  sealed: Buffer | null
  compares: boolean
  mails: boolean
  nextAt: Date | null
  pausedBecause: string | null
  createdAt: Date
}

const columns = (sql: Sql) => sql`
  schedules.id, account_id as "accountId", key_id as "keyId", name, kind, cron,
  time_zone as "timeZone", request, sealed, compares, mails, next_at as "nextAt",
  paused_because as "pausedBecause", created_at as "createdAt"`

type Owned = { id: string; accountId: string }

/** The last of all, and the last that found something to have changed. */
export type LastRuns = { lastRun: RunRow | null; lastChange: RunRow | null }

export const scheduleStore = {
  async insert(sql: Sql, row: Omit<ScheduleRow, 'createdAt' | 'pausedBecause'>): Promise<void> {
    await sql`
      insert into schedules (id, account_id, key_id, name, kind, cron, time_zone, request, sealed,
        compares, mails, next_at)
      values (${row.id}, ${row.accountId}, ${row.keyId}, ${row.name}, ${row.kind}, ${row.cron},
        ${row.timeZone}, ${JSON.stringify(row.request)}::text::jsonb, ${row.sealed},
        ${row.compares}, ${row.mails}, ${row.nextAt})`
  },

  /** Waits for whoever counts at the same time, so that the limit holds. */
  async count(sql: Sql, accountId: string): Promise<number> {
    await sql`select pg_advisory_xact_lock(hashtext(${`schedules of ${accountId}`}))`
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from schedules where account_id = ${accountId}`
    return row?.count ?? 0
  },

  async find(sql: Sql, { id, accountId }: Owned): Promise<ScheduleRow | undefined> {
    const [row] = await sql<ScheduleRow[]>`
      select ${columns(sql)} from schedules where id = ${id} and account_id = ${accountId}`
    return row
  },

  /** The newest first, each with its last run. */
  async list(
    sql: Sql,
    wanted: { accountId: string; id?: string; offset: number; limit: number },
  ): Promise<{ total: number; rows: (ScheduleRow & LastRuns)[] }> {
    const [counted] = await sql<{ total: number }[]>`
      select count(*)::int as total from schedules where account_id = ${wanted.accountId}`
    const rows = await sql<(ScheduleRow & { runId: string | null; changeId: string | null })[]>`
      select ${columns(sql)}, last.id as "runId", change.id as "changeId"
      from schedules left join lateral (
        select id from schedule_runs where schedule_id = schedules.id
        order by due_at desc, id limit 1
      ) as last on true left join lateral (
        select id from schedule_runs
        where schedule_id = schedules.id and has_before and state = 'completed'
          and added + changed + gone + failed > 0
        order by due_at desc, id limit 1
      ) as change on true
      where account_id = ${wanted.accountId}
        and (${wanted.id ?? null}::text is null or schedules.id = ${wanted.id ?? null})
      order by created_at desc, schedules.id offset ${wanted.offset} limit ${wanted.limit}`
    const ids = rows.flatMap(({ runId, changeId }) => [runId, changeId]).filter(id => id !== null)
    const runs = await sql<RunRow[]>`
      select ${runColumns(sql)} from schedule_runs where id = any(${ids}::text[])`
    const byId = new Map(runs.map(run => [run.id, run]))
    return {
      total: counted?.total ?? 0,
      rows: rows.map(({ runId, changeId, ...row }) => ({
        ...row,
        lastRun: byId.get(runId ?? '') ?? null,
        lastChange: byId.get(changeId ?? '') ?? null,
      })),
    }
  },

  async update(
    sql: Sql,
    { id, accountId }: Owned,
    change: Pick<ScheduleRow, 'name' | 'cron' | 'timeZone' | 'nextAt'>,
  ): Promise<void> {
    await sql`
      update schedules set name = ${change.name}, cron = ${change.cron},
        time_zone = ${change.timeZone}, next_at = ${change.nextAt}, paused_because = null
      where id = ${id} and account_id = ${accountId}`
  },

  async pause(sql: Sql, id: string, because: string): Promise<void> {
    await sql`
      update schedules set next_at = null, paused_because = ${because} where id = ${id}`
  },

  async remove(sql: Sql, { id, accountId }: Owned): Promise<boolean> {
    const gone = await sql`
      delete from schedules where id = ${id} and account_id = ${accountId}`
    return gone.count > 0
  },

  /** Those whose time has come; whoever else looks meanwhile passes over them. */
  async takeDue(sql: Sql, now: Date, limit: number): Promise<ScheduleRow[]> {
    return sql<ScheduleRow[]>`
      select ${columns(sql)} from schedules where next_at <= ${now}
      order by next_at limit ${limit} for update skip locked`
  },

  async setNext(sql: Sql, id: string, nextAt: Date): Promise<void> {
    await sql`update schedules set next_at = ${nextAt} where id = ${id}`
  },
}
