import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { urlOf } from '../support/database-server.ts'
import { noServices } from '../support/images.ts'
import { svg } from '../support/pictures.ts'
import { type ServerProcess, startServer } from '../support/server.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'

const publishableKey = `pk_${'several'.repeat(4)}`
const metricsToken = 'a token for metrics'
let web: SimulatedWeb
let database: TestDatabase
let server: ServerProcess
let env: Record<string, string>

before(async () => {
  web = await createSimulatedWeb()
  web.site('acme.example', ({ path }) =>
    path === '/i.svg' ? svg('blue') : '<link rel=icon href=/i.svg>',
  )
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
  it('a refusal is what it is with one process', async () => {
    assert.equal(await statusOnce('/acme.example', `pk_${'unknown'.repeat(4)}`), 401)
    assert.equal(await statusOnce('/not%20a%20domain'), 400)
    asked++
  })

  it('another server does not get into the port', async () => {
    const port = new URL(server.imageUrl).port
    const second = await startServer({ ...env, IMAGE_PORT: port })
    assert.equal(await second.ended, 1)
    assert.match(second.output(), new RegExp(`The port ${port} is in use`))
  })

  it('a stop that reaches all of them drains in order: every request is counted', async () => {
    const children = pidsOf()
    await many(20)
    // As systemd and a terminal do.
    for (const pid of children) process.kill(pid, 'SIGTERM')
    await many(20)
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0, server.output())
    assert.deepEqual(pidsOf(), [])
    const [row] = await database.sql`select sum(requests)::float8 as sum from usage`
    assert.equal(row?.sum, asked)
  })
})
