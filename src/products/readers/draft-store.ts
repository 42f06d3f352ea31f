import type { Sql } from '../../base/db/sql.ts'

/** A page that somebody teaches from: kept for a day, so that it is read once. */
export type DraftRow = { id: string; url: string; source: Buffer }

export const draftStore = {
  async insert(sql: Sql, accountId: string, draft: DraftRow): Promise<void> {
    await sql`
      insert into reader_drafts (id, account_id, url, source)
      values (${draft.id}, ${accountId}, ${draft.url}, ${draft.source})`
    // The newest are enough for whoever teaches.
    await sql`
      delete from reader_drafts where account_id = ${accountId} and id in (
        select id from reader_drafts where account_id = ${accountId}
        order by created_at desc, id offset ${keptDrafts})`
  },

  async find(sql: Sql, accountId: string, ids: readonly string[]): Promise<DraftRow[]> {
    return sql<DraftRow[]>`
      select id, url, source from reader_drafts
      where account_id = ${accountId} and id = any(${[...ids]}::text[])`
  },

  async forget(sql: Sql): Promise<void> {
    await sql`delete from reader_drafts where created_at < now() - interval '1 day'`
  },
}
const keptDrafts = 100
