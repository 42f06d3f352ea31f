import type { Sql } from '../db/sql.ts'

/** Publishable keys as they were made, sealed. */
export const shownKeyStore = {
  async list(sql: Sql, ids: readonly string[]): Promise<{ id: string; sealed: Buffer }[]> {
    return sql<{ id: string; sealed: Buffer }[]>`
      select id, sealed from keys where id = any(${ids as string[]}::text[]) and sealed is not null`
  },

  /** The first of an account's that can be shown: for lines to copy. */
  async first(sql: Sql, accountId: string): Promise<{ id: string; sealed: Buffer } | undefined> {
    const [row] = await sql<{ id: string; sealed: Buffer }[]>`
      select id, sealed from keys
      where account_id = ${accountId} and sealed is not null and not internal
        and deleted_at is null and expires_at is null
      order by origins = '{}' desc, created_at, id limit 1`
    return row
  },

  /** For a key of before that somebody names again. */
  async seal(sql: Sql, id: string, sealed: Buffer): Promise<void> {
    await sql`
      update keys set sealed = ${sealed}
      where id = ${id} and kind = 'publishable' and sealed is null`
  },
}
