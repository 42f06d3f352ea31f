import type { Sql } from '../db/sql.ts'
import type { NextStep } from './retry.ts'
import type { Attempt } from './send.ts'

/** A row that has one event and keeps the log of its deliveries itself. */
type LoggedRow = { table: 'schedule_runs' | 'reader_events'; id: string }

/** Adds an attempt to the log of a row's event, with what the attempt means for the event. */
export const logAttempt = async (
  sql: Sql,
  { table, id }: LoggedRow,
  { status, error, durationMs }: Attempt,
  { state, now }: { state: NextStep['state']; now: number },
): Promise<void> => {
  const at = new Date(now).toISOString()
  const attempt = { at, status: status ?? null, error: error ?? null, durationMs }
  await sql`
    update ${sql(table)} set webhook_state = ${state},
      webhook_attempts = webhook_attempts || ${JSON.stringify([attempt])}::text::jsonb
    where id = ${id}`
}
