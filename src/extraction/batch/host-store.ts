import type { Sql } from '../../db/sql.ts'

/** Hosts that asked for a pause between requests, for all processes together. */
export const hostStore = {
  /**
   * Takes the host's next free moment and returns how long it is away. Without a delay of the
   * host's there is nothing to take.
   */
  async takeTurn(sql: Sql, host: string, delayMs: number | undefined): Promise<number> {
    if (!delayMs) return 0
    const [row] = await sql<{ pauseMs: number }[]>`
      insert into batch_hosts as known (host, free_at)
      values (${host}, now() + make_interval(secs => ${delayMs / 1_000}))
      on conflict (host) do update
        set free_at = greatest(known.free_at, now()) + make_interval(secs => ${delayMs / 1_000})
      returning (extract(epoch from free_at - now()) * 1000 - ${delayMs})::float8 as "pauseMs"`
    return Math.max(0, row?.pauseMs ?? 0)
  },

  /** The host said Retry-After: nobody asks it before. */
  async pause(sql: Sql, host: string, pauseMs: number): Promise<void> {
    await sql`
      insert into batch_hosts as known (host, free_at)
      values (${host}, now() + make_interval(secs => ${pauseMs / 1_000}))
      on conflict (host) do update set free_at = greatest(known.free_at, excluded.free_at)`
  },
}
