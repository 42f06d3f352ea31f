import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, CDPSession, Page, Request } from 'playwright-core'
import { within } from '../../kit/deadline.ts'
import { AppError } from '../../kit/errors.ts'
import type { Egress } from './egress.ts'
import { usableHeaders } from './headers.ts'
import { createInspector, type Inspector } from './inspect.ts'
import type { StorageState } from './lend-page.ts'
import type { ProxyPass } from './proxy.ts'
import { isRefusal } from './refusal.ts'

/** One page in a context of its own, while its lease lasts. */
export type Visit = {
  page: Page
  /** Goes to a URL and waits; what a site did wrong is an AppError that names it. */
  open: (url: URL | string, options?: OpenOptions) => Promise<Opened>
  /**
   * Looks at the page as it is now; never at the browser's own error page after a failed jump, and
   * again at the next page where one takes its place meanwhile.
   */
  read: <T>(look: (page: Page) => Promise<T>) => Promise<T>
  /** Measures the page from outside the reach of its scripts. */
  inspect: <T>(look: (inspector: Inspector) => Promise<T>) => Promise<T>
  /** Waits while another page is on its way, and until it is there; throws where it cannot be had. */
  land: (limitMs: number) => Promise<void>
  /** The answer that is shown, which may not be what was opened: a check may have been passed. */
  shown: () => Shown | undefined
  /** The context's cookies, and what the page's own origin keeps in its local storage. */
  storageState: () => Promise<StorageState>
}

type OpenOptions = {
  waitUntil?: 'commit' | 'domcontentloaded' | 'load' | 'networkidle'
  timeoutMs?: number
  /** Sent to the URL's own origin alone, never to another one it redirects to or loads from. */
  headers?: Readonly<Record<string, string>>
}

type Shown = { status: number; headers: Readonly<Record<string, string>> }
type Opened = Shown & { url: URL }

export const createVisit = (
  deps: Pick<Egress, 'parseTarget' | 'signer'> & {
    pass: Pick<ProxyPass, 'failureOf'>
  },
  context: BrowserContext,
  page: Page,
): Visit => {
  // Nobody looks at a popup, and each costs a process.
  context.on('page', popup => void popup.close().catch(() => {}))
  const navigation = watchNavigation(page)
  const checkShown = () => {
    if (navigation.failed() || page.url().startsWith('chrome-error:'))
      throw hostFailure(deps, navigation.hostname())
  }
  let cdp: CDPSession | undefined
  let inspector: Promise<Inspector> | undefined
  return {
    page,
    shown: navigation.shown,
    async open(url, options = {}) {
      const target = deps.parseTarget(String(url))
      navigation.begin(target)
      await cdp?.detach()
      const headers = usableHeaders(options.headers ?? {})
      const isPlain = Object.keys(headers).length === 0
      cdp = isPlain ? undefined : await sendHeaders(context, page, target.origin, headers)
      try {
        const waitUntil = options.waitUntil ?? 'domcontentloaded'
        const go = () => goTo(page, target.href, waitUntil, options.timeoutMs ?? 30_000)
        let response = await go()
        let told = response?.headers() ?? {}
        if (response && deps.signer?.isChallenge(new URL(page.url()), response.status(), told)) {
          response = await go()
          told = response?.headers() ?? {}
        }
        if (!response || isRefusal(told)) throw hostFailure(deps, navigation.hostname())
        checkShown()
        return { url: new URL(page.url()), status: response.status(), headers: told }
      } catch (error) {
        throw explain(deps, error, navigation.hostname(), navigation.status())
      }
    },
    async read(look) {
      for (let looks = 1; ; looks++) {
        checkShown()
        try {
          const seen = await look(page)
          checkShown()
          return seen
        } catch (error) {
          if (error instanceof AppError || !isReplaced(error)) throw error
          if (looks === maxLooks)
            throw new AppError(
              'page_unreachable',
              `${navigation.hostname()} leads from page to page and never stays.`,
              { cause: error },
            )
          await page.waitForLoadState('domcontentloaded', { timeout: landMs }).catch(() => {})
        }
      }
    },
    async land(limitMs) {
      const untilMs = performance.now() + limitMs
      const leftMs = () => Math.max(1, untilMs - performance.now())
      // What was just done to the page may still be on its way to its scripts and to the network.
      await within(limitMs, page.evaluate('0')).catch(() => {})
      do await pause(startMs)
      while (navigation.isUnderWay() && performance.now() < untilMs)
      if (navigation.isUnderWay())
        throw new AppError('page_timeout', `${navigation.hostname()} did not answer in time.`)
      await page.waitForLoadState('domcontentloaded', { timeout: leftMs() }).catch(() => {})
      checkShown()
    },
    async storageState() {
      const cookies = await context.cookies()
      const { origin } = new URL(page.url())
      inspector ??= createInspector(context, page)
      const localStorage = await (await inspector).run(readLocalStorage, undefined).catch(() => [])
      return {
        cookies: cookies.map(({ sameSite = 'Lax', ...cookie }) => ({ ...cookie, sameSite })),
        origins: [{ origin, localStorage }],
      }
    },
    async inspect(look) {
      checkShown()
      inspector ??= createInspector(context, page)
      const seen = await look(await inspector)
      checkShown()
      return seen
    },
  }
}

