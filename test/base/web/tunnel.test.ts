import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createEgress } from '../../../src/base/web/egress.ts'
import { guardedFetch } from '../../../src/base/web/fetch.ts'
import { type OutboundConfig, readConfig } from '../../../src/config/config.ts'
import type { AppError } from '../../../src/kit/errors.ts'
import { createDnsServer, type DnsServer } from '../../support/dns-server.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'
import { watchSockets } from '../../support/sockets.ts'
import { createWayProxy, type ProxyFault, type WayProxy } from '../../support/way-proxy.ts'
import { blockedUrls, invalidUrls, privateAddresses } from './address-vectors.ts'

const kinds = ['http', 'https', 'socks5'] as const
const nothing: OutboundConfig = { resolve: [], caFile: undefined, allow: [], proxy: undefined }
const privateNames = privateAddresses.filter(text => isIP(text) && !text.includes('%'))

let web: SimulatedWeb
let dns: DnsServer
let tls: { key: string; cert: string }
const open: WayProxy[] = []

before(async () => {
  web = await createSimulatedWeb()
  tls = web.issue('localhost')
  web.site('shop.example', (_, response) => `from ${response.socket?.remoteAddress}`)
  web.site('large.example', () => 'x'.repeat(500_000))
  dns = await createDnsServer(name => {
    const [, index] = /^private-(\d+)\.example$/.exec(name) ?? []
    return index === undefined ? [] : [privateNames[Number(index)] ?? '']
  })
})
after(async () => {
  await Promise.all(open.map(proxy => proxy.close()))
  await Promise.all([web.close(), dns.close()])
})

const start = async (
  kind: WayProxy['kind'],
  more: { credentials?: string; fault?: ProxyFault } = {},
) => {
  const proxy = await createWayProxy({ kind, from: '127.0.0.21', tls, ...more })
  open.push(proxy)
  return proxy
}

type Through = { resolvesNames?: boolean; way?: string; outbound?: OutboundConfig; url?: string }

/** What a page came to through a proxy. */
const fetchThrough = async (
  proxy: Pick<WayProxy, 'url'>,
  page: string,
  { resolvesNames = false, way = 'de-1', outbound = web.outbound }: Through = {},
) => {
  const egress = createEgress({ outbound, dnsServers: [dns.address] })
  const outlet = egress.through({ url: new URL(proxy.url), resolvesNames, way })
  try {
    return await guardedFetch(outlet, { url: page, timeoutMs: 30_000 }).then(
      ({ bytes }) => ({ text: bytes.toString(), code: undefined, message: '' }),
      ({ code, message }: AppError) => ({ text: '', code, message }),
    )
  } finally {
    await egress.close()
  }
}

for (const kind of kinds)
  describe(`a way by ${kind}`, () => {
    it('carries pages of both schemes, from its own address alone', async () => {
      const proxy = await start(kind, { credentials: 'me@home:s e/cret' })
      for (const [scheme, port] of [
        ['http', web.httpPort],
        ['https', web.httpsPort],
      ]) {
        const sockets = watchSockets()
        const { text } = await fetchThrough(proxy, `${scheme}://shop.example/`)
        sockets.stop()
        assert.equal(text, 'from 127.0.0.21')
        assert.equal(proxy.targets.at(-1), `127.0.0.1:${port}`)
        const others = sockets.attempts.filter(to => !to.endsWith(` ${proxy.port}`))
        // Of these processes one is the proxy itself.
        assert.deepEqual(others, [`127.0.0.1 ${port}`])
      }
    })

    it('that refuses the password is at fault itself', async () => {
      const proxy = await start(kind, { credentials: 'me:secret' })
      const wrong = { url: proxy.url.replace('secret', 'guessed') }
      const { code, message } = await fetchThrough(wrong, 'http://shop.example/')
      assert.equal(code, 'way_failed')
      assert.match(message, /^The way de-1 .*user name or password/)
      assert.doesNotMatch(message, /guessed|me:/)
    })

    it('is never asked for a private place', async () => {
      const proxy = await start(kind)
      const urls = [...blockedUrls, ...invalidUrls, ...privateNames.map(hostOf)]
      const names = privateNames.map((_, index) => `http://private-${index}.example/`)
      for (const resolvesNames of [false, true])
        for (const url of [...urls, ...(resolvesNames ? [] : names)]) {
          const { code } = await fetchThrough(proxy, url, { resolvesNames, outbound: nothing })
          assert.match(code ?? 'came', /^(blocked_target|invalid_url|page_unreachable)$/, url)
        }
      assert.deepEqual([proxy.targets, proxy.connections()], [[], 0])
    })

    it('resolves names only by the word of the operator', async () => {
      const proxy = await start(kind, { fault: { dials: web.httpPort } })
      const page = 'http://shop.example/'
      const outbound = { ...nothing, caFile: web.outbound.caFile }
      const here = await fetchThrough(proxy, page, { outbound })
      assert.deepEqual([here.code, proxy.targets], ['page_unreachable', []])
      const there = await fetchThrough(proxy, page, { outbound, resolvesNames: true })
      assert.deepEqual([there.text, proxy.targets], ['from 127.0.0.21', ['shop.example:80']])
    })
  })

