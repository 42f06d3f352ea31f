import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import type { Owner } from './owner.ts'
import { DatabaseStartError } from './start-error.ts'

/** PostgreSQL's files ("cluster" is its word for them) and who runs it on what. */
export type Cluster = { dir: string; binaries: Binaries; owner: Owner | undefined }

export const databaseUser = 'siteray'

const run = promisify(execFile)
const unfinishedPrefix = 'postgres.new-'

/** The caller holds the lock of `dataDir`. */
export const ensureCluster = async (dataDir: string, cluster: Cluster): Promise<void> => {
  await removeUnfinished(dataDir)
  if (existsSync(cluster.dir)) return checkVersion(cluster)
  // A sibling renamed at the end: an initdb that was killed half way is never taken for a cluster.
  const unfinished = join(dataDir, `${unfinishedPrefix}${randomUUID()}`)
  await mkdir(unfinished, { mode: 0o700 })
  if (cluster.owner) await chown(unfinished, cluster.owner.uid, cluster.owner.gid)
  await initialise({ ...cluster, dir: unfinished })
  await rename(unfinished, cluster.dir)
}

/**
 * Root enters the folder before it becomes the owner, who then reaches it as its working folder
 * whatever the folders above allow. macOS has no such link: there the folders above must be open.
 */
export const pathForOwner = (cluster: Cluster): string =>
  cluster.owner && process.platform === 'linux' ? '/proc/self/cwd' : cluster.dir

/** Nothing of our environment: PostgreSQL would take PGDATA and the like from it. */
export const serverEnv = { LC_ALL: 'C', TZ: 'UTC' }

const removeUnfinished = async (dataDir: string) => {
  const left = (await readdir(dataDir)).filter(name => name.startsWith(unfinishedPrefix))
  await Promise.all(
    left.map(name =>
      rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
    ),
  )
}

const checkVersion = async (cluster: Cluster) => {
  const found = await readFile(join(cluster.dir, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (found === undefined)
    throw new DatabaseStartError(
      `${cluster.dir} is not a PostgreSQL data folder (it has no PG_VERSION). Nothing was touched: move it away, or set DATA_DIR to another folder.`,
    )
  if (found.trim() !== String(cluster.binaries.major))
    throw new DatabaseStartError(
      `${cluster.dir} was made by PostgreSQL ${found.trim()}, and this Siteray brings PostgreSQL ${cluster.binaries.major}. Nothing was touched: start the Siteray that made it, or make a back-up with that one (npm run siteray -- backup) and restore it with this one into another DATA_DIR.`,
    )
}

const initialise = async (cluster: Cluster) => {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin']
  const options = [
    ...['-D', pathForOwner(cluster), '-U', databaseUser, '-A', 'trust', '--data-checksums'],
    ...[...locale, '--builtin-locale=C.UTF-8', '--no-instructions'],
  ]
  // One flush of the file system instead of a thousand files one by one: twice as fast.
  if (process.platform === 'linux') options.push('--sync-method=syncfs')
  const { binaries, owner, dir } = cluster
  try {
    await run(binaries.initdb, options, { ...owner, cwd: dir, env: serverEnv })
  } catch (error) {
    await rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    const said = String(Object(error).stderr ?? error).trim()
    throw new DatabaseStartError(`PostgreSQL could not create its files: ${said}`, { cause: error })
  }
}
