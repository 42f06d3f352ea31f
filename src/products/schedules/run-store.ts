import type { Sql } from '../../base/db/sql.ts'
import type { NextStep, Tried } from '../../base/webhooks/retry.ts'
import type { ScheduleRun } from './request.ts'
import type { ScheduleRow } from './store.ts'

export type RunRow = {
  id: string
  scheduleId: string
  dueAt: Date
  state: ScheduleRun['state']
  startedAt: Date | null
  endedAt: Date | null
  jobId: string | null
  creditsUsed: number
  error: string | null
  compared: number
  hasBefore: boolean
  added: number
  changed: number
  gone: number
  failed: number
  same: number
}

export const runColumns = (sql: Sql) => sql`
  schedule_runs.id, schedule_id as "scheduleId", due_at as "dueAt", state,
  started_at as "startedAt", ended_at as "endedAt", job_id as "jobId",
  credits_used::float8 as "creditsUsed", error, compared, has_before as "hasBefore", added, changed,
  gone, failed, same`

export type RunEnd = {
  state: 'completed' | 'failed' | 'skipped'
  creditsUsed?: number
  error?: string
  answer?: Buffer
}

/** What the news of a run are made of. */
export type EndedRun = Tried & {
  run: RunRow
  schedule: Pick<ScheduleRow, 'id' | 'accountId' | 'name' | 'kind' | 'mails' | 'sealed'>
  webhookState: NextStep['state'] | null
}

/** Older runs are forgotten. */
const keptRuns = 100

