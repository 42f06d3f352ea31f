import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readArchive } from '../src/base/backup/archive.ts'
import { closeSql, openSql } from '../src/base/db/sql.ts'
import { startTestServer } from '../test/support/database-server.ts'
import { openMemberSite } from '../test/support/member-site.ts'
import { here, type Place } from '../test/support/place.ts'
import { plantedHost, plantSecrets } from '../test/support/plant-secrets.ts'
import { siteray } from '../test/support/server.ts'
import { allRows, holds, loginOf, password } from '../test/support/signing.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../test/support/simulated-web.ts'
import { atMost, defineBench, figure } from './harness/bench.ts'
import { describeRun } from './harness/machine.ts'
import { inParallel, type Server, startServer } from './support/server.ts'

const endsAfter = 50
const workers = 8
const metricsToken = 'a token for metrics of benches'
/** Each code is taken once: with the usual 30 s most of the time would be waiting for the next. */
const totpUri = 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXPJBSWY3DP&period=10'

/** Pages of one part: what is done is kept, so that a run that was cut off goes on from there. */
const pagesOfPart = 500
const keptFile = join(import.meta.dirname, '../.cache/bench/sessions.json')

type Site = { name: string; pages: number; options: object; more?: object[]; check?: object }

/** Each has a form with a CSRF token; `pages` of all together are 10,000. */
const sites: Site[] = [
  { name: 'form', pages: 5_500, options: {} },
  { name: 'rotating', pages: 3_000, options: { rotates: true } },
  {
    ...{ name: 'oauth', pages: 1_000, options: { totpUri } },
    more: [{ type: 'write', selector: '#code', secret: 'code' }],
  },
  {
    ...{ name: 'local', pages: 500, options: { inLocalStorage: true } },
    check: { textIncludes: 'Welcome back' },
  },
]

export const bench = defineBench({
  name: 'sessions',
  part: 'Scrape',
  title: `Four kinds of sites that end each session after ${endsAfter} pages, read by ${workers} workers of two processes`,
  minutes: 25,
  needs: { browser: true, linux: true },
  rows: {
    lost: { what: 'pages that were not read', limit: atMost(0) },
    twice: { what: 'pages that a site gave twice', limit: atMost(0) },
    signIns: {
      what: 'sign-ins more or less than ends of a session',
      limit: atMost(0),
      note: 'A form with a CSRF token, cookies that change with each page, OAuth by another host with a one-time code, and a token in local storage.',
    },
    refused: {
      what: 'sign-ins that a site refused',
      limit: atMost(0),
      note: 'It takes each one-time code once.',
    },
    busy: {
      what: 'calls that a busy server sent away and that came again after `Retry-After`',
      note: 'The admission queue, for pages that need a browser: none waits for more than a second and a half.',
    },
    secrets: {
      what: 'planted secrets found in rows, answers, webhooks, logs, traces, a back-up or any file',
      limit: atMost(0),
    },
  },
  measure: async ({ sample, say }) => {
    const world = await openWorld()
    try {
      const read = await readSites(world, sample, say)
      const secrets = await findSecrets(world, say)
      if (sample === 1) rmSync(keptFile, { force: true })
      return { ...read, secrets }
    } finally {
      await world.close()
    }
  },
})

type World = {
  folder: string
  web: SimulatedWeb
  servers: readonly [Server, Server]
  databaseUrl: string
  logs: string[]
  traces: string[]
  close(): Promise<void>
}

