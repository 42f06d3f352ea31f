import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, inTransaction, type Sql, type Transaction } from './sql.ts'
import { DatabaseStartError } from './start-error.ts'

type Migration = { number: number; name: string; text: string; checksum: string }
export type Applied = { number: number; name: string; checksum: string }

/** Any constant; the same in every Siteray. */
const lockId = 7_483_650

const migrationsDir = join(import.meta.dirname, 'migrations')

type Log = { info(message: string): void; warn(message: string): void }
const silent: Log = { info: () => undefined, warn: () => undefined }

/**
 * What waits for a lock of a table holds up everybody behind it. So it waits for less than any of
 * them would, lets them pass, and comes again.
 */
const lockWaitMs = 1_500
const passMs = 1_000
const patienceMs = 600_000

/**
 * Brings the database to this version: files `NNNN-name.sql` in order, each in a transaction of its
 * own that also records it. Several processes may start at once: whoever gets the lock applies the
 * next file, the others find it done. (A lock for a transaction, since poolers such as PgBouncer do
 * not keep a session.) Returns the names that this call applied.
 */
export const migrate = async (
  sql: Database,
  dir: string = migrationsDir,
  log: Log = silent,
): Promise<string[]> => {
  const migrations = await readMigrations(dir)
  const applied: string[] = []
  for (;;) {
    const next = await patiently(log, () =>
      inTransaction(
        sql,
        async transaction => {
          await lockMigrations(transaction)
          await transaction.unsafe(`set local lock_timeout = ${lockWaitMs}; ${unwaited}`)
          return applyNext(transaction, migrations, log)
        },
        { patienceMs: 0 },
      ),
    )
    if (!next) return applied
    applied.push(next.name)
  }
}

/**
 * The disk is not waited for: what a crash takes back was the last, and the next start applies it.
 * (A first start waits for the disk half a hundred times otherwise.)
 */
const unwaited = 'set local synchronous_commit = off'

const patiently = async <T>(log: Log, apply: () => Promise<T>): Promise<T> => {
  const untilMs = performance.now() + patienceMs
  for (let attempt = 1; ; attempt++) {
    try {
      return await apply()
    } catch (error) {
      if (Object(error).code !== lockNotAvailable || performance.now() > untilMs) throw error
      if (attempt === 1) log.warn('A migration waits for a table that is in use.')
      await wait(passMs)
    }
  }
}

const lockNotAvailable = '55P03'

/** The same within a transaction, and no further than the migration of that number. */
export const migrateWithin = async (
  sql: Transaction,
  upTo = Number.POSITIVE_INFINITY,
): Promise<void> => {
  const migrations = (await readMigrations(migrationsDir)).filter(({ number }) => number <= upTo)
  while (await applyNext(sql, migrations, silent));
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
  refuseNewer(check(applied, await readMigrations(migrationsDir), subject), subject, () => true)

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

const applyNext = async (sql: Transaction, migrations: readonly Migration[], log: Log) => {
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
  const newer = check(applied, migrations, 'The database')
  refuseNewer(newer, 'The database', isDrop)
  if (newer[0])
    log.info(
      `The database is newer than this Siteray (it has ${newer[0].name}), by additions alone: this one goes on beside the newer version.`,
    )
  const next = migrations.at(applied.length)
  if (!next) return undefined
  await sql.unsafe(next.text)
  await sql`
    insert into schema_migrations (number, name, checksum)
    values (${next.number}, ${next.name}, ${next.checksum})`
  return next
}

/** What was applied must be the beginning of what we have, unchanged. What comes after it: newer. */
const check = (
  applied: readonly Applied[],
  migrations: readonly Migration[],
  subject: string,
): Applied[] => {
  const last = migrations.at(-1)?.number ?? 0
  for (const [index, done] of applied.filter(({ number }) => number <= last).entries()) {
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
  return applied.filter(({ number }) => number > last)
}

const refuseNewer = (
  newer: readonly Applied[],
  subject: string,
  isRefused: (migration: Applied) => boolean,
): void => {
  const refused = newer.find(isRefused)
  if (refused)
    throw new DatabaseStartError(
      `${subject} is newer than this Siteray: it has ${refused.name}, which this version does not know. Use the newer version.`,
    )
}

/** Takes away what the version before still used: by its name, since only a newer version has its text. */
const isDrop = ({ name }: Applied): boolean => /^\d{4}-drop-/.test(name)
