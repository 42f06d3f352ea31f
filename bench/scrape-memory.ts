import { atMost, defineBench, figure } from './harness/bench.ts'
import { inParallel, residentMb, type Server, startServer, startWeb } from './support/server.ts'

export const bench = defineBench({
  name: 'scrape-memory',
  part: 'Scrape',
  title:
    'Resident memory of the server after 2,000 static and 300 rendered pages, by that after a tenth of them',
  minutes: 5,
  needs: { browser: true, linux: true },
  rows: {
    ratio: {
      what: 'ratio',
      limit: atMost(1.2),
      note: 'Chromium is not in it: it is replaced every hundred pages.',
    },
    early: { what: 'after a tenth', unit: 'MB' },
    late: { what: 'after all', unit: 'MB' },
  },
  measure: async ({ sample }) => {
    const statics = 2_000 / sample
    const rendered = 300 / sample
    const web = await startWeb('bench/webs/render.ts', `${hosts}`, '5')
    const server = await startServer(web.env)
    const read = reading(server)
    try {
      await read(statics / 10, 'never')
      await read(rendered / 10, 'always')
      const early = await highest(server, read)
      await read(statics - statics / 10, 'never')
      await read(rendered - rendered / 10, 'always')
      const late = await highest(server, read)
      return { ratio: figure(late / early), early: figure(early), late: figure(late) }
    } finally {
      await server.stop()
      web.stop()
    }
  },
})

const hosts = 20

type Read = (count: number, render: 'never' | 'always') => Promise<void>

/** Every page once. */
const reading = (server: Server): Read => {
  let next = 1
  return async (count, render) => {
    const urls = Array.from({ length: count }, () => `https://h${next % hosts}.test/${next++}`)
    await inParallel(urls, 4, async url => {
      const { status, json } = await server.post('/v1/scrape', { url, render })
      if (status !== 200) throw new Error(JSON.stringify(json))
    })
  }
}

/** The highest of a few looks: one right after a collection would flatter. */
const highest = async ({ pid }: Server, read: Read): Promise<number> => {
  let most = 0
  for (let at = 0; at < 10; at++) {
    await read(4, 'never')
    most = Math.max(most, residentMb(pid))
  }
  return most
}
