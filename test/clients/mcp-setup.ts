import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { startApp, type TestApp } from '../support/app.ts'
import { article } from '../support/batch.ts'
import {
  connect,
  type Era,
  eras,
  type McpClient,
  type ToolAnswer,
  type Way,
} from '../support/mcp.ts'
import { order, shopPage } from '../support/planted-orders.ts'
import { startSearchEngine } from '../support/search-engine.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'
import { tinyPdf } from '../support/tiny-pdf.ts'

type World = {
  web: SimulatedWeb
  app: TestApp
  engine: Awaited<ReturnType<typeof startSearchEngine>>
}

/** For the tests of one file: small sites, a search engine, the app, and a client of each era. */
export const setUpMcp = () => {
  const world = {} as World
  const clients = new Map<string, McpClient>()
  const opened = new Set<McpClient>()
  const here = () => ({ url: `${world.app.apiUrl}/mcp`, key: world.app.secretKey })
  /** Closed in the end, whatever a test comes to. */
  const connected = async (era: Era, way: Way = here()): Promise<McpClient> => {
    const client = await connect(era, way)
    opened.add(client)
    return client
  }
  before(async () => {
    world.web = await createSimulatedWeb()
    addSites(world.web)
    world.engine = await startSearchEngine()
    world.app = await startApp({ ...world.web.env, SEARCH_URL: world.engine.url })
    for (const era of eras) clients.set(era, await connected(era))
  })
  after(async () => {
    for (const client of opened) await client.close()
    await world.engine.close()
    await world.web.close()
  })
  const clientOf = (era: Era): McpClient => {
    const found = clients.get(era)
    assert.ok(found)
    return found
  }
  return { world, here, connected, clientOf }
}

const addSites = (web: SimulatedWeb) => {
  const links = ['a', 'b', 'c'].map(name => `<a href="/${name}">${name}</a>`).join(' ')
  web.site('site.test', {
    '/': article('home').replace('</main>', `${links}</main>`),
    ...Object.fromEntries(['a', 'b', 'c'].map(name => [`/${name}`, article(name)])),
    '/long': longPage,
    '/report.pdf': {
      headers: { 'content-type': 'application/pdf' },
      body: tinyPdf(
        ['Sales of lamps', 'Sales of chairs'].map(text => ({
          runs: [{ x: 60, y: 700, size: 12, text }],
        })),
      ),
    },
    '/shop': shopPage(`<p>${order}</p>`),
    '/robots.txt': { status: 404 },
    '*': { status: 404, body: 'no' },
  })
  const small = { a: ['b', 'c', 'd'], b: [], c: [], d: [] }
  web.site('small.test', {
    ...Object.fromEntries(Object.entries(small).map(([name, to]) => [`/${name}`, leaf(name, to)])),
    '*': { status: 404, body: 'no' },
  })
  web.site('slow.test', () => new Promise(() => undefined))
}
export const site = (path: string) => `https://site.test/${path}`

const paragraphs = Array.from(
  { length: 400 },
  (_, at) => `<p>Paragraph ${at} says that the weather in the hills was fine, and more of it.</p>`,
)
const longPage = `<html><head><title>Weather</title></head><body><main><h1>Weather</h1>${paragraphs.join('\n')}</main></body></html>`

const leaf = (name: string, to: string[]) =>
  `<html><head><title>${name}</title></head><body><main><h1>Page ${name}</h1><p>The page ${name} says so much that it is read as a page of its own, in a whole sentence.</p>${to.map(other => `<a href="/${other}">${other}</a>`).join(' ')}</main></body></html>`

export const wordsOf = ({ content }: ToolAnswer): string => content[0]?.text ?? ''
export const dataOf = <T>({ structuredContent, isError, content }: ToolAnswer): T => {
  assert.ok(!isError, content[0]?.text)
  return structuredContent as T
}
export type Page = {
  url: string
  markdown: string
  warning?: string
  metadata?: { title?: string }
  page?: { uri: string; next?: string; length: number }
}
