import { randomUUID } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { within } from '../../kit/deadline.ts'
import { makeFolder } from '../../kit/make-folder.ts'
import { DatabaseStartError } from './start-error.ts'

/** PostgreSQL needs room for its log of changes, or it stops in the middle of its work. */
const minFreeBytes = 48_000_000

/** The data folder, made if it is not there: one that can be written and has room for a database. */
export const provideFolder = async (dataDir: string): Promise<void> => {
  const probe = join(dataDir, `probe-${randomUUID()}`)
  try {
    await within(patienceMs, tryWriting(dataDir, probe), noAnswer)
  } catch (error) {
    throw folderProblem(dataDir, error)
  } finally {
    rm(probe, { force: true }).catch(() => undefined)
  }
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < minFreeBytes) throw fullFolder(dataDir)
}

/** A file server that is away may answer never. */
const patienceMs = 20_000
const noAnswer = () => new Error('its file system does not answer')

const tryWriting = async (dataDir: string, probe: string): Promise<void> => {
  await makeFolder(dataDir, 0o700)
  await writeFile(probe, new Uint8Array(8192), { flush: true })
  await rm(probe, { force: true })
}

export const folderProblem = (dataDir: string, error: unknown): DatabaseStartError => {
  const { code, message } = Object(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return fullFolder(dataDir)
  const reason = code === 'EROFS' ? 'its file system is read-only' : String(code ?? message)
  return new DatabaseStartError(
    `The data folder ${dataDir} cannot be written (${reason}). Make it writable for the user that starts Siteray, or set DATA_DIR to another folder.`,
    { cause: error },
  )
}

const fullFolder = (dataDir: string) =>
  new DatabaseStartError(
    `The disk of the data folder ${dataDir} is full. Free ${minFreeBytes / 1_000_000} MB or more there, or set DATA_DIR to a folder on another disk.`,
  )
