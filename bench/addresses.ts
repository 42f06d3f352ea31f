/**
 * How the outgoing policy does against a folder of hostile addresses and URLs.
 *
 *   node bench/addresses.ts <folder>
 *
 * The folder holds `ip-vectors.jsonl` ({ip, expect, class}) and `url-vectors.jsonl` ({url, expect,
 * class}); `expect` is `block` (refused, and no socket is opened), `invalid` (an invalid_url before
 * any name is looked up), `allow` (not refused) or `allow-or-invalid`. Every address is tried as a
 * URL and again as the answer of a DNS name.
 */
import { subscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, isIPv6 } from 'node:net'
import { join } from 'node:path'
import { createEgress } from '../src/base/web/egress.ts'
import { guardedFetch } from '../src/base/web/fetch.ts'
import { createNameLookup } from '../src/base/web/names.ts'
import { resolveAndPin } from '../src/base/web/resolve.ts'
import { bareHostname, createTargetPolicy, portOf } from '../src/base/web/target.ts'
import { AppError } from '../src/errors.ts'
import { createDnsServer } from '../test/support/dns-server.ts'

type Vector = { url: string; expect: string; class: string; answer?: string }
type Verdict = { refusal: string | undefined; sockets: number; lookups: number }

const folder = process.argv[2]
if (folder === undefined || !existsSync(join(folder, 'ip-vectors.jsonl'))) {
  console.log('Give the folder that holds ip-vectors.jsonl and url-vectors.jsonl.')
  process.exit(folder === undefined ? 1 : 0)
}

const vectors = [...urlVectors(folder), ...addressVectors(folder)]
const answers = new Map<string, string>()
const dns = await createDnsServer(name => [answers.get(name) ?? '93.184.215.14'])
const outbound = { resolve: [], caFile: undefined, allow: [], proxy: undefined }
const egress = createEgress({ outbound, dnsServers: [dns.address] })
const resolveDeps = {
  policy: createTargetPolicy(outbound),
  lookup: createNameLookup([dns.address]),
  listeners: () => [],
}
let sockets = 0
subscribe('net.client.socket', () => {
  sockets++
})
await checkWatch()

const wrong: string[] = []
for (const vector of vectors) {
  const verdict = await judge(vector)
  if (!holds(vector.expect, verdict))
    wrong.push(`${JSON.stringify(vector)} ${JSON.stringify(verdict)}`)
}
for (const expect of ['block', 'invalid', 'allow', 'allow-or-invalid'])
  console.log(`${expect.padEnd(17)} ${vectors.filter(vector => vector.expect === expect).length}`)
console.log(`wrong             ${wrong.length}`)
for (const line of wrong) console.log(line)
await egress.close()
await dns.close()
process.exitCode = wrong.length === 0 ? 0 : 1

/** A watch that sees nothing would make every score perfect. */
async function checkWatch(): Promise<void> {
  const control = createServer().listen(0, '127.0.0.1')
  await once(control, 'listening')
  const client = connect((control.address() as AddressInfo).port, '127.0.0.1')
  await once(client, 'connect')
  client.destroy()
  control.close()
  if (sockets !== 1) throw new Error('The watch does not see sockets.')
}

async function judge(vector: Vector): Promise<Verdict> {
  if (vector.answer !== undefined) answers.set(new URL(vector.url).hostname, vector.answer)
  const before = { sockets, lookups: dns.queries.length }
  const refusal = await (vector.expect.startsWith('allow') ? pin(vector) : reach(vector))
  return {
    refusal,
    sockets: sockets - before.sockets,
    lookups: dns.queries.length - before.lookups,
  }
}

/** Hostile ones are really fetched; whatever opens a socket is seen. */
async function reach(vector: Vector): Promise<string | undefined> {
  return guardedFetch(egress, { url: vector.url, timeoutMs: 2000 }).then(() => undefined, codeOf)
}

/** Good ones are taken up to the address that would be dialled: the Internet is not asked. */
async function pin(vector: Vector): Promise<string | undefined> {
  try {
    const url = egress.parseTarget(vector.url)
    await resolveAndPin(resolveDeps, bareHostname(url), portOf(url))
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}

function holds(expect: string, { refusal, sockets, lookups }: Verdict): boolean {
  if (expect === 'allow') return refusal !== 'blocked_target' && refusal !== 'invalid_url'
  if (expect === 'invalid') return refusal === 'invalid_url' && sockets + lookups === 0
  if (expect === 'block') return refusal === 'blocked_target' && sockets === 0
  return refusal !== 'blocked_target' || lookups === 0
}

function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.code
  throw error
}

function urlVectors(path: string): Vector[] {
  return readLines<Vector>(join(path, 'url-vectors.jsonl'))
}

function addressVectors(path: string): Vector[] {
  return readLines<{ ip: string; expect: string; class: string }>(
    join(path, 'ip-vectors.jsonl'),
  ).flatMap(({ ip, expect, class: kind }, index) => [
    { url: `http://${isIPv6(ip) ? `[${ip}]` : ip}/`, expect, class: kind },
    { url: `http://name-${index}.example/`, answer: ip, expect, class: kind },
  ])
}

function readLines<T>(path: string): T[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}
