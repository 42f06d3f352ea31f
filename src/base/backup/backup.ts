import { existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { makeFolder } from '../../kit/make-folder.ts'
import { closeSql, openSql, type Transaction } from '../db/sql.ts'
import type { DatabaseTarget } from '../db/target.ts'
import { findMasterKey } from '../db/vault.ts'
import { writeArchive } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { dump } from './dump.ts'
import { type Contents, inspect } from './load.ts'
import { canRehearse, rehearse } from './rehearse.ts'

export type BackupDeps = {
  target: DatabaseTarget
  /** Where the master key is, when MASTER_KEY is not set. */
  dataDir: string
  masterKey: string | undefined
  masterKeyFile?: string | undefined
  version: string
}
type BackupOptions = {
  withKey: boolean
  /** Restores it into a database made for the moment; `auto`: on a server that is ours alone. */
  rehearsal: boolean | 'auto'
}
export type Backup = Contents & {
  file: string
  sizeBytes: number
  rehearsed: boolean
}

/**
 * Writes everything that is kept into one file, as of one moment, while others go on working. The
 * file has its name only when it is whole, on the disk, and read again.
 */
export const backUp = async (
  deps: BackupDeps,
  name: string,
  options: BackupOptions,
  signal: AbortSignal,
): Promise<Backup> => {
  const file = resolve(name)
  if (existsSync(file)) throw new BackupError(`${file} exists already: choose another name.`)
  const unfinished = `${file}${unfinishedMark}${process.pid}`
  await makeFolder(dirname(file), 0o700)
  try {
    await write(deps, unfinished, options, signal)
    const contents = await inspect(unfinished)
    const rehearsed = await mayRehearse(deps, options)
    if (rehearsed) await rehearse(deps.target, unfinished)
    signal.throwIfAborted()
    const { size: sizeBytes } = await stat(unfinished)
    await rename(unfinished, file)
    await flushFolder(dirname(file))
    return { ...contents, file, sizeBytes, rehearsed }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Followed by a process id: what a process that was killed left behind. */
export const unfinishedMark = '.unfinished-'

const write = async (
  deps: BackupDeps,
  path: string,
  { withKey }: BackupOptions,
  signal: AbortSignal,
): Promise<void> => {
  const masterKey = withKey ? (await findMasterKey(deps))?.key : undefined
  if (withKey && masterKey === undefined)
    throw new BackupError(
      `There is no master key to put in: neither MASTER_KEY nor a master.key in ${deps.dataDir}.`,
    )
  const sql = openSql(deps.target, { name: 'siteray back-up', maxConnections: 1 })
  let failure: { error: unknown } | undefined
  const work = async (transaction: Transaction) => {
    try {
      await writeArchive(path, dump(transaction, { version: deps.version, masterKey }), signal)
    } catch (error) {
      failure = { error }
      // In the middle of a table: to read the rest of it only to roll back would take as long again.
      await closeSql(sql, { graceSeconds: 0 })
      throw error
    }
  }
  try {
    await sql.begin(work, 'isolation level repeatable read read only')
  } catch (error) {
    throw failure ? failure.error : error
  } finally {
    await closeSql(sql)
  }
}

const mayRehearse = async ({ target }: BackupDeps, { rehearsal }: BackupOptions) => {
  if (rehearsal === 'auto') return target.kind === 'socket'
  if (rehearsal && !(await canRehearse(target)))
    throw new BackupError('The user of DATABASE_URL may not create a database to restore into.')
  return rehearsal
}

/** A new name is on the disk when its folder is. Not every system lets a folder be flushed. */
const flushFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
