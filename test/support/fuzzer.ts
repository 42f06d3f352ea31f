import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { RouteOptions } from 'fastify'
import type { TestApp } from './app.ts'
import { signedInVisitor, type Visitor } from './dashboard.ts'
import { createHostile, type Schema, writeHostile } from './hostile.ts'
import { createRandom } from './random.ts'

type Parts = { params?: Schema; querystring?: Schema; body?: Schema; headers?: Schema }
type Target = { method: string; origin: string; path: string; parts: Parts; isForm?: boolean }
type Sent = { method: string; url: string; headers: Record<string, string>; body?: Buffer }
type Told = { status: number; code: string | undefined; text: string }

export type Fault = { sent: string; answer: string }

/** Sends so many requests to every route of every door in turn; returns each that is our fault. */
export const fuzz = async (
  app: TestApp,
  routes: readonly RouteOptions[],
  { seed, count }: { seed: number; count: number },
): Promise<{ faults: Fault[]; statuses: Record<number, number> }> => {
  const random = createRandom(seed)
  const targets = [...mounted(app, routes), ...images(app), ...(await messages(app))]
  const order = targets.map(target => ({ target, at: random.next() })).sort((a, b) => a.at - b.at)
  const write = createWriter(random, app)
  let visitor = await signedInVisitor(app)
  const faults: Fault[] = []
  const statuses: Record<number, number> = {}
  let at = 0
  const work = async () => {
    while (at < count) {
      const { target } = order[at++ % order.length] as { target: Target }
      const sent = write(target, visitor)
      const told = await send(sent)
      statuses[told.status] = (statuses[told.status] ?? 0) + 1
      if (isOurFault(told))
        faults.push({ sent: shown(sent), answer: `${told.status} ${told.text}` })
      // What signs people out was among the routes.
      if (told.code === 'not_signed_in') visitor = await signedInVisitor(app).catch(() => visitor)
    }
  }
  await Promise.all(Array.from({ length: 4 }, work))
  return { faults, statuses }
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

const mounted = (app: TestApp, routes: readonly RouteOptions[]): Target[] => {
  const bodies = new Map(routes.map(({ url, schema }) => [url, schema?.body as Schema | undefined]))
  return routes.flatMap(({ method, url, schema }) => {
    // What the API calls the same has the same fields at this door, as far as they are known.
    const twin = url.replace(/^\/firecrawl\/v[12]/, '/v1')
    const borrowed = url.startsWith('/firecrawl') ? { body: firecrawlBody(bodies.get(twin)) } : {}
    const isForm = url.endsWith('/parse')
    const all = methods.every(one => method.includes(one))
    return (all ? ['POST'] : [method].flat())
      .filter(one => methods.includes(one) && one !== 'HEAD')
      .map(method => ({
        ...{ method, origin: app.apiUrl, path: url, isForm },
        parts: { ...(schema as Parts), ...borrowed },
      }))
  })
}

const anything = {} as Schema
/** Fields of Firecrawl’s own, with any value. */
const firecrawlBody = (known: Schema = {}): Schema => ({
  type: 'object',
  properties: {
    ...known.properties,
    ...Object.fromEntries(
      [
        ...['formats', 'actions', 'scrapeOptions', 'jsonOptions', 'extract', 'location', 'webhook'],
        ...[
          'includePaths',
          'excludePaths',
          'limit',
          'maxDepth',
          'tbs',
          'sources',
          'schema',
          'prompt',
        ],
        ...[
          'urls',
          'delay',
          'headers',
          'timeout',
          'waitFor',
          'maxAge',
          'parsers',
          'query',
          'proxy',
        ],
      ].map(name => [name, anything]),
    ),
  },
})

type Described = [
  path: string,
  { get?: { parameters?: { name: string; in: string; schema: Schema }[] } },
]

const images = (app: TestApp): Target[] => {
  const { paths } = JSON.parse(readFileSync('docs/openapi-images.json', 'utf8')) as {
    paths: Record<string, Described[1]>
  }
  return ([...Object.entries(paths), ['/-/authorize', {}]] satisfies Described[]).map(
    ([path, { get }]) => {
      const inQuery = get?.parameters?.filter(one => one.in === 'query') ?? []
      const properties = Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema]))
      const querystring = { properties: { ...properties, token: { const: app.publishableKey } } }
      const params = path.replace(/\{(\w+)\}/g, ':$1').replace(':token', app.publishableKey)
      return { method: 'GET', origin: app.imageUrl, path: params, parts: { querystring } }
    },
  )
}

