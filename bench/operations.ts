import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createModelServer, type ModelScript } from '../test/support/model-server.ts'
import { flat } from '../test/support/pictures.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../test/support/simulated-web.ts'
import { atMost, type Context, defineBench, type Figure, figure } from './harness/bench.ts'
import { lampCss, lampPage, lampSchema } from './support/lamp-page.ts'
import { startServer } from './support/server.ts'

const parses = (of: string) => ({ what: `${of}: parses of HTML`, limit: atMost(1) })
const trips = (of: string, most: number) => ({
  what: `${of}: trips to a thread`,
  limit: atMost(most),
})
const time = (of: string) => ({ what: `${of}: processor time`, unit: 'ms' })

export const bench = defineBench<Id>({
  name: 'operations',
  part: 'The house',
  title:
    'What an operation costs the server a page of 64 kB, through its own routes (all of its threads; PostgreSQL and Chromium are not in it)',
  minutes: 3,
  needs: { browser: true, linux: true, quiet: true },
  rows: {
    scrapeParses: parses('scrape'),
    scrapeTrips: trips('scrape', 1),
    scrapeTime: time('scrape'),
    extractParses: parses('extract without a model'),
    extractTrips: trips('extract without a model', 2),
    extractTime: time('extract without a model'),
    modelParses: parses('extract with a model'),
    modelTrips: trips('extract with a model', 4),
    modelTime: time('extract with a model'),
    heuristicParses: parses('branding, colors and images'),
    heuristicTrips: trips('branding, colors and images', 2),
    heuristicTime: time('branding, colors and images'),
    fullParses: parses('branding, all of it'),
    fullTrips: trips('branding, all of it', 2),
    fullTime: time('branding, all of it'),
  },
  measure: context => measureAll(context),
})

/** The first calls load and compile the code. */
const warmUps = 8

type Operation = {
  name: 'scrape' | 'extract' | 'model' | 'heuristic' | 'full'
  path: string
  body: object
  model?: true
}
const operations: Operation[] = [
  { name: 'scrape', path: '/v1/scrape', body: {} },
  { name: 'extract', path: '/v1/extract', body: { schema: lampSchema } },
  { name: 'model', path: '/v1/extract', body: { schema: lampSchema }, model: true },
  { name: 'heuristic', path: '/v1/branding', body: { include: ['colors', 'images'] } },
  { name: 'full', path: '/v1/branding', body: {}, model: true },
]

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

type Id = `${Operation['name']}${'Parses' | 'Trips' | 'Time'}`

const measureAll = async (context: Context): Promise<Record<Id, Figure>> => {
  const folder = mkdtempSync(join(tmpdir(), 'siteray-operations-'))
  const countsFile = join(folder, 'counts')
  const web = await createSimulatedWeb()
  const model = await createModelServer(script)
  const pages = Math.max(2, Math.round(40 / context.sample))
  const figures: Partial<Record<Id, Figure>> = {}
  try {
    for (const env of [{}, model.env]) {
      const server = await start({ ...web.env, ...env, COUNTS_FILE: countsFile })
      try {
        for (const operation of operations.filter(
          ({ model = false }) => model === 'LLM_MODEL' in env,
        )) {
          const found = await measure(server, web, operation, { pages, countsFile })
          figures[`${operation.name}Parses`] = figure(found.parses)
          figures[`${operation.name}Trips`] = figure(found.trips)
          figures[`${operation.name}Time`] = figure(found.cpuMs)
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
  return figures as Record<Id, Figure>
}

const start = (env: Record<string, string>) =>
  startServer({
    ...env,
    NODE_OPTIONS: '--import=./bench/support/counting.ts',
    ...(process.env.CHROMIUM_PATH ? { CHROMIUM_PATH: process.env.CHROMIUM_PATH } : {}),
  })
type Server = Awaited<ReturnType<typeof start>>

let sites = 0
const newSite = async (web: SimulatedWeb): Promise<string> => {
  const host = `lamps-${++sites}.test`
  const sheet = { headers: { 'content-type': 'text/css' }, body: lampCss }
  web.site(host, { '/': lampPage(sites), '/a.css': sheet, '/logo.png': await flat('#cc2827', 40) })
  return `http://${host}/`
}

const measure = async (
  server: Server,
  web: SimulatedWeb,
  { path, body }: Operation,
  { pages, countsFile }: { pages: number; countsFile: string },
) => {
  const call = async () => {
    const { status, json } = await server.post(path, { url: await newSite(web), ...body })
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

/** A hundredth of a second each. */
const ticks = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return Number(user) + Number(system)
}
