import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { ensureFirstAccount } from '../../src/base/accounts/first-run.ts'
import { createKey, deleteKey } from '../../src/base/accounts/keys.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { urlOf } from '../support/database-server.ts'
import { noServices } from '../support/images.ts'
import { svg } from '../support/pictures.ts'
import { type ServerProcess, startServer } from '../support/server.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'
import { stretched } from '../support/slowness.ts'
import { until } from '../support/until.ts'

const publishableKey = `pk_${'several'.repeat(4)}`
const metricsToken = 'a token for metrics'
let web: SimulatedWeb
let database: TestDatabase
let server: ServerProcess
let env: Record<string, string>
let sitesAsked = 0

before(async () => {
  web = await createSimulatedWeb()
  web.site('acme.example', ({ path }) => {
    if (path === '/i.svg') sitesAsked++
    return path === '/i.svg' ? svg('blue') : '<link rel=icon href=/i.svg>'
  })
  database = await createDatabase()
  env = {
    ...{ ...web.env, FAVICON_SERVICES: noServices, DATABASE_URL: urlOf(database.target) },
    ...{ ROLE: 'image', IMAGE_PROCESSES: '3', METRICS_TOKEN: metricsToken },
    BOOTSTRAP_PUBLISHABLE_KEY: publishableKey,
  }
  server = await startServer(env)
  await server.ready()
})
after(async () => {
  server.kill('SIGKILL')
  await server.ended
  await web.close()
})

let asked = 0
/** On a connection of its own: which process gets it is up to the system. */
const statusOnce = (path = '/acme.example', key = publishableKey): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.imageUrl)
    const target = { hostname, port, path: `${path}?token=${key}`, agent: false }
    request(target, answer => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      if (answer.statusCode === 200) asked++
    })
      .on('error', reject)
      .end()
  })
const many = (count: number, path?: string) =>
  Promise.all(Array.from({ length: count }, () => statusOnce(path)))

const metric = async (name: string): Promise<Map<string, number>> => {
  const answer = await fetch(`${server.apiUrl}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  const lines = (await answer.text()).split('\n').filter(line => line.startsWith(name))
  return new Map(
    lines.map(line => {
      const [what = '', value] = line.split(' ')
      return [what.slice(name.length), Number(value)]
    }),
  )
}

/** An image process tells what it counted twice a second; what it has not told dies with it. */
const allTold = () =>
  until('all requests are in the metrics', async () => {
    const counts = await metric('siteray_image_requests_total')
    return [...counts.values()].reduce((sum, count) => sum + count, 0) === asked
  })

const pidsOf = (): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
        const isChild = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === `${server.pid}`
        return isChild && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('image-process')
      } catch {
        return false
      }
    })
    .map(Number)

describe('several processes on one image port', () => {
  it('all of them serve, and what is not known is looked up once for all', async () => {
    assert.ok((await many(60)).every(status => status === 200))
    assert.equal(sitesAsked, 1)
    assert.equal(pidsOf().length, 3)
    await until('each has told of itself', async () => {
      const memory = await metric('siteray_image_process_resident_memory_bytes')
      return memory.size === 3 && [...memory.values()].every(bytes => bytes > 1e6)
    })
    await allTold()
    const ready = await fetch(`${server.apiUrl}/readyz`)
    assert.match(await ready.text(), /served by 3 of 3 processes/)
  })

  it('one that is killed is started again, and the others go on', async () => {
    const before = pidsOf()
    await allTold()
    process.kill(before[0] ?? 0, 'SIGKILL')
    await until('there is another', () => {
      const now = pidsOf()
      return now.length === 3 && !now.includes(before[0] ?? 0)
    })
    await until('it serves', async () =>
      (await fetch(`${server.apiUrl}/readyz`).then(answer => answer.text())).includes('3 of 3'),
    )
    assert.ok((await many(30)).every(status => status === 200))
    assert.deepEqual([...(await metric('siteray_image_process_restarts_total'))], [['', 1]])
  })

  it('a deleted key is refused by all of them within a second', async () => {
    const { id: accountId } = await ensureFirstAccount(database.sql)
    const wanted = { accountId, kind: 'publishable', name: 'short', actor: 'test' } as const
    const { id, key } = await createKey(database.sql, wanted)
    const all = () => Promise.all(Array.from({ length: 20 }, () => statusOnce(undefined, key)))
    await until('it is known to all', async () => (await all()).every(status => status === 200))
    await deleteKey(database.sql, { id, actor: 'test' })
    const startedMs = performance.now()
    await until('it is refused by all', async () => (await all()).every(status => status === 401))
    assert.ok(performance.now() - startedMs < stretched(2_500))
  })
})
