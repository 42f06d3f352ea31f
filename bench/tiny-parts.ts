import { setTimeout as wait } from 'node:timers/promises'
import { atMost, defineBench, figure } from './harness/bench.ts'
import { startServer, startWeb } from './support/server.ts'

/** One for each server; the others of the program cost no more. */
const floods = ['hints', 'processing', 'chunks', 'letters', 'lines', 'trailers']

export const bench = defineBench({
  name: 'tiny-parts',
  part: 'Scrape',
  title:
    'Six servers that answer in endless tiny parts (informational answers, one-byte chunks, letters, lines, trailers), each read again and again for 20 s, with `/healthz` asked every 10 ms from outside',
  minutes: 1,
  needs: { quiet: true },
  rows: {
    health: { what: '`/healthz` p99', unit: 'ms', limit: atMost(100) },
    slowest: { what: '`/healthz` slowest', unit: 'ms' },
    ended: { what: 'reads that were cut off as a fault of their host' },
    others: { what: 'answers of another kind', limit: atMost(0) },
  },
  measure: async ({ sample }) => {
    const web = (await startWeb('test/support/programs/tiny-parts.ts')) as unknown as Tiny
    const server = await startServer({ OUTBOUND_RESOLVE: `*:80=127.0.0.1:${web.port}` })
    try {
      const counts = { ended: 0, others: 0 }
      const taken: number[] = []
      let isOver = false
      const reading = floods.map(async (path, at) => {
        while (!isOver) {
          const url = `http://tiny-${at}.test/${path}`
          const { json } = await server.post('/v1/scrape', { url, render: 'never' })
          counts[isCutOff.test(`${Object(json).error}`) ? 'ended' : 'others']++
        }
      })
      const endMs = performance.now() + 20_000 / sample
      while (performance.now() < endMs) {
        const startedMs = performance.now()
        await server.get('/healthz')
        taken.push(performance.now() - startedMs)
        await wait(10)
      }
      isOver = true
      await Promise.all(reading)
      taken.sort((a, b) => a - b)
      return {
        health: figure(taken[Math.floor(taken.length * 0.99)] ?? 0),
        slowest: figure(taken.at(-1) ?? 0),
        ended: figure(counts.ended),
        others: figure(counts.others),
      }
    } finally {
      await server.stop()
      web.stop()
    }
  },
})

const isCutOff = /^tiny-\d\.test (?:sends|sent|answered|closed) /

type Tiny = { port: number; stop: () => void }
