import { lateRefusal, pageRefusal } from '../../base/reader/refusal.ts'
import type { Run } from '../../base/threads/task.ts'
import type { Ways } from '../../base/ways/ways.ts'
import { attempt } from '../../kit/attempt.ts'
import { inTime } from '../../kit/deadline.ts'
import { AppError } from '../../kit/errors.ts'
import { isForeignFile } from '../../page/links/files.ts'
import type { FoundLink } from '../../page/links/follow.ts'
import { areaAround, isInside, moveArea } from '../../page/links/scope.ts'
import { hasTrapShape } from '../../page/links/traps.ts'
import { urlKey } from '../../page/links/url-key.ts'
import { createGathering, followed, type Gathering } from './gather.ts'
import type { MapAnswer, MapOptions } from './map-request.ts'
import { readSitemaps, type SitemapDeps } from './sitemaps.ts'
import type { crawlTasks } from './tasks.ts'
import { createTurns, type Turn, type WalkDeps, type WalkedPage, walk, walkPage } from './walk.ts'

type MapDeps = SitemapDeps &
  WalkDeps & { run: Run<Pick<typeof crawlTasks, 'readSitemap' | 'readLinks' | 'rankLinks'>> }

export type ReadMap = (options: MapOptions, signal: AbortSignal) => Promise<MapAnswer>

/** A search chooses among all that is found; otherwise no more is gathered than is told. */
const maxGathered = 100_000

/**
 * The URLs of a site: those of its sitemaps, those its page leads to, and, where there is no sitemap,
 * what a walk from page to page finds in the time that is left. Once the page has been read there is
 * an answer: whatever was cut is told in its warning.
 */
export const createMap =
  ({ ways, ...deps }: Pick<MapDeps, 'run' | 'sessions'> & { ways: Pick<Ways, 'use'> }): ReadMap =>
  (options, signal) => {
    const { exit, url, locale, session, onExtra } = options
    return ways.use({ exit, url, signal }, out =>
      mapSite({ ...deps, ...out, locale, session, onExtra }, options, signal),
    )
  }

const mapSite = async (
  deps: MapDeps,
  options: MapOptions,
  signal: AbortSignal,
): Promise<MapAnswer> => {
  const deadlineMs = performance.now() + options.timeoutMs
  const start = await inTime(
    { timeoutMs: options.timeoutMs, signal, late: lateRefusal(options) },
    life => readStart(deps, options, life),
  )
  const area = moveArea(areaOf(options), start.url)
  // One more than is told tells whether there is more.
  const max = options.search === undefined ? options.limit + 1 : maxGathered
  const site = createGathering(area, options, max)
  const warnings: string[] = []
  const isInArea = (key: string) => isInside(area, key)
  const turn = createTurns(deps.robots)
  await turn(new URL(start.url), signal)
  const timeoutMs = Math.max(1, deadlineMs - performance.now())
  const timeIsUp = await inTime({ timeoutMs, signal, late: () => timeOver }, life =>
    gather(deps, { options, start, site, warnings, isInArea, turn }, life),
  ).then(
    () => false,
    error => (error === timeOver ? true : Promise.reject(error)),
  )
  signal.throwIfAborted()
  if (timeIsUp) warnings.push('The time was up before the whole site was seen.')
  return conclude(deps, options, start, site, warnings)
}

const timeOver = new Error('The time is up.')

const areaOf = ({ scope, url }: MapOptions) => {
  const area = areaAround(scope, url.href)
  if (!area) throw new AppError('invalid_url')
  return area
}

const readStart = async (
  deps: MapDeps,
  { url }: MapOptions,
  life: AbortSignal,
): Promise<WalkedPage> => {
  const page = await walkPage(deps, url, life)
  if (page.status >= 400) throw pageRefusal({ is: 'status' }, { ...page, url: new URL(page.url) })
  return page
}

type Work = {
  options: MapOptions
  start: WalkedPage
  site: Gathering
  warnings: string[]
  isInArea: (key: string) => boolean
  /** Sitemaps and pages have one line at their host. */
  turn: Turn
}

