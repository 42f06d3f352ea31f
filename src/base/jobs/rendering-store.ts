import type { Sql } from '../db/sql.ts'

export const renderingStore = {
  async say(sql: Sql): Promise<void> {
    await sql`
      insert into rendering (seen_at) values (now())
      on conflict (only_one) do update set seen_at = now()`
  },

  /** Whether anybody did within this time. */
  async isSaid(sql: Sql, withinMs: number): Promise<boolean> {
    const [row] = await sql`
      select 1 from rendering where seen_at > now() - ${`${withinMs} ms`}::interval`
    return row !== undefined
  },
}
