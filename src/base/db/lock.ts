import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../kit/attempt.ts'
import { type FileLock, lockFile } from '../../kit/file-lock.ts'
import { DatabaseStartError } from './start-error.ts'

/** A command holds the folder for a moment, a server for good. */
type Purpose = 'server' | 'command'
export type Holder = { pid: number | undefined; purpose: Purpose }
export type Lock = FileLock

/** One Siteray for a data folder. A second file names the holder for the message. */
export const takeLock = (dataDir: string, purpose: Purpose): Lock | Holder => {
  const holderFile = join(dataDir, 'siteray.pid')
  const lock = openLock(dataDir)
  if (!lock) return readHolder(holderFile)
  writeFileSync(holderFile, `${process.pid} ${purpose}\n`, { mode: 0o600 })
  return lock
}

export const isLock = (taken: Lock | Holder): taken is Lock => 'release' in taken

const openLock = (dataDir: string): Lock | undefined => {
  try {
    return lockFile(join(dataDir, 'siteray.lock'))
  } catch (error) {
    throw new DatabaseStartError(
      `${dataDir} cannot be locked (${Object(error).message}): DATA_DIR needs to be writable, on a file system with locks.`,
      { cause: error },
    )
  }
}

const readHolder = (path: string): Holder => {
  const [pid, purpose] = attempt(() => readFileSync(path, 'utf8').trim().split(' ')) ?? []
  return { pid: Number(pid) || undefined, purpose: purpose === 'command' ? 'command' : 'server' }
}
