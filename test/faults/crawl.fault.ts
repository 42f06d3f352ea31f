import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type ApiInit, call } from '../support/app.ts'
import { assertSoundCrawl, crawled, readCrawl, sitePage, startCrawl } from '../support/crawl.ts'
import { createDatabase } from '../support/database.ts'
import { urlOf } from '../support/database-server.ts'
import { startServer } from '../support/server.ts'
import { createSimulatedWeb } from '../support/simulated-web.ts'
import { until } from '../support/until.ts'

const key = `sr_${'testsecret'.repeat(3)}`
const times = Number(process.env.FAULT_TIMES ?? 10)
const count = 600

/** The long form, for `npm run test:faults`: minutes. */
describe('a crawl of 600 pages ends as it should', { timeout: 1_800_000 }, () => {
  it('when its worker is killed again and again', async t => {
    const web = await createSimulatedWeb({ latencyMs: 10 })
    t.after(() => web.close())
    // Ten links a page, each page linked ten times; some of them are not there.
    web.site('site.test', ({ path }) => {
      if (path === '/robots.txt') return { status: 404 }
      if (path.startsWith('/sitemap')) return { status: 404, body: 'none' }
      const n = path === '/' ? 0 : Number.parseInt(path.slice(2), 36)
      if (n % 50 === 49) return { status: 404, body: 'none' }
      const links = Array.from({ length: 10 }, (_, k) => `/x${((n * 7 + k) % count).toString(36)}`)
      return sitePage(`number ${n}`, links)
    })
    const { sql, target } = await createDatabase()
    const env = {
      ...web.env,
      DATABASE_URL: urlOf(target),
      BOOTSTRAP_SECRET_KEY: key,
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'warn',
    }
    const server = await startServer({ ...env, ROLE: 'api' })
    await server.ready()
    const api = {
      api: (path: string, init: ApiInit = {}) =>
        call(server.apiUrl + path, {
          ...init,
          headers: { authorization: `Bearer ${key}`, ...init.headers },
        }),
    }
    let worker = await startServer({ ...env, ROLE: 'worker' })
    const id = await startCrawl(api, { url: 'https://site.test/', limit: 500 })
    for (let kill = 1; kill <= times; kill++) {
      await worker.ready()
      const enough = (kill * 500) / (times + 2)
      const done = async () => {
        const state = await readCrawl(api, id, '?limit=1')
        return state.completed + state.failed
      }
      await until('some are done', async () => (await done()) >= enough, 240_000)
      await wait(Math.random() * 100)
      worker.kill('SIGKILL')
      await worker.ended
      await sql`
        update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`
      worker = await startServer({ ...env, ROLE: 'worker' })
    }
    const state = await crawled(api, id, 600_000)
    assert.deepEqual([state.status, state.total], ['completed', 500])
    assert.equal(new Set(state.data.map(({ url }) => url)).size, 500)
    assert.equal(state.creditsUsed, state.completed)
    await assertSoundCrawl(sql, id)
    for (const one of [server, worker]) one.kill('SIGTERM')
    await Promise.all([server.ended, worker.ended])
  })
})
