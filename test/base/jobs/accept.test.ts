import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { inTransaction, type Sql } from '../../../src/base/db/sql.ts'
import { type ApiAnswer, startApp, type TestApp } from '../../support/app.ts'
import { article } from '../../support/batch.ts'
import { assertBooksClosed } from '../../support/books.ts'
import { createCaller } from '../../support/callers.ts'
import { untilSomebodyWaits, waiting } from '../../support/locks.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  web = await createSimulatedWeb()
  web.site('one.test', ({ path }) => (path === '/gone' ? { status: 410 } : article(path)))
  app = await startApp({ ...web.env, RATE_LIMIT_PER_MINUTE: '0' })
})
after(() => web.close())

const urls = Array.from({ length: 30 }, (_, n) => `https://slow.test/${n}`)
const body = { urls }
const post = { method: 'POST', body }

/** Batches of this host cannot be written to their end: the last of it waits for the host's lane. */
const whileItIsWritten = (work: (sql: Sql) => Promise<void>): Promise<void> =>
  inTransaction(app.database.sql, async sql => {
    await sql`set local idle_in_transaction_session_timeout = 0`
    await sql`insert into batch_lanes (host) values ('slow.test') on conflict do nothing`
    await sql`select 1 from batch_lanes where host = 'slow.test' for update`
    await work(sql)
  })

const cancel = async ({ api }: Pick<TestApp, 'api'>, created: readonly ApiAnswer[]) => {
  for (const { json } of created) {
    const { id } = json as { id: string }
    assert.equal((await api(`/v1/batch/scrape/${id}`, { method: 'DELETE' })).status, 200)
  }
}

const balanceOf = async (id: string) => {
  const rows = await app.database.sql`select balance from accounts where id = ${id}`
  return rows[0]?.balance
}

describe('a batch that is being written', () => {
  it('holds up no other call of its account', async () => {
    const caller = await createCaller(app, 'free', 'beside')
    const creations: ReturnType<TestApp['api']>[] = []
    await whileItIsWritten(async () => {
      creations.push(caller.api('/v1/batch/scrape', post))
      await untilSomebodyWaits(app.database.sql)
      const calls = ['/1', '/2', '/3', '/gone', '/4', '/5', '/6', '/gone'].map(path =>
        caller.api('/v1/scrape', {
          method: 'POST',
          body: { url: `https://one.test${path}`, render: 'never' },
        }),
      )
      const statuses = (await Promise.all(calls)).map(({ status }) => status)
      assert.deepEqual(statuses, [200, 200, 200, 502, 200, 200, 200, 502])
      assert.equal(await balanceOf(caller.id), 1_000 - 30 - 6)
    })
    await cancel(caller, await Promise.all(creations))
    await assertBooksClosed(app.database.sql, caller.id)
    assert.equal(await balanceOf(caller.id), 1_000 - 6)
  })

  it('gives its credits back at once when it fails', async () => {
    const caller = await createCaller(app, 'free', 'failing')
    await whileItIsWritten(async sql => {
      const creating = caller.api('/v1/batch/scrape', post)
      await untilSomebodyWaits(app.database.sql)
      for (const pid of await waiting(app.database.sql))
        await sql`select pg_terminate_backend(${pid})`
      assert.equal((await creating).status, 503)
    })
    await assertBooksClosed(app.database.sql, caller.id)
    assert.equal(await balanceOf(caller.id), 1_000)
  })

  it('is made once for two calls with one key, and charged once', async () => {
    const caller = await createCaller(app, 'free', 'twice')
    const headers = { 'idempotency-key': 'one' }
    const calls: ReturnType<TestApp['api']>[] = []
    await whileItIsWritten(async () => {
      calls.push(caller.api('/v1/batch/scrape', { ...post, headers }))
      await untilSomebodyWaits(app.database.sql)
      calls.push(caller.api('/v1/batch/scrape', { ...post, headers }))
    })
    calls.push(caller.api('/v1/batch/scrape', { ...post, headers }))
    const answers = await Promise.all(calls)
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    const replayed = await caller.api('/v1/batch/scrape', { ...post, headers })
    assert.equal(replayed.text, answers[0]?.text)
    await cancel(caller, [replayed])
    await assertBooksClosed(app.database.sql, caller.id)
    assert.equal(await balanceOf(caller.id), 1_000)
  })

  it('costs nothing when the account has too few credits', async () => {
    const caller = await createCaller(app, 'free', 'poor')
    const many = Array.from({ length: 1_001 }, (_, n) => `https://one.test/${n}`)
    const refused = await caller.api('/v1/batch/scrape', { method: 'POST', body: { urls: many } })
    assert.equal(refused.status, 402)
    assert.match(refused.text, /needs 1001 credits and the account has 1000 left/)
    await assertBooksClosed(app.database.sql, caller.id)
    assert.equal(await balanceOf(caller.id), 1_000)
  })
})
