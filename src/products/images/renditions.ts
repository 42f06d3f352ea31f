import { createHash } from 'node:crypto'

/** An answer as it goes over the wire, ready but for the request's own headers. */
export type Rendition = {
  status: 200 | 404
  bytes: Buffer
  /**
   * The same bytes, a character each, of a small image: Node sends a string and its head in one piece
   * without asking for memory, and a Buffer in two.
   */
  text: string | undefined
  contentType: string
  /** For X-Image-Source. */
  source: string
  /** How long a browser may keep it. */
  maxAgeSeconds: number
  etag: string
  expiresAtMs: number
  /** Names and values in turn, as `writeHead` takes them fastest; made once, sent often. */
  headers: string[]
  /** The same where the answer depends on the asking page. */
  varyingHeaders: string[]
}

export type Renditions = {
  get(key: string, nowMs: number): Rendition | undefined
  set(key: string, rendition: Rendition): void
  /** Everything of a host and of its sub-domains, which may have borrowed from it. */
  forget(host: string): void
  /** How often that was: what was begun before must not be kept after it. */
  forgets(): number
  usedBytes(): number
}

type Entry = { rendition: Rendition; movedAtMs: number }

/** What an entry costs besides its image: key, headers, the map's own books. */
const entryOverheadBytes = 1_000

/** Renditions in memory under a byte limit; the one longest unused goes first. */
export const createRenditions = (maxBytes: number): Renditions => {
  const entries = new Map<string, Entry>()
  let usedBytes = 0
  let forgets = 0
  const remove = (key: string, { rendition }: Entry) => {
    entries.delete(key)
    usedBytes -= sizeOf(rendition)
  }
  return {
    get(key, nowMs) {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (entry.rendition.expiresAtMs <= nowMs) {
        remove(key, entry)
        return undefined
      }
      // A map keeps the order of insertion: the first entry is the one longest unused. Once a
      // second is exact enough, and spares a hot image most of the moving.
      if (nowMs - entry.movedAtMs >= 1_000) {
        entry.movedAtMs = nowMs
        entries.delete(key)
        entries.set(key, entry)
      }
      return entry.rendition
    },
    set(key, rendition) {
      const old = entries.get(key)
      if (old) remove(key, old)
      // One picture may not push out everything else.
      if (sizeOf(rendition) > maxBytes / 8) return
      entries.set(key, { rendition, movedAtMs: Number.NEGATIVE_INFINITY })
      usedBytes += sizeOf(rendition)
      for (const [first, entry] of entries) {
        if (usedBytes <= maxBytes) break
        remove(first, entry)
      }
    },
    forget(host) {
      forgets++
      for (const [key, entry] of entries) {
        const its = key.split(' ', 2)[1] ?? ''
        if (its === host || its.endsWith(`.${host}`)) remove(key, entry)
      }
    },
    forgets: () => forgets,
    usedBytes: () => usedBytes,
  }
}

type Make<Wanted> = (wanted: Wanted, key: string, accountId: string) => Promise<Rendition>

/** Makes what is not in memory; the same one once, however many ask for it meanwhile. */
export const makeOnce = <Wanted>(renditions: Renditions, make: Make<Wanted>): Make<Wanted> => {
  const making = new Map<string, Promise<Rendition>>()
  return (wanted, key, accountId) => {
    const forgets = renditions.forgets()
    const name = `${forgets} ${key}`
    const running = making.get(name)
    if (running) return running
    const made = make(wanted, key, accountId)
      .then(rendition => {
        if (renditions.forgets() === forgets) renditions.set(key, rendition)
        return rendition
      })
      .finally(() => making.delete(name))
    making.set(name, made)
    return made
  }
}

const sizeOf = ({ bytes, text = '' }: Rendition) => bytes.length + text.length + entryOverheadBytes

export const etagOf = (bytes: Uint8Array): string =>
  `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
