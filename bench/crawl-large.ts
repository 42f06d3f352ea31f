import { setTimeout as wait } from 'node:timers/promises'
import { atLeast, atMost, defineBench, figure } from './harness/bench.ts'
import { crawlEnd, startCrawl } from './support/crawl-client.ts'
import { urlsOfSite } from './support/large-site.ts'
import { peakMb, residentMb, type Server, startServer, startWeb } from './support/server.ts'

const hosts = 50

export const bench = defineBench({
  name: 'crawl-large',
  part: 'Crawl',
  title:
    'A site of 100,000 pages on 50 hosts of a domain with 20 ms latency, crawled for markdown; and one of 10,000 beside a batch of the same URLs (its mean before and after), both once before that uncounted, no pause between requests',
  minutes: 9,
  needs: { linux: true, quiet: true },
  rows: {
    ratio: { what: 'ratio to the batch', limit: atLeast(0.8) },
    crawl: { what: 'the crawl of 10,000', unit: 'pages/s' },
    batch: { what: 'the batch of the same', unit: 'pages/s' },
    read: { what: 'pages read of 100,000', unit: '%', limit: atLeast(100) },
    speed: { what: 'the crawl of 100,000', unit: 'pages/s' },
    memory: {
      what: 'memory of the server in the last tenth, beside that in the second (medians)',
      limit: atMost(1.25),
    },
    peak: { what: 'peak memory of the server', unit: 'MB', limit: atMost(700) },
  },
  measure: async ({ sample, say }) => {
    const [small, large] = [10_000, 100_000].map(n => Math.round(n / sample)) as [number, number]
    const web = await startWeb(
      'bench/webs/crawl-large.ts',
      `${hosts}`,
      '20',
      `${small}`,
      `${large}`,
    )
    const server = await startServer({ ...web.env, HOST_DELAY_MS: '0' })
    try {
      const urls = urlsOfSite(small, hosts)
      // Once without counting: a server that has just started is half as fast, whoever is first.
      await runBatch(server, urls)
      await runCrawl(server, small)
      const before = await runBatch(server, urls)
      const crawl = await runCrawl(server, small)
      const after = await runBatch(server, urls)
      const batch = (before + after) / 2
      say(
        `${small} pages: batch ${before.toFixed(0)}, crawl ${crawl.perSecond.toFixed(0)}, batch ${after.toFixed(0)} pages/s`,
      )
      const whole = await runCrawl(server, large)
      const tenth = (at: number) =>
        medianMb(whole.memory, (at * large) / 10, ((at + 1) * large) / 10)
      const shown = `${before.toFixed(0)} before, ${after.toFixed(0)} after`
      return {
        ratio: figure(crawl.perSecond / batch),
        crawl: figure(crawl.perSecond),
        batch: figure(batch, `${batch.toFixed(0)} pages/s (${shown})`),
        read: figure((100 * whole.completed) / large, whole.completed.toLocaleString('en')),
        speed: figure(whole.perSecond),
        memory: figure(
          tenth(9) / tenth(1),
          `${(tenth(9) / tenth(1)).toFixed(2)} (${tenth(9).toFixed(0)} and ${tenth(1).toFixed(0)} MB)`,
        ),
        peak: figure(peakMb(server.pid)),
      }
    } finally {
      await server.stop()
      web.stop()
    }
  },
})

type Reading = { pages: number; mb: number }

const runCrawl = async (server: Server, pages: number) => {
  const memory: Reading[] = []
  const startedMs = performance.now()
  const id = await startCrawl(server, {
    ...{ url: urlsOfSite(pages, hosts)[0], limit: pages, scope: 'domain', delay: 0 },
    ...{ formats: ['markdown'], sitemap: 'skip' },
  })
  const { completed, failed, skipped } = await crawlEnd(server, id, state => {
    memory.push({ pages: state.completed, mb: residentMb(server.pid) })
  })
  if (failed > 0 || completed < pages)
    console.log(`  ${completed} read, ${failed} failed, ${JSON.stringify(skipped)}`)
  const seconds = (performance.now() - startedMs) / 1_000
  return { perSecond: completed / seconds, completed, memory }
}

const medianMb = (memory: readonly Reading[], from: number, to: number): number => {
  const own = memory.filter(({ pages }) => pages >= from && pages <= to).map(({ mb }) => mb)
  return own.toSorted((a, b) => a - b)[own.length >> 1] ?? Number.NaN
}

const runBatch = async (server: Server, urls: readonly string[]): Promise<number> => {
  const startedMs = performance.now()
  const { json } = await server.post('/v1/batch/scrape', { urls, formats: ['markdown'], delay: 0 })
  const { id, error } = Object(json)
  if (typeof id !== 'string') throw new Error(String(error))
  for (;;) {
    const { json } = await server.getJson(`/v1/batch/scrape/${id}?limit=1`)
    const { status, completed } = json as { status: string; completed: number }
    if (status !== 'scraping') {
      if (completed !== urls.length) throw new Error(`Not all were read: ${completed}`)
      return (urls.length * 1_000) / (performance.now() - startedMs)
    }
    await wait(100)
  }
}
