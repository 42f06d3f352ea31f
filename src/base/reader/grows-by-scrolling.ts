/// <reference lib="dom" />
import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'
import { within } from '../../kit/deadline.ts'

/** A script that watches the end of the page asks for more within a frame or two. */
const askMs = 60
/** And only then is it waited for. */
const growMs = 700
const limitMs = 2_000

/**
 * Whether a page gets longer when somebody scrolls to its end. Looked at after the page was captured,
 * so that it changes nothing in the answer; 60 ms for a page that is longer than its window and has
 * scripts. Not seen: parts that scroll by themselves, buttons, and scripts that think it over first.
 */
export const growsByScrolling = (page: Page): Promise<boolean> =>
  within(limitMs, grows(page)).catch(() => false)

const grows = async (page: Page): Promise<boolean> => {
  let isAsked = false
  const note = (request: Request) => {
    isAsked ||= ['xhr', 'fetch'].includes(request.resourceType())
  }
  page.on('request', note)
  try {
    const before = await page.evaluate(scrollToEnd)
    if (before === 0) return false
    await pause(askMs)
    const isLonger = async () => (await page.evaluate(heightOfPage)) > before * 1.05
    if (await isLonger()) return true
    if (!isAsked) return false
    for (const untilMs = performance.now() + growMs; performance.now() < untilMs; ) {
      await pause(100)
      if (await isLonger()) return true
    }
    return false
  } finally {
    page.off('request', note)
  }
}

/** Runs in the page. Its height; 0 where there is nothing to scroll, or nobody who would notice. */
const scrollToEnd = (): number => {
  const { scrollHeight } = document.documentElement
  if (document.scripts.length === 0 || scrollHeight < 1.2 * innerHeight) return 0
  scrollTo(0, scrollHeight)
  return scrollHeight
}

/** Runs in the page. */
const heightOfPage = (): number => document.documentElement.scrollHeight
