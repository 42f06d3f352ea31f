import { isDeepStrictEqual } from 'node:util'
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Page,
} from 'playwright-core'

/** A page that was never led anywhere, in a context that nobody else has. */
type FreshPage = {
  context: Promise<BrowserContext>
  page: Promise<Page>
  /** The debugger's, by which the page's requests are answered. */
  session: Promise<CDPSession>
}

/**
 * Opens pages, and one ahead: a context and its page take Chromium a quarter of a second, a fifth of
 * the life of most pages. The spare costs an idle renderer, ends with its browser, and is handed out
 * once, to the first who wants a context with the same options.
 */
export const createPageOpener = (browser: Pick<Browser, 'newContext'>) => {
  let spare: (FreshPage & { options: BrowserContextOptions }) | undefined
  return {
    open(options: BrowserContextOptions): FreshPage {
      if (!spare || !isDeepStrictEqual(spare.options, options)) return openPage(browser, options)
      const { context, page, session } = spare
      spare = undefined
      return { context, page, session }
    },
    openAhead(options: BrowserContextOptions): void {
      if (spare) return
      const opened = { ...openPage(browser, options), options }
      spare = opened
      const drop = () => {
        if (spare !== opened) return
        spare = undefined
        opened.context.then(context => context.close()).catch(() => {})
      }
      opened.page.then(page => page.once('crash', drop), drop)
      opened.session.catch(drop)
    },
  }
}

export type PageOpener = ReturnType<typeof createPageOpener>

const openPage = (
  browser: Pick<Browser, 'newContext'>,
  options: BrowserContextOptions,
): FreshPage => {
  const context = browser.newContext(options)
  const page = context.then(opened => opened.newPage())
  const session = page.then(async opened => (await context).newCDPSession(opened))
  // Whoever never comes to wait for the page waits for its context.
  page.catch(() => {})
  session.catch(() => {})
  return { context, page, session }
}
