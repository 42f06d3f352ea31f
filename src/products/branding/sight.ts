import { setTimeout as pause } from 'node:timers/promises'
import { capturePage } from '../../base/reader/capture.ts'
import { leftMs } from '../../base/reader/page-request.ts'
import type { PageSession } from '../../base/reader/page-session.ts'
import type { WayOut } from '../../base/ways/ways.ts'
import type { Browsers } from '../../base/web/browser.ts'
import type { Inspector } from '../../base/web/inspect.ts'
import { watchNetwork } from '../../base/web/network-idle.ts'
import { type MissingSheet, watchStylesheets } from '../../base/web/stylesheets.ts'
import type { Visit } from '../../base/web/visit.ts'
import { AppError } from '../../kit/errors.ts'
import { readColor } from '../../page/css/color.ts'
import { isFontHost } from '../../page/css/references.ts'
import type { PageOrigin } from '../../page/verdict/page.ts'
import { judgeOverlay, overlayWords, safeAnswer } from './decide/overlays.ts'
import { schemeOf } from './decide/page-background.ts'
import { pageColor } from './decide/paint.ts'
import { type SpriteFile, spriteFilesOf } from './decide/sprites.ts'
import type { PaintedFonts } from './decide/typography.ts'
import { fetchSprites } from './fetch-sprites.ts'
import { keptElement, measurePage, measureTools, pressKept } from './page/measure.ts'
import { glance, type Switch, schemeTools, trySwitches, turn } from './page/scheme.ts'
import { loadSheetsAgain, sheetsThatCount } from './page/sheets.ts'
import type { Roots, Snapshot } from './page/snapshot.ts'
import type { SheetGaps } from './profile/doubt.ts'
import type { CheckedRequest } from './request.ts'

/** What the browser brought back of a page. */
export type Sighting = {
  bytes: Uint8Array
  origin: PageOrigin
  snapshot: Snapshot
  /** The page in its other color scheme, where it has one. */
  other: Snapshot | undefined
  painted: PaintedFonts
  /** Stylesheets that did not come. */
  gaps: SheetGaps
  /** Files that drawings of the page are taken from. */
  sprites: SpriteFile[]
}

/** Looks at a page in the browser: once as it is, and once in its other color scheme. */
export type See = (request: CheckedRequest, life: AbortSignal) => Promise<Sighting>

export type SeeDeps = WayOut & { browsers: Browsers; session?: PageSession | undefined }

export const createSee =
  ({ browsers, robots, egress, chosen, session }: SeeDeps): See =>
  async (request, life) => {
    const { mobile, respectRobots } = request
    // Before it costs a page of the browser, which asks again at every hop.
    if (respectRobots) await robots.check(request.url)
    const timeoutMs = leftMs(request)
    const userAgent = request.headers['user-agent']
    const options = {
      ...{ timeoutMs, mobile, locale: request.locale, outlet: chosen && egress },
      storageState: session?.storageState,
      ...(userAgent ? { userAgent } : {}),
      ...(respectRobots ? { checkHop: robots.check } : {}),
    }
    const seen = await browsers.withPage(options, life, async visit => {
      const sighting = await seePage(visit, request, session)
      if (session) session.keepState(await visit.storageState())
      return sighting
    })
    const sprites = await fetchSprites({ egress }, spriteFilesOf(seen.snapshot.logos), life)
    return { ...seen, sprites }
  }

const seePage = async (
  visit: Visit,
  request: CheckedRequest,
  session: PageSession | undefined,
): Promise<Omit<Sighting, 'sprites'>> => {
  const { page } = visit
  const quiet = watchNetwork(page)
  const stylesheets = watchStylesheets(page)
  // Motion would be measured on its way.
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  const opened = await visit.open(request.url, {
    timeoutMs: leftMs(request),
    headers: { ...session?.jar.headers(request.url), ...request.headers },
  })
  const type = opened.headers['content-type'] ?? 'text/html'
  if (!/html/i.test(type))
    throw new AppError('page_unsupported', `${opened.url.hostname} sent a file, not a page.`)
  await quiet.wait(Math.min(maxQuietWaitMs, leftMs(request) / 3))
  return whileStill(visit, async inspector => {
    const sheetWaitMs = Math.min(maxSheetWaitMs, leftMs(request) / 4)
    const gaps = await settleSheets(inspector, stylesheets, sheetWaitMs)
    await inspector.run(waitForFonts, maxFontWaitMs)
    const snapshot = await measureClear(inspector, visit)
    const html = await visit.read(capturePage)
    const painted = request.include.includes('typography')
      ? await askFonts(inspector, snapshot)
      : {}
    const other = await seeOther(inspector, visit, snapshot)
    return {
      bytes: Buffer.from(html),
      origin: {
        requestedUrl: request.url.href,
        finalUrl: page.url(),
        status: opened.status,
        // The captured text is UTF-8, whatever the page was sent as.
        headers: { ...opened.headers, 'content-type': 'text/html; charset=utf-8' },
      },
      ...{ snapshot, other, painted, gaps },
    }
  })
}

const maxQuietWaitMs = 8_000
const maxSheetWaitMs = 4_000
const maxMoves = 2

