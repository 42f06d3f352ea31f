import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { thriftFlags } from '../src/base/web/browser-flags.ts'
import { type BrowserProcess, launchBrowser } from '../src/base/web/browser-process.ts'
import { findContainment } from '../src/base/web/contain.ts'
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
      note: 'Our flags tell the browser not to make what only a window needs. What is left is the price of the sandbox, of waiting for quiet, of the proxy and of the reading.',
    },
    contained: {
      what: 'ratio to the same loop with our flags, user and sandbox',
      note: 'A Chromium that root starts has no sandbox and raises its own priority; the server’s has one and may not.',
    },
    ours: { what: 'rendered scrapes', unit: 'pages a minute' },
    plain: { what: 'the bare loop', unit: 'pages a minute' },
  },
  measure: async context => {
    const web = await startWeb('bench/webs/render.ts', `${hosts}`, '20')
    const server = await startServer(web.env)
    const [plain, thrifty] = [await launch(web, []), await launch(web, thriftFlags)]
    const contained = await launchAsOurs(web)
    try {
      return await compare(context, {
        plain: loadIn(() => plain.newPage()),
        thrifty: loadIn(() => thrifty.newPage()),
        contained: loadIn(() => contained.pages.open({}).page),
        ours: scrapeWith(server),
      })
    } finally {
      await Promise.all([plain, thrifty, contained].map(browser => browser.close()))
      await server.stop()
      web.stop()
    }
  },
})

const hosts = 20
const atOnce = 4

type Way = (url: string) => Promise<void>

const none = { plain: 0, thrifty: 0, contained: 0, ours: 0 }

/** In turns, so that whatever else the machine does falls on all. */
const compare = async ({ sample }: Context, ways: Record<keyof typeof none, Way>) => {
  const pages = Math.ceil(60 / sample)
  const rounds = 3
  let next = 1
  const round = async (read: Way, count: number): Promise<number> => {
    const urls = Array.from({ length: count }, () => `https://h${next % hosts}.test/${next++}`)
    const startedMs = performance.now()
    await inParallel(urls, atOnce, read)
    return (performance.now() - startedMs) / 1_000
  }
  const seconds = { ...none }
  const names = Object.keys(seconds) as (keyof typeof seconds)[]
  for (const name of names) await round(ways[name], atOnce * 3)
  for (let at = 0; at < rounds; at++)
    for (const name of names) seconds[name] += await round(ways[name], pages)
  const perMinute = (name: keyof typeof seconds) => figure((pages * rounds * 60) / seconds[name])
  return {
    ratio: figure(seconds.plain / seconds.ours),
    thrifty: figure(seconds.thrifty / seconds.ours),
    contained: figure(seconds.contained / seconds.ours),
    ours: perMinute('ours'),
    plain: perMinute('plain'),
  }
}

const flagsFor = ({ httpsPort }: Web): string[] => [
  `--host-resolver-rules=MAP *:443 127.0.0.1:${httpsPort}`,
  '--ignore-certificate-errors',
]

const launch = (web: Web, flags: readonly string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath() ?? '',
    chromiumSandbox: process.getuid?.() !== 0,
    args: [...flagsFor(web), '--disable-gpu', ...flags],
  })

/** As the server starts its own, but for the way out. */
const launchAsOurs = async (web: Web): Promise<BrowserProcess> => {
  const homeFolder = mkdtempSync(join(tmpdir(), 'siteray-bench-'))
  const log = { info: () => {} }
  const containment = await findContainment({ log, maxMemoryBytes: 4_000_000_000 })
  const flags = flagsFor(web)
  const executable = browserPath() ?? ''
  const browser = await launchBrowser({ executable, flags, homeFolder, containment })
  void browser.gone.then(() => rmSync(homeFolder, { recursive: true, force: true }))
  return browser
}

const loadIn =
  (open: () => Promise<Page>): Way =>
  async url => {
    const page = await open()
    await page.goto(url, { waitUntil: 'load' })
    await page.context().close()
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
