import type { Sql } from '../db/sql.ts'
import type { KeyKind } from './store.ts'

type SealedKey = { keyId: string; kind: KeyKind; sealed: Buffer }

/** The first keys, sealed, until a call with them succeeds. */
export const firstKeyStore = {
  async insert(sql: Sql, keyId: string, sealed: Buffer): Promise<void> {
    await sql`insert into first_keys (key_id, sealed) values (${keyId}, ${sealed})`
  },

  async list(sql: Sql): Promise<SealedKey[]> {
    return sql<SealedKey[]>`
      select key_id as "keyId", kind, first_keys.sealed from first_keys join keys on keys.id = key_id`
  },

  /**
   * Forgets a key that its owner must have: a call with it succeeded. A monogram is an answer of the
   * image API too. A key that was deleted or rolled is of no use to anybody.
   */
  async purge(sql: Sql): Promise<boolean> {
    await sql`
      delete from first_keys using keys
      where keys.id = first_keys.key_id and (
        deleted_at is not null or expires_at is not null
        or exists (
          select 1 from usage
          where usage.key_id = keys.id and usage.outcome in ('ok', 'monogram')
        )
      )`
    return false
  },
}
