import type { RemoteBrowserConfig } from '../../config/hosts.ts'
import { type AdmissionQueue, createAdmissionQueue } from '../../kit/admission-queue.ts'
import { AppError } from '../../kit/errors.ts'
import { cores, memoryBytes } from '../../kit/machine-limits.ts'
import { onAbort } from '../../kit/on-abort.ts'
import { guardFlags, ownCaFlags } from './browser-flags.ts'
import type { Egress } from './egress.ts'
import { createFleet, type FleetLimits } from './fleet.ts'
import { openLauncher } from './launcher.ts'
import { lendPage, type PageOptions } from './lend-page.ts'
import { type BrowserProxy, openBrowserProxy } from './proxy.ts'
import { connectBrowser, placesOf } from './remote-browser.ts'
import type { Visit } from './visit.ts'

export type Browsers = {
  line: AdmissionQueue
  /** Pages at a time. */
  places: number
  /**
   * Lends a page in a context of its own, for a limited time. When the time is over, the caller
   * aborts or the page crashes, the call rejects at once and everything the page holds is ended.
   * When the browser itself is gone, `use` is called once more with a page of the next one.
   */
  withPage: <T>(
    options: PageOptions,
    signal: AbortSignal | undefined,
    use: (visit: Visit) => Promise<T>,
  ) => Promise<T>
  /** Starts the browser before anyone needs it. */
  warm: () => Promise<void>
  /** Finds out how a browser can be contained here, and says what cannot. */
  checkContainment: () => Promise<void>
  status: () => BrowserStatus
  close: () => Promise<void>
}

type BrowserStatus = {
  /** Where the browser is, a program or another host; undefined when there is none. */
  executable: string | undefined
  /** Of the running browser, if one runs. */
  version: string | undefined
  running: number
  pages: number
  waiting: number
  launches: number
  crashes: number
  /** Since the last start failed, if none has succeeded after it. */
  failedMsAgo: number | undefined
  /** What an operator should know of how the browser is contained; told from its first start on. */
  remarks: readonly string[]
}

type BrowsersDeps = {
  egress: Pick<Egress, 'connect' | 'parseTarget' | 'secureOwn' | 'userAgent' | 'signer'>
  /** Asked at each start, so that a browser installed later is found. */
  find: () => string | undefined
  /** One elsewhere, in place of one that is found here. */
  remote?: RemoteBrowserConfig
  log?: { info(message: string): void; warn(message: string): void }
}

export type BrowsersOptions = FleetLimits & {
  /** Pages at a time. */
  pages: number
  /** How the browser is kept from going past the proxy; tests show what each part is for. */
  guard: { flags: (proxyServer: string) => string[]; bypass: string }
}

