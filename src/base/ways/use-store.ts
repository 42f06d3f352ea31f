import type { Sql } from '../db/sql.ts'

/** What became of pages since it was last written; `failure`: of the last one, where its way failed. */
export type Use = { pages: number; blocked: number; failures: number; failure?: string | undefined }

export type UseRow = {
  name: string
  pages: number
  blocked: number
  failures: number
  usedAt: Date
  failedAt: Date | null
  /** Of the last use, where that failed. */
  failure: string | null
}

export const useStore = {
  async add(sql: Sql, uses: ReadonlyMap<string, Use>): Promise<void> {
    const rows = [...uses]
    const of = (count: (use: Use) => number) => rows.map(([, use]) => count(use))
    await sql`
      insert into way_uses (name, pages, blocked, failures, used_at, failed_at, failure)
      select name, pages, blocked, failures, now(), case when failures > 0 then now() end, failure
      from unnest(
        ${rows.map(([name]) => name)}::text[], ${of(({ pages }) => pages)}::bigint[],
        ${of(({ blocked }) => blocked)}::bigint[], ${of(({ failures }) => failures)}::bigint[],
        ${rows.map(([, { failure }]) => failure ?? null)}::text[]
      ) as used (name, pages, blocked, failures, failure)
      on conflict (name) do update set
        pages = way_uses.pages + excluded.pages,
        blocked = way_uses.blocked + excluded.blocked,
        failures = way_uses.failures + excluded.failures,
        used_at = excluded.used_at,
        failed_at = coalesce(excluded.failed_at, way_uses.failed_at),
        failure = excluded.failure`
  },

  async list(sql: Sql): Promise<UseRow[]> {
    return sql<UseRow[]>`
      select name, pages::float8 as pages, blocked::float8 as blocked,
        failures::float8 as failures, used_at as "usedAt", failed_at as "failedAt", failure
      from way_uses`
  },
}
