import type { Sql } from '../../base/db/sql.ts'
import type { Lesson } from '../../page/taught/learn.ts'
import type { Fallback } from '../extract/extract-page.ts'
import type { ReaderFile } from './file.ts'

export type ReaderRow = {
  id: string
  accountId: string
  name: string
  host: string
  schema: unknown
  fallback: Fallback
  reading: ReadingKept
  version: number
  createdAt: Date
  updatedAt: Date
}
/** How its pages are read; headers may be secret, and are not kept. */
export type ReadingKept = {
  render?: 'auto' | 'always' | 'never'
  mobile?: boolean
  waitFor?: number
}
export type KeptLesson = Pick<Lesson, 'summary' | 'questions'> & { warning?: string }
export type VersionRow = {
  number: number
  file: ReaderFile
  lesson: KeptLesson
  cause: 'examples' | 'import'
  createdAt: Date
}
export type PageRow = { url: string; data: unknown; isLabelled: boolean; source: Buffer }

type Owned = { id: string; accountId: string }

const columns = (sql: Sql) => sql`
  id, account_id as "accountId", name, host, schema, fallback, reading, version,
  created_at as "createdAt", updated_at as "updatedAt"`

export const readerStore = {
  async insert(sql: Sql, row: Omit<ReaderRow, 'createdAt' | 'updatedAt'>): Promise<void> {
    await sql`
      insert into readers (id, account_id, name, host, schema, fallback, reading, version)
      values (${row.id}, ${row.accountId}, ${row.name}, ${row.host},
        ${JSON.stringify(row.schema)}::text::jsonb, ${row.fallback},
        ${JSON.stringify(row.reading)}::text::jsonb, ${row.version})`
  },

  /** Waits for whoever counts at the same time, so that the limit holds. */
  async count(sql: Sql, accountId: string): Promise<number> {
    await sql`select pg_advisory_xact_lock(hashtext(${`readers of ${accountId}`}))`
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from readers where account_id = ${accountId}`
    return row?.count ?? 0
  },

  async find(sql: Sql, { id, accountId }: Owned): Promise<ReaderRow | undefined> {
    const [row] = await sql<ReaderRow[]>`
      select ${columns(sql)} from readers where id = ${id} and account_id = ${accountId}`
    return row
  },

  /** Against everybody who learns at the same time: the version it has now. */
  async lock(sql: Sql, id: string): Promise<number | undefined> {
    const [row] = await sql<{ last: number }[]>`
      with locked as (select id from readers where id = ${id} for update)
      select coalesce(max(number), 0) as last from reader_versions
      where reader_id = (select id from locked)`
    return row?.last
  },

  async list(
    sql: Sql,
    wanted: { accountId: string; host: string | undefined; offset: number; limit: number },
  ): Promise<{ total: number; rows: ReaderRow[] }> {
    const host = wanted.host ?? null
    const [counted] = await sql<{ total: number }[]>`
      select count(*)::int as total from readers
      where account_id = ${wanted.accountId} and (${host}::text is null or host = ${host})`
    const rows = await sql<ReaderRow[]>`
      select ${columns(sql)} from readers
      where account_id = ${wanted.accountId} and (${host}::text is null or host = ${host})
      order by created_at desc, id offset ${wanted.offset} limit ${wanted.limit}`
    return { total: counted?.total ?? 0, rows }
  },

  async change(
    sql: Sql,
    { id, accountId }: Owned,
    { name, fallback }: { name?: string | undefined; fallback?: Fallback | undefined },
  ): Promise<boolean> {
    const changed = await sql`
      update readers set name = coalesce(${name ?? null}, name),
        fallback = coalesce(${fallback ?? null}, fallback), updated_at = now()
      where id = ${id} and account_id = ${accountId}`
    return changed.count > 0
  },

  async use(sql: Sql, id: string, version: number): Promise<void> {
    await sql`update readers set version = ${version}, updated_at = now() where id = ${id}`
  },

  async remove(sql: Sql, { id, accountId }: Owned): Promise<boolean> {
    const gone = await sql`delete from readers where id = ${id} and account_id = ${accountId}`
    return gone.count > 0
  },
}

export const versionStore = {
  async insert(sql: Sql, id: string, row: Omit<VersionRow, 'createdAt'>): Promise<void> {
    await sql`
      insert into reader_versions (reader_id, number, file, lesson, cause)
      values (${id}, ${row.number}, ${JSON.stringify(row.file)}::text::jsonb,
        ${JSON.stringify(row.lesson)}::text::jsonb, ${row.cause})`
    // The oldest go, but never the one in use.
    await sql`
      delete from reader_versions where reader_id = ${id} and number <= ${row.number - maxVersions}
        and number <> (select version from readers where id = ${id})`
  },

  async find(sql: Sql, id: string, number: number): Promise<VersionRow | undefined> {
    const [row] = await sql<VersionRow[]>`
      select number, file, lesson, cause, created_at as "createdAt" from reader_versions
      where reader_id = ${id} and number = ${number}`
    return row
  },

  async list(sql: Sql, id: string): Promise<Omit<VersionRow, 'file' | 'lesson'>[]> {
    return sql<VersionRow[]>`
      select number, cause, created_at as "createdAt" from reader_versions
      where reader_id = ${id} order by number desc`
  },
}

const maxVersions = 50

export const pageStore = {
  /** A page that is given again takes the place of the older one. */
  async put(sql: Sql, id: string, page: PageRow): Promise<void> {
    const data = page.isLabelled ? JSON.stringify(page.data) : null
    await sql`
      insert into reader_pages (reader_id, url, data, source)
      values (${id}, ${page.url}, ${data}::text::jsonb, ${page.source})
      on conflict (reader_id, url) do update
        set data = coalesce(excluded.data, reader_pages.data), source = excluded.source`
  },

  async list(sql: Sql, id: string): Promise<PageRow[]> {
    return sql<PageRow[]>`
      select url, data, data is not null as "isLabelled", source from reader_pages
      where reader_id = ${id} order by created_at, url`
  },
}
