import { article } from '../test/support/batch.ts'
import { createSimulatedWeb } from '../test/support/simulated-web.ts'
import { atMost, defineBench, figure, median } from './harness/bench.ts'
import { cpuOf } from './support/processor-time.ts'
import { type Server, startServer } from './support/server.ts'

export const bench = defineBench({
  name: 'doors',
  part: 'The house',
  title:
    'What a door adds to the call behind it: the same page, kept already, asked for at `/v1/scrape` and at `/firecrawl`',
  minutes: 1,
  needs: { linux: true },
  rows: {
    native: { what: 'processor time of the call itself', unit: 'ms' },
    firecrawlV1: { what: 'Firecrawl, v1: processor time more', unit: 'ms', limit: atMost(2) },
    firecrawlV2: {
      what: 'Firecrawl, v2: processor time more',
      unit: 'ms',
      limit: atMost(2),
      note: 'Of the server’s process, the median of ten rounds in turn; PostgreSQL is not in it.',
    },
  },
  measure: async ({ sample }) => {
    const web = await createSimulatedWeb()
    web.site('site.test', { '/': article('home'), '/robots.txt': { status: 404 } })
    const server = await startServer(web.env)
    const calls = Math.max(20, Math.round(100 / sample))
    const paths = ['/v1/scrape', '/firecrawl/v1/scrape', '/firecrawl/v2/scrape'] as const
    const spent = new Map<string, number[]>(paths.map(path => [path, []]))
    try {
      for (const path of paths) await round(server, path, calls)
      for (let n = 0; n < 10; n++)
        for (const path of paths) spent.get(path)?.push(await round(server, path, calls))
    } finally {
      await server.stop()
      await web.close()
    }
    const [native = 0, v1 = 0, v2 = 0] = paths.map(path => median(spent.get(path) ?? []))
    return {
      native: figure(native),
      firecrawlV1: figure(v1 - native),
      firecrawlV2: figure(v2 - native),
    }
  },
})

const hourMs = 3_600_000

/** Milliseconds of the server's process for a call. */
const round = async (server: Server, path: string, calls: number): Promise<number> => {
  const before = ownMs(server)
  for (let n = 0; n < calls; n++) {
    const body = { url: 'https://site.test/', formats: ['markdown'], maxAge: hourMs }
    const { status, json } = await server.post(path, body)
    if (status !== 200) throw new Error(JSON.stringify(json))
  }
  return (ownMs(server) - before) / calls
}

const ownMs = ({ pid }: Server): number => {
  const { postgres: _, ...own } = Object.fromEntries(cpuOf(pid))
  return Object.values(own).reduce((sum, ms) => sum + ms, 0)
}
