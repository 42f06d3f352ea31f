import type { Sql } from '../db/sql.ts'

type StoredSecrets = { secret: Buffer; previous: Buffer | null }

export const secretStore = {
  /** `previous` only while it still signs. */
  async find(sql: Sql, accountId: string): Promise<StoredSecrets | undefined> {
    const [row] = await sql<StoredSecrets[]>`
      select secret, case when previous_until > now() then previous end as previous
      from webhook_secrets where account_id = ${accountId}`
    return row
  },

  /** Whoever comes first decides. */
  async insert(sql: Sql, accountId: string, secret: Buffer): Promise<void> {
    await sql`
      insert into webhook_secrets (account_id, secret) values (${accountId}, ${secret})
      on conflict do nothing`
  },

  async roll(sql: Sql, accountId: string, secret: Buffer, overlapHours: number): Promise<void> {
    await sql`
      insert into webhook_secrets as known (account_id, secret) values (${accountId}, ${secret})
      on conflict (account_id) do update set
        secret = excluded.secret,
        previous = known.secret,
        previous_until = now() + make_interval(hours => ${overlapHours}),
        created_at = now()`
  },
}