/** What language models may say: every tool with its own schema, and other messages. */
const messages = async (app: TestApp): Promise<Target[]> => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const accept = 'application/json, text/event-stream'
  const answer = await app.api('/mcp', { method: 'POST', body: list, headers: { accept } })
  const data = answer.text
    .split('\n')
    .find(line => line.startsWith('data: '))
    ?.slice(6)
  const { tools } = JSON.parse(data ?? answer.text).result as {
    tools: { name: string; inputSchema: Schema }[]
  }
  const message = (method: string, params: Schema): Target => ({
    ...{ method: 'POST', origin: app.apiUrl, path: '/mcp' },
    parts: {
      body: {
        type: 'object',
        required: ['jsonrpc', 'id', 'method', 'params'],
        properties: {
          jsonrpc: { const: '2.0' },
          id: { const: 1 },
          method: { const: method },
          params,
        },
      },
    },
  })
  return [
    ...tools.map(({ name, inputSchema }) =>
      message('tools/call', {
        type: 'object',
        required: ['name', 'arguments'],
        properties: { name: { const: name }, arguments: inputSchema },
      }),
    ),
    ...['initialize', 'resources/read', 'ping', 'no/such', '__proto__'].map(method =>
      message(method, { properties: { uri: { type: 'string' }, name: anything, _meta: anything } }),
    ),
  ]
}