/** A page that moves on by itself is looked at again where it stays. */
const whileStill = async <T>(
  visit: Visit,
  look: (inspector: Inspector) => Promise<T>,
): Promise<T> => {
  for (let moves = 0; ; moves++)
    try {
      return await visit.inspect(look)
    } catch (error) {
      if (!(error instanceof Error) || !movedWords.test(error.message)) throw error
      const { hostname } = new URL(visit.page.url())
      const sentence = `${hostname} moved on to another page again and again.`
      if (moves === maxMoves)
        throw new AppError('page_unreachable', sentence, { cause: error, transient: true })
      await visit.page.waitForLoadState('load', { timeout: maxQuietWaitMs }).catch(() => {})
    }
}

/** In the words of the browser and of Playwright. */
const movedWords = /context was destroyed|find context|navigat|Promise was collected|detached/i

const maxFontWaitMs = 2_000

/** Runs in the page. */
const waitForFonts = async (limitMs: number): Promise<void> => {
  const late = new Promise(resolve => setTimeout(resolve, limitMs))
  await Promise.race([document.fonts.ready, late])
}

const measure = (inspector: Inspector): Promise<Snapshot> =>
  inspector.run(
    measurePage,
    {
      words: overlayWords,
      maxElements: 6_000,
      limits: { button: 250, link: 250, input: 40, panel: 150, bar: 12 },
    },
    measureTools,
  )

/**
 * A banner that can be sent away safely is, since some dim or lock the page behind them; one that
 * stays is set aside by what it is.
 */
const measureClear = async (inspector: Inspector, visit: Visit): Promise<Snapshot> => {
  const snapshot = await measure(inspector)
  const answers = snapshot.overlays
    .filter(overlay => judgeOverlay(overlay, snapshot) === 'consent')
    .flatMap(overlay => safeAnswer(overlay) ?? [])
  if (answers.length === 0) return snapshot
  const before = visit.page.url()
  for (const index of answers) await inspector.run(pressKept, index)
  await inspector.run(nextFrames, 3)
  // Whatever else the button did, the page that was asked for is the one to measure.
  return visit.page.url() === before ? measure(inspector) : snapshot
}

/** Runs in the page: until it has painted again, and what listens to a change has heard of it. */
const nextFrames = async (count: number): Promise<void> => {
  for (let at = 0; at < count; at++) {
    const late = new Promise(resolve => setTimeout(resolve, 100))
    await Promise.race([new Promise(resolve => requestAnimationFrame(resolve)), late])
    await new Promise(resolve => setTimeout(resolve, 0))
  }
}

/** What the browser painted the most used fonts with. */
const askFonts = async (inspector: Inspector, { texts }: Snapshot): Promise<PaintedFonts> => {
  const samples = new Map<string, number>()
  for (const { family, sample } of texts.toSorted((a, b) => b.characters - a.characters))
    if (!samples.has(family) && samples.size < 6) samples.set(family, sample)
  const painted: Record<string, PaintedFonts[string]> = {}
  for (const [family, sample] of samples) {
    const [font] = await inspector.fontsOf(keptElement, sample)
    if (font) painted[family] = { family: font.family, isCustom: font.isCustom }
  }
  return painted
}

/** First as a visitor who prefers the other scheme, then by the switches that sites build in. */
const seeOther = async (
  inspector: Inspector,
  visit: Visit,
  { roots, marks }: Snapshot,
): Promise<Snapshot | undefined> => {
  const now = schemeOfRoots(roots)
  const wanted = now === 'light' ? 'dark' : 'light'
  if (wanted === 'dark') {
    await visit.page.emulateMedia({ colorScheme: 'dark' })
    await inspector.run(nextFrames, 3)
    if (schemeOfRoots(await inspector.run(glance, undefined, schemeTools)) === wanted)
      return measure(inspector)
    await visit.page.emulateMedia({ colorScheme: 'light' })
  }
  const switches = switchesTo(wanted, marks.rootAttributes)
  const seen = await inspector.run(trySwitches, switches, schemeTools)
  const works = switches.find((_, at) => {
    const roots = seen[at]
    return roots !== undefined && schemeOfRoots(roots) === wanted
  })
  if (!works) return undefined
  await inspector.run(turn, works, schemeTools)
  await inspector.run(nextFrames, 3)
  return measure(inspector)
}

const schemeOfRoots = (roots: Roots): 'light' | 'dark' =>
  schemeOf(pageColor({ roots }), readColor(roots.bodyText))

/** Attributes that themes are commonly switched by; those that the page has come first. */
const schemeAttributes = [
  'data-theme',
  'data-bs-theme',
  'data-color-mode',
  'data-color-scheme',
  'data-mode',
  'theme',
]

const switchesTo = (
  wanted: 'light' | 'dark',
  present: readonly (readonly [name: string, value: string])[],
): Switch[] => {
  const current = wanted === 'dark' ? 'light' : 'dark'
  const switches: Switch[] = []
  const add = (attribute: string, value: string) => {
    for (const root of ['html', 'body'] as const)
      switches.push({
        root,
        attribute,
        value,
        ...(attribute === 'class' ? { without: current } : {}),
      })
  }
  for (const [name, value] of present) {
    const other = value.replace(new RegExp(`\\b${current}\\b`), wanted)
    if (name !== 'class' && name !== 'style' && other !== value) add(name, other)
  }
  for (const name of schemeAttributes) add(name, wanted)
  for (const name of [wanted, `theme-${wanted}`, `${wanted}-mode`, `${wanted}-theme`])
    add('class', name)
  return switches
}

const pollMs = 100

/**
 * Stylesheets that did not come are asked for once more, and those on their way get that much more
 * time. What is still missing then is told: without its CSS every page is set in Times New Roman.
 */
const settleSheets = async (
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
