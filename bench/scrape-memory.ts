/**
 * Resident memory of the server after a tenth of the pages and after all of them, static ones and
 * rendered ones: `node bench/scrape-memory.ts [static pages] [rendered pages]`. Chromium is not in
 * it: it is replaced every hundred pages.
 */
import { inParallel, residentMb, startServer, startWeb } from './server.ts'

const [statics = 2_000, rendered = 300] = process.argv.slice(2).map(Number)
const hosts = 20
const most = 1.2

const web = await startWeb('bench/render-web.ts', `${hosts}`, '5')
const server = await startServer(web.env)

let next = 1
const read = async (count: number, render: 'never' | 'always') => {
  const urls = Array.from({ length: count }, () => `https://h${next % hosts}.test/${next++}`)
  await inParallel(urls, 4, async url => {
    const { status, json } = await server.post('/v1/scrape', { url, render })
    if (status !== 200) throw new Error(JSON.stringify(json))
  })
}

/** The highest of a few looks: one right after a collection would flatter. */
const look = async (): Promise<number> => {
  let highest = 0
  for (let at = 0; at < 10; at++) {
    await read(4, 'never')
    highest = Math.max(highest, residentMb(server.pid))
  }
  return highest
}

try {
  await read(statics / 10, 'never')
  await read(rendered / 10, 'always')
  const early = await look()
  await read(statics - statics / 10, 'never')
  await read(rendered - rendered / 10, 'always')
  const late = await look()
  console.log(`after ${statics / 10} static and ${rendered / 10} rendered  ${early.toFixed(0)} MB`)
  console.log(`after ${statics} static and ${rendered} rendered  ${late.toFixed(0)} MB`)
  console.log(`ratio  ${(late / early).toFixed(2)} (at most ${most})`)
} finally {
  await server.stop()
  web.stop()
}
