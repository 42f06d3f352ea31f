import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../kit/errors.ts'
import { traced } from '../../kit/trace.ts'
import type { WayOut } from '../ways/ways.ts'
import type { Browsers } from '../web/browser.ts'
import { watchNetwork } from '../web/network-idle.ts'
import { screenshotOfPage } from '../web/screenshot.ts'
import type { Visit } from '../web/visit.ts'
import { createRun } from './actions/run.ts'
import { awaitContent } from './await-content.ts'
import { capturePage } from './capture.ts'
import type { Reading } from './fetch-page.ts'
import { growsByScrolling } from './grows-by-scrolling.ts'
import { leftMs, type PageRequest } from './page-request.ts'
import type { PageSession } from './page-session.ts'
import type { Turns } from './turns.ts'

export type Render = {
  isAvailable(): boolean
  /** `failing`: its last start failed just now; `untried`: a while ago. */
  health(): 'none' | 'good' | 'failing' | 'untried'
  /** Another process has a browser, and whoever reads the page can leave it to that one. */
  isElsewhere?(): boolean
  /** The page as the browser has it; undefined when the address holds no web page. */
  page(
    request: PageRequest,
    out: WayOut,
    turns: Turns,
    life: AbortSignal,
    session?: PageSession,
  ): Promise<Reading | undefined>
}

type RenderDeps = {
  browsers: Browsers
  /** For one of a caller's steps: the wait for its element, and for the page that it leads to. */
  stepMs?: number
}

export const createRender = ({ browsers, stepMs = 15_000 }: RenderDeps): Render => ({
  isAvailable: () => browsers.status().executable !== undefined,
  health: () => {
    const { executable, failedMsAgo } = browsers.status()
    if (executable === undefined) return 'none'
    if (failedMsAgo === undefined) return 'good'
    return failedMsAgo < failingMs ? 'failing' : 'untried'
  },
  page: async (request, { egress, robots, chosen }, turns, life, session) => {
    turns.ofSite()
    // Before it costs a page of the browser, which asks again at every hop.
    if (request.respectRobots) await robots.check(request.url)
    const screenshot = request.formats.includes('screenshot')
    const showsPictures = screenshot || request.actions.some(({ type }) => type === 'screenshot')
    const options = {
      timeoutMs: leftMs(request),
      mobile: request.mobile,
      storageState: session?.storageState,
      skip: showsPictures ? [] : (['image', 'media', 'font'] as const),
      locale: request.locale,
      outlet: chosen && egress,
      ...(request.headers['user-agent'] ? { userAgent: request.headers['user-agent'] } : {}),
      ...(request.respectRobots ? { checkHop: robots.check } : {}),
    }
    const run = createRun(request.actions, stepMs)
    const read = async (visit: Visit) => {
      turns.ofSite()
      const reading = await readVisit(visit, request, run, screenshot, life, session)
      if (session) session.keepState(await visit.storageState())
      return reading
    }
    // Until there is a page of a browser.
    turns.ofUs()
    return traced('render', about => {
      about['server.address'] = request.url.hostname
      return browsers
        .withPage(options, life, read)
        .catch(error => Promise.reject(run.explain(error)))
    })
  },
})

const readVisit = async (
  visit: Visit,
  request: PageRequest,
  run: ReturnType<typeof createRun>,
  screenshot: boolean,
  life: AbortSignal,
  session?: PageSession,
): Promise<Reading | undefined> => {
  run.checkUntaken()
  const deadlineMs = performance.now() + leftMs(request)
  const quiet = watchNetwork(visit.page)
  const rest = (limitMs: number) =>
    quiet.wait(Math.min(limitMs, (deadlineMs - performance.now()) / 2))
  const settle = async () => {
    await rest(maxQuietWaitMs)
    const awaited = await awaitContent(visit.page, (deadlineMs - performance.now()) / 2)
    if (awaited) await rest(maxQuietWaitMs)
  }
  const opened = await visit
    .open(request.url, {
      timeoutMs: leftMs(request),
      headers: { ...session?.jar.headers(request.url), ...request.headers },
    })
    .catch((error: unknown) => {
      // A download: the static reader knows what to do with files.
      if (error instanceof AppError && error.code === 'page_unsupported') return undefined
      throw error
    })
  if (!opened || !isPage(opened.headers['content-type'])) {
    if (request.actions.length > 0) throw noPage(request.url.hostname)
    return undefined
  }
  await settle()
  if (request.waitForMs > 0) await pause(request.waitForMs, undefined, { signal: life })
  // Steps are for the page, not for the form that a site shows in its place.
  const isForm = opened.status === 401 || session?.isSignInPage(new URL(visit.page.url()))
  const performed =
    session && isForm
      ? undefined
      : await run.perform(visit, {
          rest,
          signal: life,
          leftMs: () => deadlineMs - performance.now(),
        })
  if (performed) await settle()
  const shot = screenshot ? await visit.read(screenshotOfPage) : undefined
  const html = await visit.read(capturePage)
  const isEndless = request.actions.length === 0 && (await growsByScrolling(visit.page))
  const warnings = [shot?.warning, isEndless ? endless : undefined].filter(Boolean)
  const url = new URL(visit.page.url())
  const shown = visit.shown() ?? opened
  if (performed && !isPage(shown.headers['content-type'])) throw noPage(url.hostname)
  return {
    url,
    status: shown.status,
    // The captured text is UTF-8, whatever the page was sent as.
    headers: { ...shown.headers, 'content-type': 'text/html; charset=utf-8' },
    bytes: Buffer.from(html),
    rendered: true,
    ...(shot ? { screenshot: shot.image } : {}),
    ...(warnings.length > 0 ? { warning: warnings.join(' ') } : {}),
    ...(performed ? { performed } : {}),
  }
}

const endless =
  'The page gets longer as it is scrolled, and this is its beginning: "actions" can scroll further.'

const noPage = (hostname: string): AppError =>
  new AppError('page_unsupported', `${hostname} sent a file, and "actions" need a web page.`)

const isPage = (contentType = 'text/html') => /html|image\/svg/i.test(contentType)

/** Between two tries of work that can wait, or go to another process. */
const failingMs = 30_000

/** Pages that poll are never quiet; what they showed by then is what there is. */
const maxQuietWaitMs = 8_000
