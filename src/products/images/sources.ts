import type { Sql } from '../../base/db/sql.ts'
import { bytesOf, type Objects } from '../../base/objects/objects.ts'
import { withoutCall } from '../../kit/admission-queue.ts'
import { AppError } from '../../kit/errors.ts'
import { newId, sha256 } from '../../kit/ids.ts'
import type { Theme } from '../../page/css/media.ts'
import type { Domain } from './domain.ts'
import type { ImageKind } from './request.ts'
import { imageStore, type LookupRow, type SourceRow, type StoredImage } from './store.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A host has one look a minute for new values of `v`. */
const versionPauseMs = minuteMs
/** Longer than any look takes: only a process that died lets its claim run out. */
const claimMs = 30_000
/** Refreshes at a time, behind the answers. */
const maxBehind = 32
const unusedMs = 60 * dayMs
/**
 * When a site is looked at again: one with an image, one that could not be read, one where a file
 * that might be better did not come, one without.
 */
const refreshMs = { found: 7 * dayMs, unsure: dayMs, missed: hourMs, none: hourMs }

/** What a look at a site brought home. */
export type Look = {
  sources: readonly SourceRow[]
  report: unknown
  /** False when the site could not be read: it may well have what was not found. */
  conclusive: boolean
  /** Addresses of files that did not come this time (a 503, too slow) and might have won. */
  missed?: readonly string[]
}

export type FoundSource = {
  source: SourceRow | undefined
  /** Until when this answer is as good as a new one; a stored one may be on its way out. */
  goodUntilMs: number
  /** The `v` asked for still waits for its look: nobody should keep this answer for long. */
  isProvisional: boolean
}

export type Wanted = { domain: Domain; kind: ImageKind; theme: Theme; version: string | undefined }

export type Sources = {
  find(wanted: Wanted): Promise<FoundSource>
  /** Refreshes under way, for the end of the process and for tests. */
  settled(): Promise<void>
}

type Deps = {
  sql: Sql
  objects: Pick<Objects, 'put' | 'get'>
  now: () => number
  look: (domain: Domain, kind: ImageKind) => Promise<Look>
  onError: (error: unknown, host: string) => void
}

/**
 * The image of a host and theme: as stored, or looked for when nothing is known, when "nothing" was
 * found an hour ago, or when `v` is new. A stored image past its week is served and looked for
 * again behind the answer. However many ask, in however many processes, one looks.
 */
export const createSources = (deps: Deps): Sources => {
  const flights = new Map<string, Promise<KnownImage>>()
  const behind = new Set<Promise<unknown>>()

  const look = async (wanted: Wanted, opened: Opened): Promise<KnownImage> => {
    const name = nameOf(wanted)
    const running = flights.get(name)
    // Only the holder of the claim looks; everybody else waits for the result.
    if (running && !opened.claimant) {
      await running
      return readLooked(deps, wanted)
    }
    const flight = lookOrWait(deps, wanted, opened).finally(() => {
      if (flights.get(name) === flight) flights.delete(name)
    })
    flights.set(name, flight)
    return flight
  }
  const lookBehind = (wanted: Wanted, opened: Opened) => {
    const { host } = wanted.domain
    const work = () =>
      behind.size < maxBehind
        ? look(wanted, opened)
        : // The next request finds it due.
          release(deps, wanted, opened)
    const refresh: Promise<unknown> = withoutCall(work)
      .catch(error => deps.onError(error, host))
      .finally(() => behind.delete(refresh))
    behind.add(refresh)
  }

  return {
    async find(wanted) {
      // While this process looks, it claims nothing more, however long that takes.
      const opened = await (flights.has(nameOf(wanted)) ? peek : open)(deps, wanted)
      const { known } = opened
      const nowMs = deps.now()
      const plan = decide(known?.lookup, versionHash(wanted.version), opened.nowMs)
      if (known && plan === 'serve') return toFound(known, wanted, nowMs)
      if (known && plan === 'refresh') {
        if (opened.claimant) lookBehind({ ...wanted, version: undefined }, opened)
        return { ...toFound(known, wanted, nowMs), goodUntilMs: nowMs + minuteMs }
      }
      return toFound(await look(wanted, opened), wanted, deps.now())
    },
    async settled() {
      while (behind.size > 0) await Promise.all(behind)
    },
  }
}

