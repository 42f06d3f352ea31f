import type { Sql } from '../../base/db/sql.ts'
import { bytesOf, type Objects } from '../../base/objects/objects.ts'
import { AppError } from '../../errors.ts'
import { newId, sha256 } from '../../ids.ts'
import { withoutCall } from '../../line.ts'
import type { Theme } from '../../page/css/media.ts'
import type { Domain } from './domain.ts'
import type { ImageKind } from './request.ts'
import { imageStore, type LookupRow, type SourceRow } from './store.ts'

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

export type Found = {
  source: SourceRow | undefined
  report: unknown
  checkedAt: Date | null
  /** Until when this answer is as good as a new one; a stored one may be on its way out. */
  goodUntilMs: number
  /** The `v` asked for still waits for its look: nobody should keep this answer for long. */
  isProvisional: boolean
}

type Wanted = { domain: Domain; kind: ImageKind; theme: Theme; version: string | undefined }

export type Sources = {
  find(wanted: Wanted): Promise<Found>
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
  const flights = new Map<string, Promise<void>>()
  const behind = new Set<Promise<void>>()

  const look = (wanted: Wanted): Promise<void> => {
    const name = `${wanted.kind} ${wanted.domain.host}`
    const running = flights.get(name)
    if (running) return running
    const flight = lookOrWait(deps, wanted).finally(() => flights.delete(name))
    flights.set(name, flight)
    return flight
  }
  const lookBehind = (wanted: Wanted) => {
    // The next request finds it due.
    if (behind.size >= maxBehind) return
    const { host } = wanted.domain
    const refresh = withoutCall(() => look(wanted))
      .catch(error => deps.onError(error, host))
      .finally(() => behind.delete(refresh))
    behind.add(refresh)
  }

  return {
    async find(wanted) {
      const known = await readWhole(deps, wanted)
      const nowMs = deps.now()
      const plan = decide(known?.lookup, versionHash(wanted.version), nowMs)
      if (known && plan === 'serve') return toFound(known, wanted, nowMs)
      if (known && plan === 'refresh') {
        lookBehind({ ...wanted, version: undefined })
        return { ...toFound(known, wanted, nowMs), goodUntilMs: nowMs + minuteMs }
      }
      await look(wanted)
      const looked = await readWhole(deps, wanted)
      if (!looked) throw new Error(`the look at ${wanted.domain.host} left nothing behind`)
      return toFound(looked, wanted, deps.now())
    },
    async settled() {
      while (behind.size > 0) await Promise.all(behind)
    },
  }
}

/** Lookups that nobody has asked for in two months go. */
export const forgetUnused = (sql: Sql): Promise<boolean> =>
  imageStore.forgetUnused(sql, new Date(Date.now() - unusedMs))

type Known = { lookup: LookupRow; source: SourceRow | undefined }

const read = (deps: Deps, { domain, kind, theme }: Wanted) =>
  imageStore.read(deps.sql, { host: domain.host, kind }, theme)

/** With the source's bytes. What is not in its store is not known. */
const readWhole = async (deps: Deps, wanted: Wanted): Promise<Known | undefined> => {
  const known = await read(deps, wanted)
  if (!known?.source) return known && { lookup: known.lookup, source: undefined }
  const { object, ...source } = known.source
  const bytes = await bytesOf(deps.objects, known.source)
  if (bytes) return { lookup: known.lookup, source: { ...source, bytes } }
  if (object)
    await imageStore.forget(deps.sql, { host: wanted.domain.host, kind: wanted.kind }, object)
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

const toFound = ({ lookup, source }: Known, { version }: Wanted, nowMs: number): Found => {
  const { checkedAt, nextCheckAt, versions, report } = lookup
  const hash = versionHash(version)
  // A `v` that came within the minute has not had its look yet: the next minute brings it.
  const waiting = hash !== undefined && !versions.includes(hash)
  const pauseEndsMs = (checkedAt?.getTime() ?? nowMs) + versionPauseMs
  const goodUntilMs = waiting ? pauseEndsMs : (nextCheckAt?.getTime() ?? nowMs)
  return { source, report, checkedAt, goodUntilMs, isProvisional: waiting }
}

const versionHash = (version: string | undefined) =>
  version === undefined ? undefined : sha256(version).toString('base64url').slice(0, 16)

const maxTurns = 3

const lookOrWait = async (deps: Deps, wanted: Wanted): Promise<void> => {
  for (let turn = 0; turn < maxTurns; turn++) {
    if (await lookIfMine(deps, wanted)) return
    await waitForOther(deps, wanted)
    // Nothing is known yet when the other one died or broke off: then it is our turn.
    if ((await read(deps, wanted))?.lookup.checkedAt) return
  }
  throw new AppError('overloaded')
}

/** False when another process looks, or has just looked. */
const lookIfMine = async (deps: Deps, wanted: Wanted): Promise<boolean> => {
  const which = { host: wanted.domain.host, kind: wanted.kind }
  const claimant = newId('look')
  const version = versionHash(wanted.version)
  const now = deps.now()
  const claim = { claimant, version, versionPauseMs, now: new Date(now) }
  const mine = await imageStore.claim(deps.sql, which, { ...claim, until: new Date(now + claimMs) })
  if (!mine) return false
  try {
    const look = await deps.look(wanted.domain, wanted.kind)
    await keepLook(deps, wanted, look, claimant)
    return true
  } catch (error) {
    await imageStore.release(deps.sql, which, claimant).catch(() => undefined)
    throw error
  }
}

const keepLook = async (deps: Deps, wanted: Wanted, look: Look, claimant: string) => {
  const which = { host: wanted.domain.host, kind: wanted.kind }
  const nowMs = deps.now()
  const ended = {
    claimant,
    now: new Date(nowMs),
    version: versionHash(wanted.version),
    report: look.report,
  }
  const known = await read(deps, wanted)
  const isMissed = known?.source?.url && look.missed?.includes(known.source.url)
  if (known?.lookup.found && (!look.conclusive || isMissed)) {
    await imageStore.keep(deps.sql, which, { ...ended, nextCheckAt: new Date(nowMs + hourMs) })
    return
  }
  const nextCheckAt = new Date(nowMs + checkAgainMs(look))
  const sources = await Promise.all(
    look.sources.map(async source => ({ ...source, ...(await deps.objects.put(source.bytes)) })),
  )
  await imageStore.save(deps.sql, which, { ...ended, nextCheckAt, sources })
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
    const known = await read(deps, wanted)
    const claimed = known?.lookup.claimedUntil
    if (!claimed || claimed.getTime() <= deps.now()) return
    await new Promise(resolve => setTimeout(resolve, pollMs))
  }
}
