import { purgeStep } from '../db/purge.ts'
import type { Sql } from '../db/sql.ts'

/** Copies older than this serve nobody: it is the largest `maxAge`. */
const keptDays = 7

export const copyStore = {
  async find(
    sql: Sql,
    accountId: string,
    hash: Buffer,
    maxAgeMs: number,
  ): Promise<Buffer | undefined> {
    const [row] = await sql<{ answer: Buffer }[]>`
      select answer from copies
      where account_id = ${accountId} and hash = ${hash}
        and scraped_at > now() - make_interval(secs => ${maxAgeMs / 1_000})`
    return row?.answer
  },

  async kept(
    sql: Sql,
    accountId: string,
    hash: Buffer,
  ): Promise<{ answer: Buffer; readAt: Date } | undefined> {
    const [row] = await sql<{ answer: Buffer; readAt: Date }[]>`
      select answer, scraped_at as "readAt" from copies
      where account_id = ${accountId} and hash = ${hash}
        and scraped_at > now() - make_interval(days => ${keptDays})`
    return row
  },

  async keep(sql: Sql, accountId: string, hash: Buffer, answer: Buffer): Promise<void> {
    await sql`
      insert into copies (account_id, hash, answer) values (${accountId}, ${hash}, ${answer})
      on conflict (account_id, hash)
      do update set answer = excluded.answer, scraped_at = excluded.scraped_at`
  },

  purge: (sql: Sql): Promise<boolean> =>
    purgeStep(sql, 'copies', sql`scraped_at < now() - make_interval(days => ${keptDays})`),
}
