import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type ApiAnswer, startApp, type TestApp } from '../support/app.ts'
import { article } from '../support/batch.ts'
import { assertBooksClosed } from '../support/books.ts'
import { createCaller } from '../support/callers.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  web = await createSimulatedWeb()
  web.site('one.test', ({ path }) =>
    path.startsWith('/gone') ? { status: 410 } : article(path.slice(1)),
  )
  app = await startApp({ ...web.env, RATE_LIMIT_PER_MINUTE: '0' })
})
after(() => web.close())

type Api = TestApp['api']
const scrape = (api: Api, path: string): Promise<ApiAnswer> =>
  api('/v1/scrape', {
    method: 'POST',
    body: { url: `https://one.test/${path}`, render: 'never', timeout: 60_000 },
  })

const countBy = (statuses: readonly number[]): Record<number, number> =>
  Object.fromEntries(
    [...Map.groupBy(statuses, status => status)].map(([status, all]) => [status, all.length]),
  )

const minuteMs = 60_000

describe('one account', () => {
  it('with 50 callers for a minute, a quarter of whose pages fail, has no error of ours', async t => {
    const { api, id } = await createCaller(app, 'growth', 'busy')
    const endMs = performance.now() + minuteMs
    const statuses: number[] = []
    const callInTurn = async (caller: number) => {
      for (let n = 0; performance.now() < endMs; n++) {
        const path = n % 4 === 0 ? `gone/${caller}/${n}` : `${caller}/${n}`
        const { status } = await scrape(api, path)
        statuses.push(status)
        if (status === 503) await wait(100)
      }
    }
    await Promise.all(Array.from({ length: 50 }, (_, caller) => callInTurn(caller)))
    const counts = countBy(statuses)
    t.diagnostic(JSON.stringify(counts))
    assert.equal(counts[500], undefined)
    assert.ok((counts[200] ?? 0) > 0 && (counts[502] ?? 0) > 0)
    await assertBooksClosed(app.database.sql, id)
  })

  it('makes a batch of 10,000 pages while eight of its calls are all served', async t => {
    const { api, id } = await createCaller(app, 'starter', 'large')
    const urls = Array.from({ length: 10_000 }, (_, n) => `https://many${n}.test/`)
    let isMade = false
    const creating = api('/v1/batch/scrape', { method: 'POST', body: { urls } }).finally(() => {
      isMade = true
    })
    const statuses: number[] = []
    const callInTurn = async (caller: number) => {
      do statuses.push((await scrape(api, `beside/${caller}/${statuses.length}`)).status)
      while (!isMade)
    }
    await Promise.all(Array.from({ length: 8 }, (_, caller) => callInTurn(caller)))
    t.diagnostic(JSON.stringify(countBy(statuses)))
    assert.ok(statuses.every(status => status === 200))
    const created = await creating
    assert.equal(created.status, 200, created.text)
    const batch = created.json as { id: string }
    assert.equal((await api(`/v1/batch/scrape/${batch.id}`, { method: 'DELETE' })).status, 200)
    await assertBooksClosed(app.database.sql, id)
  })
})
