import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Listener, listenBare } from '../base/http/listener.ts'
import type { NodeHandler } from '../base/http/server.ts'
import { type Browsers, openBrowsers } from '../base/web/browser.ts'
import type { Egress } from '../base/web/egress.ts'
import { findBrowser, noBrowser } from '../base/web/find-browser.ts'
import { openLender } from '../base/web/lend-browsers.ts'
import { provisionBrowser } from '../base/web/provision.ts'
import type { Config } from '../config/config.ts'
import type { Closers } from '../kit/closers.ts'
import { plainLog } from '../kit/log.ts'

type Deps = {
  config: Pick<Config, 'chromiumPath' | 'searchPath' | 'remoteBrowser'>
  egress: Egress
  log: Logger
  closers: Closers
}

/** The browsers of this process: on this machine, elsewhere (BROWSER_WS), or none. */
export const openOwnBrowsers = ({ config, egress, log, closers }: Deps): Browsers => {
  const { remoteBrowser: remote, chromiumPath } = config
  const browsers = openBrowsers({
    ...{ egress, log: plainLog(log) },
    find: () => findBrowser(config),
    ...(remote ? { remote } : {}),
  })
  closers.add('browsers', browsers.close)
  if (!remote && chromiumPath !== noBrowser) provideBrowser(config, log, closers, browsers)
  return browsers
}

/** The browsers of this machine for processes of others, at BROWSER_PORT. */
export const lendBrowsers = async (
  config: Pick<Config, 'host' | 'lentBrowsers' | 'chromiumPath' | 'searchPath'>,
  log: Logger,
  closers: Closers,
): Promise<Listener | undefined> => {
  if (!config.lentBrowsers) return undefined
  const { port, token } = config.lentBrowsers
  const lender = openLender({ find: () => findBrowser(config), token, log: plainLog(log) })
  closers.add('lent browsers', lender.close)
  const refuse: NodeHandler = (_, response) => void response.writeHead(404).end()
  return listenBare(refuse, { host: config.host, port }, lender)
}

/** Behind the start: everything that needs no browser works while one is being installed. */
const provideBrowser = (
  search: Deps['config'],
  log: Logger,
  closers: Closers,
  browsers: Browsers,
): void => {
  const stop = new AbortController()
  closers.add('browser installation', () => stop.abort())
  const say = (line: string) => log.info(line)
  provisionBrowser({ search, say, signal: stop.signal }).then(
    async found => {
      if (stop.signal.aborted) return
      if ('instruction' in found) return log.warn(found.instruction)
      // Half a dozen processes, each of which holds our own start up by 10 ms.
      await pause(afterStartMs, undefined, { signal: stop.signal, ref: false }).catch(() => {})
      if (!stop.signal.aborted)
        await browsers.checkContainment().catch(error => log.warn(error.message))
    },
    err => log.warn({ err }, 'no browser could be provided'),
  )
}

const afterStartMs = 2_000
