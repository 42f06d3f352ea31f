import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from '../../src/base/web/find-browser.ts'
import type { Needs } from './bench.ts'

/** What keeps a bench from running here, as a sentence; undefined when nothing does. */
export const missing = (needs: Needs = {}, dataFolder: string | undefined): string | undefined => {
  if (needs.data && dataFolder === undefined)
    return `needs ${needs.data.join(', ')}: give the folder with --data or BENCH_DATA`
  const absent = needs.data?.filter(path => !existsSync(join(dataFolder ?? '', path))) ?? []
  if (absent.length > 0) return `needs ${absent.join(', ')}, which ${dataFolder} does not have`
  const unmade = Object.entries(needs.made ?? {}).find(([path]) => !existsSync(path))
  if (unmade) return `needs ${unmade[0]}: ${unmade[1]}`
  if (needs.browser && browserPath() === undefined) return 'needs a Chromium: see CHROMIUM_PATH'
  if (needs.linux && process.platform !== 'linux') return 'needs Linux: it reads /proc'
  const unknown = Object.entries(needs.programs ?? {}).find(([program]) => !isInstalled(program))
  if (unknown) return `needs ${unknown[0]}: apt-get install ${unknown[1]}`
  if (needs.root && process.getuid?.() !== 0) return 'needs root: it makes network namespaces'
  return undefined
}

const isInstalled = (program: string): boolean =>
  [...(process.env.PATH ?? '').split(':'), '/usr/sbin'].some(folder =>
    existsSync(join(folder, program)),
  )

export const browserPath = (): string | undefined =>
  findBrowser({ chromiumPath: process.env.CHROMIUM_PATH, searchPath: process.env.PATH })

/** For the list of all benches. */
export const showNeeds = ({
  data = [],
  browser,
  linux,
  root,
  packages = {},
  programs = {},
  made = {},
  quiet,
}: Needs): string =>
  [
    ...data,
    ...Object.keys(made),
    ...Object.keys(programs),
    ...(browser ? ['a browser'] : []),
    ...(linux ? ['Linux'] : []),
    ...(root ? ['root'] : []),
    ...(Object.keys(packages).length > 0 ? ['packages from npm'] : []),
    ...(quiet ? ['a quiet machine'] : []),
  ].join(', ')
