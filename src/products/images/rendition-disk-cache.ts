import { createHmac, timingSafeEqual } from 'node:crypto'
import { open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { newId, sha256 } from '../../kit/ids.ts'
import { makeFolder } from '../../kit/make-folder.ts'
import { type MadeRendition, toRendition } from './answers.ts'
import type { Rendition } from './renditions.ts'

/** Renditions in a folder on disk, for the next process; nothing depends on what lies there. */
export type DiskCache = {
  get(key: string, nowMs: number): Promise<Rendition | undefined>
  /** Behind the answer. */
  put(key: string, rendition: Rendition): void
  /** Writes under way have ended. */
  settled(): Promise<void>
}

type Deps = {
  folder: string
  maxBytes: number
  /** Seals what is written: what another hand or a failing disk changed is not served. */
  secret: string
  onError: (error: unknown) => void
}

/** Each has its part of the bytes, so that a full one is swept without reading all the others. */
const shelves = 64
/** What was not used for longer than this is marked as used; the marks say who goes first. */
const markEveryMs = 3_600_000
const blockBytes = 4_096
/** Room is made for some more at once. */
const keptShare = 0.9
/** As many processes may write here at once without the room being passed. */
const maxWriters = 4
const maxWriting = 64
/** A file that was being written when its process was killed. */
const abandonedMs = 60_000

/**
 * Files are written aside and renamed, so any number of processes can share the folder: whoever reads
 * one reads all of it. Those longest unused go first.
 */
export const openDiskCache = (deps: Deps): DiskCache => {
  const diskCacheBytes = deps.maxBytes / shelves
  const counts = new Map<string, { bytes: number; againAt: number }>()
  const writing = new Set<Promise<void>>()
  const sweeping = new Map<string, Promise<void>>()

  const placeOf = (key: string) => {
    const hash = sha256(key)
    const diskCache = join(deps.folder, String((hash[0] ?? 0) % shelves).padStart(2, '0'))
    return { diskCache, file: join(diskCache, hash.toString('hex').slice(0, 40)) }
  }
  const sealOf = (content: Uint8Array) => createHmac('sha256', deps.secret).update(content).digest()

  const write = async (key: string, rendition: Rendition): Promise<void> => {
    const content = pack(key, rendition)
    if (content.length > diskCacheBytes / 4) return
    const { diskCache, file } = placeOf(key)
    await makeFolder(diskCache, 0o700)
    const aside = join(diskCache, newId('new'))
    try {
      await writeFile(aside, Buffer.concat([sealOf(content), content]), { mode: 0o600 })
      await rename(aside, file)
    } catch (error) {
      await rm(aside, { force: true })
      throw error
    }
    await keepWithin(diskCache, onDisk(content.length))
  }
  const keepWithin = async (diskCache: string, moreBytes: number): Promise<void> => {
    const count = counts.get(diskCache)
    if (count) {
      count.bytes += moreBytes
      if (count.bytes < count.againAt) return
    }
    const running = sweeping.get(diskCache)
    if (running) return running
    const sweep = sweepDiskCache(diskCache, diskCacheBytes)
      .then(bytes => {
        // Others write too: what there is has to be counted again before they all fill the room.
        counts.set(diskCache, { bytes, againAt: bytes + (diskCacheBytes - bytes) / maxWriters })
      })
      .finally(() => sweeping.delete(diskCache))
    sweeping.set(diskCache, sweep)
    return sweep
  }

  return {
    async get(key, nowMs) {
      const { file } = placeOf(key)
      const found = await read(file).catch(error => {
        if (Object(error).code !== 'ENOENT') deps.onError(error)
      })
      if (!found) return undefined
      const content = found.bytes.subarray(sealBytes)
      const isWhole =
        found.bytes.length > sealBytes &&
        timingSafeEqual(sealOf(content), found.bytes.subarray(0, sealBytes))
      const rendition = isWhole ? unpack(key, content) : undefined
      if (!rendition || rendition.expiresAtMs <= nowMs) {
        await rm(file, { force: true }).catch(deps.onError)
        return undefined
      }
      const now = new Date()
      if (now.getTime() - found.usedMs > markEveryMs)
        // Another process may just have swept it away.
        await utimes(file, now, now).catch(() => undefined)
      return rendition
    },
    put(key, rendition) {
      if (writing.size >= maxWriting) return
      const written = write(key, rendition)
        .catch(deps.onError)
        .finally(() => writing.delete(written))
      writing.add(written)
    },
    async settled() {
      await Promise.all(writing)
    },
  }
}

const sealBytes = 32

const read = async (file: string): Promise<{ bytes: Buffer; usedMs: number }> => {
  const handle = await open(file)
  try {
    const { mtimeMs: usedMs } = await handle.stat()
    return { bytes: await handle.readFile(), usedMs }
  } finally {
    await handle.close()
  }
}

/** What it takes, with the rest of its last block and its name. */
const onDisk = (bytes: number): number =>
  (Math.ceil((bytes + sealBytes) / blockBytes) + 1) * blockBytes

/** How much lies there afterwards. */
const sweepDiskCache = async (diskCache: string, maxBytes: number): Promise<number> => {
  const names = await readdir(diskCache)
  const found = await Promise.all(names.map(name => look(join(diskCache, name))))
  const files = found.filter(file => file !== undefined).sort((a, b) => a.usedMs - b.usedMs)
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const isFull = bytes > maxBytes
  for (const file of files) {
    const isAbandoned = file.isAside && Date.now() - file.usedMs > abandonedMs
    if (!isAbandoned && !(isFull && bytes > maxBytes * keptShare)) continue
    await rm(file.path, { force: true })
    bytes -= file.bytes
  }
  return bytes
}

const look = async (path: string) => {
  // Another process sweeps too.
  const found = await stat(path).catch(() => undefined)
  if (!found) return undefined
  const isAside = basename(path).startsWith('new_')
  return { path, isAside, usedMs: found.mtimeMs, bytes: onDisk(found.size) }
}

type Head = { key: string } & Omit<MadeRendition, 'bytes'>

/** A line that says what it is, and the image. */
const pack = (key: string, rendition: Rendition): Buffer => {
  const { status, contentType, source, maxAgeSeconds, expiresAtMs, bytes } = rendition
  const head: Head = { key, status, contentType, source, maxAgeSeconds, expiresAtMs }
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes])
}

const unpack = (wanted: string, content: Buffer): Rendition | undefined => {
  const end = content.indexOf('\n')
  const { key, ...image } = JSON.parse(content.toString('utf8', 0, end)) as Head
  if (key !== wanted) return undefined
  return toRendition({ ...image, bytes: content.subarray(end + 1) })
}
