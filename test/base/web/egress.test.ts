import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createEgress, type EgressDeps } from '../../../src/base/web/egress.ts'
import { guardedFetch } from '../../../src/base/web/fetch.ts'
import { type OutboundConfig, readConfig } from '../../../src/config/config.ts'
import type { AppError } from '../../../src/kit/errors.ts'
import { createDnsServer, type DnsServer } from '../../support/dns-server.ts'
import { createForwardProxy } from '../../support/forward-proxy.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'
import { stretched } from '../../support/slowness.ts'
import { createCanary, watchSockets } from '../../support/sockets.ts'
import { blockedUrls, invalidUrls, privateAddresses } from './address-vectors.ts'

const nothing: OutboundConfig = { resolve: [], caFile: undefined, allow: [], proxy: undefined }

/** Names of the tests' own DNS; everything else does not exist. */
const names: Record<string, (nth: number) => readonly string[] | 'silence'> = {
  'private.example': () => ['10.0.0.1'],
  'mixed.example': () => ['93.184.215.14', '127.0.0.1'],
  'mixed6.example': () => ['93.184.215.14', '::1'],
  'silent.example': () => 'silence',
  'rebinding.example': nth => [nth === 1 ? '192.0.2.7' : '127.0.0.1'],
}
for (const [index, address] of privateAddresses
  .filter(text => isIP(text) && !text.includes('%'))
  .entries())
  names[`private-${index}.example`] = () => [address]

let web: SimulatedWeb
let dns: DnsServer

before(async () => {
  web = await createSimulatedWeb()
  web.site('shop.example', { '/': 'the shop' })
  dns = await createDnsServer((name, nth) => names[name]?.(nth) ?? [])
})
after(async () => {
  await web.close()
  await dns.close()
})

/** What a fetch came to, and every connection it tried to open. */
const attempt = async (deps: EgressDeps, url: string, timeoutMs = 2000) => {
  const { attempts, outcomes } = await attemptAll(deps, [url], timeoutMs)
  return { outcome: outcomes[0], attempts }
}

const attemptAll = async (deps: EgressDeps, urls: readonly string[], timeoutMs = 2000) => {
  const egress = createEgress({ dnsServers: [dns.address], ...deps })
  const watch = watchSockets()
  const outcomes: string[] = []
  for (const url of urls)
    outcomes.push(
      await guardedFetch(egress, { url, timeoutMs }).then(
        response => response.bytes.toString(),
        (error: AppError) => error.code,
      ),
    )
  watch.stop()
  await egress.close()
  return { outcomes, attempts: watch.attempts }
}

/** All of them come to one refusal and none opens a connection; the odd ones are named. */
const assertAllRefused = async (deps: EgressDeps, urls: readonly string[], code: string) => {
  const { outcomes, attempts } = await attemptAll(deps, urls)
  assert.deepEqual(
    urls.filter((_url, index) => outcomes[index] !== code).map(url => url.slice(0, 200)),
    [],
  )
  assert.deepEqual(attempts, [])
}

