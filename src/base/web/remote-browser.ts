import type { BrowserContext } from 'playwright-core'
import type { RemoteBrowserConfig } from '../../config-hosts.ts'
import { within } from '../../deadline.ts'
import { AppError } from '../../errors.ts'
import type { BrowserProcess } from './browser-process.ts'
import type { BrowserProxy, ProxyPass } from './proxy.ts'
import { proveNoOtherWay, proveWay } from './way-out.ts'

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
  const browser = await connect(deps.remote)
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
    await withContext(deps, browser, proveNoOtherWay)
    return {
      browser,
      version: browser.version(),
      startedMs: performance.now(),
      gone,
      isGone: () => isGone,
      // Whoever runs it looks after its memory.
      memoryBytes: async () => undefined,
      answers: withinMs => {
        const answer = session.send('Browser.getVersion').then(
          () => true,
          () => true,
        )
        return within(withinMs, answer).catch(() => false)
      },
      prove: proveWay,
      kill: () => {
        void close()
        leave()
      },
      close,
    }
  } catch (error) {
    await close()
    throw error instanceof AppError ? error : unreachable(deps.remote, error)
  }
}

const connect = async (remote: RemoteBrowserConfig) => {
  try {
    const { chromium } = await import('playwright-core')
    return await chromium.connectOverCDP(remote.url, { timeout: connectMs })
  } catch (error) {
    throw unreachable(remote, error)
  }
}

/** A context as pages get it, and a pass of its own, for as long as the proof takes. */
const withContext = async (
  { proxy, bypass }: RemoteDeps,
  browser: Pick<BrowserProcess['browser'], 'newContext'>,
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

const unreachable = (remote: RemoteBrowserConfig, cause: unknown): AppError =>
  new AppError(
    'browser_unavailable',
    `The browser of BROWSER_WS (${placeOf(remote)}) cannot be used: it does not answer as Chromium’s debugging protocol does.`,
    { cause, transient: true },
  )

/** Its address may hold a token. */
export const placeOf = ({ url }: RemoteBrowserConfig): string => new URL(url).host
