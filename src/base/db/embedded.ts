import { symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openTempFolder, takeAbandoned } from '../../kit/temp-folder.ts'
import { provideBinaries } from './binaries.ts'
import { type Cluster, databaseUser, ensureCluster } from './cluster.ts'
import { provideFolder } from './folder.ts'
import { type Holder, isLock, type Lock, takeLock } from './lock.ts'
import { endOrphans, readPostmasterFile } from './orphans.ts'
import { findOwner } from './owner.ts'
import type { ServerSettings } from './postmaster.ts'
import { DatabaseStartError } from './start-error.ts'
import { type Supervised, supervise } from './supervise.ts'
import { type DatabaseTarget, portNumber } from './target.ts'

export type Embedded = {
  target: DatabaseTarget
  /** Whether this process runs the server, or found another Siteray running it. */
  running: boolean
  close(): Promise<void>
}

export type EmbeddedDeps = {
  dataDir: string
  log: { info(message: string): void; warn(message: string): void }
  /** Over our own settings of the server; tests turn durability off. */
  settings?: ServerSettings
}

const commandPatienceMs = 20_000
const attachPatienceMs = 30_000

/**
 * The embedded PostgreSQL of DATA_DIR for a Siteray server: files made at the first start, the
 * process watched and restarted, everything stopped by `close`. Only one server for a folder.
 */
export const openEmbedded = async (deps: EmbeddedDeps): Promise<Embedded> => {
  await provideFolder(deps.dataDir)
  return startUnder(deps, await waitForLock(deps.dataDir))
}

/** The same for a command: joins the server that runs, or starts it for the moment. */
export const connectEmbedded = async (deps: EmbeddedDeps): Promise<Embedded> => {
  await provideFolder(deps.dataDir)
  const deadline = performance.now() + attachPatienceMs
  for (;;) {
    const taken = takeLock(deps.dataDir, 'command')
    if (isLock(taken)) return startUnder(deps, taken)
    // Not ready while the other one starts or stops: then it soon runs, or the lock is free.
    if (readPostmasterFile(clusterDirOf(deps.dataDir))?.ready) return joinRunning(deps.dataDir)
    if (performance.now() > deadline) throw inUse(deps.dataDir, taken)
    await wait(50)
  }
}

const waitForLock = async (dataDir: string): Promise<Lock> => {
  const deadline = performance.now() + commandPatienceMs
  for (;;) {
    const taken = takeLock(dataDir, 'server')
    if (isLock(taken)) return taken
    if (taken.purpose === 'server' || performance.now() > deadline) throw inUse(dataDir, taken)
    await wait(50)
  }
}

const inUse = (dataDir: string, { pid, purpose }: Holder) => {
  const holder = `${purpose === 'server' ? 'Siteray' : 'Siteray command'}${pid ? ` (process ${pid})` : ''}`
  return new DatabaseStartError(
    `Another ${holder} is using ${dataDir}. Stop it first, or give this one a DATA_DIR of its own; several processes share one database through DATABASE_URL.`,
  )
}

const startUnder = async (deps: EmbeddedDeps, lock: Lock): Promise<Embedded> => {
  try {
    const supervised = await start(deps)
    const socket = openSocketPath(socketOf(deps.dataDir))
    const close = async () => {
      await supervised.close()
      socket.close()
      lock.release()
    }
    return { target: targetAt(socket.path), running: true, close }
  } catch (error) {
    lock.release()
    throw error
  }
}

const start = async (deps: EmbeddedDeps): Promise<Supervised> => {
  const dir = clusterDirOf(deps.dataDir)
  const owner = await findOwner(deps, dir)
  const cluster: Cluster = { dir, owner, binaries: await provideBinaries(deps, owner) }
  await ensureCluster(deps.dataDir, cluster)
  const ended = await endOrphans(dir)
  if (ended > 0)
    deps.log.warn(`Ended a PostgreSQL (${ended} processes) that a killed Siteray had left behind.`)
  const logFile = join(deps.dataDir, 'postgres.log')
  return supervise({ cluster, logFile, settings: deps.settings ?? {}, log: deps.log })
}

const joinRunning = (dataDir: string): Embedded => {
  const socket = openSocketPath(socketOf(dataDir))
  return { target: targetAt(socket.path), running: false, close: async () => socket.close() }
}

const clusterDirOf = (dataDir: string) => join(dataDir, 'postgres')
const socketOf = (dataDir: string) => join(clusterDirOf(dataDir), `.s.PGSQL.${portNumber}`)
const targetAt = (path: string): DatabaseTarget => ({
  kind: 'socket',
  path,
  user: databaseUser,
  database: 'postgres',
})

/** The kernel takes 107 bytes (macOS: 103). */
const limitBytes = 100

/**
 * A path by which this process reaches a Unix socket. A long one is reached through a link to its
 * folder, in a fresh folder of our own (0700) below the system's folder for temporary files.
 */
const openSocketPath = (path: string): { path: string; close(): void } => {
  if (Buffer.byteLength(path) <= limitBytes) return { path, close: () => undefined }
  for (const left of takeAbandoned('socket')) left.close()
  const folder = openTempFolder('socket')
  symlinkSync(dirname(path), join(folder.path, 'pg'))
  return { path: join(folder.path, 'pg', basename(path)), close: folder.close }
}