export const runStore = {
  /** False when there is a run for that time already. */
  async insert(
    sql: Sql,
    run: { id: string; scheduleId: string; dueAt: Date; byHand: boolean },
  ): Promise<boolean> {
    const rows = await sql`
      insert into schedule_runs (id, schedule_id, due_at, by_hand)
      values (${run.id}, ${run.scheduleId}, ${run.dueAt}, ${run.byHand})
      on conflict do nothing returning 1`
    return rows.length > 0
  },

  /** A run that has not ended, with what it is a run of. */
  async open(sql: Sql, id: string): Promise<{ run: RunRow; schedule: ScheduleRow } | undefined> {
    const [row] = await sql<(RunRow & { schedule: ScheduleRow; sealed: Buffer | null })[]>`
      select ${runColumns(sql)}, schedules.sealed, jsonb_build_object(
          'id', schedules.id, 'accountId', account_id, 'keyId', key_id, 'name', name, 'kind', kind,
          'request', request, 'compares', compares, 'mails', mails
        ) as schedule
      from schedule_runs join schedules on schedules.id = schedule_id
      where schedule_runs.id = ${id} and state in ('waiting', 'running')`
    if (!row) return undefined
    const { schedule, sealed, ...run } = row
    return { run, schedule: { ...schedule, sealed } }
  },

  /** Another run of the same schedule that is under way. */
  async isBusy(sql: Sql, run: Pick<RunRow, 'id' | 'scheduleId'>): Promise<boolean> {
    const rows = await sql`
      select 1 from schedule_runs
      where schedule_id = ${run.scheduleId} and state = 'running' and id <> ${run.id}`
    return rows.length > 0
  },

  async start(sql: Sql, run: RunRow): Promise<void> {
    await sql`
      update schedule_runs set state = 'running', started_at = coalesce(started_at, now()),
        has_before = exists (
          select 1 from schedule_runs as earlier
          where earlier.schedule_id = ${run.scheduleId} and earlier.state = 'completed'
        )
      where id = ${run.id} and state = 'waiting'`
  },

  async setJob(sql: Sql, id: string, jobId: string): Promise<void> {
    await sql`update schedule_runs set job_id = ${jobId} where id = ${id}`
  },

  /** Whether something is other than in the run before it. */
  async hasChanges(sql: Sql, { id }: Pick<RunRow, 'id'>): Promise<boolean> {
    const rows = await sql`
      select 1 from schedule_runs
      where id = ${id} and has_before and added + changed + gone + failed > 0`
    return rows.length > 0
  },

  /** False when it had ended before. */
  async end(sql: Sql, id: string, end: RunEnd & { hasWebhook: boolean }): Promise<boolean> {
    const rows = await sql`
      update schedule_runs set state = ${end.state}, ended_at = now(),
        credits_used = ${end.creditsUsed ?? 0}, error = ${end.error ?? null},
        answer = ${end.answer ?? null}, webhook_state = ${end.hasWebhook ? 'waiting' : null}
      where id = ${id} and state in ('waiting', 'running') returning 1`
    return rows.length > 0
  },

  /** What the answer of the run before this one said. */
  async factsBefore(sql: Sql, run: RunRow): Promise<Buffer | undefined> {
    const [row] = await sql<{ answer: Buffer }[]>`
      select answer from schedule_runs
      where schedule_id = ${run.scheduleId} and state = 'completed' and answer is not null
      order by due_at desc, ended_at desc limit 1`
    return row?.answer
  },

  async find(
    sql: Sql,
    wanted: { id: string; scheduleId: string; accountId: string },
  ): Promise<RunRow | undefined> {
    const [row] = await sql<RunRow[]>`
      select ${runColumns(sql)} from schedule_runs join schedules on schedules.id = schedule_id
      where schedule_runs.id = ${wanted.id} and schedule_id = ${wanted.scheduleId}
        and account_id = ${wanted.accountId}`
    return row
  },

  async page(
    sql: Sql,
    wanted: { scheduleId: string; offset: number; limit: number },
  ): Promise<{ total: number; rows: RunRow[] }> {
    const [counted] = await sql<{ total: number }[]>`
      select count(*)::int as total from schedule_runs where schedule_id = ${wanted.scheduleId}`
    const rows = await sql<RunRow[]>`
      select ${runColumns(sql)} from schedule_runs where schedule_id = ${wanted.scheduleId}
      order by due_at desc, id offset ${wanted.offset} limit ${wanted.limit}`
    return { total: counted?.total ?? 0, rows }
  },

  /** Nobody wants an event of this run. */
  async dropEvent(sql: Sql, id: string): Promise<void> {
    await sql`update schedule_runs set webhook_state = null where id = ${id}`
  },

  /** A run that has ended, with what its news are made of. */
  async ended(sql: Sql, id: string): Promise<EndedRun | undefined> {
    const [row] = await sql<(RunRow & Omit<EndedRun, 'run'> & { sealed: Buffer | null })[]>`
      select ${runColumns(sql)}, schedules.sealed, webhook_state as "webhookState",
        jsonb_array_length(webhook_attempts) as attempts,
        extract(epoch from now() - ended_at)::float8 as "ageSeconds",
        jsonb_build_object('id', schedules.id, 'accountId', account_id, 'name', name, 'kind', kind,
          'mails', mails) as schedule
      from schedule_runs join schedules on schedules.id = schedule_id
      where schedule_runs.id = ${id} and ended_at is not null`
    if (!row) return undefined
    const { schedule, sealed, attempts, ageSeconds, webhookState, ...run } = row
    return { run, schedule: { ...schedule, sealed }, attempts, ageSeconds, webhookState }
  },

  /**
   * All but the newest of each schedule, and the last that read something: what comes next is compared
   * with it. Some at a time; true while there is more.
   */
  async purge(sql: Sql): Promise<boolean> {
    const gone = await sql`
      delete from schedule_runs where id in (
        select old.id from schedules cross join lateral (
          select id from schedule_runs
          where schedule_id = schedules.id and state not in ('waiting', 'running')
          order by due_at desc, id offset ${keptRuns}
        ) as old where old.id is distinct from (
          select id from schedule_runs where schedule_id = schedules.id and state = 'completed'
          order by due_at desc, ended_at desc limit 1
        ) limit 500
      )`
    return gone.count === 500
  },
}
