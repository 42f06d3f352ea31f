import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { within } from '../../kit/deadline.ts'

const quietMs = 300
/** A page that asks again and again is done when what it shows has not changed for this long. */
const settledMs = 1_500
/** What takes longer than this is no poll: something worth waiting for. */
const pollMs = 1_000

/** Watches a page's requests from now on. */
export const watchNetwork = (page: Page) => {
  const open = new Map<unknown, number>()
  let changedMs = performance.now()
  const changed = () => {
    changedMs = performance.now()
  }
  page.on('request', request => {
    // An event stream or a socket stays open for as long as the page lives.
    if (!['eventsource', 'websocket', 'ping'].includes(request.resourceType()))
      open.set(request, performance.now())
    changed()
  })
  const done = (request: unknown) => {
    open.delete(request)
    changed()
  }
  page.on('requestfinished', done).on('requestfailed', done)
  const isPolling = () =>
    [...open.values()].every(startedMs => performance.now() - startedMs < pollMs)
  return {
    /** Until the page is loaded and no request was under way for a moment. */
    async wait(limitMs: number): Promise<void> {
      const untilMs = performance.now() + limitMs
      await page.waitForLoadState('load', { timeout: Math.max(1, limitMs) }).catch(() => {})
      const isSettled = watchSize(page)
      while (performance.now() < untilMs) {
        if (isPolling() && (await isSettled(untilMs - performance.now()))) return
        const seenMs = changedMs
        const restMs = open.size > 0 ? quietMs / 3 : seenMs + quietMs - performance.now()
        if (restMs > 0) await pause(Math.min(restMs, quietMs))
        else {
          // On a busy machine a script may not have had its turn yet: the page must answer first.
          await atMost(untilMs - performance.now(), page.evaluate('0'))
          if (changedMs === seenMs) return
        }
      }
    },
  }
}

/** Tells when a page with something to read has had the same size for a while. */
const watchSize = (page: Page) => {
  let size: unknown
  let sameSinceMs = performance.now()
  let lookedMs = performance.now()
  return async (limitMs: number): Promise<boolean> => {
    // Pages that grow quiet by themselves are not asked.
    if (performance.now() - lookedMs < settledMs / 3) return false
    lookedMs = performance.now()
    const now = await atMost(limitMs, page.evaluate(sizeOfPage))
    if (typeof now !== 'number' || now < minSize || now !== size) {
      size = now
      sameSinceMs = performance.now()
    }
    return performance.now() - sameSinceMs >= settledMs
  }
}

const sizeOfPage = 'document.body ? document.body.innerText.length : 0'
/** With less the page may still be a shell. */
const minSize = 400

/** Whatever comes of it, not longer. */
const atMost = <T>(limitMs: number, work: Promise<T>): Promise<T | undefined> =>
  within(Math.max(1, limitMs), work).catch(() => undefined)
