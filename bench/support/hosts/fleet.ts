import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeSql, openSql } from '../../../src/base/db/sql.ts'
import { startPgBouncer } from '../../../test/support/pgbouncer.ts'
import { startPair } from '../../../test/support/replicated-server.ts'
import { startServer, startWebAt } from '../server.ts'
import { type Host, openNetwork } from './network.ts'
import { limitProcessor } from './share.ts'

export type Fleet = Awaited<ReturnType<typeof openFleet>>
export type Edge = { host: Host; imageUrl: string }
export type Worker = Awaited<ReturnType<Fleet['startWorker']>>

/** There and back, between an edge and all but the web. */
export const distanceMs = 80
export const sites = 500

/** Of the database, wherever that is just now. */
const virtualAddress = '198.18.0.10'
const port = 5432

/**
 * Everything that is not a worker: PostgreSQL and its standby, PgBouncer, one api, two edges at a
 * distance, and the web, which is near to everybody. Net 0 is the centre, 1 and 2 are the edges'.
 */
export const openFleet = async ({ loud }: { loud: boolean }) => {
  const folder = mkdtempSync(join(tmpdir(), 'siteray-hosts-'))
  // PgBouncer and PostgreSQL do not run as root, and all that anybody leaves behind is in here.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  // Each of its programs ends with us.
  process.setMaxListeners(20)
  const network = openNetwork(3)
  const limits = new Set<{ remove(): void }>()
  const close = () => {
    network.close()
    for (const limit of limits) limit.remove()
    limits.clear()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  process.once('exit', close)
  const databases = [network.add('db1', 11), network.add('db2', 12)] as const
  const pair = await startPair([
    { place: databases[0], port },
    { place: databases[1], port },
  ])
  databases[0].take(virtualAddress)
  const pooler = await startPgBouncer({
    ...{ upstreamAddress: virtualAddress, upstreamPort: port, place: network.add('pool', 20) },
    ...{ poolMode: 'transaction', poolSize: 20 },
  })
  const web = await startWebAt(
    network.add('web', 80, [0, 1, 2]),
    'bench/webs/hosts.ts',
    `${sites}`,
    '20',
  )
  const far = network.add('far', 9, [0, 1, 2])
  await startWebAt(
    ...[far, 'bench/support/hosts/distance.ts', `${distanceMs / 2}`, `${virtualAddress}:${port}`],
    ...[`${far.addressIn(1)}:${port}`, `${far.addressIn(2)}:${port}`],
  )
  const urlOf = (address: string) =>
    `postgres://siteray@${address}:${port}/postgres?sslmode=disable`
  const shared = (net: number) => ({
    ...{ ...web.env, HOST: '0.0.0.0', HOST_DELAY_MS: '0', CHROMIUM_PATH: 'none' },
    OUTBOUND_RESOLVE: web.env.OUTBOUND_RESOLVE?.replaceAll('0.0.0.0', `198.18.${net}.80`) ?? '',
    ...{
      FAVICON_SERVICES: 'https://a.test/{domain},https://b.test/{domain}',
      LOG_LEVEL: loud ? 'warn' : 'fatal',
    },
    ...{
      MASTER_KEY: 'a master key for benches, long enough',
      BOOTSTRAP_PUBLISHABLE_KEY: publicKey,
    },
  })
  const pooled = {
    ...{ ...shared(0), DATABASE_URL: pooler.url('postgres') },
    DATABASE_DIRECT_URL: urlOf(virtualAddress),
  }
  const api = await startServer({ ...pooled, ROLE: 'api' }, network.add('api', 30))
  const startEdge = async (net: number): Promise<Edge> => {
    const host = network.add(`edge${net}`, 50, [net])
    const { imagePort } = await startServer(
      {
        ...{ ...shared(net), ROLE: 'image', DATABASE_URL: urlOf(far.addressIn(net)) },
        IMAGE_CACHE_DIR: join(folder, `edge${net}`),
      },
      host,
    )
    return { host, imageUrl: `http://${host.address}:${imagePort}` }
  }
  const edges = [await startEdge(1), await startEdge(2)] as const
  const sql = openSql(
    { kind: 'url', url: urlOf(virtualAddress) },
    { name: 'bench', maxConnections: 2 },
  )
  let workers = 0
  return {
    ...{ api, edges, sql, publicKey },
    /** With a share of one core where that is said; it may first start and get warm without. */
    startWorker: async () => {
      const number = ++workers
      const host = network.add(`w${number}`, 40 + number)
      const server = await startServer({ ...pooled, ROLE: 'worker' }, host)
      return {
        ...{ host, server },
        limit: (cores: number) => limits.add(limitProcessor(`w${number}`, server.pid, cores)),
      }
    },
    /** The second edge goes on, and its visitors reach it; all but them and the web is gone. */
    partition: () => far.unplug(2),
    heal: () => far.plug(2),
    /** The primary dies; later the standby takes its place and its address. */
    failOver: async (awayMs: number) => {
      await pair.failOver(awayMs)
      databases[0].leave(virtualAddress)
      databases[1].take(virtualAddress)
    },
    close: async () => {
      await closeSql(sql)
      close()
    },
  }
}

const publicKey = `pk_${'benchpublic'.repeat(3)}`
