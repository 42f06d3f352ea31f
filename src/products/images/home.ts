import { getDomain } from 'tldts'
import type { Egress } from '../../base/web/egress.ts'
import { guardedFetch } from '../../base/web/fetch.ts'
import { AppError } from '../../kit/errors.ts'
import type { DeclaredIcons } from '../../page/icons/declared.ts'
import type { SharedImage } from '../../page/icons/open-graph.ts'
import type { FetchedPage, PageReading } from '../../page/icons/page.ts'

export type HomeDeps = {
  egress: Pick<Egress, 'dispatcher' | 'parseTarget' | 'userAgent'>
  /** Off the main thread: pages are large, and some are hostile. */
  readPage: (page: FetchedPage) => Promise<PageReading>
}

/** A site's home page, or why there is none to read. */
export type Home =
  | { state: 'read'; url: string; declared: DeclaredIcons; shared: SharedImage[] }
  | { state: Unread; url: string; detail: string }

/**
 * `wall`: somebody stands before the page. `elsewhere`: it leads to a neighbour's page. `refused`:
 * an error status. None of them says that the site has no icon.
 */
type Unread = 'wall' | 'elsewhere' | 'refused' | 'no-html' | 'unreachable'

/** What a report tells of it. */
export const homeOf = (home: Home) => ({
  ...{ state: home.state, url: home.url },
  ...('detail' in home ? { detail: home.detail } : {}),
})

const pageTimeoutMs = 5_000
const maxPageBytes = 1_500_000
/** A host that is silent this long gets a second chance under its next address meanwhile. */
const patienceMs = 1_500

/** HTTPS first, then HTTP, then the same under `www.`; the first page that can be read. */
export const openHome = async (deps: HomeDeps, host: string, outer: AbortSignal): Promise<Home> => {
  const hosts = [host, `www.${host}`]
  const urls = hosts.flatMap(name => [`https://${name}/`, `http://${name}/`])
  const ending = new AbortController()
  const signal = AbortSignal.any([outer, ending.signal])
  const pending = new Set<Promise<Home>>()
  const unread: Home[] = []
  try {
    for (let at = 0; at < urls.length || pending.size > 0; ) {
      const url = urls[at]
      if (url !== undefined) {
        at++
        const visit = visitHome(deps, host, url, signal).finally(() => pending.delete(visit))
        // One that nobody waits for any more may still fail.
        visit.catch(() => undefined)
        pending.add(visit)
      }
      const first = await firstOf(pending, at < urls.length ? patienceMs : undefined)
      if (first?.state === 'read') return first
      if (first === undefined) continue
      unread.push(first)
      // A host that answers at all answers the same without TLS.
      if (first.state !== 'unreachable') at = Math.max(at, 2)
    }
  } finally {
    ending.abort(new AppError('page_timeout', 'Another address answered first.'))
  }
  return unread.find(home => home.state !== 'unreachable') ?? (unread[0] as Home)
}

const firstOf = async (
  pending: Iterable<Promise<Home>>,
  timeoutMs: number | undefined,
): Promise<Home | undefined> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => {
    if (timeoutMs !== undefined) timer = setTimeout(() => resolve(undefined), timeoutMs)
  })
  try {
    return await Promise.race([...pending, late])
  } finally {
    clearTimeout(timer)
  }
}

const visitHome = async (
  deps: HomeDeps,
  host: string,
  url: string,
  signal: AbortSignal,
  /** Reached by a page that only sends its visitors on; that is followed once. */
  isSecond = false,
): Promise<Home> => {
  try {
    const answer = await guardedFetch(deps.egress, {
      url,
      signal,
      timeoutMs: pageTimeoutMs,
      maxBytes: maxPageBytes,
      // Declarations stand in the head; the rest of an endless page is nobody's loss.
      onLimit: 'truncate',
    })
    const at = answer.url.href
    if (isNeighbour(host, answer.url.hostname))
      return { state: 'elsewhere', url: at, detail: `leads to ${answer.url.hostname}` }
    if (answer.status >= 400)
      return { state: 'refused', url: at, detail: `status ${answer.status}` }
    const { bytes, headers } = answer
    const page = await deps.readPage({ bytes, headers, url: at })
    if (page.state !== 'read') return { state: page.state, url: at, detail: '' }
    const { declared, shared, refreshUrl } = page
    const home: Home = { state: 'read', url: at, declared, shared }
    const saysNothing = declared.icons.length === 0 && shared.length === 0
    if (!saysNothing || refreshUrl === undefined || isSecond) return home
    const next = await visitHome(deps, host, refreshUrl, signal, true)
    return next.state === 'read' ? next : home
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'overloaded') throw error
    return { state: 'unreachable', url, detail: error.message }
  }
}

/**
 * Whether a redirect left for a sub-domain beside this one. A site may lead down into itself, up to
 * its parent or away to another domain, but a neighbour's icon is not its own.
 */
export const isNeighbour = (host: string, target: string): boolean => {
  const there = target.replace(/^www\./, '')
  const related = there === host || there.endsWith(`.${host}`) || host.endsWith(`.${there}`)
  return !related && domainOf(host) === domainOf(there)
}

const domainOf = (host: string) => getDomain(host, { allowPrivateDomains: true })
