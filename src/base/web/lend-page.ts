import type { BrowserContext, BrowserContextOptions } from 'playwright-core'
import { createLife, inSeconds } from '../../kit/deadline.ts'
import { AppError } from '../../kit/errors.ts'
import type { BrowserProcess } from './browser-process.ts'
import type { Cookie } from './cookie-jar.ts'
import type { Egress } from './egress.ts'
import { emulateLanguages, type Locale } from './locale.ts'
import type { BrowserProxy } from './proxy.ts'
import { answerRequests, type CheckHop, type SkippedKind } from './requests.ts'
import { browserUserAgent } from './user-agent.ts'
import { createVisit, type Visit } from './visit.ts'

/** As Playwright writes it. */
export type StorageState = {
  cookies: Cookie[]
  origins: { origin: string; localStorage: { name: string; value: string }[] }[]
}

export type PageOptions = {
  /** Over the whole life of the page. */
  timeoutMs?: number
  /** Of everything the page loads, as it comes over the wire. */
  maxBytes?: number
  mobile?: boolean
  userAgent?: string
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  locale?: Locale | undefined
  /** What it goes out by, where that is not the server's own way. */
  outlet?: Pick<Egress, 'connect' | 'secureOwn'> | undefined
  /** Kinds of resources that are not loaded, to save bytes. */
  skip?: readonly SkippedKind[]
  /** Cookies and local storage that the context begins with. */
  storageState?: StorageState | undefined
  /** What it throws ends the lease: a page that leads where we may not go is not read. */
  checkHop?: CheckHop
}

const defaultTimeoutMs = 60_000
const defaultMaxBytes = 50_000_000
const closeWithinMs = 5000

type LeaseDeps = {
  egress: Pick<Egress, 'parseTarget' | 'userAgent' | 'signer'>
  proxy: BrowserProxy
  browser: BrowserProcess
  /** Hosts the browser reaches past the proxy: none, not even loopback. */
  bypass: string
  /** Of the page's time, with a browser that is gone. */
  spentMs: number
}

/** `closed` comes after `answer`, which nobody who only wants the answer waits for. */
type Lent<T> = { answer: Promise<T>; closed: Promise<void> }

/**
 * One page in one fresh context with its own pass through the proxy. Whatever ends the lease, its
 * connections are cut and its context is closed; a browser that cannot even do that is killed.
 */
export const lendPage = <T>(
  deps: LeaseDeps,
  options: PageOptions,
  signal: AbortSignal | undefined,
  use: (visit: Visit) => Promise<T>,
): Lent<T> => {
  const ending = createEnding(deps, options.timeoutMs ?? defaultTimeoutMs, signal)
  const pass = deps.proxy.issuePass({
    maxBytes: options.maxBytes ?? defaultMaxBytes,
    onExceeded: ending.abort,
    outlet: options.outlet,
  })
  const { prove, pages } = deps.browser
  const wanted = contextOptions(deps, options)
  const opening = pages.open(wanted)
  const show = async () => {
    try {
      const context = await ending.within(opening.context)
      if (prove) await ending.within(prove(context, pass))
      const page = await ending.within(opening.page)
      const session = await ending.within(opening.session)
      const visit = createVisit({ ...deps.egress, pass }, context, page)
      const checkHop = options.checkHop && endingWith(ending.abort, options.checkHop)
      const { signer } = deps.egress
      const { languages = [] } = options.locale ?? {}
      await ending.within(
        Promise.all([
          answerRequests(session, pass, options.skip ?? [], checkHop, signer),
          languages.length > 1 && emulateLanguages(context, page, languages),
        ]),
      )
      visit.page.once('crash', () =>
        ending.abort(new AppError('page_unreachable', 'The page made its browser tab crash.')),
      )
      return await ending.within(use(visit))
    } catch (error) {
      throw ending.reasonFor(error)
    } finally {
      ending.end()
      pass.close()
    }
  }
  const answer = show()
  const close = () => closeContext(deps.browser, opening.context)
  const closed = answer.then(() => {
    // Not before: Chromium opens pages in the thread that all of them wait for. One elsewhere has to
    // prove itself in each context when it is used.
    if (!prove && !options.storageState) pages.openAhead(wanted)
    return close()
  }, close)
  return { answer, closed }
}

const endingWith =
  (end: (reason: unknown) => void, check: CheckHop): CheckHop =>
  url =>
    check(url).catch((error: unknown) => {
      end(error)
      throw error
    })

const contextOptions = (
  { proxy, bypass, egress, browser }: LeaseDeps,
  options: PageOptions,
): BrowserContextOptions => ({
  proxy: { server: proxy.server, bypass },
  // A worker that outlives its page would fetch when nobody counts; a download would fill the disk.
  serviceWorkers: 'block',
  acceptDownloads: false,
  locale: options.locale?.languages?.[0] ?? 'en-US',
  ...(options.locale?.timeZone && { timezoneId: options.locale.timeZone }),
  userAgent:
    options.userAgent ??
    browserUserAgent(egress.userAgent, browser.version, options.mobile ?? false),
  viewport: options.viewport ?? (options.mobile ? { width: 390, height: 844 } : desktop),
  ...(options.mobile && { isMobile: true, hasTouch: true, deviceScaleFactor: 3 }),
  ...(options.colorScheme && { colorScheme: options.colorScheme }),
  ...(options.storageState && { storageState: options.storageState }),
})

const desktop = { width: 1280, height: 800 }

/** Everything that can end a lease before its work is done. */
const createEnding = (
  { browser, spentMs }: Pick<LeaseDeps, 'browser' | 'spentMs'>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
) => {
  const stopped = () =>
    new AppError('page_unreachable', 'The browser stopped while it read the page.', {
      transient: true,
    })
  const life = createLife({
    signal,
    timeoutMs: timeoutMs - spentMs,
    whenLate: () =>
      new AppError('page_timeout', `The page was not done within ${inSeconds(timeoutMs)} seconds.`),
  })
  void browser.gone.then(() => life.abort(stopped()))
  return {
    ...life,
    /** Playwright's own words for a dead browser or its own timeout are not for callers. */
    reasonFor(error: unknown): unknown {
      if (browser.isGone() && !(error instanceof AppError)) return stopped()
      const late = error instanceof Error && error.name === 'TimeoutError'
      return late ? new AppError('page_timeout', undefined, { cause: error }) : error
    },
  }
}

const closeContext = async (
  browser: BrowserProcess,
  opening: Promise<BrowserContext>,
): Promise<void> => {
  const timer = setTimeout(browser.kill, closeWithinMs)
  await Promise.race([opening.then(context => context.close()).catch(() => {}), browser.gone])
  clearTimeout(timer)
}
