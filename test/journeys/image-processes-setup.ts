import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { after, before } from 'node:test'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { urlOf } from '../support/database-server.ts'
import { noServices } from '../support/images.ts'
import { svg } from '../support/pictures.ts'
import { type ServerProcess, startServer } from '../support/server.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'

const publishableKey = `pk_${'several'.repeat(4)}`
export const metricsToken = 'a token for metrics'

/** For the tests of one file: a server of three image processes, and requests to it, counted. */
export const setUpImageProcesses = () => {
  const world = { asked: 0, sitesAsked: 0 } as {
    web: SimulatedWeb
    database: TestDatabase
    server: ServerProcess
    env: Record<string, string>
    asked: number
    sitesAsked: number
  }
  before(async () => {
    world.web = await createSimulatedWeb()
    world.web.site('acme.example', ({ path }) => {
      if (path === '/i.svg') world.sitesAsked++
      return path === '/i.svg' ? svg('blue') : '<link rel=icon href=/i.svg>'
    })
    world.database = await createDatabase()
    world.env = {
      ...{ ...world.web.env, FAVICON_SERVICES: noServices },
      ...{ DATABASE_URL: urlOf(world.database.target), BOOTSTRAP_PUBLISHABLE_KEY: publishableKey },
      ...{ ROLE: 'image', IMAGE_PROCESSES: '3', METRICS_TOKEN: metricsToken },
    }
    world.server = await startServer(world.env)
    await world.server.ready()
  })
  after(async () => {
    world.server.kill('SIGKILL')
    await world.server.ended
    await world.web.close()
  })

  /** On a connection of its own: which process gets it is up to the system. */
  const statusOnce = (path = '/acme.example', key = publishableKey): Promise<number> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(world.server.imageUrl)
      const target = { hostname, port, path: `${path}?token=${key}`, agent: false }
      request(target, answer => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
        if (answer.statusCode === 200) world.asked++
      })
        .on('error', reject)
        .end()
    })
  return {
    world,
    statusOnce,
    many: (count: number, path?: string) =>
      Promise.all(Array.from({ length: count }, () => statusOnce(path))),
    pidsOf: () => imageProcessesOf(world.server.pid),
  }
}

const imageProcessesOf = (parent: number | undefined): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
        const isChild = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === `${parent}`
        return isChild && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('image-process')
      } catch {
        return false
      }
    })
    .map(Number)
