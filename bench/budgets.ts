import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import limits from './budgets.json' with { type: 'json' }
import { atMost, type Context, defineBench, type Figure, figure, median } from './harness/bench.ts'
import { describeRun } from './harness/machine.ts'
import { type BudgetId, keepHistory, withHistory } from './support/budget-history.ts'
import { crawlEnd, startCrawl } from './support/crawl-client.ts'
import { extractEmbedded } from './support/extract-tasks.ts'
import { lampPage, lampSchema } from './support/lamp-page.ts'
import { cpuOf, sumOf } from './support/processor-time.ts'
import { scrapeHtml } from './support/scrape.ts'
import { inParallel, type Server, startServer, startWeb } from './support/server.ts'
import { smallPage } from './support/small-page.ts'
import { cpuMs, pieceMs } from './support/yardstick.ts'

const row = (id: BudgetId, what: string, unit?: string) => ({
  [id]: { what, ...(unit && { unit }), limit: atMost(limits[id]) },
})
const time = (id: BudgetId, of: string) => row(id, `${of}: processor time, in yardsticks`)
const memory = (id: BudgetId, of: string) => row(id, `${of}: memory taken`, 'kB')
const statements = (id: BudgetId, of: string) => row(id, `${of}: statements`)

export const bench = defineBench<BudgetId>({
  name: 'budgets',
  part: 'The house',
  title:
    'What the paths that are used most cost, beside a fixed piece of work (a yardstick) measured in turns with them, so that figures of different machines can be compared; for each, the runs before',
  minutes: 2,
  needs: { linux: true },
  nodeFlags: ['--expose-gc', '--min-semi-space-size=256', '--max-semi-space-size=256'],
  rows: {
    ...time('smallTime', 'page of 1.7 kB in a thread'),
    ...memory('smallMemory', 'page of 1.7 kB in a thread'),
    ...time('pageTime', 'page of 64 kB in a thread'),
    ...memory('pageMemory', 'page of 64 kB in a thread'),
    ...time('extractTime', 'extraction without a model in a thread'),
    ...memory('extractMemory', 'extraction without a model in a thread'),
    ...time('scrapeTime', 'scrape of 64 kB, server and PostgreSQL'),
    ...statements('scrapeStatements', 'scrape'),
    ...time('brandingTime', 'branding without a browser, server and PostgreSQL'),
    ...statements('brandingStatements', 'branding'),
    ...time('batchTime', 'item of a batch, server and PostgreSQL'),
    ...statements('batchStatements', 'item of a batch'),
    ...time('crawlTime', 'page of a crawl, server and PostgreSQL'),
    ...statements('crawlStatements', 'page of a crawl'),
    ...time('iconTime', 'cached icon, server'),
  } as Record<BudgetId, ReturnType<typeof row>[string]>,
  measure: async context => {
    const figures = { ...measureThreads(context), ...(await measureServer(context)) }
    const shown = withHistory(figures)
    if (context.sample === 1) keepHistory(describeRun('budgets'), figures)
    return shown
  },
})

/** What a thread does, without the thread. */
const measureThreads = ({ sample }: Context) => {
  const small = Array.from({ length: 100 }, (_, n) => smallPage(n))
  const large = Array.from({ length: 10 }, (_, n) => lampPage(n))
  const url = 'http://lamps.test/'
  const scrape = (html: string) => scrapeHtml(html, url, { formats: ['markdown', 'links'] })
  const rounds = Math.max(2, Math.round(8 / sample))
  return {
    ...inThread('small', rounds, small, scrape),
    ...inThread('page', rounds, large, scrape),
    ...inThread('extract', rounds, large, html =>
      extractEmbedded({ html, url, schema: lampSchema }),
    ),
  }
}

const inThread = (
  name: 'small' | 'page' | 'extract',
  rounds: number,
  pages: readonly string[],
  work: (html: string) => unknown,
) => {
  const all = () => pages.forEach(work)
  for (let n = 0; n < 3; n++) all()
  const measured = Array.from({ length: rounds }, () => {
    globalThis.gc?.()
    const piece = pieceMs()
    globalThis.gc?.()
    const { heapUsed } = process.memoryUsage()
    pages.slice(0, 1).forEach(work)
    // The young generation is larger than what a page takes: nothing was collected meanwhile.
    const kb = (process.memoryUsage().heapUsed - heapUsed) / 1_024
    return { ratio: cpuMs(all) / pages.length / piece, kb }
  })
  return {
    [`${name}Time`]: figure(median(measured.map(({ ratio }) => ratio))),
    [`${name}Memory`]: figure(median(measured.map(({ kb }) => kb))),
  }
}

