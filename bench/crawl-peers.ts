import { defineBench, type Figure, share } from './harness/bench.ts'
import { readCounts } from './support/crawl-client.ts'
import { type SiteName, siteNames, siteRows } from './support/crawl-names.ts'
import { crawleePackages, findPeers, runPeer } from './support/crawl-peers.ts'
import { startWeb } from './support/server.ts'
import { openWebProxy } from './support/web-proxy.ts'
import type { Counts } from './webs/crawl.ts'

const limitMs = 60_000

export const bench = defineBench({
  name: 'crawl-peers',
  part: 'Crawl',
  title:
    'Other crawlers on the sites of the bench before, each alone, a minute a site at most, robots.txt obeyed, four requests at once, all else as it comes: Crawlee, and Scrapy and wget2 where they are installed. The figure is the best recall of them',
  minutes: 42,
  needs: { packages: crawleePackages },
  rows: siteRows(what => ({ what, unit: '%' })),
  measure: async ({ sample, say }) => {
    const web = await startWeb('bench/webs/crawl.ts')
    const proxy = await openWebProxy(web)
    const peers = findPeers()
    const figures: Partial<Record<SiteName, Figure>> = {}
    try {
      for (const [at, name] of (Object.keys(siteNames) as SiteName[]).entries()) {
        const host = `${name}.test`
        const runs = []
        for (const peer of at % sample === 0 ? peers : []) {
          const ended = await runPeer(peer, { host, proxy: proxy.url }, limitMs)
          const counts = (await readCounts(web.httpPort))[host] as Counts
          const text = `${peer.name} ${showCounts(counts)}${ended ? '' : ', no end'}`
          say(`${name}: ${text}`)
          runs.push({ recall: (100 * counts.read) / counts.pages, text })
        }
        const best = Math.max(0, ...runs.map(({ recall }) => recall))
        figures[name] = { value: best, text: runs.map(({ text }) => text).join('; ') }
      }
      return figures as Record<SiteName, Figure>
    } finally {
      proxy.close()
      web.stop()
    }
  },
})

const showCounts = ({ read, pages, again, traps, forbidden }: Counts): string =>
  [
    share(read, pages).text,
    ...(again > 0 ? [`${again.toLocaleString('en')} again`] : []),
    ...(traps > 0 ? [`${traps.toLocaleString('en')} trap pages`] : []),
    ...(forbidden > 0 ? [`${forbidden.toLocaleString('en')} forbidden`] : []),
  ].join(', ')
