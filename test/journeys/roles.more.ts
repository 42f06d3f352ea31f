import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { migrate } from '../../src/base/db/migrate.ts'
import { assertSound, createBatch, ended } from '../support/batch.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'
import { jobsOf, noBrowser, openHosts, stated } from './roles-setup.ts'

const start = openHosts()

describe('workers without a browser', () => {
  it('wait for those that start with them', async () => {
    const database = await createDatabase()
    const api = await start(database, 'api', noBrowser)
    const worker = await start(database, 'worker', noBrowser)
    const always = await createBatch(api, { urls: ['http://app.test/'], render: 'always' })
    const auto = await createBatch(api, { urls: ['http://app.test/'] })
    await until('the worker has handed over what it cannot read', () => {
      return jobsOf(worker, 'harvest.item') > 0
    })
    const browser = await start(database, 'browser')
    for (const id of [always, auto])
      assert.equal((await ended(api, id, 60_000)).completed, 1, 'read by the one that came last')
    assert.equal(jobsOf(worker, 'harvest.rendered'), 0)
    for (const one of [worker, browser, api]) await one.close()
  })
})

describe('an upgrade that rolls out', () => {
  it('leaves the version before at work, also when it is started again', async t => {
    const folder = mkdtempSync(join(tmpdir(), 'siteray-next-'))
    t.after(() => rmSync(folder, { recursive: true }))
    cpSync('src/base/db/migrations', folder, { recursive: true })
    const next = (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      return migrate(database.sql, folder)
    }
    const database = await createDatabase()
    const api = await start(database, 'api', noBrowser)
    const worker = await start(database, 'worker', noBrowser)
    const connections = watchConnections(database)
    const many = Array.from({ length: 120 }, (_, n) => `http://h${n % 40}.test/${n}`)
    const id = await createBatch(api, { urls: many, render: 'never' })
    // What the next version may do while this one is at work: every table of a batch gets more.
    const added = next(
      '9000-next.sql',
      `alter table batches add column next_a text, add column next_b int not null default 7;
       alter table batch_items add column next_a jsonb not null default '{}';
       alter table keys add column next_a boolean not null default false;
       create table next_things (id text primary key);`,
    )
    const calls = Array.from({ length: 60 }, () => api.api('/v1/usage'))
    assert.deepEqual(await added, ['9000-next.sql'])
    for (const call of calls) assert.equal((await call).status, 200)
    assert.equal((await ended(api, id, 60_000)).completed, many.length)
    await assertSound(database.sql, id)
    const most = await connections.stop()
    assert.ok(most <= stated('api') + stated('worker'), `${most} connections`)
    assert.ok(most > 15, `${most} connections: this was no load`)

    const again = await start(database, 'worker', noBrowser)
    assert.ok(again.logLines.some(line => line.includes('by additions alone')))
    for (const one of [again, worker, api]) await one.close()
    await next('9001-drop-things.sql', 'drop table next_things;')
    await assert.rejects(
      start(database, 'worker', noBrowser),
      /newer than this Siteray: it has 9001/,
    )
  })
})

/** The most that were open at a time. */
const watchConnections = (database: TestDatabase) => {
  let [most, isDone] = [0, false]
  const watching = (async () => {
    while (!isDone) {
      const [row] = await database.sql`
        select count(*)::int as open from pg_stat_activity
        where datname = current_database() and application_name like 'siteray%'`
      most = Math.max(most, Number(row?.open))
      await wait(10)
    }
  })()
  return {
    stop: async () => {
      isDone = true
      await watching
      return most
    },
  }
}
