import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockFile } from './file-lock.ts'
import { randomToken } from './ids.ts'

/** A folder that lasts as long as this process at most. */
export type TempFolder = { path: string; close(): void }

/**
 * A fresh folder (0700) of ours below the system's folder for temporary files. Beside it lies a file
 * that is locked while this process lives: after a `kill -9` whoever comes next can tell that nobody
 * needs the folder any more, whatever the process ids are then, and however many of us there are.
 */
export const openTempFolder = (purpose: string): TempFolder => {
  for (;;) {
    const path = join(tmpdir(), `${prefixOf(purpose)}${randomToken(8)}`)
    const folder = own(path)
    // A sweep may have been quicker with the file that was not locked yet.
    if (!folder) continue
    mkdirSync(path, { mode: 0o700 })
    return folder
  }
}

/** The folders for this purpose whose processes are gone: ours now, to look through and to close. */
export const takeAbandoned = (purpose: string): TempFolder[] =>
  readdirSync(tmpdir()).flatMap(name => {
    if (!name.startsWith(prefixOf(purpose)) || !name.endsWith(lockSuffix)) return []
    const path = join(tmpdir(), name.slice(0, -lockSuffix.length))
    try {
      return isOurFile(`${path}${lockSuffix}`) ? (own(path) ?? []) : []
    } catch {
      // Another one of us removes it at this moment.
      return []
    }
  })

const lockSuffix = '.lock'
const prefixOf = (purpose: string) => `siteray-${purpose}-`

const own = (path: string): TempFolder | undefined => {
  const lockPath = `${path}${lockSuffix}`
  const lock = lockFile(lockPath)
  const close = () => {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 })
    rmSync(lockPath, { force: true })
    lock?.release()
  }
  return lock && { path, close }
}

/** Anybody may put anything into that folder. */
const isOurFile = (path: string): boolean => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true && found.uid === process.getuid?.()
}
