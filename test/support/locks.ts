import type { Sql } from '../../src/base/db/sql.ts'
import { until } from './until.ts'

/** Until a statement of this database waits for a lock. */
export const untilSomebodyWaits = (sql: Sql): Promise<void> =>
  until('somebody waits for a lock', async () => (await waiting(sql)).length > 0)

/** The processes of the server that do. */
export const waiting = async (sql: Sql): Promise<number[]> => {
  const rows = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return rows.map(({ pid }) => pid)
}
