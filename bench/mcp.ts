import { performance } from 'node:perf_hooks'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { findOrders } from '../src/doors/mcp/find-orders.ts'
import { order } from '../test/support/planted-orders.ts'
import { createSimulatedWeb } from '../test/support/simulated-web.ts'
import { atMost, defineBench, figure, median } from './harness/bench.ts'
import { startServer } from './support/server.ts'

export const bench = defineBench({
  name: 'mcp',
  part: 'Doors',
  title: 'What language models are told of our tools, and what the door costs beside the API',
  minutes: 1,
  needs: { linux: true },
  rows: {
    tools: { what: 'tools, with a search engine', limit: atMost(8) },
    bytes: {
      what: 'their definitions, as JSON',
      unit: 'bytes',
      limit: atMost(10_000),
      note: 'Every conversation carries them. firecrawl-mcp 3.26.0 has 29 tools in 91.6 kB.',
    },
    scrape: { what: 'scrape of a small page through `/mcp`, median', unit: 'ms' },
    direct: { what: 'the same through `/v1/scrape`', unit: 'ms' },
    orders: {
      what: 'looking for orders in 100,000 characters of prose, in a thread',
      unit: 'ms',
      limit: atMost(2_000),
    },
  },
  measure: async () => {
    const web = await createSimulatedWeb()
    web.site('site.test', { '*': page })
    const server = await startServer({ ...web.env, SEARCH_URL: 'http://127.0.0.1:1/' })
    const client = new Client(
      { name: 'bench', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    )
    const headers = { authorization: `Bearer ${server.secretKey}` }
    const address = new URL(`http://127.0.0.1:${server.port}/mcp`)
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }))
    try {
      const { tools } = await client.listTools()
      const url = (n: number) => `https://site.test/${n}`
      const scrape = await timed(n =>
        client.callTool({ name: 'scrape', arguments: { url: url(n) } }),
      )
      const direct = await timed(n => server.post('/v1/scrape', { url: url(n) }))
      return {
        tools: figure(tools.length),
        bytes: figure(Buffer.byteLength(JSON.stringify(tools))),
        scrape: figure(scrape),
        direct: figure(direct),
        orders: figure(await timed(() => Promise.resolve(findOrders({ markdown: prose })), 10)),
      }
    } finally {
      await client.close()
      await server.stop()
      await web.close()
    }
  },
})

const sentence =
  'Returns are free for thirty days, and your answer reaches us by mail or telephone.'
const page = `<html><head><title>Returns</title></head><body><main><h1>Returns</h1>${`<p>${sentence}</p>`.repeat(20)}</main></body></html>`
const prose = `${`${sentence}\n\n`.repeat(1_200)}${order}`.slice(-100_000)

/** The first ones load and compile the code. */
const warmUps = 10

const timed = async (work: (n: number) => Promise<unknown>, times = 50): Promise<number> => {
  const taken: number[] = []
  for (let n = 0; n < warmUps + times; n++) {
    const begunMs = performance.now()
    await work(n)
    if (n >= warmUps) taken.push(performance.now() - begunMs)
  }
  return median(taken)
}
