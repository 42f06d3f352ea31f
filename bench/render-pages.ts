import { type Browser, chromium } from 'playwright-core'
import { thriftFlags } from '../src/base/web/browser-flags.ts'
import { atLeast, type Context, defineBench, figure } from './harness/bench.ts'
import { browserPath } from './harness/needs.ts'
import { inParallel, type Server, startServer, startWeb, type Web } from './support/server.ts'

export const bench = defineBench({
  name: 'render-pages',
  part: 'Scrape',
  title:
    '`POST /v1/scrape` with `render: always`, 4 pages at once, beside a bare Playwright loop that only loads the same pages in a context each, in turns',
  minutes: 5,
  needs: { browser: true, quiet: true },
  rows: {
    ratio: { what: 'ratio to the bare loop', limit: atLeast(0.8) },
    thrifty: {
      what: 'ratio to the same loop with our flags',
      note: 'Our flags tell the browser not to make what only a window needs. What is left is the price of waiting for quiet, of the proxy and of the reading.',
    },
    ours: { what: 'rendered scrapes', unit: 'pages a minute' },
    plain: { what: 'the bare loop', unit: 'pages a minute' },
  },
  measure: async context => {
    const web = await startWeb('bench/webs/render.ts', `${hosts}`, '20')
    const server = await startServer(web.env)
    const browsers = [await launch(web, []), await launch(web, thriftFlags)] as const
    try {
      const [plain, thrifty] = browsers
      return await compare(context, {
        plain: loadIn(plain),
        thrifty: loadIn(thrifty),
        ours: scrapeWith(server),
      })
    } finally {
      await Promise.all(browsers.map(browser => browser.close()))
      await server.stop()
      web.stop()
    }
  },
})

const hosts = 20
const atOnce = 4

type Way = (url: string) => Promise<void>

/** In turns, so that whatever else the machine does falls on all. */
const compare = async ({ sample }: Context, ways: Record<'plain' | 'thrifty' | 'ours', Way>) => {
  const pages = Math.ceil(60 / sample)
  const rounds = 3
  let next = 1
  const round = async (read: Way, count: number): Promise<number> => {
    const urls = Array.from({ length: count }, () => `https://h${next % hosts}.test/${next++}`)
    const startedMs = performance.now()
    await inParallel(urls, atOnce, read)
    return (performance.now() - startedMs) / 1_000
  }
  const seconds = { plain: 0, thrifty: 0, ours: 0 }
  const names = Object.keys(seconds) as (keyof typeof seconds)[]
  for (const name of names) await round(ways[name], atOnce * 3)
  for (let at = 0; at < rounds; at++)
    for (const name of names) seconds[name] += await round(ways[name], pages)
  const perMinute = (name: keyof typeof seconds) => figure((pages * rounds * 60) / seconds[name])
  return {
    ratio: figure(seconds.plain / seconds.ours),
    thrifty: figure(seconds.thrifty / seconds.ours),
    ours: perMinute('ours'),
    plain: perMinute('plain'),
  }
}

const launch = ({ httpsPort }: Web, flags: readonly string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath() ?? '',
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      `--host-resolver-rules=MAP *:443 127.0.0.1:${httpsPort}`,
      '--ignore-certificate-errors',
      '--disable-gpu',
      ...flags,
    ],
  })

const loadIn =
  (browser: Browser): Way =>
  async url => {
    const page = await browser.newPage()
    await page.goto(url, { waitUntil: 'load' })
    await page.close()
  }

const scrapeWith =
  (server: Server): Way =>
  async url => {
    const formats = ['markdown', 'rawHtml', 'metadata']
    const { status, json } = await server.post('/v1/scrape', { url, render: 'always', formats })
    if (status !== 200) throw new Error(JSON.stringify(json))
    const { rawHtml = '' } = json as { rawHtml?: string }
    if (!rawHtml.includes('Row 19')) throw new Error('What the script fetched is missing.')
  }