export const openBrowsers = (
  deps: BrowsersDeps,
  given: Partial<BrowsersOptions> = {},
): Browsers => {
  const options = { ...defaultsFor(given.pages, deps.remote), ...given }
  const line = createAdmissionQueue({
    places: options.pages,
    calls: 16 * options.pages,
    usualMs: 1_000,
  })
  const launcher = openLauncher(deps, options)
  let opening: Promise<BrowserProxy> | undefined
  const fail = (cause: unknown): never => {
    opening = undefined
    const sentence = `Our proxy cannot listen at BROWSER_PROXY (${Object(cause).code}).`
    throw new AppError('browser_unavailable', sentence, { cause })
  }
  const openProxy = () => {
    // A browser elsewhere cannot be told of our own CA's key: TLS goes through to the host itself.
    opening ??= deps.remote
      ? openBrowserProxy({ ...deps.egress, secureOwn: undefined }, deps.remote.proxy).catch(fail)
      : openBrowserProxy(deps.egress)
    return opening
  }
  const { bypass } = options.guard
  const fleet = createFleet(async () => {
    const proxy = await openProxy()
    if (deps.remote) return connectBrowser({ remote: deps.remote, proxy, bypass })
    const { server, ownCaKey } = proxy
    return launcher.launch([...options.guard.flags(server), ...ownCaFlags(ownCaKey)])
  }, options)

  /** A browser may die of a page that is not this one: its death is told apart from other ends. */
  const tryPage = async <T>(
    spentMs: number,
    pageOptions: PageOptions,
    signal: AbortSignal | undefined,
    use: (visit: Visit) => Promise<T>,
  ): Promise<({ result: T } | { error: unknown; browserGone: boolean }) & Closing> => {
    const { browser, giveBack } = await fleet.take()
    const lease = { ...deps, browser, proxy: await openProxy(), bypass, spentMs }
    const { answer, closed } = lendPage(lease, pageOptions, signal, use)
    const closing = closed.finally(giveBack)
    return answer.then(
      result => ({ result, closing }),
      error => ({ error, browserGone: browser.isGone() && !signal?.aborted, closing }),
    )
  }

  /**
   * What has its answer is only closed, so its place is another's at once. A context that is closing
   * still has its memory: no more of them than half of the places, and the next waits for its end.
   */
  const closing = new Set<Promise<void>>()
  const givePlace = async (closed: Promise<void>): Promise<void> => {
    if (closing.size >= options.pages / 2) return closed
    closing.add(closed)
    void closed.finally(() => closing.delete(closed))
  }

  /** Tells as soon as there is an answer, and ends when its place can be another's. */
  const usePage = async <T>(
    pageOptions: PageOptions,
    signal: AbortSignal | undefined,
    use: (visit: Visit) => Promise<T>,
    told: { resolve(result: T): void; reject(error: unknown): void },
  ): Promise<void> => {
    const startedMs = performance.now()
    for (let attempt = 1; ; attempt++) {
      const tried = await tryPage(performance.now() - startedMs, pageOptions, signal, use)
      const again = 'error' in tried && tried.browserGone && attempt < maxAttempts
      if ('result' in tried) told.resolve(tried.result)
      else if (!again) told.reject(tried.error)
      if ('result' in tried) return givePlace(tried.closing)
      await tried.closing
      if (!again) return
    }
  }

  return {
    line,
    places: options.pages,
    withPage: <T>(
      pageOptions: PageOptions,
      signal: AbortSignal | undefined,
      use: (visit: Visit) => Promise<T>,
    ): Promise<T> =>
      line.join(() => {
        const told = Promise.withResolvers<T>()
        const stopListening = onAbort(signal, () => told.reject(signal?.reason))
        // The caller does not wait for its page to be closed, nor, when its time is up, for a browser
        // that is just being started.
        line.hold(() => usePage(pageOptions, signal, use, told), signal).catch(told.reject)
        return told.promise.finally(stopListening)
      }),
    warm: fleet.warm,
    checkContainment: async () => {
      await launcher.containment()
    },
    status: () => ({
      ...fleet.status(),
      executable: deps.remote ? placesOf(deps.remote) : deps.find(),
      remarks: launcher.remarks(),
      pages: line.load().running + closing.size,
      waiting: line.load().waiting,
    }),
    async close() {
      await fleet.close()
      await (await opening)?.close()
      await launcher.close()
    },
  }
}

type Closing = { closing: Promise<void> }

/** The second time, the browser most likely dies of this page. */
const maxAttempts = 2

/** Room for one page of a large application, and for its share of the browser. */
const pageBytes = 500_000_000

/** More pages wait for one another in the browser's main thread; one more browser takes 130 MB. */
const pagesAtOnce = 3

const defaultsFor = (
  // A page waits half of its time (for the network, for quiet), so a core carries more than one.
  pages = Math.max(2, Math.min(2 * cores, Math.floor(memoryBytes / pageBytes))),
  remote?: RemoteBrowserConfig,
): BrowsersOptions => {
  const browsers = remote ? 1 : Math.ceil(pages / pagesAtOnce)
  return {
    pages,
    browsers,
    busyPages: Math.ceil(pages / browsers),
    pagesPerBrowser: 100,
    maxAgeMs: 30 * 60_000,
    maxIdleMs: 5 * 60_000,
    maxMemoryBytes: 1_000_000_000,
    deadlyMemoryBytes: 3_000_000_000,
    answerWithinMs: 15_000,
    guard: { flags: guardFlags, bypass: '<-loopback>' },
  }
}