const createWriter = (random: ReturnType<typeof createRandom>, app: TestApp) => {
  const hostile = createHostile(random)
  const ids = () =>
    random.pick([
      ...['batch_', 'crawl_', 'key_', 'person_', 'schedule_', 'page_', ''].map(
        prefix => prefix + 'A1b2'.repeat(6).slice(0, 22),
      ),
      ...[
        '%00',
        'a%00b',
        '%ED%A0%80',
        '%',
        '%2e%2e%2f',
        '😀',
        '..',
        '00000000-0000-4000-8000-000000000000',
      ],
      hostile.text().replace(/@@\w+/, 'x').slice(0, 2_000),
    ])
  const cursor = () =>
    Buffer.from(
      random.pick([
        '[]',
        '["x","y"]',
        '["2026-02-30","1"]',
        '["9e999","x"]',
        '["\\u0000","a"]',
        '[1,2]',
        '{',
      ]),
    ).toString('base64url')
  const inPath = (path: string) =>
    path.replace(/:\w+|\*/g, () => {
      const id = ids()
      return id.startsWith('%') || id.includes('%00') ? id : encodeURIComponent(id.toWellFormed())
    })
  const query = (schema: Schema | undefined) => {
    const pairs = Object.entries(schema?.properties ?? {}).flatMap(([name, one]) => {
      if (!('const' in one) && random.int(2) === 0) return []
      const value = name === 'after' && random.int(2) === 0 ? cursor() : hostile.fitting(one)
      return [[name, typeof value === 'string' ? value : writeHostile(value).slice(0, 500)]]
    })
    if (random.int(6) === 0) pairs.push([hostile.text(), hostile.text()])
    const written = pairs.map(pair =>
      pair.map(text => encodeURIComponent(String(text).slice(0, 3_000).toWellFormed())).join('='),
    )
    if (random.int(5) === 0)
      written.push(random.pick(['limit=%00', 'a=%ED%A0%80', '%', 'a[b]=1', '&&=']))
    return written.length > 0 ? `?${written.join('&')}` : ''
  }
  const headersFor = (path: string, visitor: Visitor): Record<string, string> => ({
    ...(path.startsWith('/dashboard')
      ? { cookie: visitor.cookie(), origin: app.apiUrl }
      : { authorization: `Bearer ${app.secretKey}` }),
    ...Object.fromEntries(
      [
        ...['idempotency-key', 'user-agent', 'accept', 'accept-encoding', 'if-none-match'],
        ...[
          'x-siteray-ticket',
          'x-original-uri',
          'mcp-protocol-version',
          'referer',
          'x-forwarded-for',
        ],
      ]
        .filter(() => random.int(6) === 0)
        .map(name => [
          name,
          random.pick([
            '\u00ff',
            '9999999999.\u00e9'.repeat(3),
            'a'.repeat(2_000),
            '*/*',
            '\t;,=',
            'https://%00',
          ]),
        ]),
    ),
    ...(path === '/mcp' ? { accept: 'application/json, text/event-stream' } : {}),
  })
  const bodyOf = ({ parts, isForm }: Target): { type: string; body: Buffer } => {
    if (isForm && random.int(4) > 0) return formOf()
    const value = parts.body && random.int(10) > 0 ? hostile.fitting(parts.body) : hostile.any()
    const json = random.int(30) === 0 ? writeHostile(value).slice(0, -1) : writeHostile(value)
    const type =
      random.int(20) === 0
        ? random.pick([
            'text/plain',
            'application/x-www-form-urlencoded',
            'multipart/form-data',
            '',
          ])
        : 'application/json'
    return { type, body: Buffer.from(json) }
  }
  const formOf = () => {
    const part = () => {
      const name = random.pick(['file', 'options', hostile.text().slice(0, 100)])
      const file = random.int(2) === 0 ? `; filename="${hostile.text().slice(0, 300)}"` : ''
      const text = random.pick([
        '{}',
        '<p>words and words',
        '%PDF-1.4',
        writeHostile(hostile.any()),
        '\0',
      ])
      return `--x\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`
    }
    const text = `${Array.from({ length: random.int(4) }, part).join('')}--x--\r\n`
    return { type: 'multipart/form-data; boundary=x', body: Buffer.from(text) }
  }
  return (target: Target, visitor: Visitor): Sent => {
    const { method, origin, path, parts } = target
    const url = `${origin}${inPath(path)}${query(parts.querystring)}`
    const headers = headersFor(path, visitor)
    if (method === 'GET') return { method, url, headers }
    const { type, body } = bodyOf(target)
    const about = { 'content-type': type, 'content-length': String(body.length) }
    return { method, url, headers: { ...headers, ...about }, body }
  }
}

/** No answer needs so long here; a stream of events that goes on is none that waits. */
const patienceMs = 120_000

const send = ({ method, url, headers, body }: Sent): Promise<Told> =>
  new Promise(resolve => {
    const { origin } = new URL(url)
    const { hostname, port } = new URL(origin)
    const path = url.slice(origin.length)
    const sending = httpRequest(
      { method, hostname, port, path, headers, agent: false },
      async answer => {
        const status = answer.statusCode ?? 0
        const code = answer.headers['x-error-code']
        const text = await buffer(answer).then(bytes => bytes.toString().slice(0, 300), String)
        resolve({ status, code: typeof code === 'string' ? code : undefined, text })
      },
    )
    sending.setTimeout(patienceMs, () => sending.destroy(new Error('no answer in time')))
    sending.once('error', error => resolve({ status: 0, code: undefined, text: String(error) }))
    sending.end(body)
  })

/**
 * A target's fault has a code of its own, whatever status a door gives it. The protocol's server calls
 * what a schema of its own refuses an internal error too; its message is then the list of faults.
 */
const isOurFault = ({ status, code, text }: Told): boolean =>
  status === 0 ||
  (status >= 500 && (code === undefined || code === 'internal')) ||
  /-32603,"message":"(?!\[)/.test(text)

const shown = ({ method, url, headers, body }: Sent): string =>
  `${method} ${url.slice(0, 300)} ${headers['content-type'] ?? ''} ${body?.toString().slice(0, 500) ?? ''}`
