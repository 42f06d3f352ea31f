import { type Applied, appliedMigrations, checkApplied, madeByMigrations } from '../db/migrate.ts'
import type { Sql, Transaction } from '../db/sql.ts'
import { unfinishedJobs } from '../queue/carried.ts'
import { chunkBytes, type Frame, jsonFrame } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { createChecksum } from './checksum.ts'
import { type DumpedTableInfo, type Sequence, tableStore } from './table-store.ts'

export type Header = {
  siteray: 'back-up'
  format: number
  /** Of Siteray and of the server it was made from. */
  version: string
  postgres: string
  madeAt: string
  migrations: Applied[]
  /** Which master key opens its secrets; null when none was ever used. */
  keyFingerprint: string | null
  /** Only when it was asked for. */
  masterKey?: string
}
export type DumpedTable = DumpedTableInfo & { isJobs?: true }
export type Sequences = Sequence[]

export const format = 1

/** Everything that is kept, as of one moment. The transaction sees that moment only. */
export async function* dump(
  sql: Transaction,
  about: { version: string; masterKey: string | undefined },
): AsyncGenerator<Frame> {
  await tableStore.prepare(sql)
  const migrations = await appliedMigrations(sql)
  if (migrations.length === 0)
    throw new BackupError('There is nothing to back up: the database has no Siteray data.')
  await checkApplied(migrations, 'The database')
  const made = (await madeByMigrations()).map(({ name }) => name)
  const names = made.filter(name => name !== 'queue_jobs')
  const tables = await tableStore.find(sql, names)
  yield jsonFrame('header', await headerOf(sql, migrations, about))
  for (const table of tables) {
    yield jsonFrame('table', table)
    yield* rowFrames(tableStore.rows(sql, table))
  }
  // Numbers are given out regardless of transactions: read after the rows, none is given out twice.
  yield jsonFrame('sequences', await tableStore.sequences(sql, tables))
  const unfinished = await unfinishedJobs(sql)
  if (unfinished) {
    const jobs: DumpedTable = { name: 'carried_jobs', columns: unfinished.columns, isJobs: true }
    yield jsonFrame('table', jobs)
    yield* rowFrames(tableStore.rowsOfQuery(sql, unfinished.query))
  }
}

const headerOf = async (
  sql: Sql,
  migrations: Applied[],
  { version, masterKey }: { version: string; masterKey: string | undefined },
): Promise<Header> => ({
  siteray: 'back-up',
  format,
  version,
  postgres: await tableStore.serverVersion(sql),
  madeAt: new Date().toISOString(),
  migrations,
  keyFingerprint: (await tableStore.masterKeyFingerprint(sql))?.toString('hex') ?? null,
  ...(masterKey === undefined ? {} : { masterKey }),
})

async function* rowFrames(rows: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const checksum = createChecksum()
  let held: Buffer[] = []
  let heldBytes = 0
  for await (const chunk of rows) {
    checksum.add(chunk)
    held.push(chunk)
    heldBytes += chunk.length
    if (heldBytes < chunkBytes) continue
    yield* framesOf(Buffer.concat(held))
    held = []
    heldBytes = 0
  }
  yield* framesOf(Buffer.concat(held))
  yield jsonFrame('checksum', checksum.total())
}

/** Cut anywhere: a single row may be larger than a frame can be. */
function* framesOf(rows: Buffer): Generator<Frame> {
  for (let start = 0; start < rows.length; start += frameBytes)
    yield { kind: 'rows', body: rows.subarray(start, start + frameBytes) }
}
const frameBytes = 4 * 1024 * 1024

/** What COPY gives, counted and thrown away. */
export const checksumOf = async (rows: AsyncIterable<Buffer>) => {
  const checksum = createChecksum()
  for await (const chunk of rows) checksum.add(chunk)
  return checksum.total()
}
