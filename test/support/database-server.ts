import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chown, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { provideBinaries } from '../../src/base/db/binaries.ts'
import { ensureCluster } from '../../src/base/db/cluster.ts'
import { openEmbedded } from '../../src/base/db/embedded.ts'
import { readPostmasterFile } from '../../src/base/db/orphans.ts'
import { findOwner } from '../../src/base/db/owner.ts'
import type { DatabaseTarget } from '../../src/base/db/target.ts'

export type TestServer = { target: DatabaseTarget; close(): Promise<void> }

type ServerOptions = {
  settings?: Record<string, string>
  /** More files in its folder, by name. */
  files?: Record<string, string>
}

/** A server for many test processes: give `url` to them as TEST_DATABASE_URL. */
export const startTestServer = async ({
  settings,
  files,
}: ServerOptions = {}): Promise<
  TestServer & {
    url: string
    /** Every process of it stops where it is: sockets stay open and nothing answers. */
    hang(): void
    resume(): void
  }
> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'siteray-test-'))
  await copyCluster(join(dataDir, 'postgres'))
  await addFiles(join(dataDir, 'postgres'), files ?? {})
  const log = { info: () => undefined, warn: (message: string) => console.error(message) }
  const embedded = await openEmbedded({ dataDir, log, settings: { ...fastSettings, ...settings } })
  const close = async () => {
    await embedded.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    // The first one first: it would start others.
    for (const pid of processesOf(join(dataDir, 'postgres'))) process.kill(pid, name)
  }
  return {
    target: embedded.target,
    url: urlOf(embedded.target),
    hang: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    close,
  }
}

/** They belong to whoever runs the server, and to nobody else. */
const addFiles = async (dir: string, files: Record<string, string>) => {
  const { uid, gid } = await stat(dir)
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(dir, name), text, { mode: 0o600 })
    await chown(join(dir, name), uid, gid)
  }
}

const processesOf = (clusterDir: string): number[] => {
  const postmaster = readPostmasterFile(clusterDir)?.pid ?? 0
  const children = readdirSync('/proc').filter(name => {
    if (!/^\d+$/.test(name)) return false
    try {
      return (
        Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) ===
        postmaster
      )
    } catch {
      return false
    }
  })
  return [postmaster, ...children.map(Number)]
}

/** A server that a test can stop for a while; what was committed is there when it is back. */
export const startStoppableServer = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'siteray-test-'))
  await copyCluster(join(dataDir, 'postgres'))
  const log = { info: () => undefined, warn: (message: string) => console.error(message) }
  const open = () => openEmbedded({ dataDir, log, settings: fastSettings })
  let embedded = await open()
  return {
    target: embedded.target,
    url: urlOf(embedded.target),
    stop: () => embedded.close(),
    start: async () => {
      embedded = await open()
    },
    close: async () => {
      await embedded.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Nothing here must survive a power cut. */
const fastSettings = { fsync: 'off', full_page_writes: 'off', max_connections: '200' }

/** initdb takes most of a second: its result is kept, and copied for each server. */
export const copyCluster = async (dir: string) => {
  const log = { info: () => undefined }
  const cache = join(import.meta.dirname, '../../node_modules/.cache/siteray')
  const owner = await findOwner({ log }, dir)
  const binaries = await provideBinaries({ log }, owner)
  const kept = join(cache, `cluster-${binaries.version}-${owner?.uid ?? process.getuid?.()}`)
  if (!existsSync(kept)) {
    await mkdir(cache, { recursive: true })
    const made = await mkdtemp(join(cache, 'making-'))
    await ensureCluster(made, { dir: join(made, 'postgres'), binaries, owner })
    // Another process may have been faster.
    await rename(join(made, 'postgres'), kept).catch(() => undefined)
    await rm(made, { recursive: true, force: true })
  }
  await promisify(execFile)('cp', ['-Rp', kept, dir])
}

export const urlOf = (target: DatabaseTarget): string => {
  if (target.kind === 'url') return target.url
  const url = new URL(`postgres://${target.user}@localhost/${target.database}`)
  url.searchParams.set('host', dirname(target.path))
  return url.href
}
