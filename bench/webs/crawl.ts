import { createSimulatedWeb, type WebRequest } from '../../test/support/simulated-web.ts'
import { crawlMazes } from '../support/crawl-mazes.ts'
import { type CrawlSite, crawlSites } from '../support/crawl-sites.ts'

/**
 * The web of the crawl benches, as a process of its own. It keeps count of what is asked for:
 * `counts.test/` tells it, by site, and forgets it.
 */
export type Counts = {
  /** Pages that were read, each once, of how many. */
  read: number
  pages: number
  /** Times that a page was read again. */
  again: number
  traps: number
  forbidden: number
  requests: number
  /** Some that were not read. */
  firstTraps: string[]
  firstAgain: string[]
}

const web = await createSimulatedWeb({ latencyMs: Number(process.argv[2] ?? 5) })
const tellers = new Map<string, () => Counts>()

const serve = (site: CrawlSite): void => {
  const seen = new Map<string, number>()
  const fresh = () => ({ traps: 0, forbidden: 0, requests: 0, firstTraps: [], firstAgain: [] })
  let counts: Pick<Counts, 'traps' | 'forbidden' | 'requests' | 'firstTraps' | 'firstAgain'> =
    fresh()
  tellers.set(site.host, () => {
    const again = [...seen.values()].reduce((sum, times) => sum + times - 1, 0)
    const told = { ...counts, read: seen.size, pages: site.pages, again }
    seen.clear()
    counts = fresh()
    return told
  })
  const answer = ({ path, url }: WebRequest) => {
    counts.requests++
    const shown = site.files?.[path] ? undefined : site.show(url)
    if (shown?.is === 'page') {
      const times = (seen.get(shown.id) ?? 0) + 1
      seen.set(shown.id, times)
      if (times > 1 && counts.firstAgain.length < 10) counts.firstAgain.push(url.href)
    } else if (shown && shown.is !== 'gone' && !/^\/(?:robots|sitemap)/.test(path)) {
      counts[shown.is === 'trap' ? 'traps' : 'forbidden']++
      if (counts.firstTraps.length < 100) counts.firstTraps.push(url.href)
    }
    return site.files?.[path] ?? shown?.reply ?? { status: 404, body: 'Not here' }
  }
  for (const host of [site.host, ...(site.also ?? [])]) web.site(host, answer)
}

const sites = [...crawlSites(), ...crawlMazes()]
for (const site of sites) serve(site)
web.site('counts.test', () => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(Object.fromEntries([...tellers].map(([host, tell]) => [host, tell()]))),
}))
console.log(
  JSON.stringify({
    env: web.env,
    httpPort: web.httpPort,
    httpsPort: web.httpsPort,
    hosts: sites.map(({ host }) => host),
  }),
)
