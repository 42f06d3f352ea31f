/// <reference lib="dom" />
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'

const maxWaitMs = 4_000
const stepMs = 150

/**
 * A page that is quiet and shows nothing but that it is loading, or a check that runs by itself,
 * may be waiting for a timer, which no request tells of. Such a page gets some more time; true if
 * something else came.
 */
export const awaitContent = async (page: Page, limitMs: number): Promise<boolean> => {
  const untilMs = performance.now() + Math.min(maxWaitMs, limitMs)
  let waited = false
  while (await isWaiting(page)) {
    if (performance.now() >= untilMs) return false
    waited = true
    await pause(stepMs)
  }
  return waited
}

/** While a page is being replaced by another it cannot answer: that is waiting as well. */
const isWaiting = (page: Page): Promise<boolean> => page.evaluate(showsNothing).catch(() => true)

/** Runs in the page. Self-contained: nothing of this module exists there. */
const showsNothing = (): boolean => {
  if (document.scripts.length === 0) return false
  const text = (document.body?.innerText ?? '').trim()
  if (text === '')
    return document.images.length + document.querySelectorAll('iframe, frame').length === 0
  const notices =
    /loading|please wait|just a moment|one moment|checking your browser|verifying|redirecting|bitte warten|wird geladen|chargement|cargando|caricamento|загрузка|読み込み中|加载中/i
  return text.length < 600 && notices.test(`${document.title} ${text.slice(0, 600)}`)
}
