import { accessSync, constants, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { attempt } from '../../kit/attempt.ts'

/** Where to look, besides the usual places. */
export type BrowserSearch = {
  /** CHROMIUM_PATH: if given, it is this one or none; see `noBrowser`. */
  chromiumPath: string | undefined
  /** The PATH to look in. */
  searchPath?: string | undefined
  /** Look nowhere but in `searchPath`. */
  only?: boolean
}

/** What CHROMIUM_PATH says where a process is to have no browser, and to install none. */
export const noBrowser = 'none'

/** The browser to use: the operator's choice, the system's, or one that Playwright downloaded. */
export const findBrowser = (search: BrowserSearch): string | undefined => {
  if (search.chromiumPath === noBrowser) return undefined
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
  'chromium-headless-shell',
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

/** Where Playwright keeps what it downloaded, the newest first. */
const playwrightBrowsers = (): string[] =>
  ['.cache/ms-playwright', 'Library/Caches/ms-playwright'].flatMap(place => {
    const cache = join(homedir(), place)
    return listFolder(cache)
      .filter(name => /^chromium-\d+$/.test(name))
      .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
      .flatMap(name => playwrightPrograms.map(program => join(cache, name, program)))
  })

const playwrightPrograms = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
]

export const listFolder = (folder: string): string[] => attempt(() => readdirSync(folder)) ?? []

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