const openWorld = async (): Promise<World> => {
  const folder = mkdtempSync(join(tmpdir(), 'siteray-sessions-'))
  // Chromium does not run as root, and all that anybody leaves behind is in here.
  chmodSync(folder, 0o777)
  const web = await createSimulatedWeb()
  const database = await startTestServer()
  const [logs, traces]: [string[], string[]] = [[], []]
  const receiver = createServer(async (request, response) => {
    for await (const chunk of request) traces.push(String(chunk))
    response.end('{}')
  })
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  const env = {
    ...{ ...web.env, DATABASE_URL: database.url, HOST_DELAY_MS: '0', LOG_LEVEL: 'trace' },
    ...{ MASTER_KEY: 'a master key for benches, long enough', TMPDIR: folder },
    METRICS_TOKEN: metricsToken,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  }
  const servers = [
    await startServer({ ...env, DATA_DIR: join(folder, 'one') }, loggedTo(logs)),
    await startServer({ ...env, DATA_DIR: join(folder, 'two') }, loggedTo(logs)),
  ] as const
  return {
    ...{ folder, web, servers, databaseUrl: database.url, logs, traces },
    async close() {
      for (const server of servers) await server.stop()
      receiver.close()
      await database.close()
      await web.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const loggedTo = (logs: string[]): Place => ({
  ...here,
  spawn(file, args, options) {
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => void logs.push(part))
    return child
  },
})

const put = async ({ port, secretKey }: Server, path: string, body: object) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

const createSession = async (server: Server, body: object): Promise<string> => {
  const { status, json } = await server.post('/v1/sessions', body)
  if (status !== 201) throw new Error(JSON.stringify(json))
  return (json as { id: string }).id
}

type Part = Record<'pages' | 'read' | 'twice' | 'signIns' | 'wrong' | 'refused' | 'busy', number>

const readSites = async (world: World, sample: number, say: (line: string) => void) => {
  const [first] = world.servers
  await put(first, '/v1/secrets/password', { value: password })
  await put(first, '/v1/secrets/code', { value: totpUri, totp: true })
  const kept = openKept(sample)
  for (const site of sites)
    for (let at = 0; at < site.pages / pagesOfPart; at++) {
      const host = `${site.name}-${at}.test`
      if (kept.parts[host]) continue
      const part = await readPart(world, site, host, Math.ceil(pagesOfPart / sample), say)
      kept.keep(host, part)
    }
  for (const server of world.servers) say(`sent away by line: ${await refusedBy(server)}`)
  const sum = (name: keyof Part) =>
    Object.values(kept.parts).reduce((total, part) => total + part[name], 0)
  const [pages, lost, busy] = [sum('pages'), sum('pages') - sum('read'), sum('busy')]
  return {
    lost: figure(lost, `${lost} of ${pages.toLocaleString('en')}`),
    twice: figure(sum('twice')),
    signIns: figure(sum('wrong'), `${sum('wrong')} of ${sum('signIns')}`),
    refused: figure(sum('refused')),
    busy: figure(busy, `${busy} of ${(pages + busy).toLocaleString('en')}`),
  }
}

/** The parts that this commit has read; nothing is kept of a run that only tries the bench. */
const openKept = (sample: number) => {
  const { commit } = describeRun('')
  const before = existsSync(keptFile)
    ? (JSON.parse(readFileSync(keptFile, 'utf8')) as { commit: string; parts: Parts })
    : undefined
  const parts: Parts = sample === 1 && before?.commit === commit ? before.parts : {}
  return {
    parts,
    keep(host: string, part: Part) {
      parts[host] = part
      if (sample > 1) return
      mkdirSync(dirname(keptFile), { recursive: true })
      writeFileSync(keptFile, JSON.stringify({ commit, parts }))
    },
  }
}
type Parts = Record<string, Part>

const readPart = async (
  { web, servers }: World,
  { name, options, more, check }: Site,
  host: string,
  pages: number,
  say: (line: string) => void,
): Promise<Part> => {
  const oauth = name === 'oauth' ? { oauthHost: `idp-${host}` } : {}
  const site = openMemberSite(web, host, { password, endsAfter, ...options, ...oauth })
  const login = { ...loginOf(host, more), ...(check && { check }) }
  const session = await createSession(servers[0], { hosts: [host], login })
  let [read, busy] = [0, 0]
  const startedMs = performance.now()
  await inParallel(Array.from({ length: pages }).keys().toArray(), workers, async n => {
    const body = { url: `https://${host}/p/${n}`, session, timeout: 120_000 }
    const { status, json } = await ask(servers[n % 2 ? 1 : 0], body, () => busy++)
    const { markdown = '' } = json as { markdown?: string }
    if (status === 200 && markdown.includes(`/p/${n}.`)) read++
    else say(`${host}/p/${n}: ${status} ${JSON.stringify(json).slice(0, 300)}`)
  })
  const { given } = site
  const { signIns, refused } = site.counts
  const expected = Math.ceil(given.length / endsAfter)
  const seconds = Math.round((performance.now() - startedMs) / 1_000)
  say(
    `${host}: ${read} of ${pages} pages, ${signIns} sign-ins, ${expected} expected, ${refused} refused, ${busy} sent away, ${seconds} s`,
  )
  return {
    ...{ pages, read, signIns, refused, busy },
    twice: given.length - new Set(given).size,
    wrong: Math.abs(signIns - expected),
  }
}

const refusedBy = async ({ port }: Server): Promise<string> => {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()
  const lines = [...text.matchAll(/siteray_line_refused_total\{line="(\w+)"\} (\d+)/g)]
  return lines.flatMap(([, line, count]) => (count === '0' ? [] : [`${line} ${count}`])).join(', ')
}

/** A busy server says so at once and for nothing, and its caller comes again when it was told to. */
const ask = async (server: Server, body: object, onBusy: () => void) => {
  for (;;) {
    const answer = await server.post('/v1/scrape', body)
    const pauseSeconds = Number(answer.headers.get('retry-after'))
    if (answer.status !== 503 || pauseSeconds === 0) return answer
    onBusy()
    await wait(1_000 * pauseSeconds)
  }
}

/** Secrets of every kind, used and failed with, and then looked for everywhere. */
const findSecrets = async (world: World, say: (line: string) => void) => {
  const { servers, folder, logs, traces } = world
  const { port, secretKey: key } = servers[0]
  const apiUrl = `http://127.0.0.1:${port}`
  const { planted, said } = await plantSecrets({ web: world.web, apiUrl, key })
  const file = join(folder, 'all.backup')
  await siteray(commandEnv(servers[0]), 'backup', file)
  const archive: string[] = []
  for await (const { body } of readArchive(file)) archive.push(body.toString('latin1'))
  const sql = openSql({ kind: 'url', url: world.databaseUrl }, { name: 'bench', maxConnections: 4 })
  const rows = await allRows({ database: { sql } as never })
  await closeSql(sql)
  for (const server of servers) await server.stop()
  const places: [string, () => string, mark: string][] = [
    ['rows', () => rows, plantedHost],
    ['answers and webhooks', () => said, plantedHost],
    ['back-up', () => archive.join(''), plantedHost],
    ['logs', () => logs.join(''), plantedHost],
    ['traces', () => traces.join(''), plantedHost],
    ['files', () => filesBelow(folder), ''],
  ]
  let found = 0
  for (const [name, text, mark] of places) {
    const all = text()
    // A search that finds nothing must be able to find something.
    if (!all.includes(mark)) throw new Error(`The ${name} do not even name the site.`)
    say(`${name}: ${all.length.toLocaleString('en')} characters`)
    for (const secret of planted)
      if (holds(all, secret)) {
        found++
        say(`in the ${name}: ${secret}`)
      }
  }
  return figure(found, `${found} of ${planted.length}`)
}

/** Without what only the server takes. */
const commandEnv = ({ env }: Server): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => !!pair[1]))

const filesBelow = (folder: string): string =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('\n')