const hostOf = (address: string) => `http://${address.includes(':') ? `[${address}]` : address}/`

describe('a proxy that fails', () => {
  const faults: [string, WayProxy['kind'], ProxyFault, string, RegExp][] = [
    [
      'refuses by its rules',
      'http',
      { status: 403 },
      'way_failed',
      /could not connect to shop\.example \(403\)/,
    ],
    ['is broken', 'http', { status: 502 }, 'way_failed', /\(502\)/],
    ['speaks no HTTP', 'http', 'garbage', 'way_failed', /could not be reached/],
    ['speaks no SOCKS', 'socks5', 'garbage', 'way_failed', /does not speak SOCKS5/],
    ['has rules', 'socks5', { reply: 2 }, 'way_failed', /its rules do not allow this host/],
    [
      'says that the host is away',
      'socks5',
      { reply: 5 },
      'page_unreachable',
      /^shop\.example .*the host refused/,
    ],
    [
      'says so in words',
      'http',
      { status: 503, headers: 'X-Squid-Error: ERR_CONNECT_FAIL 111\r\n' },
      'page_unreachable',
      /^shop\.example could not be reached/,
    ],
    [
      'says so as RFC 9209 has it',
      'http',
      { status: 504, headers: 'Proxy-Status: p; error=connection_timeout\r\n' },
      'page_unreachable',
      /^shop\.example could not be reached/,
    ],
  ]
  for (const [what, kind, fault, code, message] of faults)
    it(`and ${what} is told apart from the site (${kind})`, async () => {
      const answer = await fetchThrough(await start(kind, { fault }), 'http://shop.example/')
      assert.equal(answer.code, code, answer.message)
      assert.match(answer.message, message)
    })

  it('is not there at all', async () => {
    for (const scheme of ['http', 'socks5']) {
      const gone = await start(scheme as 'http')
      await gone.close()
      const { code, message } = await fetchThrough(gone, 'http://shop.example/')
      assert.deepEqual([code, message], ['way_failed', 'The way de-1 could not be reached.'])
    }
  })

  it('hangs up in the middle of a page', async () => {
    const dying = await start('http', { fault: { dyingAfterBytes: 100_000 } })
    const { code } = await fetchThrough(dying, 'http://large.example/')
    assert.equal(code, 'page_unreachable')
  })
})

describe('the proxy of everything', () => {
  it('may be a SOCKS5 one', async () => {
    const proxy = await start('socks5', { credentials: 'me:secret' })
    const { outbound } = readConfig({ OUTBOUND_PROXY: proxy.url })
    const egress = createEgress({ outbound: { ...web.outbound, proxy: outbound.proxy } })
    const { bytes } = await guardedFetch(egress, { url: 'https://shop.example/' })
    assert.equal(bytes.toString(), 'from 127.0.0.21')
    await egress.close()
  })
})
