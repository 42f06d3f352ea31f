import { guardedFetch } from '../../base/web/fetch.ts'
import { createLife } from '../../kit/deadline.ts'
import { AppError } from '../../kit/errors.ts'
import { decodeText } from '../../page/html/encoding.ts'
import type { DeclaredIcon } from '../../page/icons/declared.ts'
import { readManifestIcons } from '../../page/icons/manifest.ts'
import { promised } from '../../page/icons/score.ts'
import {
  readBrowserconfigTiles,
  wellKnownBrowserconfig,
  wellKnownIcons,
  wellKnownManifests,
} from '../../page/icons/well-known.ts'
import { bothThemes, createFiles, type FileDeps } from './files.ts'
import { type Home, type HomeDeps, openHome } from './home.ts'

export type FindDeps = HomeDeps & FileDeps

const batchSize = 8
const maxFiles = 32
const maxRounds = 4
const textTimeoutMs = 3_000
const maxTextBytes = 500_000

/**
 * Every icon a site has to offer, decoded. Two round trips for the common site: its page beside the
 * well-known paths, then the best of what the page declares beside its manifest. A third one only
 * when something declared there could still win.
 */
export const findIcons = async (deps: FindDeps, host: string, timeoutMs: number) => {
  const late = new AppError('page_timeout', `There was no time left to look at ${host}.`)
  const life = createLife({ timeoutMs, whenLate: () => late })
  try {
    const files = createFiles(deps, life.signal)
    const origin = `https://${host}`
    files.add(wellKnownIcons(origin))
    const home = await openHome(deps, host, life.signal)
    const homeOrigin = new URL(home.url).origin
    if (home.state !== 'unreachable' && home.state !== 'elsewhere' && homeOrigin !== origin)
      files.add(wellKnownIcons(homeOrigin))
    const pool = home.state === 'read' ? home.declared.icons : []
    const linked = readLinked(deps, home, life.signal)
    linked.catch(() => undefined)
    files.add(promising(pool, files))
    await files.settle()
    // Not even an SVG in the manifest could win against what nothing can beat.
    if (files.mayWin([anySvg])) pool.push(...(await linked))
    for (let round = 2; round < maxRounds && files.count() < maxFiles; round++) {
      const next = promising(pool, files)
      if (next.length === 0) break
      files.add(next)
      await files.settle()
    }
    return { home, files: files.all() }
  } finally {
    life.end()
    life.abort(late)
  }
}

const anySvg: DeclaredIcon = {
  origin: 'manifest',
  url: 'data:image/svg+xml,',
  declaredPx: undefined,
  type: undefined,
  theme: undefined,
  purpose: 'any',
  color: undefined,
}

/** The next files to fetch: those that could win, the likeliest first. */
const promising = (
  pool: readonly DeclaredIcon[],
  files: ReturnType<typeof createFiles>,
): DeclaredIcon[] => {
  const likelihood = (icon: DeclaredIcon) =>
    Math.max(...bothThemes.map(theme => promised(icon, theme)))
  return pool
    .filter(icon => !files.has(icon) && files.mayWin([icon]))
    .sort((a, b) => likelihood(b) - likelihood(a))
    .slice(0, batchSize)
}

/** The icons of the manifest and the tiles; at their usual places when no page could be read. */
const readLinked = async (
  deps: FindDeps,
  home: Home,
  signal: AbortSignal,
): Promise<DeclaredIcon[]> => {
  if (home.state === 'unreachable' || home.state === 'elsewhere') return []
  const origin = new URL(home.url).origin
  const read = home.state === 'read'
  const declared = read ? home.declared.manifestUrl : undefined
  const manifests = read ? (declared ? [declared] : []) : wellKnownManifests(origin)
  const tiles = (read && home.declared.browserconfigUrl) || wellKnownBrowserconfig(origin)
  const lists = await Promise.all([
    ...manifests.map(url => readIcons(deps, url, signal, readManifestIcons)),
    readIcons(deps, tiles, signal, readBrowserconfigTiles),
  ])
  return lists.flat()
}

const readIcons = async (
  deps: FindDeps,
  url: string,
  signal: AbortSignal,
  read: (text: string, url: string) => DeclaredIcon[],
): Promise<DeclaredIcon[]> => {
  try {
    const answer = await guardedFetch(deps.egress, {
      url,
      signal,
      timeoutMs: textTimeoutMs,
      maxBytes: maxTextBytes,
    })
    if (answer.status !== 200) return []
    const text = decodeText(answer.bytes, answer.headers['content-type'])
    return read(text, answer.url.href)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return []
  }
}
