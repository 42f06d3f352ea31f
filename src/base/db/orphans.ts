import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { attempt } from '../../kit/attempt.ts'
import { portNumber } from './target.ts'

const patienceMs = 3000

/**
 * After a kill -9 of Siteray its PostgreSQL lives on, and after a kill -9 of PostgreSQL some of its
 * workers may: both are ended before a new server starts, since two on the same files destroy them.
 * The caller holds the lock of the data folder, so whatever runs there belongs to nobody.
 */
export const endOrphans = async (clusterDir: string): Promise<number> => {
  if (readPostmasterFile(clusterDir) === undefined) return 0
  const found = findServerProcesses(clusterDir)
  const postmaster = readPostmasterFile(clusterDir)?.pid
  if (postmaster !== undefined && found.includes(postmaster)) {
    signal(postmaster, 'SIGINT')
    await untilGone(clusterDir, patienceMs)
  }
  // Workers without a postmaster, or a server that does not react: recovery mends what they leave.
  for (const pid of findServerProcesses(clusterDir)) signal(pid, 'SIGKILL')
  await untilGone(clusterDir, patienceMs)
  // Left behind, these would block the start as soon as their process id belongs to someone else.
  for (const name of ['postmaster.pid', `.s.PGSQL.${portNumber}`, `.s.PGSQL.${portNumber}.lock`])
    rmSync(join(clusterDir, name), { force: true })
  return found.length
}

/** What PostgreSQL says of itself: first its process id, on the eighth line its state. */
export const readPostmasterFile = (clusterDir: string) => {
  const text = attempt(() => readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8'))
  const lines = text?.split('\n')
  return lines && { pid: Number(lines[0]), ready: lines[7]?.trim() === 'ready' }
}

const findServerProcesses = (clusterDir: string): number[] =>
  process.platform === 'linux' ? findByWorkingFolder(clusterDir) : findByCommand(clusterDir)

/** Every process of a server works in its data folder. */
const findByWorkingFolder = (clusterDir: string): number[] => {
  const folder = statSync(clusterDir)
  return readdirSync('/proc').flatMap(name => {
    if (!/^\d+$/.test(name)) return []
    try {
      const cwd = statSync(`/proc/${name}/cwd`)
      const program = basename(readlinkSync(`/proc/${name}/exe`))
      const ours = cwd.ino === folder.ino && cwd.dev === folder.dev && /^postgres\b/.test(program)
      return ours ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

/** Sees the postmaster only; its workers end when they notice that it is gone. */
const findByCommand = (clusterDir: string): number[] => {
  const listing = execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' })
  return listing.split('\n').flatMap(line => {
    const [, pid, command = ''] = /^\s*(\d+)\s(.*)$/.exec(line) ?? []
    return command.includes(`/postgres -D ${clusterDir} `) ? [Number(pid)] : []
  })
}

const signal = (pid: number, name: NodeJS.Signals) => {
  // It may have ended by itself in the meantime.
  attempt(() => process.kill(pid, name))
}

const untilGone = async (clusterDir: string, timeoutMs: number) => {
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline && findServerProcesses(clusterDir).length > 0) await wait(20)
}
