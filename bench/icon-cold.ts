import { png, svg } from '../test/support/pictures.ts'
import { createSimulatedWeb, type Pages, type SimulatedWeb } from '../test/support/simulated-web.ts'
import { atMost, defineBench, figure } from './harness/bench.ts'
import { type Server, startServer } from './support/server.ts'

export const bench = defineBench({
  name: 'icon-cold',
  part: 'Images',
  title: 'An icon nobody asked for before, when every request to its site takes 400 ms',
  minutes: 0.3,
  rows: {
    common: {
      what: 'round trips: a common site',
      limit: atMost(2),
      note: 'With favicon, an icon of 32 px, a touch icon and a manifest. TLS to the site costs a round trip of its own, which loopback does not show.',
    },
    commonTime: { what: 'the same, time besides the waiting for its site', unit: 'ms' },
    svg: { what: 'round trips: an SVG icon', limit: atMost(2) },
    favicon: { what: 'round trips: only a favicon.ico', limit: atMost(2) },
    manifest: { what: 'round trips: only a manifest', limit: atMost(3) },
    none: { what: 'round trips: nothing at all, both favicon services asked', limit: atMost(4) },
    looks: { what: 'looks for 100 requests at once', limit: atMost(1) },
    crowd: { what: 'the slowest of these 100', unit: 'ms' },
  },
  measure: async ({ say }) => {
    const web = await createSimulatedWeb({ latencyMs })
    const key = `pk_${'benchbench'.repeat(3)}`
    const server = await startServer({
      ...web.env,
      BOOTSTRAP_PUBLISHABLE_KEY: key,
      FAVICON_SERVICES: 'https://icons.one.test/{domain},https://icons.two.test/{domain}',
    })
    try {
      for (const host of ['icons.one.test', 'icons.two.test'])
        web.site(host, { '*': { status: 404 } })
      const ask = askFor(server, key)
      const sites = await makeSites()
      // The threads load their code at the first look.
      web.site('warm.example', sites.common)
      await ask('warm.example')
      const measured = {} as Record<keyof typeof sites, { ms: number; trips: number }>
      for (const name of Object.keys(sites) as (keyof typeof sites)[]) {
        measured[name] = await bestOfFive(web, ask, name, sites[name])
        say(`${name}: ${measured[name].ms.toFixed(0)} ms`)
      }
      const crowd = await askAtOnce(web, ask, sites.common)
      return {
        common: figure(measured.common.trips),
        commonTime: figure(measured.common.ms - measured.common.trips * latencyMs),
        svg: figure(measured.svg.trips),
        favicon: figure(measured.favicon.trips),
        manifest: figure(measured.manifest.trips),
        none: figure(measured.none.trips),
        looks: figure(crowd.looks),
        crowd: figure(crowd.slowestMs),
      }
    } finally {
      await server.stop()
      await web.close()
    }
  },
})

/** So long that waiting for a busy processor is not taken for a round trip. */
const latencyMs = 400

type Ask = (host: string, query?: string) => Promise<number>

const askFor =
  ({ imagePort }: Server, key: string): Ask =>
  async (host, query = '') => {
    const startedMs = performance.now()
    const answer = await fetch(`http://127.0.0.1:${imagePort}/${host}?token=${key}${query}`)
    await answer.arrayBuffer()
    return performance.now() - startedMs
  }

const makeSites = async () => {
  const head = (links: string) => `<html><head><title>A site</title>${links}</head></html>`
  const manifest = JSON.stringify({ icons: [{ src: '/512.png', sizes: '512x512' }] })
  const [icon32, icon512] = [await png('blue', 32), await png('red', 512)]
  const links =
    '<link rel="icon" href="/favicon.ico"><link rel="icon" sizes="32x32" href="/32.png"><link rel="apple-touch-icon" href="/180.png"><link rel="manifest" href="/m.json">'
  return {
    common: {
      '/': head(links),
      '/favicon.ico': icon32,
      '/32.png': icon32,
      '/180.png': await png('blue', 180),
      '/512.png': icon512,
      '/m.json': manifest,
    },
    svg: { '/': head('<link rel="icon" href="/i.svg">'), '/i.svg': svg('green') },
    favicon: { '/': head(''), '/favicon.ico': await png('blue', 48) },
    manifest: {
      '/': head('<link rel="manifest" href="/m.json">'),
      '/m.json': manifest,
      '/512.png': icon512,
    },
    none: { '/': head('') },
  } satisfies Record<string, Pages>
}

const bestOfFive = async (web: SimulatedWeb, ask: Ask, name: string, pages: Pages) => {
  let ms = Number.POSITIVE_INFINITY
  for (let run = 0; run < 5; run++) {
    const host = `${name}${run}.example`
    web.site(host, pages)
    ms = Math.min(ms, await ask(host))
  }
  return { ms, trips: Math.floor(ms / latencyMs) }
}

const askAtOnce = async (web: SimulatedWeb, ask: Ask, pages: Pages) => {
  web.site('crowd.example', pages)
  const times = await Promise.all(
    Array.from({ length: 100 }, (_, at) => ask('crowd.example', `&size=${64 + (at % 4)}`)),
  )
  const looks = web.requestsTo('crowd.example').filter(({ path }) => path === '/').length
  return { looks, slowestMs: Math.max(...times) }
}
