import { setTimeout as pause } from 'node:timers/promises'
import type { Inspector } from '../../base/web/inspect.ts'
import type { MissingSheet, watchStylesheets } from '../../base/web/stylesheets.ts'
import { isFontHost } from '../../page/css/references.ts'
import { loadSheetsAgain, sheetsThatCount } from './page/sheets.ts'
import type { SheetGaps } from './profile/doubt.ts'

const pollMs = 100

/**
 * Stylesheets that did not come are asked for once more, and those on their way get that much more
 * time. What is still missing then is told: without its CSS every page is set in Times New Roman.
 */
export const settleSheets = async (
  inspector: Inspector,
  watched: ReturnType<typeof watchStylesheets>,
  limitMs: number,
): Promise<SheetGaps> => {
  const missing = async (): Promise<MissingSheet[]> => {
    const all = watched.missing().filter(({ url }) => !isFontHost(url))
    if (all.length === 0) return []
    const counting = new Set(
      await inspector.run(
        sheetsThatCount,
        all.map(({ url }) => url),
      ),
    )
    return all.filter(({ url }) => counting.has(url))
  }
  const untilMs = performance.now() + limitMs
  const first = await missing()
  if (first.length > 0) {
    const urls = first.filter(({ isOnItsWay }) => !isOnItsWay).map(({ url }) => url)
    if (urls.length > 0) await inspector.run(loadSheetsAgain, { urls, limitMs })
    const isOpen = () => watched.missing().some(({ isOnItsWay }) => isOnItsWay)
    while (isOpen() && performance.now() < untilMs) await pause(pollMs)
  }
  return { missing: (await missing()).map(({ reason }) => reason), count: watched.count() }
}