/** Lookups that nobody has asked for in two months go. */
export const forgetUnused = (sql: Sql): Promise<boolean> =>
  imageStore.forgetUnused(sql, new Date(Date.now() - unusedMs))

type KnownImage = { lookup: LookupRow; source: SourceRow | undefined }

/** What is known, and the claim of this process where it is to look. */
type Opened = { known: KnownImage | undefined; claimant: string | undefined; nowMs: number }

const open = async (deps: Deps, wanted: Wanted): Promise<Opened> => {
  const { domain, kind, theme, version } = wanted
  const nowMs = deps.now()
  const claimant = newId('look')
  const { stored, mine } = await imageStore.open(deps.sql, { host: domain.host, kind }, theme, {
    ...{ claimant, versionPauseMs, version: versionHash(version) },
    ...{ now: new Date(nowMs), until: new Date(nowMs + claimMs) },
  })
  const claim = { claimant: mine ? claimant : undefined, nowMs }
  try {
    const known = await wholeOf(deps, wanted, stored)
    // Its object was gone, so it was forgotten: somebody is to look.
    if (stored && !known && !mine) return await open(deps, wanted)
    return { known, ...claim }
  } catch (error) {
    await release(deps, wanted, claim).catch(() => undefined)
    throw error
  }
}

const peek = async (deps: Deps, wanted: Wanted): Promise<Opened> => ({
  known: await wholeOf(deps, wanted, await read(deps, wanted)),
  claimant: undefined,
  nowMs: deps.now(),
})

const nameOf = ({ kind, domain }: Wanted) => `${kind} ${domain.host}`

const release = async (
  deps: Deps,
  { domain, kind }: Wanted,
  { claimant }: Pick<Opened, 'claimant'>,
) => {
  if (claimant) await imageStore.release(deps.sql, { host: domain.host, kind }, claimant)
}

const readLooked = async (deps: Deps, wanted: Wanted): Promise<KnownImage> => {
  const known = await wholeOf(deps, wanted, await read(deps, wanted))
  if (!known) throw new Error(`the look at ${wanted.domain.host} left nothing behind`)
  return known
}

const read = (deps: Deps, { domain, kind, theme }: Wanted) =>
  imageStore.read(deps.sql, { host: domain.host, kind }, theme)

/** With the source's bytes. What is not in its store is not known. */
const wholeOf = async (
  deps: Deps,
  { domain, kind }: Wanted,
  stored: StoredImage | undefined,
): Promise<KnownImage | undefined> => {
  if (!stored?.source) return stored && { lookup: stored.lookup, source: undefined }
  const { object, ...source } = stored.source
  const bytes = await bytesOf(deps.objects, stored.source)
  if (bytes) return { lookup: stored.lookup, source: { ...source, bytes } }
  if (object) await imageStore.forget(deps.sql, { host: domain.host, kind }, object)
  return undefined
}

const decide = (
  lookup: LookupRow | undefined,
  version: string | undefined,
  nowMs: number,
): 'serve' | 'refresh' | 'look' => {
  if (!lookup?.checkedAt || !lookup.nextCheckAt) return 'look'
  const isNew = version !== undefined && !lookup.versions.includes(version)
  if (isNew && lookup.checkedAt.getTime() <= nowMs - versionPauseMs) return 'look'
  if (lookup.nextCheckAt.getTime() > nowMs) return 'serve'
  return lookup.found ? 'refresh' : 'look'
}

