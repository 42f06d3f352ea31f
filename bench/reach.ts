import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { createEgress } from '../src/base/web/egress.ts'
import { guardedFetch } from '../src/base/web/fetch.ts'
import { AppError } from '../src/kit/errors.ts'
import { createDnsServer } from '../test/support/dns-server.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../test/support/simulated-web.ts'
import {
  createWayProxy,
  type ProxyFault,
  type ProxyOptions,
  type WayProxy,
} from '../test/support/way-proxy.ts'
import { atLeast, atMost, defineBench, figure, median, share } from './harness/bench.ts'
import { addressVectors, urlVectors } from './support/address-vectors.ts'
import { type Host, openNetwork } from './support/hosts/network.ts'
import { cpuOf } from './support/processor-time.ts'
import { type Server, startServer } from './support/server.ts'

/** Twelve proxies of all kinds and faults, each on a host of its own. */
const definitions: { name: string; country: string; kind: Kind; fault?: ProxyFault }[] = [
  { name: 'de-http', country: 'DE', kind: 'http' },
  { name: 'de-socks', country: 'DE', kind: 'socks5' },
  { name: 'fr-https', country: 'FR', kind: 'https' },
  { name: 'fr-socks', country: 'FR', kind: 'socks5' },
  { name: 'us-http', country: 'US', kind: 'http' },
  { name: 'jp-socks', country: 'JP', kind: 'socks5' },
  { name: 'locked', country: 'X1', kind: 'http', fault: { status: 407 } },
  { name: 'broken', country: 'X2', kind: 'https', fault: { status: 502 } },
  { name: 'garbled', country: 'X3', kind: 'socks5', fault: 'garbage' },
  { name: 'dying', country: 'X4', kind: 'http', fault: { dyingAfterBytes: 300 } },
  { name: 'ruled', country: 'X5', kind: 'socks5', fault: { reply: 2 } },
  { name: 'silent', country: 'X6', kind: 'http', fault: 'silent' },
]
type Kind = WayProxy['kind']

export const bench = defineBench({
  name: 'reach',
  part: 'Scrape',
  title:
    'Twelve proxies of all kinds and faults, each on a host of its own (network namespaces), chosen by name and by country',
  minutes: 6,
  needs: {
    ...{ browser: true, linux: true, root: true },
    programs: { ip: 'iproute2', nsenter: 'util-linux' },
    data: ['addresses/ip-vectors.jsonl', 'addresses/url-vectors.jsonl'],
  },
  rows: {
    stray: {
      what: 'bytes by a way that was not chosen',
      limit: atMost(0),
      note: 'By the kernel’s counters of each proxy’s host; every operation by every way.',
    },
    direct: {
      what: 'bytes between the server and the sites without any way',
      limit: atMost(0),
      note: 'By the counters of the cable between the two, whatever the protocol; the browser’s bytes are in it.',
    },
    visits: { what: 'requests that a site got from another address', limit: atMost(0) },
    countries: { what: 'pages of another country than asked for', limit: atMost(0) },
    faults: { what: 'failed ways told as the site’s fault, or charged', limit: atMost(0) },
    hostile: {
      what: 'hostile addresses that reached a proxy of any kind',
      limit: atMost(0),
      note: 'Every hostile vector of `addresses`, by HTTP, HTTPS and SOCKS5, names included.',
    },
    recovered: {
      what: 'pages read of a site that blocks an address after 20 pages, by two ways',
      unit: '%',
      limit: atLeast(99),
      note: 'A batch with `retryWays: 1`; an address is blocked until the other one has read 20 pages.',
    },
    http: { what: 'processor time more than without a way, HTTP', unit: 'ms', limit: atMost(3) },
    socks: {
      what: 'processor time more than without a way, SOCKS5',
      unit: 'ms',
      limit: atMost(3),
      note: 'Of the server’s process, a page of one host in turn with and without; the median of six rounds.',
    },
  },
  measure: async ({ data, sample, say }) => {
    const world = await openWorld()
    try {
      const strays = await measureStrays(world, sample, say)
      return {
        ...strays,
        hostile: await measureHostile(world, data('addresses'), say),
        recovered: await measureRecovery(world, sample, say),
        ...(await measureTime(world, sample)),
      }
    } finally {
      await world.close()
    }
  },
})

type World = {
  web: SimulatedWeb
  server: Server
  /** Where each way's proxy runs. */
  hosts: ReadonlyMap<string, Host>
  /** The server's own. */
  host: Host
  /** Who asked for what, as the sites saw it. */
  visits: { host: string; from: string }[]
  close(): Promise<void>
}

