import { setTimeout as wait } from 'node:timers/promises'
import { atMost, defineBench, figure } from './harness/bench.ts'
import { cpuOf, sumOf } from './support/processor-time.ts'
import { inParallel, type Server, startServer, startWeb } from './support/server.ts'

export const bench = defineBench({
  name: 'hostile',
  part: 'Scrape',
  title:
    'Pages made to hurt (nesting, attributes, entities, formatting, tables, 100,000 links, 9 MB of words …), with `/healthz` asked every 10 ms from outside',
  minutes: 1.5,
  needs: { quiet: true },
  rows: {
    page: { what: 'the slowest page', unit: 'ms', limit: atMost(5_000) },
    cpu: {
      what: 'processor time of the dearest page, all of the server',
      unit: 'ms',
      limit: atMost(3_000),
    },
    refused: { what: 'pages given up with an error' },
    health: { what: 'the slowest `/healthz` beside one page', unit: 'ms', limit: atMost(100) },
    healthOfFour: { what: 'the slowest beside four at once', unit: 'ms', limit: atMost(100) },
  },
  measure: async ({ sample, say }) => {
    const web = await startWeb('bench/webs/hostile.ts')
    const { pages: all } = web as unknown as { pages: string[] }
    const pages = all.filter((_, at) => at % sample === 0)
    const server = await startServer(web.env)
    try {
      await watched(server, () => scrape(server, 'attributes'))
      const runs: Run[] = []
      for (const page of pages) {
        const before = sumOf(cpuOf(server.pid))
        const run = await watched(server, () => scrape(server, page))
        const cpuMs = sumOf(cpuOf(server.pid)) - before
        say(
          `${page}: ${run.ms.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of processor, /healthz ${run.slowestMs.toFixed(0)} ms, ${run.result}`,
        )
        runs.push({ page, cpuMs, ...run })
      }
      const four = await watched(server, () =>
        inParallel(pages, 4, async page => {
          await scrape(server, page)
        }),
      )
      const [slowest] = runs.toSorted((a, b) => b.ms - a.ms)
      const [dearest] = runs.toSorted((a, b) => b.cpuMs - a.cpuMs)
      if (!slowest || !dearest) throw new Error('Nothing was measured.')
      return {
        page: figure(slowest.ms, `${slowest.ms.toFixed(0)} ms (${slowest.page})`),
        cpu: figure(dearest.cpuMs, `${dearest.cpuMs.toFixed(0)} ms (${dearest.page})`),
        refused: figure(runs.filter(({ result }) => !result.startsWith('200')).length),
        health: figure(Math.max(...runs.map(({ slowestMs }) => slowestMs))),
        healthOfFour: figure(four.slowestMs),
      }
    } finally {
      await server.stop()
      web.stop()
    }
  },
})

type Run = { page: string; result: string; ms: number; cpuMs: number; slowestMs: number }

const scrape = async (server: Server, page: string): Promise<string> => {
  const { status, json } = await server.post('/v1/scrape', {
    url: `https://hostile.test/${encodeURIComponent(page)}`,
    render: 'never',
    formats: ['markdown', 'html', 'links', 'images', 'metadata'],
  })
  const { error = '' } = Object(json) as { error?: string }
  return `${status} ${error}`.trim()
}

/** Runs `work` while someone else keeps asking whether the server is well. */
const watched = async <T>(server: Server, work: () => Promise<T>) => {
  let slowestMs = 0
  let isOver = false
  const probe = async () => {
    while (!isOver) {
      const startedMs = performance.now()
      await server.get('/healthz')
      slowestMs = Math.max(slowestMs, performance.now() - startedMs)
      await wait(10)
    }
  }
  const probing = probe()
  const startedMs = performance.now()
  const result = await work()
  const ms = performance.now() - startedMs
  isOver = true
  await probing
  return { result, ms, slowestMs }
}