const toFound = (
  { lookup, source }: KnownImage,
  { version }: Wanted,
  nowMs: number,
): FoundSource => {
  const { checkedAt, nextCheckAt, versions } = lookup
  const hash = versionHash(version)
  // A `v` that came within the minute has not had its look yet: the next minute brings it.
  const waiting = hash !== undefined && !versions.includes(hash)
  const pauseEndsMs = (checkedAt?.getTime() ?? nowMs) + versionPauseMs
  const goodUntilMs = waiting ? pauseEndsMs : (nextCheckAt?.getTime() ?? nowMs)
  return { source, goodUntilMs, isProvisional: waiting }
}

const versionHash = (version: string | undefined) =>
  version === undefined ? undefined : sha256(version).toString('base64url').slice(0, 16)

const maxTurns = 3

const lookOrWait = async (deps: Deps, wanted: Wanted, first: Opened): Promise<KnownImage> => {
  let opened = first
  for (let turn = 0; turn < maxTurns; turn++) {
    if (opened.claimant) return lookNow(deps, wanted, { ...opened, claimant: opened.claimant })
    await waitForOther(deps, wanted)
    opened = await open(deps, wanted)
    // Nothing is known yet when the other one died or broke off: then it is our turn.
    if (!opened.claimant && opened.known?.lookup.checkedAt) return opened.known
  }
  throw new AppError('overloaded')
}

type Claimed = Opened & { claimant: string }

const lookNow = async (deps: Deps, wanted: Wanted, claimed: Claimed): Promise<KnownImage> => {
  try {
    return await keepLook(deps, wanted, await deps.look(wanted.domain, wanted.kind), claimed)
  } catch (error) {
    await release(deps, wanted, claimed).catch(() => undefined)
    throw error
  }
}

/** What is known from now on. Nobody else changes it while the claim is ours: no need to read it. */
const keepLook = async (
  deps: Deps,
  wanted: Wanted,
  look: Look,
  { known, claimant }: Claimed,
): Promise<KnownImage> => {
  const which = { host: wanted.domain.host, kind: wanted.kind }
  const nowMs = deps.now()
  const version = versionHash(wanted.version)
  const ended = { claimant, now: new Date(nowMs), version, report: look.report }
  const lookupWith = (found: boolean, nextCheckAt: Date): LookupRow => ({
    ...{ found, checkedAt: ended.now, nextCheckAt, claimedUntil: null, report: look.report },
    versions: [...(known?.lookup.versions ?? []), ...(version === undefined ? [] : [version])],
  })
  const isMissed = known?.source?.url && look.missed?.includes(known.source.url)
  if (known?.lookup.found && (!look.conclusive || isMissed)) {
    const nextCheckAt = new Date(nowMs + hourMs)
    await imageStore.keep(deps.sql, which, { ...ended, nextCheckAt })
    return { lookup: lookupWith(true, nextCheckAt), source: known.source }
  }
  const nextCheckAt = new Date(nowMs + checkAgainMs(look))
  const stored = await Promise.all(
    look.sources.map(async source => ({ ...source, ...(await deps.objects.put(source.bytes)) })),
  )
  await imageStore.save(deps.sql, which, { ...ended, nextCheckAt, sources: stored })
  const source = look.sources.find(({ theme }) => theme === wanted.theme)
  return { lookup: lookupWith(stored.length > 0, nextCheckAt), source }
}

/** Spread, so that hosts first seen together do not come due together. */
const checkAgainMs = (look: Look): number => {
  if (look.sources.length === 0) return refreshMs.none
  if (look.missed && look.missed.length > 0) return refreshMs.missed
  const usualMs = look.conclusive ? refreshMs.found : refreshMs.unsure
  return usualMs * (0.9 + 0.2 * Math.random())
}

const pollMs = 50

/** Another process looks: its claim ends with its answer, or runs out with its life. */
const waitForOther = async (deps: Deps, wanted: Wanted): Promise<void> => {
  const deadline = performance.now() + claimMs
  while (performance.now() < deadline) {
    const stored = await read(deps, wanted)
    const claimed = stored?.lookup.claimedUntil
    if (!claimed || claimed.getTime() <= deps.now()) return
    await new Promise(resolve => setTimeout(resolve, pollMs))
  }
}
