import { closeSql, type Database, openSql } from '../db/sql.ts'
import { type DatabaseTarget, inDatabase } from '../db/target.ts'
import { load } from './load.ts'
import { tableStore } from './table-store.ts'

const prefix = 'siteray_rehearsal_'
const forgottenMs = 86_400_000

/** The restore itself, into a database of the same server that is made for it and dropped after it. */
export const rehearse = (target: DatabaseTarget, file: string): Promise<void> =>
  onServer(target, async admin => {
    await tableStore.dropDatabases(admin, prefix, Date.now() - forgottenMs)
    const made = Date.now()
    const name = `${prefix}${made}`
    await tableStore.createDatabase(admin, name)
    const sql = openSql(inDatabase(target, name), { name: 'siteray rehearsal', maxConnections: 1 })
    try {
      await sql.begin(transaction => load(transaction, file))
    } finally {
      await closeSql(sql)
      await tableStore.dropDatabases(admin, name, Date.now())
    }
  })

export const canRehearse = (target: DatabaseTarget): Promise<boolean> =>
  onServer(target, admin => tableStore.mayCreateDatabases(admin))

const onServer = async <T>(
  target: DatabaseTarget,
  work: (admin: Database) => Promise<T>,
): Promise<T> => {
  const admin = openSql(target, {
    name: 'siteray rehearsal',
    maxConnections: 1,
    statementTimeoutMs: 300_000,
  })
  try {
    return await work(admin)
  } finally {
    await closeSql(admin)
  }
}
