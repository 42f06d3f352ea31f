import { appliedMigrations, lockMigrations, madeByMigrations } from '../db/migrate.ts'
import { closeSql, openSql, type Sql } from '../db/sql.ts'
import { findMasterKey, isKeyOf, placeKeyFile } from '../db/vault.ts'
import { earlierSchema } from '../queue/carried.ts'
import type { BackupDeps } from './backup.ts'
import { BackupError } from './backup-error.ts'
import type { Header } from './dump.ts'
import { type Contents, load } from './load.ts'
import { tableStore } from './table-store.ts'

type RestoreDeps = Omit<BackupDeps, 'version'>
type Restored = Contents & { key: KeyState }
/** What is with the master key that the restored secrets need. */
export type KeyState = 'not needed' | 'fits' | 'placed' | 'other' | 'missing'

/**
 * Fills an empty database from a back-up, in one transaction: what goes wrong leaves the database as
 * it was. With `replace` what is there gives way, in the same transaction.
 */
export const restore = async (
  deps: RestoreDeps,
  file: string,
  { replace }: { replace: boolean },
): Promise<Restored> => {
  const sql = openSql(deps.target, { name: 'siteray restore', maxConnections: 1 })
  try {
    const contents = await sql.begin(async transaction => {
      // A server that starts from here on waits, and then finds the restored database.
      await lockMigrations(transaction)
      if (await tableStore.isServed(transaction))
        throw new BackupError(
          'A Siteray is connected to this database. Stop it first: a restore needs the database for itself.',
        )
      await makeRoom(transaction, replace)
      return load(transaction, file)
    })
    await tableStore.analyze(
      sql,
      contents.tables.map(({ name }) => ({ name, columns: [] })),
    )
    return { ...contents, key: await settleKey(deps, contents.header) }
  } catch (error) {
    if (!('severity' in Object(error))) throw error
    const { message } = Object(error)
    throw new BackupError(`Nothing was changed: ${message}.`, { cause: error })
  } finally {
    await closeSql(sql)
  }
}

const makeRoom = async (sql: Sql, replace: boolean): Promise<void> => {
  const applied = await appliedMigrations(sql)
  const isEmpty = applied.length === 0 && !(await tableStore.hasSchema(sql, earlierSchema))
  if (isEmpty) return
  if (!replace)
    throw new BackupError(
      'The database already has Siteray’s data. Restore into an empty one (another DATA_DIR or DATABASE_URL), or overwrite this one with --replace.',
    )
  await tableStore.drop(sql, await madeByMigrations(), earlierSchema)
}

const settleKey = async (deps: RestoreDeps, header: Header): Promise<KeyState> => {
  if (header.keyFingerprint === null) return 'not needed'
  const fingerprint = Buffer.from(header.keyFingerprint, 'hex')
  const found = await findMasterKey(deps)
  if (found && isKeyOf(found.key, fingerprint)) return 'fits'
  if (header.masterKey === undefined || (deps.masterKey ?? deps.masterKeyFile) !== undefined)
    return found ? 'other' : 'missing'
  await placeKeyFile(deps.dataDir, header.masterKey)
  return 'placed'
}