/** What the server costs, all its threads and PostgreSQL, through its own routes. */
const measureServer = async ({ sample }: Context) => {
  const folder = mkdtempSync(join(tmpdir(), 'siteray-budgets-'))
  const statementsFile = join(folder, 'statements')
  const items = Math.round(1_500 / sample)
  const web = await startWeb('bench/webs/budgets.ts', `${items}`)
  const server = await startServer({
    ...{ ...web.env, HOST_DELAY_MS: '0', STATEMENTS_FILE: statementsFile },
    NODE_OPTIONS: '--import=./bench/support/statements.ts',
  })
  const sent = () => Number(readFileSync(statementsFile, 'utf8'))
  let idleRate = 0
  const cost = (units: number, work: () => Promise<unknown>) =>
    costOf({ server, sent, idleRate, units, work })
  const each = (count: number, path: string, body: object) => async () => {
    for (let n = 0; n < count; n++) {
      const url = `http://lamps${n}.test/`
      const { status, json } = await server.post(path, { ...body, url })
      if (status !== 200) throw new Error(JSON.stringify(json))
    }
  }
  const count = Math.max(4, Math.round(40 / sample))
  const looks = { include: ['colors', 'images'] }
  try {
    await each(10, '/v1/scrape', {})()
    await each(4, '/v1/branding', looks)()
    await runBatch(server, 200)
    idleRate = await rateOf(sent)
    const scrape = await cost(count, each(count, '/v1/scrape', {}))
    const branding = await cost(count, each(count, '/v1/branding', looks))
    const batch = await cost(items, () => runBatch(server, items))
    const crawl = await cost(items, () => runCrawl(server, items))
    const icons = Math.round(20_000 / sample)
    const askIcon = await iconAsker(server)
    await askIcon(icons / 4)
    const icon = await cost(icons, () => askIcon(icons))
    return {
      scrapeTime: scrape.time,
      scrapeStatements: scrape.statements,
      brandingTime: branding.time,
      brandingStatements: branding.statements,
      batchTime: batch.time,
      batchStatements: batch.statements,
      crawlTime: crawl.time,
      crawlStatements: crawl.statements,
      iconTime: icon.time,
    } satisfies Partial<Record<BudgetId, Figure>>
  } finally {
    await server.stop()
    web.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Measured = {
  server: Server
  sent: () => number
  idleRate: number
  units: number
  work: () => Promise<unknown>
}

/** Statements a second that a server sends of its own accord. */
const rateOf = async (sent: () => number): Promise<number> => {
  await wait(1_000)
  const before = sent()
  await wait(5_000)
  return (sent() - before) / 5
}

const costOf = async ({ server, sent, idleRate, units, work }: Measured) => {
  // The count is written ten times a second.
  await wait(300)
  const piece = pieceMs()
  const [startedMs, before, statements] = [performance.now(), sumOf(cpuOf(server.pid)), sent()]
  await work()
  await wait(300)
  const ms = (sumOf(cpuOf(server.pid)) - before) / units
  const own = (idleRate * (performance.now() - startedMs)) / 1_000
  return {
    time: figure((2 * ms) / (piece + pieceMs())),
    statements: figure(Math.max(0, sent() - statements - own) / units),
  }
}

const runBatch = async (server: Server, count: number) => {
  const urls = Array.from({ length: count }, (_, n) => `http://h${n % 200}.test/${n}`)
  const body = { urls, formats: ['markdown', 'links'] }
  const { id } = Object((await server.post('/v1/batch/scrape', body)).json)
  for (;;) {
    const { status, completed } = Object(
      (await server.getJson(`/v1/batch/scrape/${id}?wait=20&offset=${count - 1}&limit=1`)).json,
    )
    if (status === 'scraping') continue
    if (completed !== count) throw new Error(`${completed} of ${count} pages were read.`)
    return
  }
}

const runCrawl = async (server: Server, pages: number) => {
  const start = { url: 'http://c0.site.test/0', scope: 'domain', sitemap: 'skip' }
  const wishes = { limit: pages, delay: 0, formats: ['markdown'] }
  const { completed } = await crawlEnd(server, await startCrawl(server, { ...start, ...wishes }))
  if (completed !== pages) throw new Error(`${completed} of ${pages} pages were read.`)
}

const iconAsker = async ({ env, imagePort }: Server) => {
  const named = ['--kind', 'publishable', '--name', 'bench', '--origins', 'shop.example.com']
  const command = ['src/cli.ts', 'keys', 'create', ...named, '--json']
  const { NODE_OPTIONS: _, ...plain } = env as Record<string, string>
  const { key } = JSON.parse(String(execFileSync(process.execPath, command, { env: plain })))
  const path = `/acme.example?token=${key}&size=128`
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const headers = { origin: 'https://shop.example.com' }
  const ask = () =>
    new Promise<void>((done, fail) => {
      request({ host: '127.0.0.1', port: imagePort, path, agent, headers }, answer => {
        if (answer.statusCode !== 200) fail(new Error(`${answer.statusCode}`))
        answer.resume().once('end', done)
      })
        .once('error', fail)
        .end()
    })
  return (count: number) => inParallel(Array.from({ length: count }), 16, ask)
}
