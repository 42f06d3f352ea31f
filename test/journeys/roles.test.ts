import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { Role } from '../../src/config.ts'
import { shares } from '../../src/roles.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { article, assertSound, createBatch, ended } from '../support/batch.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'
import { until } from '../support/until.ts'

/** The processes of several hosts on one database. */
let web: SimulatedWeb
before(async () => {
  web = await createSimulatedWeb()
  web.site('plain.test', ({ path }) => article(path))
  web.site('app.test', {
    '/': `<!doctype html><title>app</title><div id="root"></div>
      <script>document.getElementById('root').innerHTML = '<main><h1>From a script</h1><p>Only a browser sees this sentence, which a script has put here for it.</p></main>'</script>`,
  })
})
after(() => web.close())

const start = (database: TestDatabase, role: Role, env: Record<string, string> = {}) =>
  startApp({ ...web.env, ROLE: role, ...env }, database)

const jobsOf = (app: TestApp, job: string): number =>
  app.logLines
    .map(line => JSON.parse(line))
    .filter(line => line.msg === 'job' && line.job === job && line.outcome === 'done').length

const urls = ['http://plain.test/a', 'http://plain.test/b', 'http://app.test/']
const noBrowser = { CHROMIUM_PATH: 'none' }

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
    const auto = await createBatch(api, { urls })
    const always = await createBatch(api, { urls: ['http://app.test/'], render: 'always' })
    const [found, forced] = [await ended(api, auto, 60_000), await ended(api, always, 60_000)]
    assert.deepEqual([found.completed, forced.completed], [3, 1])
    const app = found.data.find(({ url }) => url === 'http://app.test/')
    assert.match(app?.markdown ?? '', /Only a browser sees this/)
    assert.equal(app?.warning, undefined)
    for (const id of [auto, always]) await assertSound(database.sql, id)
    assert.deepEqual(
      [jobsOf(worker, 'harvest.item'), jobsOf(worker, 'harvest.rendered')],
      [3, 0],
      'the worker looked at three pages and rendered none',
    )
    assert.deepEqual([jobsOf(browser, 'harvest.item'), jobsOf(browser, 'harvest.rendered')], [0, 2])
    for (const one of [worker, browser, api]) await one.close()
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
  const stated = (role: Role): number => {
    const { requests, work, queue, upkeep } = shares[role].connections
    return requests + work + queue + upkeep + 2
  }

  it('are as many as the docs say for its role', () => {
    const docs = readFileSync('docs/scaling.md', 'utf8')
    for (const role of Object.keys(shares) as Role[])
      assert.match(docs, new RegExp(`\\| \`${role}\` \\|[^\\n]* ${stated(role)} \\|\\n`), role)
  })

  it('are no more under load', async () => {
    const database = await createDatabase()
    const api = await start(database, 'api', noBrowser)
    const worker = await start(database, 'worker', noBrowser)
    const count = async () => {
      const [row] = await database.sql`
        select count(*)::int as open from pg_stat_activity
        where datname = current_database() and application_name like 'siteray%'`
      return Number(row?.open)
    }
    const many = Array.from({ length: 300 }, (_, n) => `http://plain.test/${n}`)
    const id = await createBatch(api, { urls: many, render: 'never' })
    let most = 0
    let done = false
    const watching = (async () => {
      while (!done) most = Math.max(most, await count())
    })()
    await Promise.all(Array.from({ length: 200 }, () => api.api('/v1/usage')))
    assert.equal((await ended(api, id, 60_000)).completed, 300)
    done = true
    await watching
    assert.ok(most <= stated('api') + stated('worker'), `${most} connections`)
    assert.ok(most > 20, `${most} connections: this was no load`)
    for (const one of [worker, api]) await one.close()
  })
})
