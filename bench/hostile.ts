/**
 * What pages made to hurt cost: the time of each, and how long `/healthz` takes meanwhile, asked
 * every 10 ms from outside; then four of them at once.
 *
 *   node bench/hostile.ts
 */
import { setTimeout as wait } from 'node:timers/promises'
import { inParallel, startServer, startWeb } from './server.ts'

const limit = { pageMs: 5_000, healthMs: 100 }

const web = await startWeb('bench/hostile-web.ts')
const { pages } = web as unknown as { pages: string[] }
const server = await startServer(web.env)

const scrape = async (page: string) => {
  const { status, json } = await server.post('/v1/scrape', {
    url: `https://hostile.test/${encodeURIComponent(page)}`,
    render: 'never',
    formats: ['markdown', 'html', 'links', 'images', 'metadata'],
  })
  const { code } = Object((json as { error?: object }).error)
  return `${status}${code ? ` ${code}` : ''}`
}

/** Runs `work` while someone else keeps asking whether the server is well. */
const measured = async <T>(work: () => Promise<T>) => {
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

const mark = (ms: number, limitMs: number) =>
  `${ms.toFixed(0).padStart(6)} ms${ms > limitMs ? ' OVER' : '     '}`

try {
  await measured(() => scrape('attributes'))
  const idle = await measured(() => wait(2_000))
  console.log(`${'idle'.padEnd(18)} healthz ${mark(idle.slowestMs, limit.healthMs)}`)
  for (const page of pages) {
    const { result, ms, slowestMs } = await measured(() => scrape(page))
    const cost = `page ${mark(ms, limit.pageMs)} healthz ${mark(slowestMs, limit.healthMs)}`
    console.log(`${page.padEnd(18)} ${cost} ${result}`)
  }
  const all = await measured(() =>
    inParallel(pages, 4, async page => {
      await scrape(page)
    }),
  )
  console.log(`${'four at once'.padEnd(18)} healthz ${mark(all.slowestMs, limit.healthMs)}`)
} finally {
  await server.stop()
  web.stop()
}
