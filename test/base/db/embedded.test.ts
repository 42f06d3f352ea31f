import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openEmbedded } from '../../../src/base/db/embedded.ts'
import { closeSql, openSql } from '../../../src/base/db/sql.ts'
import type { DatabaseTarget } from '../../../src/base/db/target.ts'
import {
  ask,
  isAlive,
  log,
  postmasterPid,
  prepared,
  temporary,
  use,
} from '../../support/embedded-database.ts'
import { startProgram } from '../../support/process.ts'
import { until } from '../../support/until.ts'

// Each in a folder of its own, and mostly waiting for processes.
describe('embedded database', { concurrency: 4 }, () => {
  test('the first start makes a durable cluster that only its owner can reach', async t => {
    const dataDir = join(await temporary(t), 'new/data')
    await use(openEmbedded({ dataDir, log }), async target => {
      const settings = ['fsync', 'data_checksums', 'listen_addresses', 'server_encoding']
      const asked = settings.map(name => `current_setting('${name}') as ${name}`).join()
      assert.deepEqual(await ask(target, `select ${asked}`), ['on', 'on', '', 'UTF8'])
      // Or a server that was killed opens and flushes each of its files before it takes anybody.
      const sync = await ask(target, `select current_setting('recovery_init_sync_method')`)
      assert.deepEqual(sync, [process.platform === 'linux' ? 'syncfs' : 'fsync'])
    })
    for (const path of [dataDir, join(dataDir, 'postgres')])
      assert.equal((await stat(path)).mode & 0o777, 0o700, path)
    assert.equal((await stat(join(dataDir, 'postgres.log'))).mode & 0o777, 0o600)
  })

  test('what was committed is there after a clean stop, and no process is left', async t => {
    const dataDir = await prepared(t)
    let pid = 0
    await use(openEmbedded({ dataDir, log }), async target => {
      await ask(target, 'create table kept as select 1 as value')
      pid = await postmasterPid(dataDir)
    })
    assert.equal(isAlive(pid), false)
    await use(openEmbedded({ dataDir, log }), async target => {
      assert.deepEqual(await ask(target, 'select value from kept'), [1])
    })
  })

  test('after kill -9 of Siteray the next start ends the orphan and has every committed row', async t => {
    const dataDir = await prepared(t)
    const program = startProgram('embedded.ts', [dataDir, 'server'])
    const { target } = await program.next()
    await ask(target as DatabaseTarget, `insert into kept values ('before the kill')`)
    const orphan = await postmasterPid(dataDir)
    program.kill('SIGKILL')
    await program.ended
    assert.equal(isAlive(orphan), true)
    await use(openEmbedded({ dataDir, log }), async reopened => {
      assert.notEqual(await postmasterPid(dataDir), orphan)
      assert.deepEqual(await ask(reopened, 'select value from kept'), ['before the kill'])
    })
  })

  test('a server that dies is started again and the client reconnects', async t => {
    const dataDir = await prepared(t)
    await use(openEmbedded({ dataDir, log }), async target => {
      const sql = openSql(target, { name: 'stays', maxConnections: 2 })
      const before = await postmasterPid(dataDir)
      await sql`select 1`
      process.kill(before, 'SIGKILL')
      await until('a query succeeds on a new server', async () => {
        const answer = await sql`select 1 as one`.catch(() => [])
        const now = await postmasterPid(dataDir).catch(() => before)
        return answer[0]?.one === 1 && now !== before
      })
      await closeSql(sql)
    })
  })
})
