import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseStartError } from './start-error.ts'

/** A command holds the folder for a moment, a server for good. */
type Purpose = 'server' | 'command'
export type Holder = { pid: number | undefined; purpose: Purpose }
export type Lock = { release(): void }

/**
 * One Siteray for a data folder. Node has no flock, but its SQLite takes a lock of the kernel: it
 * dies with the process however that ends, so there are no stale locks to recognise, and it holds
 * between containers that share a volume, where process ids mean nothing. The file stays empty; a
 * second file names the holder for the message.
 */
export const takeLock = (dataDir: string, purpose: Purpose): Lock | Holder => {
  const holderFile = join(dataDir, 'siteray.pid')
  const database = openLockFile(join(dataDir, 'siteray.lock'))
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    database.close()
    if (Object(error).errcode === sqliteBusy) return readHolder(holderFile)
    throw new DatabaseStartError(
      `${dataDir} cannot be locked (${Object(error).message}): DATA_DIR needs a file system with locks.`,
      { cause: error },
    )
  }
  writeFileSync(holderFile, `${process.pid} ${purpose}\n`, { mode: 0o600 })
  return { release: () => database.close() }
}

export const isLock = (taken: Lock | Holder): taken is Lock => 'release' in taken

const sqliteBusy = 5

const openLockFile = (path: string): DatabaseSync => {
  try {
    createOnce(path)
    return new DatabaseSync(path)
  } catch (error) {
    throw new DatabaseStartError(`${path} cannot be written: ${Object(error).message}.`, {
      cause: error,
    })
  }
}

/** Never opens an existing file: closing any descriptor of it would drop this process's lock. */
const createOnce = (path: string) => {
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch (error) {
    if (Object(error).code !== 'EEXIST') throw error
  }
}

const readHolder = (path: string): Holder => {
  try {
    const [pid, purpose] = readFileSync(path, 'utf8').trim().split(' ')
    return { pid: Number(pid) || undefined, purpose: purpose === 'command' ? 'command' : 'server' }
  } catch {
    return { pid: undefined, purpose: 'server' }
  }
}