const words = 'A sentence of a page that was written for those who read pages to the end. '.repeat(
  8,
)

/** Between the server and the proxies, between them and the sites, and from the server to the sites. */
const nets = { ways: 0, sites: 1, direct: 2 }
/** Whoever runs the bench plays the sites. */
const siteAddress = `198.18.${nets.sites}.1`

const openWorld = async (): Promise<World> => {
  const folder = mkdtempSync(join(tmpdir(), 'siteray-reach-'))
  const network = openNetwork(3)
  const web = await createSimulatedWeb({ address: siteAddress })
  const hosts = new Map<string, Host>()
  const ways = await Promise.all(
    definitions.map(async ({ name, country, kind, fault }, index) => {
      const host = network.add(name, 10 + index, [nets.ways, nets.sites])
      hosts.set(name, host)
      const { address } = host
      const options = { kind, address, from: host.addressIn(nets.sites), tls: web.issue(address) }
      return {
        ...{ name, url: await startProxy(host, { ...options, ...(fault && { fault }) }) },
        ...{ sticky: 'host', countries: /^[A-Z]{2}$/.test(country) ? [country] : [] },
      }
    }),
  )
  const file = join(folder, 'ways.json')
  writeFileSync(file, JSON.stringify(ways))
  const visits: World['visits'] = []
  const countryOf = (from: string) =>
    definitions.find(({ name }) => hosts.get(name)?.addressIn(nets.sites) === from)?.country ??
    'none'
  const page = (title: string, path: string) =>
    `<!doctype html><html lang="en"><title>${title}</title><link rel="stylesheet" href="/s.css"><main><h1>${title}</h1><p>${words}</p><a href="${path}a">a</a> <a href="${path}b">b</a></main></html>`
  for (const n of operations.keys()) {
    const host = `site-${n}.test`
    web.site(host, ({ path }, response) => {
      const from = response.socket?.remoteAddress ?? ''
      visits.push({ host, from })
      if (path === '/robots.txt') return 'User-agent: *\nAllow: /'
      if (path.endsWith('.css')) return { headers: { 'content-type': 'text/css' }, body: 'p {}' }
      if (path.endsWith('.xml')) return { status: 404 }
      return page(countryOf(from), '/')
    })
  }
  const host = network.add('server', 30, [nets.ways, nets.direct])
  host.route(siteAddress, nets.direct)
  const env = { ...web.env, WAYS_FILE: file, HOST_DELAY_MS: '0', HOST: '0.0.0.0' }
  const server = await startServer(env, host)
  return {
    ...{ web, server, hosts, host, visits },
    async close() {
      await server.stop()
      network.close()
      await web.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const startProxy = async (host: Host, options: ProxyOptions): Promise<string> => {
  const file = 'bench/webs/way-proxy.ts'
  const child = host.spawn(process.execPath, [file, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: child.stdout as Readable }), 'line')
  return (JSON.parse(line) as { url: string }).url
}

const credits = async ({ server }: World): Promise<number> =>
  ((await server.getJson('/v1/usage')).json as { credits: { used: number } }).credits.used

/** Every way by its name, and every country. */
const choices = [
  ...definitions.map(way => ({ way, isByCountry: false })),
  ...definitions
    .filter(({ fault, country }, at) => {
      const first = definitions.findIndex(other => other.country === country)
      return fault === undefined && first === at
    })
    .map(way => ({ way, isByCountry: true })),
]

/** Every operation by every way: who else moved a byte, and who else came to the site. */
const measureStrays = async (world: World, sample: number, say: (line: string) => void) => {
  const total = { stray: 0, direct: 0, visits: 0, countries: 0, faults: 0 }
  await checkCounters(world)
  const counted = () =>
    [...world.hosts.values()].reduce((sum, host) => sum + host.octets(), 0) +
    world.host.octetsIn(nets.direct)
  for (const { way, isByCountry } of choices.filter((_, at) => at % sample === 0)) {
    await idle(counted)
    const chosen = isByCountry ? { location: { country: way.country } } : { way: way.name }
    const allowed = definitions.filter(other =>
      isByCountry ? other.country === way.country : other === way,
    )
    const { stray, direct, strangers, isCharged, answers } = await watch(world, chosen, allowed)
    total.stray += stray
    total.direct += direct
    total.visits += strangers
    const name = isByCountry ? way.country : way.name
    if (stray + direct + strangers > 0)
      say(`${name}: ${stray} and ${direct} bytes, ${strangers} requests`)
    if (way.fault !== undefined && isCharged) {
      total.faults++
      say(`${name}: charged`)
    }
    for (const { path, text, credits } of answers) {
      const verdict = judge(way, text, credits)
      if (verdict === undefined) continue
      total[verdict]++
      say(`${name} ${path}: ${text}`)
    }
  }
  return {
    stray: figure(total.stray),
    direct: figure(total.direct),
    visits: figure(total.visits),
    countries: figure(total.countries),
    faults: figure(total.faults),
  }
}

/** What is wrong with an answer, if anything. A way that works must have worked. */
const judge = (
  { name, country, fault }: (typeof definitions)[number],
  text: string,
  credits: number,
): 'countries' | 'faults' | undefined => {
  if (fault !== undefined) return name === 'dying' || ownFault.test(text) ? undefined : 'faults'
  if (credits === 0) throw new Error(`${name}: ${text}`)
  const [, title = country] = /"markdown":"# ([A-Za-z0-9]+)/.exec(text) ?? []
  return title === country ? undefined : 'countries'
}

const ownFault = /The way \w+ (?:could not|refused|did not connect)/

/** A count that is 0 must be able to be more: a page without a way moves bytes on the other cable. */
const checkCounters = async ({ server, host, hosts }: World) => {
  const before = { direct: host.octetsIn(nets.direct), way: hosts.get('de-http')?.octets() ?? 0 }
  await server.post('/v1/scrape', { url: 'https://site-0.test/' })
  if (host.octetsIn(nets.direct) === before.direct)
    throw new Error('The cable between the server and the sites counts nothing.')
  await server.post('/v1/scrape', { url: 'https://site-0.test/', way: 'de-http' })
  if (hosts.get('de-http')?.octets() === before.way)
    throw new Error('The host of a proxy counts nothing.')
}

/** Connections of the way before are kept for four seconds, and then say good-bye. */
const idle = async (count: () => number) => {
  for (let [last, quiet] = [count(), 0]; quiet < 6; ) {
    await wait(1_000)
    const now = count()
    quiet = now === last ? quiet + 1 : 0
    last = now
  }
}

/** All operations at once by one choice, each on a site of its own, and what moved meanwhile. */
const watch = async (world: World, chosen: object, allowed: readonly { name: string }[]) => {
  const { server, host, hosts, visits } = world
  const isAllowed = (name: string) => allowed.some(way => way.name === name)
  const others = [...hosts].filter(([name]) => !isAllowed(name)).map(([, other]) => other)
  const moved = () => others.reduce((sum, other) => sum + other.octets(), 0)
  const before = {
    ...{ moved: moved(), direct: host.octetsIn(nets.direct) },
    ...{ visits: visits.length, credits: await credits(world) },
  }
  const answers = await Promise.all(
    operations.map(async ([path, more], at) => {
      const url = `https://site-${at}.test/`
      const { json, headers } = await perform(server, path, { ...more(url), ...chosen })
      const { creditsUsed = headers.get('x-credits-used') } = json as { creditsUsed?: number }
      return { path, text: JSON.stringify(json), credits: Number(creditsUsed) }
    }),
  )
  const froms = allowed.map(({ name }) => hosts.get(name)?.addressIn(nets.sites))
  return {
    stray: moved() - before.moved,
    direct: host.octetsIn(nets.direct) - before.direct,
    strangers: visits.slice(before.visits).filter(({ from }) => !froms.includes(from)).length,
    isCharged: (await credits(world)) > before.credits,
    answers,
  }
}

const operations: [string, (url: string) => object][] = [
  ['/v1/scrape', url => ({ url, formats: ['markdown'] })],
  ['/v1/scrape', url => ({ url: url.replace('https', 'http'), formats: ['markdown'] })],
  ['/v1/scrape', url => ({ url, formats: ['markdown'], render: 'always' })],
  ['/v1/map', url => ({ url })],
  ['/v1/branding', url => ({ url, include: ['colors'] })],
  ['/v1/batch/scrape', url => ({ urls: [`${url}a`, `${url}b`], formats: ['markdown'] })],
  ['/v1/crawl', url => ({ url, limit: 3, formats: ['markdown'] })],
]

/** A job is read to its end. */
const perform = async (server: Server, path: string, body: object) => {
  const answer = await server.post(path, body)
  const { id } = answer.json as { id?: string }
  if (id === undefined) return answer
  for (;;) {
    const state = await server.getJson(`${path}/${id}?limit=100`)
    if ((state.json as { status: string }).status !== 'scraping') return state
    await wait(100)
  }
}

/** By each kind of proxy, in this process: names need a DNS of the bench's own. */
const measureHostile = async ({ web }: World, folder: string, say: (line: string) => void) => {
  const vectors = [...urlVectors(folder), ...addressVectors(folder)].filter(
    ({ expect }) => expect === 'block' || expect === 'invalid',
  )
  const answers = new Map(
    vectors.flatMap(({ url, answer }) =>
      answer === undefined ? [] : [[new URL(url).hostname, answer]],
    ),
  )
  const dns = await createDnsServer(name => [answers.get(name) ?? '93.184.215.14'])
  const outbound = { resolve: [], caFile: web.outbound.caFile, allow: [], proxy: undefined }
  const egress = createEgress({ outbound, dnsServers: [dns.address] })
  let through = 0
  for (const kind of ['http', 'https', 'socks5'] as const) {
    const proxy = await createWayProxy({ kind, from: '127.0.1.1', tls: web.issue('localhost') })
    for (const resolvesNames of [false, true]) {
      const outlet = egress.through({ url: new URL(proxy.url), resolvesNames, way: kind })
      // A name that the proxy is to resolve is the operator's word, and not judged here.
      for (const vector of vectors.filter(({ answer }) => !resolvesNames || answer === undefined)) {
        const before = proxy.connections()
        await guardedFetch(outlet, { url: vector.url, timeoutMs: 2_000 }).catch(error => {
          if (!(error instanceof AppError)) throw error
        })
        if (proxy.connections() === before) continue
        through++
        say(`${kind}: ${JSON.stringify(vector)}`)
      }
    }
    await proxy.close()
  }
  await egress.close()
  await dns.close()
  return figure(through, `${through} of ${vectors.length} × 3 kinds`)
}

const pagesInARow = 20

/** Two addresses that a site turns away in turn. */
const measureRecovery = async (world: World, sample: number, say: (line: string) => void) => {
  const { web, server } = world
  const served = new Map<string, number>()
  web.site('blocking.test', ({ path }, response) => {
    if (path === '/robots.txt') return 'User-agent: *\nAllow: /'
    const from = response.socket?.remoteAddress ?? ''
    const own = served.get(from) ?? 0
    if (own >= pagesInARow) return { status: 403, body: 'You have read enough.' }
    served.set(from, own + 1)
    for (const other of served.keys())
      if (other !== from && own + 1 === pagesInARow) served.set(other, 0)
    return `<title>${path}</title><main><h1>${path}</h1><p>${words}</p></main>`
  })
  const count = Math.max(100, Math.round(1_000 / sample))
  const urls = Array.from({ length: count }, (_, n) => `https://blocking.test/${n}`)
  const body = { urls, formats: ['markdown'], location: { country: 'DE' }, retryWays: 1 }
  const { json } = await perform(server, '/v1/batch/scrape', body)
  const { completed, data } = json as { completed: number; data: { error?: string }[] }
  for (const fault of new Set(data.flatMap(({ error }) => error ?? []))) say(fault)
  return share(completed, count)
}

/** Of the server's process. */
const measureTime = async ({ server, web }: World, sample: number) => {
  web.site('timed.test', ({ path }) => `<title>${path}</title><main><p>${words}</p></main>`)
  const calls = Math.max(20, Math.round(100 / sample))
  const choices = [{}, { way: 'de-http' }, { way: 'de-socks' }] as const
  const spent = choices.map((): number[] => [])
  for (let round = 0; round < 7; round++)
    for (const [at, choice] of choices.entries()) {
      const before = ownMs(server)
      for (let n = 0; n < calls; n++) {
        const { status } = await server.post('/v1/scrape', { url: 'http://timed.test/', ...choice })
        if (status !== 200) throw new Error(`${JSON.stringify(choice)}: ${status}`)
      }
      // The first is for warming up.
      if (round > 0) spent[at]?.push((ownMs(server) - before) / calls)
    }
  const [direct = 0, http = 0, socks = 0] = spent.map(rounds => median(rounds))
  return { http: figure(http - direct), socks: figure(socks - direct) }
}

/** PostgreSQL is not in it. */
const ownMs = ({ pid }: Server): number =>
  [...cpuOf(pid)].reduce((sum, [name, ms]) => (name === 'postgres' ? sum : sum + ms), 0)
