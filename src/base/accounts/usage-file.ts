import { readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../../config/config.ts'
import { lockFile } from '../../kit/file-lock.ts'
import { makeFolder } from '../../kit/make-folder.ts'
import type { UsageBatch } from './usage-store.ts'

/** Counts that could not be delivered, over the end of the process. */
export type UsageFile = {
  /** What an earlier process left behind. */
  read(): UsageBatch[]
  save(batches: readonly UsageBatch[]): Promise<void>
  clear(): Promise<void>
  close(): void
}

/** Undefined while another process keeps its counts in this folder: ours then stay in memory. */
export const openUsageFile = async (folder: string): Promise<UsageFile | undefined> => {
  const lock = await takeFolder(folder)
  if (!lock) return undefined
  const path = join(folder, 'counts.json')
  return {
    read() {
      try {
        return JSON.parse(readFileSync(path, 'utf8')) as UsageBatch[]
      } catch (error) {
        if (Object(error).code === 'ENOENT') return []
        throw new Error(`${path} cannot be read: move it away to start without it.`, {
          cause: error,
        })
      }
    },
    async save(batches) {
      // Whole or not at all, whatever ends us meanwhile.
      await writeFile(`${path}.new`, JSON.stringify(batches), { mode: 0o600 })
      await rename(`${path}.new`, path)
    },
    clear: () => rm(path, { force: true }),
    close: () => lock.release(),
  }
}

const takeFolder = async (folder: string) => {
  try {
    await makeFolder(folder, 0o700)
    return lockFile(join(folder, 'counts.lock'))
  } catch (error) {
    const { code, message } = Object(error)
    throw new ConfigError([`IMAGE_CACHE_DIR ${folder} cannot be written (${code ?? message}).`])
  }
}