describe('a fetch', () => {
  it('of a good host is seen by the watch that the other tests rely on', async () => {
    assert.deepEqual(await attempt({ outbound: web.outbound }, 'http://shop.example/'), {
      outcome: 'the shop',
      attempts: [`127.0.0.1 ${web.httpPort}`],
    })
  })

  it('of a private address in any spelling opens no connection', async () => {
    await assertAllRefused({ outbound: nothing }, blockedUrls, 'blocked_target')
  })

  it('of an invalid URL asks for no name and opens no connection', async () => {
    const asked = dns.queries.length
    await assertAllRefused({ outbound: nothing }, invalidUrls, 'invalid_url')
    assert.equal(dns.queries.length, asked)
  })

  it('of a name with any private answer opens no connection', async () => {
    const hosts = Object.keys(names).filter(name => /^(private|mixed)/.test(name))
    const urls = hosts.map(host => `http://${host}/`)
    await assertAllRefused({ outbound: nothing }, urls, 'blocked_target')
  })

  it('goes to the address that was checked, however the name answers later', async () => {
    const outbound = { ...nothing, allow: ['192.0.2.0/24'] }
    const startedMs = performance.now()
    const { outcome, attempts } = await attempt({ outbound }, 'http://rebinding.example/', 300)
    assert.deepEqual([outcome, attempts], ['page_timeout', ['192.0.2.7 80']])
    // Nobody lives there: the deadline holds while the connection is still being tried.
    assert.ok(performance.now() - startedMs < stretched(2_500))
    const again = await attempt({ outbound }, 'http://rebinding.example/', 300)
    assert.deepEqual(again, { outcome: 'blocked_target', attempts: [] })
  })

  it('of a name that does not exist or never answers says so in time', async () => {
    const missing = await attempt({ outbound: nothing }, 'http://missing.example/', 10_000)
    assert.equal(missing.outcome, 'page_unreachable')
    const silent = await attempt({ outbound: nothing }, 'http://silent.example/', 10_000)
    assert.equal(silent.outcome, 'page_timeout')
  })

  it('follows a redirect only to a place that may be reached', async () => {
    const canary = await createCanary()
    const targets = [
      `http://127.0.0.1:${canary.port}/`,
      `//127.0.0.1:${canary.port}/`,
      'http://[::1]/',
      'http://localhost/',
      'https://metadata.google.internal/',
    ]
    for (const location of targets) {
      web.site('redirect.example', { '/': { status: 302, headers: { location } } })
      const { outcome, attempts } = await attempt(
        { outbound: web.outbound },
        'http://redirect.example/',
      )
      assert.deepEqual([outcome, attempts.length], ['blocked_target', 1], location)
    }
    assert.deepEqual(canary.connections, [])
    await canary.close()
  })
})

describe('a static rule', () => {
  it('of OUTBOUND_RESOLVE reaches a private address under the name it was given for', async () => {
    const { outbound } = readConfig({
      OUTBOUND_RESOLVE: `shop.example:80=127.0.0.1:${web.httpPort},*:81=127.0.0.1:${web.httpPort}`,
    })
    for (const url of ['http://shop.example/', 'http://SHOP.example./', 'http://shop.example:81/'])
      assert.equal((await attempt({ outbound }, url)).outcome, 'the shop', url)
    const other = await attempt({ outbound }, 'http://private.example/')
    assert.deepEqual(other, { outcome: 'blocked_target', attempts: [] })
  })

  it('never turns an address or a local name into something else', async () => {
    const local = ['localhost', 'intranet', 'nas.local', 'db.internal', 'a.localhost']
    const rules = ['*', ...local].map(host => `${host}:80=127.0.0.1:${web.httpPort}`).join(',')
    const { outbound } = readConfig({ OUTBOUND_RESOLVE: rules })
    const literals = ['127.0.0.1', '10.0.0.1', '[::1]', '2130706433', 'localhost.']
    const urls = [...local, ...literals].map(host => `http://${host}/`)
    await assertAllRefused({ outbound }, urls, 'blocked_target')
  })
})

describe('our own listeners', () => {
  it('are refused even where their range is allowed', async () => {
    const canary = await createCanary()
    const outbound = { ...nothing, allow: ['127.0.0.0/8'] }
    const ports = [canary.port]
    const url = `http://127.0.0.1:${canary.port}/`
    assert.equal((await attempt({ outbound, ports }, url)).outcome, 'canary')
    for (const host of ['127.0.0.1', '0.0.0.0', '::', '::ffff:127.0.0.1']) {
      const listeners = () => [{ host, port: canary.port }]
      assert.deepEqual(
        await attempt({ outbound, ports, listeners }, url),
        { outcome: 'blocked_target', attempts: [] },
        host,
      )
    }
    const elsewhere = () => [{ host: '127.0.0.2', port: canary.port }]
    assert.equal((await attempt({ outbound, ports, listeners: elsewhere }, url)).outcome, 'canary')
    await canary.close()
  })

  it('may be reached where a rule says so', async () => {
    const listeners = () => [{ host: '127.0.0.1', port: web.httpPort }]
    const { outcome } = await attempt({ outbound: web.outbound, listeners }, 'http://shop.example/')
    assert.equal(outcome, 'the shop')
  })
})

