/**
 * Rendered pages a minute through `POST /v1/scrape` with `render: always` beside a bare Playwright
 * loop that only loads the same pages in a context each, both so many at once, in one run (in
 * turns, so that whatever else the machine does falls on both):
 *
 *   node bench/render-pages.ts [pages a round] [at once] [rounds]
 */
import { chromium } from 'playwright-core'
import { findBrowser } from '../src/web/find-browser.ts'
import { inParallel, startServer, startWeb } from './server.ts'

const [pages = 60, atOnce = 4, rounds = 4] = process.argv.slice(2).map(Number)
const hosts = 20
const least = 0.8

const web = await startWeb('bench/render-web.ts', `${hosts}`, '20')
const server = await startServer(web.env)
const executablePath = findBrowser({
  chromiumPath: process.env.CHROMIUM_PATH,
  searchPath: process.env.PATH,
})
if (!executablePath) throw new Error('There is no browser.')
const browser = await chromium.launch({
  executablePath,
  chromiumSandbox: process.getuid?.() !== 0,
  args: [
    `--host-resolver-rules=MAP *:443 127.0.0.1:${web.httpsPort}`,
    '--ignore-certificate-errors',
    '--disable-gpu',
  ],
})

const load = async (url: string) => {
  const page = await browser.newPage()
  await page.goto(url, { waitUntil: 'load' })
  await page.close()
}
const scrape = async (url: string) => {
  const { status, json } = await server.post('/v1/scrape', {
    url,
    render: 'always',
    formats: ['markdown', 'rawHtml', 'metadata'],
  })
  if (status !== 200) throw new Error(JSON.stringify(json))
  const { rawHtml = '' } = json as { rawHtml?: string }
  if (!rawHtml.includes('Row 19')) throw new Error('What the script fetched is missing.')
}

let next = 1
const round = async (read: (url: string) => Promise<void>, count: number): Promise<number> => {
  const urls = Array.from({ length: count }, () => `https://h${next % hosts}.test/${next++}`)
  const startedMs = performance.now()
  await inParallel(urls, atOnce, read)
  return (performance.now() - startedMs) / 1_000
}

try {
  for (const read of [load, scrape]) await round(read, atOnce * 3)
  const seconds = { bare: 0, ours: 0 }
  for (let at = 0; at < rounds; at++) {
    seconds.bare += await round(load, pages)
    seconds.ours += await round(scrape, pages)
  }
  const perMinute = (spent: number) => (pages * rounds * 60) / spent
  const ratio = seconds.bare / seconds.ours
  console.log(`${atOnce} at once, ${rounds} rounds of ${pages} pages`)
  console.log(`bare Playwright loop  ${perMinute(seconds.bare).toFixed(0)} pages a minute`)
  console.log(`scrape, rendered      ${perMinute(seconds.ours).toFixed(0)} pages a minute`)
  console.log(`ratio                 ${ratio.toFixed(2)} (at least ${least})`)
} finally {
  await browser.close()
  await server.stop()
  web.stop()
}
