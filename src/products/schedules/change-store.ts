import type { Sql } from '../../base/db/sql.ts'
import type { Change } from './request.ts'

/** A page as the last run saw it; `text` is compressed, and missing where it was too long. */
export type SeenPage = { key: Buffer; url: string; hash: Buffer; text: Buffer | undefined }

/** What is known of a page from runs before. */
type KnownPage = { hash: Buffer; text: Buffer | null; hasFailed: boolean }

/** Counts are exact; of the changes themselves so many are kept. */
const keptChanges = 1_000

export type Counts = { added: number; changed: number; gone: number; failed: number; same: number }

export const changeStore = {
  /** By key in hexadecimal. */
  async seen(
    sql: Sql,
    scheduleId: string,
    keys: readonly Buffer[],
  ): Promise<Map<string, KnownPage>> {
    const rows = await sql<(KnownPage & { key: string })[]>`
      select encode(page_key, 'hex') as key, hash, text, failed as "hasFailed" from schedule_pages
      where schedule_id = ${scheduleId} and page_key in (
        select decode(key, 'hex') from unnest(${keys.map(hex)}::text[]) as key
      )`
    return new Map(rows.map(row => [row.key, row]))
  },

  async keep(
    sql: Sql,
    run: { id: string; scheduleId: string },
    pages: readonly SeenPage[],
  ): Promise<void> {
    for (const page of pages)
      await sql`
        insert into schedule_pages (schedule_id, page_key, url, run_id, hash, text)
        values (${run.scheduleId}, ${page.key}, ${page.url}, ${run.id}, ${page.hash},
          ${page.text ?? null})
        on conflict (schedule_id, page_key) do update set url = excluded.url,
          run_id = excluded.run_id, hash = excluded.hash, text = excluded.text, failed = false`
  },

  /** Pages that were met, and those of them that could not be read. */
  async touch(
    sql: Sql,
    run: { id: string; scheduleId: string },
    keys: readonly Buffer[],
    failed: readonly Buffer[],
  ): Promise<void> {
    await sql`
      update schedule_pages set run_id = ${run.id},
        failed = encode(page_key, 'hex') = any(${failed.map(hex)}::text[])
      where schedule_id = ${run.scheduleId} and page_key in (
        select decode(key, 'hex') from unnest(${keys.map(hex)}::text[]) as key
      )`
  },

  async forget(sql: Sql, run: { scheduleId: string }, keys: readonly Buffer[]): Promise<void> {
    await sql`
      delete from schedule_pages where schedule_id = ${run.scheduleId} and page_key in (
        select decode(key, 'hex') from unnest(${keys.map(hex)}::text[]) as key
      )`
  },

  /** Those that this run did not meet, some at a time; they are forgotten with it. */
  async takeGone(sql: Sql, run: { id: string; scheduleId: string }): Promise<string[]> {
    const rows = await sql<{ url: string }[]>`
      delete from schedule_pages where schedule_id = ${run.scheduleId} and page_key in (
        select page_key from schedule_pages
        where schedule_id = ${run.scheduleId} and run_id <> ${run.id} limit 500
      ) returning url`
    return rows.map(({ url }) => url)
  },

  async add(sql: Sql, runId: string, changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return
    await sql`
      insert into schedule_changes (run_id, position, change, subject, detail)
      select ${runId}, had.count + change.at, change.change, change.subject, change.detail
      from (
          select count(*)::int as count from schedule_changes where run_id = ${runId}
        ) as had,
        unnest(${changes.map(({ change }) => change)}::text[],
          ${changes.map(({ subject }) => subject)}::text[],
          ${changes.map(({ detail }) => detail)}::text[]
        ) with ordinality as change (change, subject, detail, at)
      where had.count + change.at <= ${keptChanges}`
  },

  async count(sql: Sql, runId: string, more: Counts & { compared: number }): Promise<void> {
    await sql`
      update schedule_runs set added = added + ${more.added}, changed = changed + ${more.changed},
        gone = gone + ${more.gone}, failed = failed + ${more.failed}, same = same + ${more.same},
        compared = compared + ${more.compared}
      where id = ${runId}`
  },

  async page(
    sql: Sql,
    wanted: { runId: string; offset: number; limit: number },
  ): Promise<Change[]> {
    return sql<Change[]>`
      select change, subject, detail from schedule_changes where run_id = ${wanted.runId}
      order by position offset ${wanted.offset} limit ${wanted.limit}`
  },
}

const hex = (key: Buffer) => key.toString('hex')