/** Ends when all was seen, when nothing more is wanted, or, with an error, when time is up. */
const gather = async (deps: MapDeps, work: Work, life: AbortSignal): Promise<void> => {
  const { options, start, site } = work
  const inSitemaps = options.sitemap === 'skip' ? 0 : await gatherSitemaps(deps, work, life)
  if (options.sitemap !== 'only') {
    site.add(start.url, { from: 'page', ...(start.title && { title: start.title }) })
    for (const link of start.links) site.add(link.url, factsOf(link, 'page'))
    if (inSitemaps === 0 && !site.isFull()) await gatherPages(deps, work, life)
  }
  life.throwIfAborted()
}

const gatherSitemaps = async (deps: MapDeps, work: Work, life: AbortSignal): Promise<number> => {
  const { start, site, warnings } = work
  let pages = 0
  let faults = 0
  const search = {
    url: new URL(start.url),
    respectRobots: true,
    signal: life,
    // Files of a sitemap are few and quickly sent: only who asks for pauses gets them.
    turn: async (url: URL) =>
      deps.robots.crawlDelayMs(url) === undefined ? undefined : work.turn(url, life),
    onFault: () => {
      faults++
    },
  }
  for await (const { url, lastModified } of readSitemaps(deps, search)) {
    pages++
    site.add(url, { from: 'sitemap', ...(lastModified && { lastModified }) })
    if (site.isFull()) break
  }
  if (faults > 0)
    warnings.push(
      faults === 1
        ? 'A sitemap could not be read, or not to its end.'
        : `${faults} sitemaps could not be read, or not to their end.`,
    )
  return pages
}

/** Breadth first: pages in the order in which they were found. */
const gatherPages = async (deps: MapDeps, work: Work, life: AbortSignal): Promise<void> => {
  const { options, start, site, isInArea, turn } = work
  const seen = new Set([urlKey(start.url)])
  const waiting: string[] = []
  let at = 0
  const enqueue = (links: readonly FoundLink[]) => {
    for (const { url, next } of links) {
      // A list goes on by its query, whether or not that is told.
      const key = urlKey(url, { ignoreQuery: options.ignoreQuery && !next })
      if (key === undefined || seen.has(key) || seen.size >= maxGathered || !isInArea(key)) continue
      if (hasTrapShape(url) || isForeignFile(url)) continue
      seen.add(key)
      waiting.push(url)
    }
  }
  enqueue(followed(start))
  await walk(deps, {
    ...{ turn, signal: life },
    next: () => (site.isFull() || at === waiting.length ? undefined : waiting[at++]),
    onPage(page) {
      site.name(page.url, page.title)
      for (const link of page.links) site.add(link.url, factsOf(link, 'crawl'))
      enqueue(followed(page))
    },
  })
}

const factsOf = ({ text }: FoundLink, from: 'page' | 'crawl') => ({
  from,
  ...(text && { title: text }),
})

const conclude = async (
  deps: MapDeps,
  options: MapOptions,
  start: WalkedPage,
  site: Gathering,
  warnings: string[],
): Promise<MapAnswer> => {
  const { limit, search } = options
  const found = site.links
  const ranked = search === undefined ? found : await rank(deps, search, found)
  const links = ranked.slice(0, limit)
  if (links.length === 0) links.push({ url: start.url, from: 'page' })
  if (found.length > limit)
    warnings.push(`The site has more than the ${limit} URLs that are listed.`)
  if (found.length < 2 && links[0]?.url === start.url)
    warnings.push('Nothing but the page itself was found.')
  return { url: start.url, links, ...(warnings.length > 0 && { warning: warnings.join(' ') }) }
}

const rank = async (
  deps: MapDeps,
  search: string,
  links: Gathering['links'],
): Promise<MapAnswer['links']> => {
  const documents = links.map(({ url, title = '' }) => `${readable(url)} ${title}`)
  const order = await deps.run('rankLinks', { search, documents })
  return order.flatMap(index => links[index] ?? [])
}

/** Without scheme and escapes: `%C3%A9` is a letter. */
const readable = (url: string): string =>
  attempt(() => decodeURIComponent(url.slice(url.indexOf('//') + 2))) ?? url
