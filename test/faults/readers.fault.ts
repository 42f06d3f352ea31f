import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Reader } from '../../src/products/readers/answers.ts'
import { apiOf } from '../support/batch-faults.ts'
import { createDatabase } from '../support/database.ts'
import { urlOf } from '../support/database-server.ts'
import { lampData, lampPage, lampSchema } from '../support/lamp-shop.ts'
import { createModelServer } from '../support/model-server.ts'
import { startServer } from '../support/server.ts'
import { createSimulatedWeb } from '../support/simulated-web.ts'
import { until } from '../support/until.ts'

const count = 60
const key = `sr_${'testsecret'.repeat(3)}`

type Item = { url: string; data: unknown; reader?: object }
type State = { status: string; creditsUsed: number; data: Item[] }

/** Processes die while a reader learns from a model's answers. */
describe('a reader that learns', { timeout: 600_000 }, () => {
  it('loses nothing when its worker is killed at every step', async t => {
    const web = await createSimulatedWeb()
    t.after(() => web.close())
    web.site('lamps.test', ({ path }) =>
      path === '/robots.txt' ? { status: 404 } : lampPage(Number(path.split('/').at(-1))),
    )
    const model = await createModelServer(({ user }) => ({
      content: { _lines: [1], ...lampData(Number(/lamp (\d+)/.exec(user)?.[1])) },
    }))
    t.after(() => model.close())
    const { sql, target } = await createDatabase()
    const env = {
      ...{ ...web.env, ...model.env, DATABASE_URL: urlOf(target) },
      ...{ BOOTSTRAP_SECRET_KEY: key, RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' },
    }
    const server = await startServer({ ...env, ROLE: 'api' })
    await server.ready()
    const { api } = apiOf(server)
    let worker = await startServer({ ...env, ROLE: 'worker' })
    await worker.ready()
    const urls = Array.from({ length: count }, (_, n) => `https://lamps.test/lamp/${n}`)
    const body = { urls, schema: lampSchema, reader: 'auto' }
    const created = await api('/v1/batch/extract', { method: 'POST', body })
    assert.equal(created.status, 200, created.text)
    const { id } = created.json as { id: string }
    const readers = async () =>
      ((await api('/v1/readers?host=lamps.test')).json as { data: Reader[] }).data
    for (const statuses of [['learning'], ['learning', 'proving'], ['proving', 'ready', 'weak']]) {
      await until(
        `the reader is ${statuses.join(' or ')}`,
        async () => statuses.includes((await readers())[0]?.status ?? ''),
        60_000,
      )
      worker.kill('SIGKILL')
      await worker.ended
      await sql`
        update queue_jobs set heartbeat_at = now() - interval '1 minute' where state = 'running'`
      worker = await startServer({ ...env, ROLE: 'worker' })
      await worker.ready()
    }
    let state: State | undefined
    await until(
      'the batch has ended',
      async () => {
        state = (await api(`/v1/batch/extract/${id}?limit=100`)).json as State
        return state.status === 'completed'
      },
      240_000,
    )
    const items = state?.data ?? []
    assert.equal(items.length, count)
    assert.equal(new Set(items.map(({ url }) => url)).size, count, 'each page is answered once')
    for (const { url, data, reader } of items) {
      const truth = lampData(Number(url.split('/').at(-1)))
      // What the model says goes its own way: a name of two letters is not grounded.
      if (reader) assert.deepEqual(data, truth, url)
      else assert.equal((data as typeof truth).price, truth.price, url)
    }
    const byReader = items.filter(({ reader }) => reader).length
    assert.ok(byReader >= count / 2, `${byReader} pages by the reader`)
    assert.equal(state?.creditsUsed, byReader + 5 * (count - byReader), 'each page is paid once')
    const known = await readers()
    assert.equal(known.length, 1, 'there is one reader')
    await until('it reads by itself', async () =>
      ['ready', 'weak'].includes((await readers())[0]?.status ?? ''),
    )
    for (const one of [server, worker]) one.kill('SIGTERM')
    await Promise.all([server.ended, worker.ended])
  })
})
