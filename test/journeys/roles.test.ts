import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Role } from '../../src/config/config.ts'
import { capabilities } from '../../src/config/roles.ts'
import { assertSound, createBatch, ended } from '../support/batch.ts'
import { createDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'
import { jobsOf, noBrowser, openHosts, stated } from './roles-setup.ts'

const urls = ['http://plain.test/a', 'http://plain.test/b', 'http://app.test/']
const start = openHosts()

describe('workers without a browser', () => {
  it('leave what needs one to those that have one, and do the rest', async () => {
    const database = await createDatabase()
    const browser = await start(database, 'browser')
    await until('it has said that it renders', async () => {
      const [row] = await database.sql`select 1 from rendering`
      return row !== undefined
    })
    const api = await start(database, 'api', noBrowser)
    const worker = await start(database, 'worker', noBrowser)
    const broken = await start(database, 'worker', { BROWSER_WS: 'ws://127.0.0.1:9/' })
    const auto = await createBatch(api, { urls })
    const always = await createBatch(api, { urls: ['http://app.test/'], render: 'always' })
    const [found, forced] = [await ended(api, auto, 60_000), await ended(api, always, 60_000)]
    assert.deepEqual([found.completed, forced.completed], [3, 1])
    const app = found.data.find(({ url }) => url === 'http://app.test/')
    assert.match(app?.markdown ?? '', /Only a browser sees this/)
    assert.equal(app?.warning, undefined)
    for (const id of [auto, always]) await assertSound(database.sql, id)
    const [tried] = await database.sql`select max(tries) as most from batch_items`
    assert.equal(tried?.most, 0, 'a browser that does not start costs a page no try')
    assert.equal(jobsOf(worker, 'harvest.rendered'), 0)
    assert.equal(jobsOf(worker, 'harvest.item') + jobsOf(broken, 'harvest.item'), 3)
    assert.deepEqual([jobsOf(browser, 'harvest.item'), jobsOf(browser, 'harvest.rendered')], [0, 2])
    for (const one of [worker, broken, browser, api]) await one.close()
  })

  it('say so where nobody has one', async () => {
    const database = await createDatabase()
    const all = await start(database, 'all', noBrowser)
    const always = await createBatch(all, { urls: ['http://app.test/'], render: 'always' })
    const { data, failed } = await ended(all, always)
    assert.equal(failed, 1)
    assert.match(data[0]?.error ?? '', /needs a browser and none is installed/)
    await all.close()
  })
})

describe('the connections of a process', () => {
  it('are as many as the docs say for its role', () => {
    const docs = readFileSync('docs/scaling.md', 'utf8')
    for (const role of Object.keys(capabilities) as Role[])
      assert.match(docs, new RegExp(`\\| \`${role}\` \\|[^\\n]* ${stated(role)} \\|\\n`), role)
  })
})
