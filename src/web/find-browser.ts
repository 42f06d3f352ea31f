import { accessSync, constants, readdirSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

/** Where to look, besides the usual places. */
export type BrowserSearch = {
  /** CHROMIUM_PATH: if given, it is this one or none. */
  chromiumPath: string | undefined
  /** PATH. */
  searchPath?: string | undefined
  /** Look nowhere but in `searchPath`. */
  only?: boolean
}

/** The browser to use: the operator's choice, the system's, or one that Playwright downloaded. */
export const findBrowser = (search: BrowserSearch): string | undefined => {
  if (search.chromiumPath !== undefined)
    return isExecutable(search.chromiumPath) ? search.chromiumPath : undefined
  const own = inFolders((search.searchPath ?? '').split(delimiter).filter(folder => folder !== ''))
  const others = search.only
    ? []
    : [...inFolders(usualFolders), ...macApps, ...playwrightBrowsers()]
  return [...own, ...others].find(isExecutable)
}

const inFolders = (folders: readonly string[]): string[] =>
  folders.flatMap(folder => commands.map(command => join(folder, command)))

const commands = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]

const usualFolders = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  '/opt/homebrew/bin',
]

const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]

/** The revision this Playwright was made for, then any other that lies beside it. */
const playwrightBrowsers = (): string[] => {
  const own = chromium.executablePath()
  const [cache, revision] = own.split(/(chromium-\d+)/)
  if (cache === undefined || revision === undefined) return [own]
  const others = listFolder(cache)
    .filter(name => /^chromium-\d+$/.test(name))
    .flatMap(name => listFolder(join(cache, name)).map(folder => join(cache, name, folder)))
  return [own, ...others.map(folder => join(folder, basename(own)))]
}

const listFolder = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
