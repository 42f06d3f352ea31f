import type { Sql } from '../db/sql.ts'

/** How the daily back-ups go. */
export type BackupState = {
  madeAt: Date | null
  failingSince: Date | null
  /** In a row. */
  failures: number
  failure: string | null
}

const never: BackupState = { madeAt: null, failingSince: null, failures: 0, failure: null }

export const stateStore = {
  async read(sql: Sql): Promise<BackupState> {
    const [row] = await sql<BackupState[]>`
      select made_at as "madeAt", failing_since as "failingSince", failures, failure
      from backup_state`
    return row ?? never
  },

  async noteMade(sql: Sql, made: { madeAt: Date; file: string; sizeBytes: number }): Promise<void> {
    await sql`
      insert into backup_state (made_at, file, size_bytes)
      values (${made.madeAt}, ${made.file}, ${made.sizeBytes})
      on conflict (only_one) do update set made_at = excluded.made_at, file = excluded.file,
        size_bytes = excluded.size_bytes, failing_since = null, failures = 0, failure = null`
  },

  async noteFailure(sql: Sql, failure: string, at: Date): Promise<void> {
    await sql`
      insert into backup_state as state (failing_since, failures, failure)
      values (${at}, 1, ${failure})
      on conflict (only_one) do update set failures = state.failures + 1, failure = ${failure},
        failing_since = coalesce(state.failing_since, ${at})`
  },
}
