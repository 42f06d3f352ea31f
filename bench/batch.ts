import { setTimeout as wait } from 'node:timers/promises'
import { Agent } from 'undici'
import { atLeast, atMost, defineBench, figure } from './harness/bench.ts'
import { cpuOf, perUrl, showCpu, sumOf } from './support/processor-time.ts'
import { inParallel, peakMb, type Server, startServer, startWeb } from './support/server.ts'

/** The web is a process of its own, the server is the real one with its own PostgreSQL. */
export const bench = defineBench({
  name: 'batch',
  part: 'Batch',
  title:
    'A batch of 10,000 small pages on 500 hosts with 20 ms latency, markdown and links, beside a bare undici loop that only fetches them (its mean before and after), both 40 at once',
  minutes: 1.5,
  needs: { linux: true, quiet: true },
  rows: {
    ratio: { what: 'ratio to the bare loop', limit: atLeast(0.35) },
    batch: { what: 'the batch', unit: 'URLs/s' },
    bare: { what: 'the bare loop', unit: 'URLs/s' },
    cpu: { what: 'processor time of a URL', unit: 'ms' },
    accepted: { what: 'until the batch is accepted', unit: 'ms', limit: atMost(2_000) },
    memory: { what: 'peak memory of the server', unit: 'MB', limit: atMost(700) },
  },
  measure: async ({ sample }) => {
    const hosts = 500
    const targets = Array.from({ length: 10_000 / sample }, (_, n) => ({
      host: `h${n % hosts}.test`,
      n,
    }))
    const web = await startWeb('bench/webs/batch.ts', `${hosts}`, '20')
    const server = await startServer(web.env)
    try {
      const before = await fetchAll(web.httpPort, targets)
      const urls = targets.map(({ host, n }) => `http://${host}/${n}`)
      const batch = await runBatch(server, urls)
      const after = await fetchAll(web.httpPort, targets)
      // The machine may be busier at one time than at another.
      const bare = (before + after) / 2
      const shown = `${before.toFixed(0)} before, ${after.toFixed(0)} after`
      return {
        ratio: figure(batch.perSecond / bare),
        batch: figure(batch.perSecond),
        bare: figure(bare, `${bare.toFixed(0)} URLs/s (${shown})`),
        cpu: figure(sumOf(batch.cpu), showCpu(batch.cpu)),
        accepted: figure(batch.acceptMs),
        memory: figure(batch.peakMb),
      }
    } finally {
      await server.stop()
      web.stop()
    }
  },
})

const concurrency = 40

const fetchAll = async (port: number, targets: readonly { host: string; n: number }[]) => {
  const agent = new Agent({ connections: concurrency })
  const origin = `http://127.0.0.1:${port}`
  const startedMs = performance.now()
  await inParallel(targets, concurrency, async ({ host, n }) => {
    const path = `/${n}`
    const answer = await agent.request({ origin, path, method: 'GET', headers: { host } })
    await answer.body.bytes()
  })
  const perSecond = (targets.length * 1_000) / (performance.now() - startedMs)
  await agent.close()
  return perSecond
}

const runBatch = async (server: Server, urls: readonly string[]) => {
  // Threads and connections are opened with the first pages.
  await done(server, await submit(server, urls.slice(0, 200)))
  const before = cpuOf(server.pid)
  const startedMs = performance.now()
  const id = await submit(server, urls)
  const acceptMs = performance.now() - startedMs
  const { completed } = await done(server, id)
  const seconds = (performance.now() - startedMs) / 1_000
  if (completed !== urls.length) throw new Error(`Not all were read: ${completed}`)
  return {
    perSecond: urls.length / seconds,
    acceptMs,
    peakMb: peakMb(server.pid),
    cpu: perUrl(cpuOf(server.pid), before, urls.length),
  }
}

const submit = async (server: Server, urls: readonly string[]): Promise<string> => {
  const answer = await server.post('/v1/batch/scrape', { urls, formats: ['markdown', 'links'] })
  const { id, error } = Object(answer.json)
  if (typeof id !== 'string') throw new Error(String(error))
  return id
}

const done = async (server: Server, id: string): Promise<{ completed: number }> => {
  for (;;) {
    const { json } = await server.getJson(`/v1/batch/scrape/${id}?limit=1`)
    const state = json as { status: string; completed: number }
    if (state.status !== 'scraping') return state
    await wait(100)
  }
}
