/**
 * What an operation costs the server a page, through its own routes: parses of HTML, trips to a
 * thread and processor time (all of its threads; PostgreSQL and Chromium are not in it).
 *
 *   node bench/operations.ts [pages]
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createModelServer, type ModelScript } from '../test/support/model-server.ts'
import { flat } from '../test/support/pictures.ts'
import { createSimulatedWeb } from '../test/support/simulated-web.ts'
import { startServer } from './server.ts'

const [pages = 40] = process.argv.slice(2).map(Number)
/** The first calls load and compile the code. */
const warmUps = 8

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' }, seller: { type: 'string' } },
}
type Operation = { name: string; path: string; body: object; model?: true }
const operations: Operation[] = [
  { name: 'scrape', path: '/v1/scrape', body: {} },
  { name: 'extract, embedded', path: '/v1/extract', body: { schema } },
  { name: 'extract, with a model', path: '/v1/extract', body: { schema }, model: true },
  { name: 'branding, heuristic', path: '/v1/branding', body: { include: ['colors', 'images'] } },
  { name: 'branding, full', path: '/v1/branding', body: {}, model: true },
]

const rows = Array.from({ length: 300 }, (_, n) => {
  const text = `Part ${n} fits every lamp of the series and is sent on the day it is ordered.`
  return `<li class="card part-${n % 20}"><h3><a href="/part/${n}">Part ${n}</a></h3>
    <p>${text} <b>In stock</b>, <span class=price>${n + 3}.50 EUR</span></p></li>`
}).join('')
const page = (n: number) => `<!doctype html><html lang=en><head><title>Lamp ${n}</title>
  <meta property="og:site_name" content="Harbour Lamps"><link rel=stylesheet href=/a.css></head>
  <body><header><a href="/"><img src=/logo.png alt="Harbour Lamps" width=120 height=40></a>
  <nav><a href=/docs>Docs</a></nav></header><main><h1>Lamp ${n}</h1><p>Price: 49.90 EUR</p>
  <p>Seller: Harbour Lamps Ltd</p><p><a class="btn btn-primary" href=/buy>Buy now</a></p>
  <ul>${rows}</ul></main><footer><p>Imprint</p></footer></body></html>`
const css = `body { background: #fff; color: #222 } a { color: #0a58ca } .card { padding: 12px }
  .btn-primary { background: #cc2827; color: #fff; border-radius: 6px; padding: 8px 16px }`

/** One script for both: the form of a question says which of them it is. */
const script: ModelScript = ({ schema }) => ({
  content: JSON.stringify(schema).includes('audienceText')
    ? { ...choices, ...judgement }
    : { name: 'Lamp', price: 49.9, seller: 'Harbour Lamps Ltd' },
})
const choices = { button: 0, logo: 0, brandColor: 0 }
const judgement = {
  ...{ tone: 'friendly', energy: 'calm', audience: 'businesses' },
  ...{ audienceText: 'Whoever wants light', confidence: 0.9 },
}

const folder = mkdtempSync(join(tmpdir(), 'siteray-operations-'))
const countsFile = join(folder, 'counts')
const web = await createSimulatedWeb()
const logo = await flat('#cc2827', 40)
let sites = 0
const newSite = (): string => {
  const host = `lamps-${++sites}.test`
  const sheet = { headers: { 'content-type': 'text/css' }, body: css }
  web.site(host, { '/': page(sites), '/a.css': sheet, '/logo.png': logo })
  return `http://${host}/`
}
const model = await createModelServer(script)

const start = (env: Record<string, string>) =>
  startServer({
    ...{
      ...web.env,
      ...env,
      COUNTS_FILE: countsFile,
      NODE_OPTIONS: '--import=./bench/counting.ts',
    },
    ...(process.env.CHROMIUM_PATH ? { CHROMIUM_PATH: process.env.CHROMIUM_PATH } : {}),
  })
type Server = Awaited<ReturnType<typeof start>>

/** A hundredth of a second each. */
const ticks = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return Number(user) + Number(system)
}

const measure = async (server: Server, { path, body }: Operation) => {
  const call = async () => {
    const { status, json } = await server.post(path, { url: newSite(), ...body })
    if (status !== 200) throw new Error(JSON.stringify(json))
  }
  for (let n = 0; n < warmUps; n++) await call()
  writeFileSync(countsFile, '')
  const before = ticks(server.pid)
  for (let n = 0; n < pages; n++) await call()
  const cpuMs = ((ticks(server.pid) - before) * 10) / pages
  const counts = readFileSync(countsFile, 'utf8').split('\n')
  const each = (name: string) => counts.filter(line => line === name).length / pages
  return { parses: each('siteray:parse'), trips: each('siteray:task'), cpuMs }
}

console.log(`${(page(0).length / 1_000).toFixed(0)} kB a page, ${pages} pages each`)
try {
  for (const env of [{}, model.env]) {
    const server = await start(env)
    try {
      for (const operation of operations.filter(
        ({ model = false }) => model === 'LLM_MODEL' in env,
      )) {
        const { parses, trips, cpuMs } = await measure(server, operation)
        console.log(
          `${operation.name.padEnd(22)} parses ${parses}  trips ${trips}  processor ${cpuMs.toFixed(1)} ms`,
        )
      }
    } finally {
      await server.stop()
    }
  }
} finally {
  await model.close()
  await web.close()
  rmSync(folder, { recursive: true, force: true })
}
