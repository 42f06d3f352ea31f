import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { closeSql, type Database, openSql } from '../../src/base/db/sql.ts'
import { type ApiInit, call } from '../support/app.ts'
import { assertSoundCrawl, crawled, readCrawl, sitePage, startCrawl } from '../support/crawl.ts'
import { createDatabase } from '../support/database.ts'
import { startStoppableServer, urlOf } from '../support/database-server.ts'
import { type ServerProcess, startServer } from '../support/server.ts'
import { createSimulatedWeb } from '../support/simulated-web.ts'
import { until } from '../support/until.ts'

const key = `sr_${'testsecret'.repeat(3)}`
const times = Number(process.env.FAULT_TIMES ?? 10)
const stops = Math.min(times, 3)
const count = 600
const limit = 500

/** The long form, for `npm run test:faults`: minutes. */
describe('a crawl of 600 pages ends as it should', { timeout: 1_800_000 }, () => {
  it('when its worker is killed again and again', async t => {
    const env = await openSite(t)
    const { sql, target } = await createDatabase()
    const shared = { ...env, DATABASE_URL: urlOf(target) }
    const server = await startServer({ ...shared, ROLE: 'api' })
    await server.ready()
    const api = apiOf(server)
    let worker = await startServer({ ...shared, ROLE: 'worker' })
    const id = await startCrawl(api, { url: 'https://site.test/', limit })
    for (let kill = 1; kill <= times; kill++) {
      await worker.ready()
      await untilDone(api, id, (kill * limit) / (times + 2))
      await wait(Math.random() * 100)
      worker.kill('SIGKILL')
      await worker.ended
      await sql`
        update queue_jobs set heartbeat_at = now() - interval '1 minute' where state = 'running'`
      worker = await startServer({ ...shared, ROLE: 'worker' })
    }
    await assertEnd(api, sql, id)
    for (const one of [server, worker]) one.kill('SIGTERM')
    await Promise.all([server.ended, worker.ended])
  })

  it('when PostgreSQL is stopped again and again', async t => {
    const env = await openSite(t)
    const database = await startStoppableServer()
    t.after(() => database.close())
    const server = await startServer({ ...env, DATABASE_URL: database.url })
    await server.ready()
    const sql = openSql(database.target, { name: 'test', maxConnections: 2 })
    const api = apiOf(server)
    const id = await startCrawl(api, { url: 'https://site.test/', limit })
    for (let stop = 1; stop <= stops; stop++) {
      await untilDone(api, id, (stop * limit) / (stops + 2))
      await database.stop()
      await wait(3_000)
      assert.equal((await api.api(`/v1/crawl/${id}`)).status, 503)
      await database.start()
      await until('the server is back', () => server.ready().then(() => true), 60_000)
    }
    await assertEnd(api, sql, id)
    await closeSql(sql)
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0)
  })
})

/** Ten links a page, each page linked ten times; some of them are not there. */
const openSite = async (t: TestContext): Promise<Record<string, string>> => {
  const web = await createSimulatedWeb({ latencyMs: 10 })
  t.after(() => web.close())
  web.site('site.test', ({ path }) => {
    if (path === '/robots.txt') return { status: 404 }
    if (path.startsWith('/sitemap')) return { status: 404, body: 'none' }
    const n = path === '/' ? 0 : Number.parseInt(path.slice(2), 36)
    if (n % 50 === 49) return { status: 404, body: 'none' }
    const links = Array.from({ length: 10 }, (_, k) => `/x${((n * 7 + k) % count).toString(36)}`)
    return sitePage(`number ${n}`, links)
  })
  return {
    ...web.env,
    BOOTSTRAP_SECRET_KEY: key,
    RATE_LIMIT_PER_MINUTE: '0',
    HOST_DELAY_MS: '0',
    LOG_LEVEL: 'warn',
  }
}

const apiOf = (server: ServerProcess) => ({
  api: (path: string, init: ApiInit = {}) =>
    call(server.apiUrl + path, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...init.headers },
    }),
})
type Api = ReturnType<typeof apiOf>

const untilDone = (api: Api, id: string, enough: number) =>
  until(
    'some are done',
    async () => {
      const { completed, failed } = await readCrawl(api, id, '?limit=1')
      return completed + failed >= enough
    },
    240_000,
  )

/** Every page once, charges are successes, the limit to the page. */
const assertEnd = async (api: Api, sql: Database, id: string): Promise<void> => {
  const state = await crawled(api, id, 600_000)
  assert.deepEqual([state.status, state.total], ['completed', limit])
  assert.equal(new Set(state.data.map(({ url }) => url)).size, limit)
  assert.equal(state.creditsUsed, state.completed)
  await assertSoundCrawl(sql, id)
}
