import { readFileSync, rmdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { attempt } from '../../kit/attempt.ts'
import { type TempFolder, takeAbandoned } from '../../kit/temp-folder.ts'
import { groupParents } from './contain.ts'
import { listFolder } from './find-browser.ts'

const patienceMs = 3_000

/**
 * What a Siteray that was killed left of its browsers: processes (they end with us, but one that
 * hangs may have missed it), control groups, and the folder itself. Those of others that live are
 * locked by them and never looked at. How many there were.
 */
export const endOrphanedBrowsers = async (purpose: string): Promise<number> => {
  const abandoned = takeAbandoned(purpose)
  for (const folder of abandoned) await clear(folder)
  return abandoned.length
}

const clear = async (folder: TempFolder): Promise<void> => {
  const deadlineMs = performance.now() + patienceMs
  for (;;) {
    const pids = browsersIn(folder.path)
    if (pids.length === 0 || performance.now() > deadlineMs) break
    for (const pid of pids) kill(pid)
    await pause(20)
  }
  removeGroups(basename(folder.path))
  folder.close()
}

/** Each of a browser's processes names a path of its profile in its command. */
const browsersIn = (folder: string): number[] => {
  const owners = [process.getuid?.(), statSync(folder, { throwIfNoEntry: false })?.uid]
  return listFolder('/proc').flatMap(name => {
    if (!/^\d+$/.test(name)) return []
    try {
      const isBrowser = readFileSync(`/proc/${name}/cmdline`, 'utf8')
        .split('\0')
        .some(argument => argument.includes(`=${folder}/`))
      return isBrowser && owners.includes(statSync(`/proc/${name}`).uid) ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

const kill = (pid: number): void => {
  // It may have ended by itself in between.
  attempt(() => process.kill(pid, 'SIGKILL'))
}

const removeGroups = (name: string): void => {
  for (const parent of groupParents())
    for (const group of listFolder(parent))
      if (group.startsWith(`${name}-`))
        // A process in it may not quite have ended; it holds no memory.
        attempt(() => rmdirSync(join(parent, group)))
}
