import type { Sql } from '../../base/db/sql.ts'
import { storableJson } from '../../base/db/storable-json.ts'
import type { Lesson } from '../../page/taught/learn.ts'
import type { Fallback } from '../extract/fallback.ts'
import type { Watch } from './drift.ts'
import type { ReaderFile } from './file.ts'
import type { Marks } from './learn-task.ts'
import { schemaKeyOf } from './schema-key.ts'

export type ReaderRow = {
  id: string
  accountId: string
  name: string
  host: string
  /** Of the pages that it is for, where somebody gave them. */
  paths: string[] | null
  schema: unknown
  /** What a model was asked when it learned from it, white space apart. */
  prompt: string | null
  fallback: Fallback
  reading: ReadingKept
  /** The one in use; 0 while it learns its first. */
  version: number
  schemaKey: string
  stage: 'learning' | 'proving' | 'live'
  health: 'ready' | 'drifting' | 'repairing' | 'broken'
  paused: boolean
  /** The share of answers that somebody else is asked for too. */
  checks: number
  mails: boolean
  webhook: Buffer | null
  watch: Watched
  /** Answers too, while a change of the template is rolled out. */
  alsoVersion: number | null
  createdAt: Date
  updatedAt: Date
}
/** What is remembered to notice a change, and of what a reader is still to prove. */
export type Watched = Watch & {
  proving?: Proving | undefined
  /** Of the last checks by field: 1 where somebody else said otherwise. */
  checked?: Record<string, string>
  checksOf?: { day: string; count: number }
  /** How often a repair was tried since the site changed, and after how many pages the last time. */
  repair?: { tries: number; at: number } | undefined
}
/** Pages on which it read along, and by field how often it said what the model said. */
export type Proving = {
  round: number
  pages: number
  same: Record<string, number>
  differ: Record<string, number>
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
  cause: 'examples' | 'import' | 'model' | 'repair'
  isProposed: boolean
  /** What it says of new pages beside the version before it. */
  gate: Gate | null
  createdAt: Date
}
export type Gate = {
  pages: number
  flagsBefore: number
  flagsAfter: number
  differ: { url: string; field: string; before: unknown; after: unknown }[]
}
export type PageRow = {
  url: string
  data: unknown
  isLabelled: boolean
  source: Buffer
  isByModel?: boolean
  marks?: Marks | undefined
}

type Owned = { id: string; accountId: string }

export type NewVersion = Pick<VersionRow, 'file' | 'lesson' | 'cause'> &
  Partial<Pick<VersionRow, 'isProposed' | 'gate'>>
type InsertedReader = Pick<
  ReaderRow,
  'id' | 'accountId' | 'name' | 'host' | 'schema' | 'fallback' | 'reading' | 'version'
> &
  Partial<Pick<ReaderRow, 'stage' | 'mails' | 'webhook' | 'checks' | 'paths' | 'prompt'>> & {
    skeleton?: string[]
  }

const usualChecks = 0.02

export const readerColumns = (sql: Sql) => sql`
  id, account_id as "accountId", name, host, paths, schema, prompt, fallback, reading, version,
  schema_key as "schemaKey", stage, health, paused, checks, mails, webhook, watch,
  case when also_at > now() - interval '7 days' then also_version end as "alsoVersion",
  created_at as "createdAt", updated_at as "updatedAt"`

export const readerStore = {
  async insert(sql: Sql, row: InsertedReader): Promise<void> {
    await sql`
      insert into readers (id, account_id, name, host, schema, schema_key, fallback, reading,
        version, stage, skeleton, mails, webhook, checks, paths, prompt)
      values (${row.id}, ${row.accountId}, ${row.name}, ${row.host},
        ${storableJson(row.schema)}::text::jsonb,
        ${schemaKeyOf(row.schema, row.prompt ?? null)}, ${row.fallback},
        ${storableJson(row.reading)}::text::jsonb, ${row.version}, ${row.stage ?? 'live'},
        ${storableJson(row.skeleton ?? [])}::text::jsonb, ${row.mails ?? true},
        ${row.webhook ?? null}, ${row.checks ?? usualChecks},
        ${row.paths ? storableJson(row.paths) : null}::text::jsonb, ${row.prompt ?? null})`
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
      select ${readerColumns(sql)} from readers where id = ${id} and account_id = ${accountId}`
    return row
  },

  async get(sql: Sql, id: string): Promise<ReaderRow | undefined> {
    const [row] = await sql<ReaderRow[]>`
      select ${readerColumns(sql)} from readers where id = ${id}`
    return row
  },

  /** Against everybody who learns at the same time: the version it has now. */
  async lock(sql: Sql, id: string): Promise<number | undefined> {
    const [row] = await sql<{ last: number }[]>`
      with locked as (select id from readers where id = ${id} for update)
      select coalesce((select max(number) from reader_versions where reader_id = locked.id), 0)
        as last from locked`
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
      select ${readerColumns(sql)} from readers
      where account_id = ${wanted.accountId} and (${host}::text is null or host = ${host})
      order by created_at desc, id offset ${wanted.offset} limit ${wanted.limit}`
    return { total: counted?.total ?? 0, rows }
  },

  async change(
    sql: Sql,
    { id, accountId }: Owned,
    change: Partial<
      Pick<ReaderRow, 'name' | 'fallback' | 'paused' | 'checks' | 'mails' | 'webhook' | 'paths'>
    >,
  ): Promise<boolean> {
    const { name = null, fallback = null, paused = null, checks = null, mails = null } = change
    const { webhook, paths } = change
    const changed = await sql`
      update readers set name = coalesce(${name}, name), fallback = coalesce(${fallback}, fallback),
        paused = coalesce(${paused}, paused), checks = coalesce(${checks}, checks),
        mails = coalesce(${mails}, mails),
        webhook = case when ${webhook !== undefined} then ${webhook ?? null}::bytea else webhook end,
        paths = case when ${paths !== undefined} then
          ${paths ? storableJson(paths) : null}::text::jsonb else paths end,
        updated_at = now()
      where id = ${id} and account_id = ${accountId}`
    return changed.count > 0
  },

  /** Whoever chooses a version begins anew: what was noticed of the one before is not held against it. */
  async use(sql: Sql, id: string, version: number): Promise<void> {
    await sql`
      update readers set version = ${version}, stage = 'live', health = 'ready', watch = '{}',
        also_version = null, updated_at = now() where id = ${id}`
    await sql`
      update reader_versions set is_proposed = false where reader_id = ${id} and number = ${version}`
  },

  /** A file that was changed by hand may ask for other fields than before, or of other pages. */
  async setFromFile(
    sql: Sql,
    id: string,
    { schema, prompt, paths }: Pick<ReaderRow, 'schema' | 'prompt' | 'paths'>,
  ): Promise<void> {
    await sql`
      update readers set schema = ${storableJson(schema)}::text::jsonb,
        schema_key = ${schemaKeyOf(schema, prompt)}, prompt = ${prompt},
        paths = ${paths ? storableJson(paths) : null}::text::jsonb where id = ${id}`
  },

  async remove(sql: Sql, { id, accountId }: Owned): Promise<boolean> {
    const gone = await sql`delete from readers where id = ${id} and account_id = ${accountId}`
    return gone.count > 0
  },
}

