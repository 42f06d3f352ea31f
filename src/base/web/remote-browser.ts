import type { Browser, BrowserContext } from 'playwright-core'
import type { RemoteBrowserConfig } from '../../config/hosts.ts'
import { within } from '../../kit/deadline.ts'
import { AppError } from '../../kit/errors.ts'
import { answersOf, type BrowserProcess } from './browser-process.ts'
import { proveEgress, proveNoOtherEgress } from './prove-egress.ts'
import type { BrowserProxy, ProxyPass } from './proxy.ts'
import { createPageOpener } from './spare-page.ts'

const connectMs = 15_000
const closeMs = 5_000
const proofBytes = 1_000_000

type RemoteDeps = { remote: RemoteBrowserConfig; proxy: BrowserProxy; bypass: string }

/**
 * A Chromium elsewhere, over its debugging protocol. We did not start it, so nothing is known of how
 * it was: it must prove that what its pages ask for comes through our proxy and goes no other way,
 * in full when we connect and again in each context. What it cannot prove, it is not used for.
 */
export const connectBrowser = async (deps: RemoteDeps): Promise<BrowserProcess> => {
  const { browser, place } = await connectAny(deps.remote)
  let isGone = false
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  const leave = () => {
    isGone = true
    resolve()
  }
  browser.once('disconnected', leave)
  const close = async () => {
    await within(closeMs, browser.close()).catch(() => {})
    leave()
  }
  try {
    const session = await within(connectMs, browser.newBrowserCDPSession())
    await withContext(deps, browser, proveNoOtherEgress)
    return {
      pages: createPageOpener(browser),
      version: browser.version(),
      startedMs: performance.now(),
      gone,
      isGone: () => isGone,
      // Whoever runs it looks after its memory.
      memoryBytes: async () => undefined,
      answers: answersOf(session),
      prove: proveEgress,
      kill: () => {
        void close()
        leave()
      },
      close,
    }
  } catch (error) {
    await close()
    throw error instanceof AppError ? error : unreachable(place, error)
  }
}

/** One after the other, from anywhere in the list: so that many processes use all of them. */
const connectAny = async ({ urls }: RemoteBrowserConfig) => {
  const { chromium } = await import('playwright-core')
  const first = Math.floor(Math.random() * urls.length)
  const order = [...urls.slice(first), ...urls.slice(0, first)]
  let failure: AppError | undefined
  for (const url of order) {
    const place = new URL(url).host
    try {
      return { browser: await chromium.connectOverCDP(url, { timeout: connectMs }), place }
    } catch (error) {
      failure = unreachable(place, error)
    }
  }
  throw failure ?? new AppError('browser_unavailable')
}

/** A context as pages get it, and a pass of its own, for as long as the proof takes. */
const withContext = async (
  { proxy, bypass }: RemoteDeps,
  browser: Pick<Browser, 'newContext'>,
  prove: (context: BrowserContext, pass: ProxyPass) => Promise<void>,
): Promise<void> => {
  const pass = proxy.issuePass({ maxBytes: proofBytes })
  try {
    const server = { server: proxy.server, bypass }
    const context = await browser.newContext({ proxy: server, serviceWorkers: 'block' })
    await prove(context, pass)
    await context.close()
  } finally {
    pass.close()
  }
}

const unreachable = (place: string, cause: unknown): AppError =>
  new AppError(
    'browser_unavailable',
    `The browser of BROWSER_WS (${place}) cannot be used: it does not answer as Chromium’s debugging protocol does.`,
    { cause, transient: true },
  )

/** Their addresses may hold a token. */
export const placesOf = ({ urls }: RemoteBrowserConfig): string =>
  urls.map(url => new URL(url).host).join(', ')
