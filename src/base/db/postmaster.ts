import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, copyFileSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { attempt } from '../../kit/attempt.ts'
import { within } from '../../kit/deadline.ts'
import { type Cluster, pathForOwner, serverEnv } from './cluster.ts'
import { readPostmasterFile } from './orphans.ts'
import { DatabaseStartError } from './start-error.ts'

/** One run of the server process. */
export type Postmaster = {
  /** Resolves when the process is gone, with what it ended by. */
  gone: Promise<string>
  stop(): Promise<void>
}

/** Settings of the server by name. They are given at every start, so a new version may change them. */
export type ServerSettings = Readonly<Record<string, string>>

export type PostmasterOptions = {
  cluster: Cluster
  logFile: string
  settings: ServerSettings
  /** Ends the wait for a server that nobody needs any more; it is left to the caller to stop it. */
  closing: AbortSignal
}

const readyWithinMs = 120_000
const logLimitBytes = 4_000_000

export const startPostmaster = async (options: PostmasterOptions): Promise<Postmaster> => {
  const child = launch(options)
  const gone = new Promise<string>(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `status ${code}`))
  })
  const isGone = () =>
    child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  // However our process ends (except kill -9), the server is told to: no orphan after process.exit.
  const stopNow = () => void (isGone() || child.kill('SIGINT'))
  process.on('exit', stopNow)
  void gone.then(() => process.off('exit', stopNow))
  const deadline = performance.now() + readyWithinMs
  while (!options.closing.aborted && !isReady(options.cluster.dir, child)) {
    if (isGone()) throw failure(options, await gone)
    if (performance.now() > deadline) {
      child.kill('SIGQUIT')
      throw failure(options, `no answer within ${readyWithinMs / 1000} s`)
    }
    await wait(10)
  }
  return {
    gone,
    stop: () => stop(child, gone),
  }
}

/** The log never grows beyond twice the limit; the server appends, so cutting it is safe. */
export const boundLog = (logFile: string) => {
  if (!isLarger(logFile, logLimitBytes)) return
  copyFileSync(logFile, `${logFile}.1`)
  truncateSync(logFile)
}

const launch = ({ cluster, logFile, settings }: PostmasterOptions): ChildProcess => {
  boundLog(logFile)
  const log = openSync(logFile, 'a', 0o600)
  const given = Object.entries({ ...baseSettings, ...settings })
  const child = spawn(
    cluster.binaries.postgres,
    ['-D', pathForOwner(cluster), ...given.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...cluster.owner,
      cwd: cluster.dir,
      env: serverEnv,
      stdio: ['ignore', log, log],
      // Ctrl-C reaches the whole group of the terminal: the database must outlive our own closing.
      detached: true,
    },
  )
  closeSync(log)
  child.unref()
  return child
}

/**
 * A small machine is the norm: about 40 MB in all. Nothing listens on the network, and the socket
 * lies in the data folder (0700), which is why `trust` is enough. Statement texts and the values in
 * error details stay out of the log, because they hold our users' data.
 */
const baseSettings: ServerSettings = {
  listen_addresses: '',
  // Relative to the data folder, so the limit of 107 bytes for a socket's path does not matter here.
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  cluster_name: 'siteray',
  max_connections: '60',
  shared_buffers: '64MB',
  maintenance_work_mem: '32MB',
  // What is asked for often lies in memory, the rest on an SSD: looking rows up one by one is cheap.
  random_page_cost: '1.1',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  autovacuum_max_workers: '2',
  // After a crash the server makes sure that all its files are on the disk before it takes anybody. One
  // call for the whole disk takes a tenth of the time of one for each of 1,300 files (measured: 3 to 7 s
  // of fsync on a busy machine). Other systems have no such call, and refuse the setting.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  // Segments in /dev/shm vanish when systemd logs a user out, and containers give it 64 MB.
  dynamic_shared_memory_type: 'mmap',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
}

const isReady = (clusterDir: string, child: ChildProcess): boolean => {
  const state = readPostmasterFile(clusterDir)
  return state !== undefined && state.pid === child.pid && state.ready
}

const failure = ({ logFile }: PostmasterOptions, reason: string) =>
  new DatabaseStartError(
    `PostgreSQL did not start (${reason}). The end of ${logFile}:\n${tail(logFile)}`,
  )

const tail = (logFile: string) =>
  attempt(() => readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-5).join('\n')) ?? ''

/** Lets others finish first (a command may be connected), then insists; each step is bounded. */
const stop = async (child: ChildProcess, gone: Promise<string>) => {
  child.ref()
  const steps = [
    ['SIGTERM', 1000],
    ['SIGINT', 10_000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ] as const
  for (const [signal, patienceMs] of steps) {
    child.kill(signal)
    const ended = within(patienceMs, gone).then(
      () => true,
      () => false,
    )
    if (await ended) return
  }
}

const isLarger = (path: string, sizeBytes: number) =>
  attempt(() => statSync(path).size > sizeBytes) ?? false