/** Runs in the page, and is self-contained. */
const readLocalStorage = (): { name: string; value: string }[] =>
  Object.entries(localStorage).map(([name, value]) => ({ name, value: String(value) }))

/**
 * When this machine's network changes (an interface or an address comes or goes), Chromium ends all
 * that is on its way, which is nobody's fault: it is begun again, once, within the same time.
 */
const goTo = async (
  page: Page,
  url: string,
  waitUntil: NonNullable<OpenOptions['waitUntil']>,
  timeout: number,
) => {
  const begunMs = performance.now()
  try {
    return await page.goto(url, { waitUntil, timeout })
  } catch (error) {
    if (!String(error).includes('net::ERR_NETWORK_CHANGED')) throw error
    const leftMs = Math.max(1, timeout - (performance.now() - begunMs))
    return page.goto(url, { waitUntil, timeout: leftMs })
  }
}

/** A page that is replaced again and again is not looked at for ever. */
const maxLooks = 4
const landMs = 2_000
const startMs = 30

/** The driver's words for a document that went away while it was looked at. */
const isReplaced = (error: unknown): boolean =>
  error instanceof Error &&
  /context was destroyed|because of a navigation|page is navigating|Cannot find context|Frame was detached/.test(
    error.message,
  )

/**
 * Through the debugger, hop by hop: Playwright's own way repeats the headers after a redirect to
 * another origin and sends them to every third party on the page. It stops every request to the
 * page's own origin, so it is only for callers who send some.
 */
