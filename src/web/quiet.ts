import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'

const quietMs = 300

/** Watches a page's requests from now on. */
export const watchNetwork = (page: Page) => {
  const open = new Set<unknown>()
  let changedMs = performance.now()
  const changed = () => {
    changedMs = performance.now()
  }
  page.on('request', request => {
    // An event stream or a socket stays open for as long as the page lives.
    if (!['eventsource', 'websocket', 'ping'].includes(request.resourceType())) open.add(request)
    changed()
  })
  const done = (request: unknown) => {
    open.delete(request)
    changed()
  }
  page.on('requestfinished', done).on('requestfailed', done)
  return {
    /** Until the page is loaded and no request was under way for a moment. */
    async wait(limitMs: number): Promise<void> {
      const untilMs = performance.now() + limitMs
      await page.waitForLoadState('load', { timeout: Math.max(1, limitMs) }).catch(() => {})
      while (performance.now() < untilMs) {
        const seenMs = changedMs
        const restMs = open.size > 0 ? quietMs / 3 : seenMs + quietMs - performance.now()
        if (restMs > 0) await pause(Math.min(restMs, quietMs))
        else {
          // On a busy machine a script may not have had its turn yet: the page must answer first.
          await within(page.evaluate('0'), untilMs - performance.now())
          if (changedMs === seenMs) return
        }
      }
    },
  }
}

/** Whatever comes of it, not longer. */
const within = async (work: Promise<unknown>, limitMs: number): Promise<void> => {
  const late = new AbortController()
  const limit = pause(Math.max(1, limitMs), undefined, late)
  await Promise.race([work, limit]).catch(() => {})
  late.abort()
  await limit.catch(() => {})
}
