import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, inTransaction, type Sql, type Transaction } from './sql.ts'
import { DatabaseStartError } from './start-error.ts'

type Migration = { number: number; name: string; text: string; checksum: string }
export type Applied = { number: number; name: string; checksum: string }

/** Any constant; the same in every Siteray. */
const lockId = 7_483_650

const migrationsDir = join(import.meta.dirname, 'migrations')

/**
 * Brings the database to this version: files `NNNN-name.sql` in order, each in a transaction of its
 * own that also records it. Several processes may start at once: whoever gets the lock applies the
 * next file, the others find it done. (A lock for a transaction, since poolers such as PgBouncer do
 * not keep a session.) Returns the names that this call applied.
 */
export const migrate = async (sql: Database, dir: string = migrationsDir): Promise<string[]> => {
  const migrations = await readMigrations(dir)
  const applied: string[] = []
  for (;;) {
    const next = await inTransaction(sql, transaction => applyNext(transaction, migrations), {
      patienceMs: 0,
    })
    if (!next) return applied
    applied.push(next.name)
  }
}

/** The same within a transaction, and no further than the migration of that number. */
export const migrateWithin = async (
  sql: Transaction,
  upTo = Number.POSITIVE_INFINITY,
): Promise<void> => {
  const migrations = (await readMigrations(migrationsDir)).filter(({ number }) => number <= upTo)
  while (await applyNext(sql, migrations));
}

/** Until the transaction ends, no other process brings the database to its version. */
export const lockMigrations = async (sql: Transaction): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${lockId})`
}

/** What a database has; none when it is not (yet) one of ours. */
export const appliedMigrations = async (sql: Sql): Promise<Applied[]> => {
  const [known] = await sql`select to_regclass('schema_migrations') as name`
  if (!known?.name) return []
  return sql<Applied[]>`select number, name, checksum from schema_migrations order by number`
}

/** Throws the sentence when what was applied elsewhere does not belong to this version. */
export const checkApplied = async (applied: readonly Applied[], subject: string): Promise<void> =>
  check(applied, await readMigrations(migrationsDir), subject)

/** Everything that migrations make and have ever made, by name: what is not in it is not ours. */
export const madeByMigrations = async (): Promise<{ kind: string; name: string }[]> =>
  (await readMigrations(migrationsDir)).flatMap(({ text }) =>
    [...text.matchAll(/^create (?:or replace )?(table|function) (\w+)/gm)].map(
      ([, kind = '', name = '']) => ({ kind, name }),
    ),
  )

const readMigrations = async (dir: string): Promise<Migration[]> => {
  const names = (await readdir(dir)).filter(name => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    names.map(async name => {
      const [, number] = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name) ?? []
      if (number === undefined) throw new Error(`${name} is not named NNNN-name.sql.`)
      // A checkout with CRLF is the same migration.
      const text = (await readFile(join(dir, name), 'utf8')).replaceAll('\r\n', '\n')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { number: Number(number), name, text, checksum }
    }),
  )
  const numbers = new Set(migrations.map(({ number }) => number))
  if (numbers.size < migrations.length) throw new Error('Two migrations have the same number.')
  return migrations
}

const applyNext = async (sql: Transaction, migrations: readonly Migration[]) => {
  await lockMigrations(sql)
  await sql`
    create table if not exists schema_migrations (
      number int primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`
  const applied = await sql<Applied[]>`
    select number, name, checksum from schema_migrations order by number`
  check(applied, migrations, 'The database')
  const next = migrations.at(applied.length)
  if (!next) return undefined
  await sql.unsafe(next.text)
  await sql`
    insert into schema_migrations (number, name, checksum)
    values (${next.number}, ${next.name}, ${next.checksum})`
  return next
}

/** What was applied must be the beginning of what we have, unchanged. */
const check = (applied: readonly Applied[], migrations: readonly Migration[], subject: string) => {
  const last = migrations.at(-1)
  for (const [index, done] of applied.entries()) {
    if (!last || done.number > last.number)
      throw new DatabaseStartError(
        `${subject} is newer than this Siteray: it has ${done.name}, which this version does not know. Use the newer version.`,
      )
    const ours = migrations[index]
    if (!ours || ours.number !== done.number)
      throw new DatabaseStartError(
        `${subject} has ${done.name} where this Siteray expects ${ours?.name}: they do not belong together.`,
      )
    if (ours.checksum !== done.checksum)
      throw new DatabaseStartError(
        `${ours.name} was changed after ${subject.toLowerCase()} had applied it. Restore the file; a change of the schema is a new migration.`,
      )
  }
}
