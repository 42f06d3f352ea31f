import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
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
import { freePort } from './server.ts'
import { until } from './until.ts'

/**
 * A primary and a standby that has everything before it is acknowledged, both real, behind one
 * address that leads to the primary: after `failOver` to the other one.
 */
export const startReplicated = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'siteray-replicated-'))
  const [primaryDir, standbyDir] = [join(folder, 'primary'), join(folder, 'standby')]
  const [primaryPort, standbyPort] = [await freePort(), await freePort()]
  await copyCluster(primaryDir)
  // Once as a server that can be copied: a standby goes on from where its copy was made.
  await (await startPostgres(primaryDir, primaryPort)).stop()
  await promisify(execFile)('cp', ['-Rp', primaryDir, standbyDir])
  const signal = join(standbyDir, 'standby.signal')
  await writeFile(signal, '')
  const { uid, gid } = await stat(standbyDir)
  await chown(signal, uid, gid)

  const primary = await startPostgres(primaryDir, primaryPort)
  const standby = await startPostgres(standbyDir, standbyPort, {
    primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=siteray`,
  })
  const relay = await openRelay(primaryPort)
  const ask = async (port: number, text: string) => {
    const sql = openSql(
      { kind: 'url', url: urlAt(port) },
      { name: 'replicated', maxConnections: 1 },
    )
    return sql.unsafe(text).finally(() => closeSql(sql))
  }
  await until('the standby follows', async () => {
    const [row] = await ask(primaryPort, 'select count(*)::int as n from pg_stat_replication')
    return row?.n === 1
  })
  await ask(primaryPort, "alter system set synchronous_standby_names = '*'")
  await ask(primaryPort, 'select pg_reload_conf()')
  return {
    port: relay.port,
    url: urlAt(relay.port),
    /** The primary dies; the standby takes its place and its address. */
    failOver: async (awayMs: number) => {
      await primary.die()
      await wait(awayMs)
      await ask(standbyPort, 'select pg_promote(true)')
      relay.leadTo(standbyPort)
    },
    close: async () => {
      await relay.close()
      await Promise.all([primary.die(), standby.die()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const urlAt = (port: number) => `postgres://siteray@127.0.0.1:${port}/postgres?sslmode=disable`

/** Not watched and not started again, as servers on other hosts are not. */
const startPostgres = async (dir: string, port: number, more: Record<string, string> = {}) => {
  const log = { info: () => undefined }
  const owner = await findOwner({ log }, dir)
  const binaries = await provideBinaries({ log }, owner)
  const settings = {
    ...{ listen_addresses: '127.0.0.1', port: `${port}`, unix_socket_directories: '' },
    ...{ wal_level: 'replica', max_wal_senders: '5', max_connections: '200', hot_standby: 'on' },
    ...{ shared_buffers: '64MB', io_method: 'sync', dynamic_shared_memory_type: 'mmap' },
    ...{ fsync: 'off', full_page_writes: 'on', log_min_messages: 'fatal' },
    ...more,
  }
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(binaries.postgres, ['-D', pathForOwner({ dir, binaries, owner }), ...given], {
    ...owner,
    cwd: dir,
    env: serverEnv,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
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
