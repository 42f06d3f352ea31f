/**
 * Rendered pages a minute through `POST /v1/scrape` with `render: always` beside a bare Playwright
 * loop that only loads the same pages in a context each, all so many at once, in one run (in turns,
 * so that whatever else the machine does falls on all), and beside the same loop with our flags,
 * which tell the browser not to make what only a window needs:
 *
 *   node bench/render-pages.ts [pages a round] [at once] [rounds]
 */
import { type Browser, chromium } from 'playwright-core'
import { thriftFlags } from '../src/base/web/browser-flags.ts'
import { findBrowser } from '../src/base/web/find-browser.ts'
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
const launch = (flags: readonly string[]) =>
  chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      `--host-resolver-rules=MAP *:443 127.0.0.1:${web.httpsPort}`,
      '--ignore-certificate-errors',
      '--disable-gpu',
      ...flags,
    ],
  })
const plain = await launch([])
const thrifty = await launch(thriftFlags)

const loadIn = (browser: Browser) => async (url: string) => {
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

const ways = { plain: loadIn(plain), thrifty: loadIn(thrifty), ours: scrape }
const seconds = { plain: 0, thrifty: 0, ours: 0 }
const ratio = (name: keyof typeof ways) => (seconds[name] / seconds.ours).toFixed(2)
const names = Object.keys(ways) as (keyof typeof ways)[]

try {
  for (const name of names) await round(ways[name], atOnce * 3)
  for (let at = 0; at < rounds; at++)
    for (const name of names) seconds[name] += await round(ways[name], pages)
  const perMinute = (name: keyof typeof ways) =>
    ((pages * rounds * 60) / seconds[name]).toFixed(0).padStart(4)
  console.log(`${atOnce} at once, ${rounds} rounds of ${pages} pages, pages a minute:`)
  console.log(`bare Playwright loop             ${perMinute('plain')}`)
  console.log(`bare Playwright loop, our flags  ${perMinute('thrifty')}`)
  console.log(`scrape, rendered                 ${perMinute('ours')}`)
  console.log(`ratio                            ${ratio('plain')} (at least ${least})`)
  console.log(`ratio to the loop with our flags ${ratio('thrifty')}`)
} finally {
  await Promise.all([plain.close(), thrifty.close()])
  await server.stop()
  web.stop()
}