const sendHeaders = async (
  context: BrowserContext,
  page: Page,
  origin: string,
  headers: Readonly<Record<string, string>>,
): Promise<CDPSession> => {
  const session = await context.newCDPSession(page)
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const all = Object.entries({ ...request.headers, ...headers })
    session
      .send('Fetch.continueRequest', {
        requestId,
        headers: all.map(([name, value]) => ({ name, value })),
      })
      .catch(() => {})
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${origin}/*` }] })
  return session
}

/** The host that was asked last, since a redirect or a script may lead elsewhere. */
const watchNavigation = (page: Page) => {
  let hostname = ''
  let answer: Shown | undefined
  let shown: Shown | undefined
  let failed = false
  let underWay = false
  const isMain = (request: Request) =>
    request.isNavigationRequest() && request.frame() === page.mainFrame()
  page.on('request', request => {
    if (!isMain(request)) return
    hostname = new URL(request.url()).hostname
    failed = false
    underWay = true
  })
  page.on('requestfinished', request => {
    if (isMain(request)) underWay = false
  })
  page.on('requestfailed', request => {
    if (!isMain(request)) return
    underWay = false
    // An aborted one (a download, a newer one) leaves the page as it was.
    failed = request.failure()?.errorText !== 'net::ERR_ABORTED'
    if (!failed) answer = shown
  })
  page.on('response', response => {
    if (isMain(response.request()))
      answer = { status: response.status(), headers: response.headers() }
  })
  page.on('framenavigated', frame => {
    if (frame !== page.mainFrame()) return
    underWay = false
    shown = answer
  })
  return {
    begin(target: URL) {
      hostname = target.hostname
      answer = undefined
    },
    hostname: () => hostname,
    /** Of the last answer, whether it could be shown or not. */
    status: () => answer?.status,
    shown: () => shown,
    isUnderWay: () => underWay,
    failed: () => failed,
  }
}

type Failures = { pass: Pick<ProxyPass, 'failureOf'> }

const hostFailure = (deps: Failures, hostname: string): AppError =>
  deps.pass.failureOf(hostname) ??
  new AppError('page_unreachable', `${hostname} could not be reached.`)

const explain = (
  deps: Failures,
  error: unknown,
  hostname: string,
  status: number | undefined,
): unknown => {
  if (error instanceof AppError || !(error instanceof Error)) return error
  if (error.name === 'TimeoutError')
    return new AppError('page_timeout', `${hostname} did not finish loading in time.`, {
      cause: error,
    })
  const code = /Download is starting/.test(error.message)
    ? 'ERR_ABORTED'
    : /net::(ERR_[A-Z0-9_]+)/.exec(error.message)?.[1]
  if (code === undefined) return error
  const known = deps.pass.failureOf(hostname)
  if (known && code !== 'ERR_ABORTED') return known
  const fault = faults.find(([pattern]) => pattern.test(code))
  if (fault)
    return new AppError(fault[1], `${hostname} ${fault[2]}.`, {
      cause: error,
      transient: fault[1] === 'page_timeout' || fault[2] === closedEarly,
    })
  const answered =
    status === undefined
      ? `could not be shown (${code})`
      : `answered with status ${status} and no page`
  return new AppError('page_unreachable', `${hostname} ${answered}.`, { cause: error })
}

const closedEarly = 'closed the connection before its answer was complete'

const faults: readonly (readonly [
  RegExp,
  'page_unreachable' | 'page_timeout' | 'page_unsupported',
  string,
])[] = [
  [
    /^ERR_CERT_DATE/,
    'page_unreachable',
    'answered with a TLS certificate that is not trusted (expired)',
  ],
  [
    /^ERR_CERT_AUTHORITY/,
    'page_unreachable',
    'answered with a TLS certificate that is not trusted (its authority is unknown)',
  ],
  [
    /^ERR_CERT_COMMON_NAME/,
    'page_unreachable',
    'answered with a TLS certificate that is not trusted (issued for another name)',
  ],
  [/^ERR_CERT/, 'page_unreachable', 'answered with a TLS certificate that is not trusted'],
  [/^ERR_SSL/, 'page_unreachable', 'did not complete the TLS handshake'],
  [
    /^ERR_(CONNECTION|EMPTY_RESPONSE|SOCKET|INCOMPLETE|CONTENT_LENGTH)/,
    'page_unreachable',
    closedEarly,
  ],
  [/^ERR_TOO_MANY_REDIRECTS/, 'page_unreachable', 'redirects too many times'],
  [
    /^ERR_(INVALID_HTTP|INVALID_CHUNKED|RESPONSE_HEADERS)/,
    'page_unreachable',
    'answered with something that is not proper HTTP',
  ],
  [
    /^ERR_(CONTENT_DECODING|CONTENT_DECODER)/,
    'page_unreachable',
    'sent a compressed body that cannot be unpacked',
  ],
  [/^ERR_TIMED_OUT/, 'page_timeout', 'did not answer in time'],
  // What a browser would save instead of show; downloads are refused.
  [/^ERR_ABORTED/, 'page_unsupported', 'sent a file to download, not a page'],
]
