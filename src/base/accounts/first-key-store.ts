import type { Sql } from '../db/sql.ts'
import type { KeyKind } from './store.ts'

type SealedKey = { keyId: string; kind: KeyKind; sealed: Buffer }

/** The first keys in clear, sealed, until one is used or somebody owns the dashboard. */
export const firstKeyStore = {
  async insert(sql: Sql, keyId: string, sealed: Buffer): Promise<void> {
    await sql`insert into first_keys (key_id, sealed) values (${keyId}, ${sealed})`
  },

  async list(sql: Sql): Promise<SealedKey[]> {
    return sql<SealedKey[]>`
      select key_id as "keyId", kind, first_keys.sealed from first_keys join keys on keys.id = key_id`
  },

  /** Of those the keys that need not be shown any more. */
  async purge(sql: Sql): Promise<boolean> {
    await sql`
      delete from first_keys using keys
      where keys.id = key_id and (
        deleted_at is not null or last_used_at is not null or expires_at is not null
        or exists (select 1 from members where account_id = keys.account_id and role = 'owner')
      )`
    return false
  },
}
