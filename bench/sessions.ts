import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readArchive } from '../src/base/backup/archive.ts'
import { closeSql, openSql } from '../src/base/db/sql.ts'
import { startTestServer } from '../test/support/database-server.ts'
import { openMemberSite } from '../test/support/member-site.ts'
import { here, type Place } from '../test/support/place.ts'
import { siteray } from '../test/support/server.ts'
import { allRows, holds, loginOf } from '../test/support/signing.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../test/support/simulated-web.ts'
import { atMost, defineBench, figure } from './harness/bench.ts'
import { inParallel, type Server, startServer } from './support/server.ts'

const endsAfter = 50
const workers = 8
const totpUri = 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXPJBSWY3DP'
const password = 'pass-7f3a9c-word'

/** Each has a form with a CSRF token; `pages` of all together are 10,000. */
const sites: { host: string; pages: number; options: object; more?: object[]; check?: object }[] = [
  { host: 'form.test', pages: 4_000, options: {} },
  { host: 'rotating.test', pages: 2_500, options: { rotates: true } },
  {
    ...{ host: 'oauth.test', pages: 3_000, options: { oauthHost: 'idp.test', totpUri } },
    more: [{ type: 'write', selector: '#code', secret: 'code' }],
  },
  {
    ...{ host: 'local.test', pages: 500, options: { inLocalStorage: true } },
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
    refused: { what: 'sign-ins that a site refused', limit: atMost(0) },
    secrets: {
      what: 'planted secrets found in rows, logs, traces, a back-up or any file',
      limit: atMost(0),
    },
  },
  measure: async ({ sample, say }) => {
    const world = await openWorld()
    try {
      const read = await readSites(world, sample, say)
      return { ...read, secrets: await findSecrets(world, say) }
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

const readSites = async ({ web, servers }: World, sample: number, say: (line: string) => void) => {
  const [first] = servers
  await put(first, '/v1/secrets/password', { value: password })
  await put(first, '/v1/secrets/code', { value: totpUri, totp: true })
  const total = { pages: 0, read: 0, twice: 0, signIns: 0, refused: 0, wrong: 0 }
  for (const { host, pages, options, more, check } of sites) {
    const site = openMemberSite(web, host, { password, endsAfter, ...options })
    const login = { ...loginOf(host, more), ...(check && { check }) }
    const session = await createSession(first, { hosts: [host], login })
    const count = Math.ceil(pages / sample)
    let failed = 0
    const startedMs = performance.now()
    await inParallel(Array.from({ length: count }).keys().toArray(), workers, async n => {
      const body = { url: `https://${host}/p/${n}`, session, timeout: 120_000 }
      const { status, json } = await ask(servers[n % 2 ? 1 : 0], body)
      const { markdown = '' } = json as { markdown?: string }
      if (status === 200 && markdown.includes(`/p/${n}.`)) return
      failed++
      say(`${host}/p/${n}: ${status} ${JSON.stringify(json).slice(0, 300)}`)
    })
    const { counts, given } = site
    const expected = Math.ceil(given.length / endsAfter)
    const seconds = (performance.now() - startedMs) / 1_000
    say(
      `${host}: ${count - failed} of ${count} pages, ${counts.signIns} sign-ins, ${expected} expected, ${counts.refused} refused, ${Math.round(seconds)} s`,
    )
    total.pages += count
    total.read += count - failed
    total.twice += given.length - new Set(given).size
    total.signIns += counts.signIns
    total.wrong += Math.abs(counts.signIns - expected)
    total.refused += counts.refused
  }
  return {
    lost: figure(total.pages - total.read, `${total.pages - total.read} of ${total.pages}`),
    twice: figure(total.twice),
    signIns: figure(total.wrong, `${total.wrong} of ${total.signIns}`),
    refused: figure(total.refused),
  }
}

/** A busy server says so at once and for nothing, and its caller comes again. */
const ask = async (server: Server, body: object) => {
  for (;;) {
    const answer = await server.post('/v1/scrape', body)
    if (answer.status !== 503) return answer
    await wait(1_000)
  }
}

/** Twenty secrets of every kind, used and failed with, and then looked for everywhere. */
const findSecrets = async (world: World, say: (line: string) => void) => {
  const { servers, folder, logs, traces } = world
  const planted = await plantSecrets(world)
  const file = join(folder, 'all.backup')
  await siteray(commandEnv(servers[0]), 'backup', file)
  const archive: string[] = []
  for await (const { body } of readArchive(file)) archive.push(body.toString('latin1'))
  const sql = openSql({ kind: 'url', url: world.databaseUrl }, { name: 'bench', maxConnections: 4 })
  const rows = await allRows({ database: { sql } as never })
  await closeSql(sql)
  for (const server of servers) await server.stop()
  const places: [string, () => string, mark: string][] = [
    ['rows', () => rows, 'planted.test'],
    ['back-up', () => archive.join(''), 'planted.test'],
    ['logs', () => logs.join(''), 'planted.test'],
    ['traces', () => traces.join(''), 'planted.test'],
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

const plantSecrets = async ({ web, servers }: World): Promise<string[]> => {
  const [server] = servers
  const planted = [password]
  const plant = (kind: string): string => {
    const value = `planted${kind}${Math.random().toString(36).slice(2)}`
    planted.push(value)
    return value
  }
  const hosts = ['planted.test']
  const login = loginOf('planted.test')
  openMemberSite(web, 'planted.test', { password })
  const mustBe = (wanted: number, { status, json }: { status: number; json: unknown }) => {
    if (status !== wanted) throw new Error(`${status}: ${JSON.stringify(json)}`)
    const told = planted.find(secret => JSON.stringify(json).includes(secret))
    if (told) throw new Error(`An answer tells ${told}.`)
  }
  const scrape = (session: string, more: object) =>
    server.post('/v1/scrape', { url: 'https://planted.test/p/1', session, ...more })
  for (let n = 0; n < 4; n++) {
    await put(server, `/v1/secrets/wrong${n}`, { value: plant('password') })
    const actions = [
      { type: 'write', selector: '#email', text: plant('text') },
      { type: 'write', selector: '#password', secret: `wrong${n}` },
      { type: 'click', selector: n % 2 ? 'button' : '#none-there' },
    ]
    const id = await createSession(server, { hosts, login: { ...login, actions } })
    mustBe(502, await server.post(`/v1/sessions/${id}/sign-in`, {}))
  }
  planted.push('PLANTEDKEYJBSWY3DPEHPK3PXP')
  await put(server, '/v1/secrets/key', { value: planted.at(-1), totp: true })
  for (let n = 0; n < 5; n++) {
    const cookies = [{ name: 'sid', value: plant('cookie'), domain: 'planted.test' }]
    const localStorage = [{ name: 'token', value: plant('local') }]
    const origins = [{ origin: 'https://planted.test', localStorage }]
    const id = await createSession(server, { hosts, state: { cookies, origins } })
    mustBe(409, await scrape(id, { render: n % 2 ? 'always' : 'auto', maxAge: 60_000 }))
  }
  const id = await createSession(server, { hosts, login })
  mustBe(200, await scrape(id, { maxAge: 60_000, formats: ['markdown', 'rawHtml'] }))
  return planted
}

/** Without what only the server takes. */
const commandEnv = ({ env }: Server): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => !!pair[1]))

const filesBelow = (folder: string): string =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('\n')
