import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { checkApplied, madeByMigrations, migrateWithin } from '../db/migrate.ts'
import type { Transaction } from '../db/sql.ts'
import { readArchive } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { createChecksum, isSameChecksum, sumOf, type TableChecksum } from './checksum.ts'
import { checksumOf, type DumpedTable, format, type Header, type Sequences } from './dump.ts'
import { tableStore } from './table-store.ts'

export type Contents = { header: Header; tables: { name: string; rows: number }[] }

/** Reads the whole file and throws at the first thing that is not as it was written. */
export const inspect = async (path: string): Promise<Contents> => {
  const tables: Contents['tables'] = []
  const header = await walk(path, {
    table: async ({ name }) => {
      const checksum = createChecksum()
      return {
        rows: async chunk => checksum.add(chunk),
        end: async told => {
          if (!isSameChecksum(checksum.total(), told)) throw damaged(path, name)
          tables.push({ name, rows: told.rows })
        },
      }
    },
  })
  return { header, tables }
}

/**
 * Makes the schema as it was when the back-up was made, fills it, reads every table back and compares,
 * and brings the schema to this version. All within the caller's transaction.
 */
export const load = async (sql: Transaction, path: string): Promise<Contents> => {
  const tables: Contents['tables'] = []
  let finish: (() => Promise<void>) | undefined
  const finishOnce = async () => {
    const work = finish
    finish = undefined
    await work?.()
  }
  const header = await walk(path, {
    header: async ({ migrations }) => {
      await tableStore.prepare(sql)
      finish = await makeSchema(sql, migrations.at(-1)?.number ?? 0)
    },
    table: async table => {
      // The jobs wait in a table of the present version, where there may be some already.
      if (table.isJobs) await finishOnce()
      const before = table.isJobs ? await checksumOf(tableStore.rows(sql, table)) : nothing
      const copy = await tableStore.addRows(sql, table)
      return {
        rows: chunk => write(copy, chunk),
        end: async told => {
          copy.end()
          await finished(copy)
          const found = await checksumOf(tableStore.rows(sql, table))
          if (!isSameChecksum(found, sumOf(before, told)))
            throw new BackupError(
              `The table ${table.name} does not give back the ${told.rows} rows that were loaded.`,
            )
          tables.push({ name: table.name, rows: told.rows })
        },
      }
    },
    sequences: async sequences => {
      for (const sequence of sequences) await tableStore.setSequence(sql, sequence)
    },
  })
  await finishOnce()
  return { header, tables }
}

/** Ready to be filled; the function it returns makes it whole again and brings it up to date. */
const makeSchema = async (sql: Transaction, upTo: number): Promise<() => Promise<void>> => {
  await migrateWithin(sql, upTo)
  const made = await madeByMigrations()
  const tables = await tableStore.find(
    sql,
    made.map(({ name }) => name),
  )
  const keys = await tableStore.takeOffForeignKeys(sql, tables)
  await tableStore.setTriggers(sql, tables, 'disable')
  await tableStore.empty(sql, tables)
  return async () => {
    await tableStore.setTriggers(sql, tables, 'enable')
    await tableStore.putBackForeignKeys(sql, keys)
    await migrateWithin(sql)
  }
}

/** Waits as long as the server is slower than the file. */
const write = async (copy: Writable, chunk: Buffer): Promise<void> => {
  if (copy.errored) throw copy.errored
  if (!copy.write(chunk)) await once(copy, 'drain')
}

const nothing: TableChecksum = { rows: 0, sum: 0 }

type TableVisitor = {
  rows(chunk: Buffer): Promise<void>
  end(told: TableChecksum): Promise<void>
}
type Visitor = {
  header?(header: Header): Promise<void>
  table(table: DumpedTable): Promise<TableVisitor>
  sequences?(sequences: Sequences): Promise<void>
}

const walk = async (path: string, visitor: Visitor): Promise<Header> => {
  let header: Header | undefined
  let table: TableVisitor | undefined
  for await (const { kind, body } of readArchive(path)) {
    if (kind === 'header') {
      header = await readHeader(path, body)
      await visitor.header?.(header)
    } else if (kind === 'table') table = await visitor.table(parse(body))
    else if (kind === 'rows') await table?.rows(body)
    else if (kind === 'checksum') await table?.end(parse(body))
    else if (kind === 'sequences') await visitor.sequences?.(parse(body))
  }
  if (!header) throw new BackupError(`${path} is not a Siteray back-up.`)
  return header
}

/** Before anything of it is used: whether this version can read it. */
const readHeader = async (path: string, body: Buffer): Promise<Header> => {
  const header = parse<Header>(body)
  if (header.siteray !== 'back-up') throw new BackupError(`${path} is not a Siteray back-up.`)
  if (header.format > format)
    throw new BackupError(
      `The back-up was made by Siteray ${header.version}, which is newer than this one (${path}). Use that version.`,
    )
  await checkApplied(header.migrations, 'The back-up')
  return header
}

const parse = <T>(body: Buffer): T => JSON.parse(body.toString('utf8'))

const damaged = (path: string, name: string) =>
  new BackupError(`${path} is damaged: its table ${name} is not what was written.`)
