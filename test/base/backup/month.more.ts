import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { backUp } from '../../../src/base/backup/backup.ts'
import { restore } from '../../../src/base/backup/restore.ts'
import type { Database } from '../../../src/base/db/sql.ts'
import { masterKey, startApp, type TestApp } from '../../support/app.ts'
import { createBatch } from '../../support/batch.ts'
import { createEmptyDatabase, type TestDatabase } from '../../support/database.ts'
import { addPages, liveAMonth } from '../../support/month-of-use.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

const folder = mkdtempSync(join(tmpdir(), 'siteray-month-'))
let web: SimulatedWeb
let app: TestApp
before(async () => {
  web = await createSimulatedWeb()
  addPages(web)
  app = await startApp({ ...web.env, RATE_LIMIT_PER_MINUTE: '0' })
  await liveAMonth(app, { times: 15, largeObjects: 20 })
})
after(async () => {
  await web.close()
  rmSync(folder, { recursive: true, force: true })
})

const depsOf = ({ target }: Pick<TestDatabase, 'target'>) => ({
  ...{ target, masterKey, version: '0.0.0-test', dataDir: join(folder, 'data') },
})
const makeBackup = (name: string, rehearsal: boolean) =>
  backUp(
    depsOf(app.database),
    join(folder, name),
    { withKey: false, rehearsal },
    new AbortController().signal,
  )

/** Processes that want every processor, two for each. */
const keepBusy = () => {
  const count = 2 * availableParallelism()
  const hogs = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  return () => {
    for (const hog of hogs) hog.kill('SIGKILL')
  }
}

/** When migrations were applied, and the jobs that only a restored database has waiting. */
const ownToEach = ['schema_migrations', 'carried_jobs']

/** How many rows each table has, and a digest of them all. */
const contentsOf = async (sql: Database): Promise<Record<string, string>> => {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> all (${ownToEach}) order by 1`
  const contents: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await sql.unsafe<{ text: string }[]>(`
      select count(*) || ' ' || coalesce(md5(string_agg(digest, '' order by digest)), '') as text
      from (select md5(t::text) as digest from "${name}" as t) as digests`)
    contents[name] = row?.text ?? ''
  }
  return contents
}

describe('a back-up of a database that was used for a month', { timeout: 1_800_000 }, () => {
  it('is made and restored while the server reads on and the machine is busy', async t => {
    const stop = keepBusy()
    t.after(stop)
    await createBatch(app, { urls: ['https://pages.test/abstract-english'] })
    const { tables, rehearsed } = await makeBackup('busy', true)
    assert.ok(rehearsed)
    const rows = (wanted: string) => tables.find(({ name }) => name === wanted)?.rows ?? 0
    assert.ok(rows('batch_items') >= 2_000, `${rows('batch_items')}`)
    assert.ok(rows('ledger') >= 6_000, `${rows('ledger')}`)
  })

  it('gives back every row of every table', async () => {
    await app.close()
    await makeBackup('last', false)
    const database = await createEmptyDatabase()
    await restore(depsOf(database), join(folder, 'last'), { replace: false })
    assert.deepEqual(await contentsOf(database.sql), await contentsOf(app.database.sql))
  })
})
