import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { provideBinaries } from '../../src/base/db/binaries.ts'
import { pathForOwner, serverEnv } from '../../src/base/db/cluster.ts'
import { readPostmasterFile } from '../../src/base/db/orphans.ts'
import { findOwner } from '../../src/base/db/owner.ts'
import { closeSql, openSql } from '../../src/base/db/sql.ts'
import { copyCluster } from './database-server.ts'
import { freePort } from './free-port.ts'
import { here, type Place } from './place.ts'
import { until } from './until.ts'

/**
 * A primary and a standby that has everything before it is acknowledged, both real, behind one
 * address that leads to the primary: after `failOver` to the other one.
 */
export const startReplicated = async () => {
  const [primaryPort, standbyPort] = [await freePort(), await freePort()]
  const pair = await startPair([
    { place: here, port: primaryPort },
    { place: here, port: standbyPort },
  ])
  const relay = await openRelay(primaryPort)
  return {
    port: relay.port,
    url: urlAt({ place: here, port: relay.port }),
    /** The primary dies; the standby takes its place and its address. */
    failOver: async (awayMs: number) => {
      await pair.failOver(awayMs)
      relay.leadTo(standbyPort)
    },
    close: async () => {
      await relay.close()
      await pair.close()
    },
  }
}

type At = { place: Place; port: number }

/** The two of them, each at an address of its own. */
export const startPair = async (
  [first, second]: readonly [At, At],
  settings: Record<string, string> = {},
) => {
  const folder = await mkdtemp(join(tmpdir(), 'siteray-replicated-'))
  const [primaryDir, standbyDir] = [join(folder, 'primary'), join(folder, 'standby')]
  await copyCluster(primaryDir)
  await appendFile(
    join(primaryDir, 'pg_hba.conf'),
    'host all all samenet trust\nhost replication all samenet trust\n',
  )
  // Once as a server that can be copied: a standby goes on from where its copy was made.
  await (await startPostgres(primaryDir, first, settings)).stop()
  await promisify(execFile)('cp', ['-Rp', primaryDir, standbyDir])
  const signal = join(standbyDir, 'standby.signal')
  await writeFile(signal, '')
  const { uid, gid } = await stat(standbyDir)
  await chown(signal, uid, gid)

  const primary = await startPostgres(primaryDir, first, settings)
  const standby = await startPostgres(standbyDir, second, {
    ...settings,
    primary_conninfo: `host=${first.place.address} port=${first.port} user=siteray`,
  })
  const ask = async (at: At, text: string) => {
    const sql = openSql({ kind: 'url', url: urlAt(at) }, { name: 'replicated', maxConnections: 1 })
    return sql.unsafe(text).finally(() => closeSql(sql))
  }
  await until('the standby follows', async () => {
    const [row] = await ask(first, 'select count(*)::int as n from pg_stat_replication')
    return row?.n === 1
  })
  await ask(first, "alter system set synchronous_standby_names = '*'")
  await ask(first, 'select pg_reload_conf()')
  return {
    /** The primary dies, and after a while the standby is promoted. */
    failOver: async (awayMs: number) => {
      await primary.die()
      await wait(awayMs)
      await ask(second, 'select pg_promote(true)')
    },
    close: async () => {
      await Promise.all([primary.die(), standby.die()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const urlAt = ({ place, port }: At) =>
  `postgres://siteray@${place.address}:${port}/postgres?sslmode=disable`

/** Not watched and not started again, as servers on other hosts are not. */
const startPostgres = async (
  dir: string,
  { place, port }: At,
  more: Record<string, string> = {},
) => {
  const log = { info: () => undefined }
  const owner = await findOwner({ log }, dir)
  const binaries = await provideBinaries({ log }, owner)
  const settings = {
    // Elsewhere an address may be added later.
    ...{ listen_addresses: place === here ? here.address : '*', port: `${port}` },
    ...{ unix_socket_directories: '' },
    ...{ wal_level: 'replica', max_wal_senders: '5', max_connections: '200', hot_standby: 'on' },
    ...{ shared_buffers: '64MB', io_method: 'sync', dynamic_shared_memory_type: 'mmap' },
    ...{ fsync: 'off', full_page_writes: 'on', log_min_messages: 'fatal' },
    ...more,
  }
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['-D', pathForOwner({ dir, binaries, owner }), ...given]
  const child = place.spawn(binaries.postgres, args, {
    ...owner,
    cwd: dir,
    env: serverEnv,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = once(child, 'close')
  await until(
    'PostgreSQL is ready',
    () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended: ${said}`)
      return readPostmasterFile(dir)?.ready === true
    },
    60_000,
  )
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return { stop: () => end('SIGINT'), die: () => end('SIGQUIT') }
}

/** An address that can lead elsewhere; whoever is connected is cut off then. */
const openRelay = async (firstPort: number) => {
  const sockets = new Set<Socket>()
  let upstreamPort = firstPort
  const server = createServer(client => {
    const upstream = connect(upstreamPort, '127.0.0.1')
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (port: number) => {
      upstreamPort = port
      cutAll()
    },
    close: async () => {
      cutAll()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
