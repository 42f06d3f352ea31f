import type { Logger } from 'pino'
import { type Browsers, openBrowsers } from './base/web/browser.ts'
import type { Egress } from './base/web/egress.ts'
import { findBrowser } from './base/web/find-browser.ts'
import { provisionBrowser } from './base/web/provision.ts'
import type { Closers } from './closers.ts'
import type { Config } from './config.ts'
import { plainLog } from './log.ts'

type Deps = {
  config: Pick<Config, 'chromiumPath' | 'searchPath' | 'remoteBrowser'>
  egress: Egress
  log: Logger
  closers: Closers
}

/** What CHROMIUM_PATH says where a process is to have no browser. */
const none = 'none'

/** The browsers of this process: on this machine, elsewhere (BROWSER_WS), or none. */
export const openOwnBrowsers = ({ config, egress, log, closers }: Deps): Browsers => {
  const { remoteBrowser: remote, chromiumPath } = config
  const hasNone = !remote && chromiumPath === none
  const browsers = openBrowsers({
    ...{ egress, log: plainLog(log) },
    find: () => (hasNone ? undefined : findBrowser(config)),
    ...(remote ? { remote } : {}),
  })
  closers.add('browsers', browsers.close)
  if (!remote && !hasNone) provideBrowser(config, log, closers, browsers)
  return browsers
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
      if ('instruction' in found) log.warn(found.instruction)
      else await browsers.checkContainment().catch(error => log.warn(error.message))
    },
    err => log.warn({ err }, 'no browser could be provided'),
  )
}
