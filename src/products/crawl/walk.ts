import { setTimeout as pause } from 'node:timers/promises'
import type { OnExtra } from '../../base/accounts/prices.ts'
import {
  asSignedIn,
  checkSignedIn,
  type PageSession,
  type PageSessions,
} from '../../base/reader/page-session.ts'
import type { SessionRef } from '../../base/reader/session-ref.ts'
import type { Run } from '../../base/threads/task.ts'
import type { WayOut } from '../../base/ways/ways.ts'
import { type FetchResponse, guardedFetch } from '../../base/web/fetch.ts'
import { type Locale, localeHeaders } from '../../base/web/locale.ts'
import type { Robots } from '../../base/web/robots.ts'
import { AppError } from '../../kit/errors.ts'
import type { PageLinks } from '../../page/links/follow.ts'
import type { crawlTasks } from './tasks.ts'

export type WalkDeps = WayOut & {
  run: Run<Pick<typeof crawlTasks, 'readLinks'>>
  /** Of the visitor, where the caller said so. */
  locale?: Locale | undefined
  /** As whom pages are read, where the caller said so. */
  session?: SessionRef | undefined
  sessions: PageSessions
  /** Told of what costs more than a map. */
  onExtra?: OnExtra | undefined
}

export type WalkedPage = PageLinks & {
  url: string
  status: number
  headers: FetchResponse['headers']
}

/** A page for its links alone: no browser, no content. */
export const walkPage = async (
  deps: WalkDeps,
  target: URL,
  signal: AbortSignal,
): Promise<WalkedPage> => {
  const trip = { session: deps.session, url: target, out: deps, life: signal }
  const page = await asSignedIn(deps.sessions, trip, ({ egress }, session) =>
    walkSignedIn({ ...deps, egress }, target, signal, session),
  )
  if (deps.chosen) deps.onExtra?.('wayPage', deps.chosen.creditsPerPage)
  return page
}

const walkSignedIn = async (
  { egress, robots, run, locale }: WalkDeps,
  target: URL,
  signal: AbortSignal,
  session: PageSession | undefined,
): Promise<WalkedPage> => {
  const { url, status, headers, bytes } = await guardedFetch(egress, {
    url: target,
    signal,
    headers: localeHeaders(locale),
    // Of a page beyond all size the first links are still links.
    onLimit: 'truncate',
    checkHop: hop => robots.check(hop),
  })
  const task = { bytes, url: url.href, headers, ...(session && { asked: target.href }) }
  const { wall, ...page } =
    status >= 400
      ? { links: [], nofollow: false, leftOut: 0, wall: undefined }
      : await run('readLinks', task, signal)
  checkSignedIn(
    session,
    target,
    { url, status },
    wall ? { is: 'wall', kind: wall } : { is: 'page' },
  )
  return { ...page, url: url.href, status, headers }
}

type Walk = {
  /** What to read next, if anything; asked again after each page. */
  next: () => string | undefined
  onPage: (page: WalkedPage) => void
  turn: Turn
  signal: AbortSignal
}

/** Waits until a host may be asked. */
export type Turn = (url: URL, signal: AbortSignal) => Promise<void>

const atOnce = 4
const hostPauseMs = 200

/**
 * Reads pages for their links, a few at a time and with a pause between two starts on one host,
 * until there is nothing left or the signal ends it. A page that cannot be read is passed over.
 */
export const walk = async (deps: WalkDeps, { next, onPage, turn, signal }: Walk): Promise<void> => {
  const running = new Set<Promise<void>>()
  const read = async (address: string): Promise<void> => {
    try {
      const url = deps.egress.parseTarget(address)
      await turn(url, signal)
      const page = await walkPage(deps, url, signal)
      if (!signal.aborted) onPage(page)
    } catch (error) {
      if (!(error instanceof AppError) && !signal.aborted) throw error
    }
  }
  try {
    while (!signal.aborted) {
      const address = running.size < atOnce ? next() : undefined
      if (address !== undefined) {
        const task = read(address).finally(() => running.delete(task))
        running.add(task)
      } else if (running.size > 0) await Promise.race(running)
      else return
    }
  } finally {
    await Promise.allSettled(running)
  }
}

/** Each start on a host has its time: 200 ms after the last, or later where robots.txt asks for it. */
export const createTurns = (robots: Pick<Robots, 'crawlDelayMs'>): Turn => {
  const nextMs = new Map<string, number>()
  return async (url, signal) => {
    const now = performance.now()
    const atMs = Math.max(now, nextMs.get(url.host) ?? now)
    nextMs.set(url.host, atMs + Math.max(hostPauseMs, robots.crawlDelayMs(url) ?? 0))
    if (atMs > now) await pause(atMs - now, undefined, { signal })
  }
}