describe('TLS', () => {
  it('trusts the authorities of OUTBOUND_CA_FILE and no others', async () => {
    const { outcome } = await attempt({ outbound: web.outbound }, 'https://shop.example/')
    assert.equal(outcome, 'the shop')
    const without = { ...web.outbound, caFile: undefined }
    assert.equal(
      (await attempt({ outbound: without }, 'https://shop.example/')).outcome,
      'page_unreachable',
    )
  })

  it('with a CA file that cannot be read is said when starting', () => {
    assert.throws(
      () => createEgress({ outbound: { ...nothing, caFile: '/no/such/file.pem' } }),
      /OUTBOUND_CA_FILE "\/no\/such\/file\.pem" cannot be used/,
    )
  })
})

describe('an outgoing proxy', () => {
  it('is asked for the address that was checked, with its credentials', async () => {
    const proxy = await createForwardProxy('someone:secret')
    const outbound = { ...web.outbound, proxy: `http://someone:secret@127.0.0.1:${proxy.port}` }
    for (const [scheme, port] of [
      ['http', web.httpPort],
      ['https', web.httpsPort],
    ]) {
      const { outcome, attempts } = await attempt({ outbound }, `${scheme}://shop.example/`)
      assert.equal(outcome, 'the shop')
      assert.deepEqual(
        [attempts[0], proxy.targets.at(-1)],
        [`127.0.0.1 ${proxy.port}`, `127.0.0.1:${port}`],
      )
    }
    const refused = await attempt(
      { outbound: { ...outbound, proxy: `http://127.0.0.1:${proxy.port}` } },
      'http://shop.example/',
    )
    assert.equal(refused.outcome, 'page_unreachable')
    await proxy.close()
  })

  it('is never asked for a private place', async () => {
    const proxy = await createForwardProxy()
    for (const query of ['', '/?resolve=proxy'])
      for (const url of [
        'http://127.0.0.1/',
        'http://localhost/',
        'http://[::1]/',
        'http://10.0.0.1/',
      ])
        assert.equal(
          (
            await attempt(
              { outbound: { ...nothing, proxy: `http://127.0.0.1:${proxy.port}${query}` } },
              url,
            )
          ).outcome,
          'blocked_target',
        )
    const byName = await attempt(
      { outbound: { ...nothing, proxy: `http://127.0.0.1:${proxy.port}` } },
      'http://private.example/',
    )
    assert.equal(byName.outcome, 'blocked_target')
    assert.deepEqual(proxy.targets, [])
    await proxy.close()
  })

  it('resolves names only where its URL says so', async () => {
    const proxy = await createForwardProxy(undefined, { port: web.httpPort })
    const url = 'http://shop.example/'
    const strict = { ...nothing, proxy: `http://127.0.0.1:${proxy.port}` }
    assert.equal((await attempt({ outbound: strict }, url, 10_000)).outcome, 'page_unreachable')
    assert.deepEqual(proxy.targets, [])
    const open = { ...nothing, proxy: `http://127.0.0.1:${proxy.port}/?resolve=proxy` }
    assert.equal((await attempt({ outbound: open }, url)).outcome, 'the shop')
    assert.deepEqual(proxy.targets, ['shop.example:80'])
    await proxy.close()
  })
})

describe('an endpoint the operator trusts', () => {
  it('may be private, and lends its trust to no other', async () => {
    const model = await createCanary()
    const other = await createCanary()
    const origin = `http://127.0.0.1:${model.port}`
    const egress = createEgress({ outbound: nothing, dnsServers: [dns.address] })
    const trusted = egress.trust(origin)
    assert.equal(await (await trusted.fetch(`${origin}/v1/models`)).text(), 'canary')
    await assert.rejects(trusted.fetch(`http://127.0.0.1:${other.port}/`))
    await assert.rejects(trusted.fetch('http://private.example/'))
    await assert.rejects(egress.dispatcher.request({ origin, path: '/', method: 'GET' }))
    assert.equal(model.connections.length, 1)
    assert.deepEqual(other.connections, [])
    await egress.close()
    await Promise.all([model.close(), other.close()])
  })

  it('is reached past the outgoing proxy when it is private', async () => {
    const model = await createCanary()
    const proxy = await createForwardProxy()
    const egress = createEgress({
      outbound: { ...nothing, proxy: `http://127.0.0.1:${proxy.port}` },
    })
    const origin = `http://127.0.0.1:${model.port}`
    assert.equal(await (await egress.trust(origin).fetch(origin)).text(), 'canary')
    assert.deepEqual(proxy.targets, [])
    await egress.close()
    await Promise.all([model.close(), proxy.close()])
  })
})
