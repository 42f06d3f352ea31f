import { purgeStep } from '../db/purge.ts'
import type { Sql } from '../db/sql.ts'
import type { KeptObject } from '../objects/objects.ts'

/** Copies older than this serve nobody: it is the largest `maxAge`. */
const keptDays = 7

type StoredCopy = { bytes: Buffer | null; object: string | null; readAt: Date }

export const copyStore = {
  async find(
    sql: Sql,
    accountId: string,
    hash: Buffer,
    maxAgeMs: number,
  ): Promise<StoredCopy | undefined> {
    const [row] = await sql<StoredCopy[]>`
      select answer as bytes, object, scraped_at as "readAt" from copies
      where account_id = ${accountId} and hash = ${hash}
        and scraped_at > now() - make_interval(secs => ${maxAgeMs / 1_000})`
    return row
  },

  async kept(sql: Sql, accountId: string, hash: Buffer): Promise<StoredCopy | undefined> {
    const [row] = await sql<StoredCopy[]>`
      select answer as bytes, object, scraped_at as "readAt" from copies
      where account_id = ${accountId} and hash = ${hash}
        and scraped_at > now() - make_interval(days => ${keptDays})`
    return row
  },

  async keep(sql: Sql, accountId: string, hash: Buffer, kept: KeptObject): Promise<void> {
    await sql`
      insert into copies (account_id, hash, answer, object)
      values (${accountId}, ${hash}, ${kept.bytes}, ${kept.object})
      on conflict (account_id, hash) do update
      set answer = excluded.answer, object = excluded.object, scraped_at = excluded.scraped_at`
  },

  purge: (sql: Sql): Promise<boolean> =>
    purgeStep(sql, 'copies', sql`scraped_at < now() - make_interval(days => ${keptDays})`),
}
