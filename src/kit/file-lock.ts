import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export type FileLock = { release(): void }

/**
 * A lock of the kernel on a file, which is made if there is none; undefined while somebody holds it.
 * Node has no flock, but its SQLite takes such a lock: it dies with the process however that ends,
 * so there are no stale locks to recognise, and it holds between containers that share a volume,
 * where process ids mean nothing. The file stays empty.
 */
export const lockFile = (path: string): FileLock | undefined => {
  createOnce(path)
  const database = new DatabaseSync(path)
  try {
    // Nothing is ever written, so no journal needs to lie beside it.
    database.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (Object(error).errcode === sqliteBusy) return undefined
    throw error
  }
}

const sqliteBusy = 5

/** Never opens an existing file: closing any descriptor of it would drop this process's lock. */
const createOnce = (path: string) => {
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch (error) {
    if (Object(error).code !== 'EEXIST') throw error
  }
}
