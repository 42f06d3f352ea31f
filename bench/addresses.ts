import { subscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { createEgress } from '../src/base/web/egress.ts'
import { guardedFetch } from '../src/base/web/fetch.ts'
import { createNameLookup } from '../src/base/web/names.ts'
import { resolveAndPin } from '../src/base/web/resolve.ts'
import { bareHostname, createTargetPolicy, portOf } from '../src/base/web/target.ts'
import { AppError } from '../src/kit/errors.ts'
import { createDnsServer } from '../test/support/dns-server.ts'
import { atLeast, atMost, defineBench, figure, share } from './harness/bench.ts'
import { addressVectors, urlVectors, type Vector } from './support/address-vectors.ts'

/**
 * The data holds `ip-vectors.jsonl` ({ip, expect, class}) and `url-vectors.jsonl` ({url, expect,
 * class}); `expect` is `block` (refused, and no socket is opened), `invalid` (an invalid_url before
 * any name is looked up), `allow` (not refused) or `allow-or-invalid`. Every address is tried as a
 * URL and again as the answer of a DNS name.
 */
export const bench = defineBench({
  name: 'addresses',
  part: 'The house',
  title: 'The outgoing policy against hostile and harmless addresses and URLs',
  minutes: 0.1,
  needs: { data: ['addresses/ip-vectors.jsonl', 'addresses/url-vectors.jsonl'] },
  rows: {
    bypasses: { what: 'hostile ones that were let through', limit: atMost(0) },
    refusals: { what: 'harmless ones that were refused', limit: atMost(0) },
    right: { what: 'vectors judged as they should be', unit: '%', limit: atLeast(100) },
  },
  measure: async ({ data, say }) => {
    const vectors = [...urlVectors(data('addresses')), ...addressVectors(data('addresses'))]
    const judge = await openJudge()
    const wrong: Vector[] = []
    for (const vector of vectors) {
      const verdict = await judge.judge(vector)
      if (holds(vector.expect, verdict)) continue
      wrong.push(vector)
      say(`${JSON.stringify(vector)} ${JSON.stringify(verdict)}`)
    }
    await judge.close()
    const refused = wrong.filter(({ expect }) => expect.startsWith('allow')).length
    return {
      bypasses: figure(wrong.length - refused),
      refusals: figure(refused),
      right: share(vectors.length - wrong.length, vectors.length),
    }
  },
})

type Verdict = { refusal: string | undefined; sockets: number; lookups: number }

const openJudge = async () => {
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
  await openSocket()
  // A watch that sees nothing would make every score perfect.
  if (sockets !== 1) throw new Error('The watch does not see sockets.')

  /** Hostile ones are really fetched; whatever opens a socket is seen. */
  const reach = ({ url }: Vector): Promise<string | undefined> =>
    guardedFetch(egress, { url, timeoutMs: 2000 }).then(() => undefined, codeOf)

  /** Good ones are taken up to the address that would be dialled: the Internet is not asked. */
  const pin = async (vector: Vector): Promise<string | undefined> => {
    try {
      const url = egress.parseTarget(vector.url)
      await resolveAndPin(resolveDeps, bareHostname(url), portOf(url))
      return undefined
    } catch (error) {
      return codeOf(error)
    }
  }

  return {
    async judge(vector: Vector): Promise<Verdict> {
      if (vector.answer !== undefined) answers.set(new URL(vector.url).hostname, vector.answer)
      const before = { sockets, lookups: dns.queries.length }
      const refusal = await (vector.expect.startsWith('allow') ? pin(vector) : reach(vector))
      return {
        refusal,
        sockets: sockets - before.sockets,
        lookups: dns.queries.length - before.lookups,
      }
    },
    async close() {
      await egress.close()
      await dns.close()
    },
  }
}

const openSocket = async (): Promise<void> => {
  const control = createServer().listen(0, '127.0.0.1')
  await once(control, 'listening')
  const client = connect((control.address() as AddressInfo).port, '127.0.0.1')
  await once(client, 'connect')
  client.destroy()
  control.close()
}

const holds = (expect: string, { refusal, sockets, lookups }: Verdict): boolean => {
  if (expect === 'allow') return refusal !== 'blocked_target' && refusal !== 'invalid_url'
  if (expect === 'invalid') return refusal === 'invalid_url' && sockets + lookups === 0
  if (expect === 'block') return refusal === 'blocked_target' && sockets === 0
  return refusal !== 'blocked_target' || lookups === 0
}

const codeOf = (error: unknown): string => {
  if (error instanceof AppError) return error.code
  throw error
}
