import type { Writable } from 'node:stream'
import { copyIn, copyOut } from '../db/copy.ts'
import type { Sql, Transaction } from '../db/sql.ts'

export type DumpedTableInfo = { name: string; columns: string[] }
/** Where a table's next number comes from. */
export type Sequence = { table: string; column: string; value: number; used: boolean }
type ForeignKey = { table: string; name: string; definition: string }

/** The sessions of Siteray's processes, but for commands. */
const serverNames = ['siteray', 'siteray listen', 'siteray-queue']

/** What a back-up and a restore do to tables. All in the schema that comes first in the search path. */
export const tableStore = {
  /** The same text for the same value, whatever the server's settings; and as long as it takes. */
  async prepare(sql: Transaction): Promise<void> {
    await sql.unsafe(`
      set local statement_timeout = 0;
      set local idle_in_transaction_session_timeout = 0;
      set local lock_timeout = '10s';
      set local client_encoding = 'UTF8';
      set local datestyle = 'ISO, YMD';
      set local intervalstyle = 'postgres';
      set local timezone = 'UTC';
      set local bytea_output = 'hex';
      set local extra_float_digits = 1`)
  },

  /** Those of the names that there are, with the columns that hold what was written. */
  async find(sql: Sql, names: readonly string[]): Promise<DumpedTableInfo[]> {
    return sql<DumpedTableInfo[]>`
      select relname as name, array_agg(attname::text order by attnum) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
        and relname = any (${names as string[]})
        and attnum > 0 and not attisdropped and attgenerated = ''
      group by relname order by relname`
  },

  async sequences(sql: Sql, tables: readonly DumpedTableInfo[]): Promise<Sequence[]> {
    const names = tables.map(({ name }) => name)
    const found = await sql<{ table: string; column: string; sequence: string }[]>`
      select relname as table, attname as column,
        pg_get_serial_sequence(quote_ident(relname), attname) as sequence
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
        and relname = any (${names}) and attnum > 0 and not attisdropped
        and pg_get_serial_sequence(quote_ident(relname), attname) is not null
      order by 1, 2`
    return Promise.all(
      found.map(async ({ table, column, sequence }) => {
        const [state] = await sql.unsafe<{ last_value: number; is_called: boolean }[]>(
          `select last_value, is_called from ${sequence}`,
        )
        return { table, column, value: state?.last_value ?? 1, used: state?.is_called ?? false }
      }),
    )
  },

  async setSequence(sql: Sql, { table, column, value, used }: Sequence): Promise<void> {
    await sql`select setval(pg_get_serial_sequence(${quote(table)}, ${column}), ${value}, ${used})`
  },

  rows: (sql: Sql, table: DumpedTableInfo): AsyncIterable<Buffer> =>
    copyOut(sql, `copy ${columnsOf(table)} to stdout`),

  rowsOfQuery: (sql: Sql, query: string): AsyncIterable<Buffer> =>
    copyOut(sql, `copy (${query}) to stdout`),

  addRows: (sql: Sql, table: DumpedTableInfo): Promise<Writable> =>
    copyIn(sql, `copy ${columnsOf(table)} from stdin`),

  /** Out of the way while rows are loaded, which needs no rights beyond the owner's. */
  async takeOffForeignKeys(sql: Sql, tables: readonly DumpedTableInfo[]): Promise<ForeignKey[]> {
    const keys = await sql<ForeignKey[]>`
      select conrelid::regclass::text as table, quote_ident(conname) as name,
        pg_get_constraintdef(oid) as definition
      from pg_constraint
      where contype = 'f' and conparentid = 0
        and conrelid = any (${tables.map(({ name }) => quote(name))}::regclass[])`
    for (const { table, name } of keys)
      await sql.unsafe(`alter table ${table} drop constraint ${name}`)
    return keys
  },

  /** Each is checked against all rows. */
  async putBackForeignKeys(sql: Sql, keys: readonly ForeignKey[]): Promise<void> {
    for (const { table, name, definition } of keys)
      await sql.unsafe(`alter table ${table} add constraint ${name} ${definition}`)
  },

  /** Rows that come from a back-up did already all that a trigger does. */
  async setTriggers(sql: Sql, tables: readonly DumpedTableInfo[], state: 'enable' | 'disable') {
    for (const { name } of tables)
      await sql.unsafe(`alter table ${quote(name)} ${state} trigger user`)
  },

  /** Migrations may have written rows of their own, which are in the back-up too. */
  async empty(sql: Sql, tables: readonly DumpedTableInfo[]): Promise<void> {
    if (tables.length > 0)
      await sql.unsafe(`truncate ${tables.map(({ name }) => quote(name)).join(', ')}`)
  },

  async drop(sql: Sql, made: readonly { kind: string; name: string }[], queueSchema: string) {
    const of = (kind: string) => made.filter(item => item.kind === kind).map(({ name }) => name)
    const tables = [...of('table'), 'schema_migrations'].map(quote)
    await sql.unsafe(`drop table if exists ${tables.join(', ')}`)
    for (const name of of('function')) await sql.unsafe(`drop function if exists ${quote(name)}`)
    await sql.unsafe(`drop schema if exists ${quote(queueSchema)} cascade`)
  },

  /** Statistics for the planner, which otherwise come minutes later. */
  async analyze(sql: Sql, tables: readonly DumpedTableInfo[]): Promise<void> {
    for (const { name } of tables) await sql.unsafe(`analyze ${quote(name)}`)
  },

  async hasSchema(sql: Sql, name: string): Promise<boolean> {
    const rows = await sql`select 1 from pg_namespace where nspname = ${name}`
    return rows.length > 0
  },

  async masterKeyFingerprint(sql: Sql): Promise<Buffer | undefined> {
    const [row] = await sql<{ fingerprint: Buffer }[]>`select fingerprint from master_key`
    return row?.fingerprint
  },

  async serverVersion(sql: Sql): Promise<string> {
    const [row] = await sql<{ version: string }[]>`
      select current_setting('server_version') as version`
    return row?.version ?? ''
  },

  /** Whether a Siteray server is connected to this database. */
  async isServed(sql: Sql): Promise<boolean> {
    const rows = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and application_name = any (${serverNames}) limit 1`
    return rows.length > 0
  },

  async mayCreateDatabases(sql: Sql): Promise<boolean> {
    const rows = await sql`
      select 1 from pg_roles where rolname = current_user and (rolcreatedb or rolsuper)`
    return rows.length > 0
  },

  createDatabase: (sql: Sql, name: string) => sql.unsafe(`create database ${quote(name)}`),

  /** Also of an earlier check that was killed; names are ours alone. */
  async dropDatabases(sql: Sql, prefix: string, olderThanMs: number): Promise<void> {
    const rows = await sql<{ name: string }[]>`
      select datname as name from pg_database where starts_with(datname, ${prefix})`
    const old = rows.filter(({ name }) => Number(name.slice(prefix.length)) <= olderThanMs)
    for (const { name } of old)
      await sql.unsafe(`drop database if exists ${quote(name)} with (force)`)
  },
}

const columnsOf = ({ name, columns }: DumpedTableInfo) =>
  `${quote(name)} (${columns.map(quote).join(', ')})`

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
