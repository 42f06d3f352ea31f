import { setImmediate as breathe } from 'node:timers/promises'
import type { Run } from '../../base/threads/task.ts'
import type { Egress } from '../../base/web/egress.ts'
import { guardedFetch } from '../../base/web/fetch.ts'
import type { Robots } from '../../base/web/robots.ts'
import { AppError } from '../../kit/errors.ts'
import type { SitemapEntry } from '../../page/links/sitemap.ts'
import { maxSitemapBytes } from './read-sitemap.ts'
import type { crawlTasks } from './tasks.ts'

export type SitemapDeps = {
  egress: Pick<Egress, 'dispatcher' | 'parseTarget' | 'userAgent'>
  robots: Pick<Robots, 'check' | 'sitemaps'>
  run: Run<Pick<typeof crawlTasks, 'readSitemap'>>
}

export type SitemapPage = Omit<SitemapEntry, 'is'>

type SitemapSearch = {
  /** Of any page of the site. */
  url: URL
  respectRobots: boolean
  /** Ends the search; what was found until then was found. */
  signal: AbortSignal
  /** Waits until the host may be asked, as for a page of it. */
  turn: (url: URL) => Promise<void>
  /** Hears of each file that could not be read to its end, or at all. */
  onFault?: (url: string, why: string) => void
}

const wellKnown = ['/sitemap.xml', '/sitemap_index.xml', '/sitemap.txt']
const maxFiles = 1_000
const maxPages = 1_000_000
/** An index that names indexes: nobody needs more than this. */
const maxDepth = 3
const fileTimeoutMs = 30_000

type File = { url: string; depth: number; named: boolean }

/**
 * The pages a site's sitemaps name, as they are read: those of robots.txt first, then where sitemaps
 * usually are. One file at a time; no file is read twice, so an index in a circle ends. It never
 * fails: a site without a sitemap has none, and of a broken one what can be read counts.
 */
export async function* readSitemaps(
  deps: SitemapDeps,
  search: SitemapSearch,
): AsyncGenerator<SitemapPage> {
  const asked = new Set<string>()
  let found = 0
  const named = await deps.robots.sitemaps(search.url).catch(() => [])
  const starts = [
    named.map(url => ({ url, depth: 0, named: true })),
    ...wellKnown.map(path => [{ url: search.url.origin + path, depth: 0, named: false }]),
  ]
  for (const [index, start] of starts.entries()) {
    // The usual place is looked at even where robots.txt names others; the rest only if need be.
    if (index > 1 && found > 0) return
    const waiting: File[] = start
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      if (search.signal.aborted || asked.size >= maxFiles) return
      if (asked.has(file.url)) continue
      asked.add(file.url)
      for (const { is, ...page } of await readFile(deps, search, file, asked)) {
        if (is === 'page') {
          // Whoever takes them works on each, and others want to be served as well.
          if (++found % 500 === 0) await breathe()
          if (search.signal.aborted || found > maxPages) return
          yield page
        } else if (file.depth < maxDepth)
          waiting.push({ url: page.url, depth: file.depth + 1, named: false })
      }
    }
  }
}

const readFile = async (
  deps: SitemapDeps,
  search: SitemapSearch,
  file: File,
  asked: Set<string>,
): Promise<SitemapEntry[]> => {
  try {
    const url = deps.egress.parseTarget(file.url)
    await search.turn(url)
    const answer = await guardedFetch(deps.egress, {
      url,
      signal: search.signal,
      timeoutMs: fileTimeoutMs,
      maxRedirects: 5,
      maxBytes: maxSitemapBytes,
      onLimit: 'truncate',
      // Who names a file in robots.txt wants robots to read it.
      checkHop: (hop, nth) =>
        search.respectRobots && !(file.named && nth === 0) ? deps.robots.check(hop) : undefined,
    })
    if (answer.url.href !== file.url && asked.has(answer.url.href)) return []
    asked.add(answer.url.href)
    if (answer.status >= 300) {
      if (file.named || file.depth > 0) search.onFault?.(file.url, `status ${answer.status}`)
      return []
    }
    const task = { bytes: answer.bytes, url: answer.url.href }
    const { entries, fault } = await deps.run('readSitemap', task, search.signal)
    const why = fault ?? (answer.truncated ? 'too large' : undefined)
    // Sites answer with a page for every address: where nobody promised a sitemap, none is missing.
    if (why && (file.named || file.depth > 0 || fault !== 'html')) search.onFault?.(file.url, why)
    return entries
  } catch (error) {
    if (search.signal.aborted) return []
    if (!(error instanceof AppError)) throw error
    if (file.named || file.depth > 0) search.onFault?.(file.url, error.code)
    return []
  }
}
