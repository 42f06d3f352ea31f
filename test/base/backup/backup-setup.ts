import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { backUp } from '../../../src/base/backup/backup.ts'
import { restore } from '../../../src/base/backup/restore.ts'
import type { Database } from '../../../src/base/db/sql.ts'
import { masterKey } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database.ts'
import { type ImageApp, startImages } from '../../support/images.ts'
import { addSites, type LivedIn, liveIn } from '../../support/lived-in.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

/** For the tests of one file: an app in the middle of its work, and a back-up made meanwhile. */
export const setUpBackup = () => {
  const folder = mkdtempSync(join(tmpdir(), 'siteray-backup-'))
  const file = join(folder, 'hot.backup')
  const daily = join(folder, 'daily')
  const slow = Promise.withResolvers<void>()
  const world = {} as { web: SimulatedWeb; app: ImageApp; lived: LivedIn }
  before(async () => {
    world.web = await createSimulatedWeb()
    await addSites(world.web, slow.promise)
    world.app = await startImages(world.web, { env: { BACKUP_DIR: daily, METRICS_PORT: '0' } })
    await world.app.database.sql`update accounts set owner_email = 'ann@example.com'`
    world.lived = await liveIn(world.app)
    await world.web.waitForRequest('slow.test', 2)
    // The server works on, in the middle of a batch.
    await backUpOf(world.app.database, file, { rehearsal: true })
  })
  after(async () => {
    slow.resolve()
    await world.app.close()
    await world.web.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const depsOf = ({ target }: Pick<TestDatabase, 'target'>) => ({
    ...{ target, masterKey, version: '0.0.0-test' },
    dataDir: join(folder, 'data'),
  })
  const backUpOf = (database: TestDatabase, path: string, { rehearsal = false } = {}) =>
    backUp(depsOf(database), path, { withKey: false, rehearsal }, AbortSignal.timeout(60_000))
  const restoreInto = (database: TestDatabase, path: string, replace = false) =>
    restore(depsOf(database), path, { replace })
  return { world, folder, file, daily, depsOf, backUpOf, restoreInto }
}

/** Every row as text, in an order of its own. */
export const rowsOf = async (sql: Database, table: string): Promise<string[]> => {
  const rows = await sql`select row_to_json(t)::text as row from ${sql(table)} t`
  return rows.map(({ row }) => row).sort()
}
export const tableNames = async (sql: Database): Promise<string[]> => {
  const rows = await sql`select tablename from pg_tables where schemaname = 'public'`
  return rows.map(({ tablename }) => tablename).sort()
}
