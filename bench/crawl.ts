import { atLeast, atMost, defineBench, type Figure, figure, share } from './harness/bench.ts'
import { crawlEnd, readCounts, startCrawl } from './support/crawl-client.ts'
import { type SiteName, siteNames, siteRows } from './support/crawl-names.ts'
import { type Server, startServer, startWeb } from './support/server.ts'
import type { Counts } from './webs/crawl.ts'

/** The web is a process of its own that knows the truth and counts what it is asked for. */
export const bench = defineBench({
  name: 'crawl',
  part: 'Crawl',
  title:
    'Crawls of sites with known truth, by default options but for the pause between requests, all at once on a server that has just started: pages read of those there are',
  minutes: 2,
  rows: {
    ...siteRows(what => ({ what, unit: '%', limit: atLeast(100) })),
    again: { what: 'pages of all sites that were asked for twice', limit: atMost(0) },
    traps: { what: 'trap pages asked for, of the worst site', limit: atMost(60) },
    forbidden: { what: 'pages asked for that robots.txt forbids', limit: atMost(0) },
    limits: {
      what: 'crawls whose `limit` (1, 2, 10, 999 on four sites) was not kept to the page',
      limit: atMost(0),
    },
  },
  measure: async ({ say, verbose }) => {
    const web = await startWeb('bench/webs/crawl.ts')
    const server = await startServer({ ...web.env, HOST_DELAY_MS: '0' })
    try {
      const names = Object.keys(siteNames) as SiteName[]
      await Promise.all(names.map(name => crawlSite(server, name, say)))
      const counts = await readCounts(web.httpPort)
      const of = (name: SiteName) => counts[`${name}.test`] as Counts
      if (verbose)
        for (const name of names) {
          const { firstTraps, firstAgain } = of(name)
          say(`${name}: ${JSON.stringify({ firstTraps, firstAgain })}`)
        }
      const all = names.map(of)
      const worst = all.reduce((one, other) => (other.traps > one.traps ? other : one))
      const worstName = names.find(name => of(name) === worst)
      const broken = await keepLimits(server, say)
      return {
        ...(Object.fromEntries(names.map(name => [name, showSite(of(name))])) as Record<
          SiteName,
          Figure
        >),
        again: figure(all.reduce((sum, { again }) => sum + again, 0)),
        traps: figure(worst.traps, `${worst.traps} (${worstName})`),
        forbidden: figure(all.reduce((sum, one) => sum + one.forbidden, 0)),
        limits: figure(broken),
      }
    } finally {
      await server.stop()
      web.stop()
    }
  },
})

const crawlSite = async (server: Server, name: SiteName, say: (line: string) => void) => {
  const startedMs = performance.now()
  const id = await startCrawl(server, { url: `http://${name}.test/`, limit: 10_000, delay: 0 })
  const { status, completed, failed, skipped, warning = '' } = await crawlEnd(server, id)
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0)
  const left = JSON.stringify(skipped)
  say(`${name}: ${status}, ${completed} read, ${failed} failed, ${left}, ${seconds} s ${warning}`)
}

const showSite = ({ read, pages, again, traps }: Counts): Figure =>
  share(read, pages, again + traps > 0 ? `${again} again, ${traps} trap pages` : undefined)

/** Sites that have more than the limit: a crawl reads so many and no more. */
const keepLimits = async (server: Server, say: (line: string) => void): Promise<number> => {
  const asked = (['catalogue', 'sitemaps', 'mirror', 'facets'] as const).flatMap(name =>
    [1, 2, 10, 999].map(limit => ({ name, limit })),
  )
  const ends = await Promise.all(
    asked.map(async ({ name, limit }) => {
      const body = { url: `http://${name}.test/`, limit, delay: 0, formats: ['links'] }
      const { completed, failed, total } = await crawlEnd(server, await startCrawl(server, body))
      const most = { catalogue: 1_151, sitemaps: 1_021, mirror: 201, facets: 211 }[name]
      const isKept =
        completed + failed === total && total <= limit && (total === limit || limit > most)
      if (!isKept) say(`${name} with limit ${limit}: ${completed} + ${failed} of ${total}`)
      return isKept
    }),
  )
  return ends.filter(isKept => !isKept).length
}