export const versionStore = {
  async insert(sql: Sql, id: string, row: NewVersion & { number: number }): Promise<void> {
    await sql`
      insert into reader_versions (reader_id, number, file, lesson, cause, origin, is_proposed, gate)
      values (${id}, ${row.number}, ${storableJson(row.file)}::text::jsonb,
        ${storableJson(row.lesson)}::text::jsonb,
        ${row.cause === 'import' ? 'import' : 'examples'},
        ${row.cause === 'model' || row.cause === 'repair' ? row.cause : null},
        ${row.isProposed ?? false}, ${row.gate ? storableJson(row.gate) : null}::text::jsonb)`
    // The oldest go, but never the one in use.
    await sql`
      delete from reader_versions where reader_id = ${id} and number <= ${row.number - maxVersions}
        and number <> (select version from readers where id = ${id})`
  },

  async find(sql: Sql, id: string, number: number): Promise<VersionRow | undefined> {
    const [row] = await sql<VersionRow[]>`
      select ${versionColumns(sql)}, file, lesson from reader_versions
      where reader_id = ${id} and number = ${number}`
    return row
  },

  /** Not the one in use. */
  async remove(sql: Sql, id: string, number: number): Promise<boolean> {
    const gone = await sql`
      delete from reader_versions where reader_id = ${id} and number = ${number}
        and number <> (select version from readers where id = ${id})`
    return gone.count > 0
  },

  async hasProposal(sql: Sql, id: string): Promise<boolean> {
    const found = await sql`
      select 1 from reader_versions where reader_id = ${id} and is_proposed limit 1`
    return found.length > 0
  },

  async removeProposals(sql: Sql, id: string): Promise<void> {
    await sql`delete from reader_versions where reader_id = ${id} and is_proposed`
  },

  async list(sql: Sql, id: string): Promise<Omit<VersionRow, 'file' | 'lesson'>[]> {
    return sql<VersionRow[]>`
      select ${versionColumns(sql)} from reader_versions
      where reader_id = ${id} order by number desc`
  },
}

const versionColumns = (sql: Sql) => sql`
  number, coalesce(origin, cause) as cause, is_proposed as "isProposed", gate,
  created_at as "createdAt"`

const maxVersions = 50

export const pageStore = {
  /** A page that is given again takes the place of the older one. */
  async put(sql: Sql, id: string, page: PageRow): Promise<void> {
    const data = page.isLabelled ? storableJson(page.data) : null
    await sql`
      insert into reader_pages (reader_id, url, data, source, by_model, marks)
      values (${id}, ${page.url}, ${data}::text::jsonb, ${page.source}, ${page.isByModel ?? false},
        ${page.marks ? storableJson(page.marks) : null}::text::jsonb)
      on conflict (reader_id, url) do update
        set data = excluded.data, source = excluded.source,
          marks = excluded.marks, by_model = excluded.by_model`
  },

  async count(sql: Sql, id: string): Promise<number> {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from reader_pages where reader_id = ${id}`
    return row?.count ?? 0
  },

  async list(sql: Sql, id: string): Promise<PageRow[]> {
    return sql<PageRow[]>`
      select url, data, data is not null as "isLabelled", source, by_model as "isByModel",
        coalesce(marks, '{}') as marks
      from reader_pages
      where reader_id = ${id} order by created_at, url`
  },
}
