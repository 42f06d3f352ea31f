import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { WebSocket, WebSocketServer } from 'ws'
import { listenBare } from '../../../src/base/http/listener.ts'
import type { NodeHandler } from '../../../src/base/http/server.ts'
import { openBrowsers } from '../../../src/base/web/browser.ts'
import { createEgress, type Egress } from '../../../src/base/web/egress.ts'
import { findBrowser } from '../../../src/base/web/find-browser.ts'
import { openLender } from '../../../src/base/web/lend-browsers.ts'
import { freePort } from '../../support/free-port.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'
import { createCanary } from '../../support/sockets.ts'

/** A real Chromium that somebody else started, reached over its debugging protocol. */
const noUdp = [
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
]

let web: SimulatedWeb
let egress: Egress
/** Where a browser is that can prove its way; started once. */
let chromium: string
let canary: Awaited<ReturnType<typeof createCanary>>
const folder = mkdtempSync(join(tmpdir(), 'siteray-remote-'))
const children: ChildProcess[] = []

before(async () => {
  web = await createSimulatedWeb()
  canary = await createCanary()
  chromium = await startChromium(noUdp)
  egress = createEgress({ outbound: web.outbound, ports: [80, 443, canary.port] })
  web.site('shop.example', {
    '/': `<title>shop</title><img src="http://127.0.0.1:${canary.port}/x">
      <script>fetch('http://localhost:${canary.port}/', { mode: 'no-cors' }).catch(() => {})</script>`,
  })
})
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await egress.close()
  await web.close()
  await canary.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

const startChromium = async (flags: readonly string[]): Promise<string> => {
  const profile = mkdtempSync(join(folder, 'profile-'))
  const child = spawn(
    findBrowser({ chromiumPath: process.env.CHROMIUM_PATH, searchPath: process.env.PATH }) ?? '',
    [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run'],
      ...['--remote-debugging-port=0', `--user-data-dir=${profile}`],
      ...flags,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  children.push(child)
  let said = ''
  for await (const text of child.stderr.setEncoding('utf8')) {
    said += text
    const [, url] = /DevTools listening on (ws:\/\/\S+)/.exec(said) ?? []
    if (!url) continue
    child.stderr.resume()
    return url
  }
  throw new Error(`Chromium ended: ${said}`)
}

/** Between Siteray and a browser: what is asked of the browser is not what it hears. */
const openRelay = async (t: TestContext, upstream: string, edit: (text: string) => string) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  t.after(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  server.on('connection', client => {
    const browser = new WebSocket(upstream)
    const opened = once(browser, 'open')
    client.on('message', data => opened.then(() => browser.send(edit(String(data)))))
    browser.on('message', data => client.send(String(data)))
    client.on('close', () => browser.terminate())
    browser.on('close', () => client.terminate())
  })
  await once(server, 'listening')
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const open = (t: TestContext, url: string, proxy?: { url: string; port: number }) => {
  const browsers = openBrowsers({ egress, find: () => undefined, remote: { urls: [url], proxy } })
  t.after(() => browsers.close())
  return browsers
}

const titleOf = (browsers: ReturnType<typeof open>) =>
  browsers.withPage({}, undefined, async visit => {
    await visit.open('http://shop.example/', { waitUntil: 'load' })
    return visit.page.title()
  })

describe('a browser elsewhere', () => {
  it('shows pages through our proxy, with our address policy', async t => {
    const browsers = open(t, chromium)
    assert.equal(await titleOf(browsers), 'shop')
    assert.equal(await titleOf(browsers), 'shop')
    assert.deepEqual(canary.connections, [])
    assert.equal(web.requestsTo('siteray-proof.invalid').length, 0)
    const { executable, launches } = browsers.status()
    assert.match(executable ?? '', /^127\.0\.0\.1:\d+$/)
    assert.equal(launches, 1)
  })

  it('reaches our proxy at an address of the network, where nobody else gets anything', async t => {
    const port = await freePort()
    const url = `http://localhost:${port}`
    const browsers = open(t, chromium, { url, port })
    assert.equal(await titleOf(browsers), 'shop')
    const [answer] = await once(get(`${url}/`), 'response')
    assert.equal(answer.statusCode, 407)
    answer.resume()
  })

  it('is refused when it goes past the proxy', async t => {
    const before = web.requestsTo('shop.example').length
    const deaf = await openRelay(t, chromium, text => text.replace(/"proxyServer":"[^"]*",?/, ''))
    await assert.rejects(titleOf(open(t, deaf)), {
      code: 'browser_unavailable',
      message: /is not used, since it does not come through our proxy/,
    })
    // What Chromium does by itself unless it is told otherwise.
    const local = await openRelay(t, chromium, text => text.replace('<-loopback>', ''))
    await assert.rejects(titleOf(open(t, local)), {
      code: 'browser_unavailable',
      message: /is not used, since it asks for http:\/\/127\.0\.0\.1\/ past our proxy/,
    })
    assert.equal(web.requestsTo('shop.example').length, before)
  })

  it('is refused for the one context in which it forgets', async t => {
    const before = web.requestsTo('shop.example').length
    let contexts = 0
    const forgetful = await openRelay(t, chromium, text => {
      if (text.includes('Target.createBrowserContext')) contexts++
      return contexts === 2 ? text.replace(/"proxyServer":"[^"]*",?/, '') : text
    })
    const browsers = open(t, forgetful)
    await assert.rejects(titleOf(browsers), /does not come through our proxy/)
    assert.equal(web.requestsTo('shop.example').length, before)
    assert.equal(await titleOf(browsers), 'shop')
  })

  it('is refused when WebRTC has a way of its own', async t => {
    const browsers = open(t, await startChromium([]))
    await assert.rejects(titleOf(browsers), {
      code: 'browser_unavailable',
      message: /sends UDP past it.*--force-webrtc-ip-handling-policy/,
    })
  })

  it('may be one that another process of ours lends, to whoever knows its token', async t => {
    const token = 'a token of tests'
    const find = () =>
      findBrowser({ chromiumPath: process.env.CHROMIUM_PATH, searchPath: process.env.PATH })
    const lender = openLender({ find, token })
    t.after(() => lender.close())
    const refuse: NodeHandler = (_, response) => void response.writeHead(404).end()
    const listener = await listenBare(refuse, { host: '127.0.0.1', port: 0 }, lender)
    t.after(() => listener.close())
    const { port } = listener.place
    await assert.rejects(titleOf(open(t, `ws://127.0.0.1:${port}/?token=another`)), {
      code: 'browser_unavailable',
    })
    const browsers = open(t, `ws://127.0.0.1:${port}/?token=${encodeURIComponent(token)}`)
    assert.equal(await titleOf(browsers), 'shop')
    assert.deepEqual(canary.connections, [])
  })

  it('that is not there is told in a sentence without its token', async t => {
    const place = `127.0.0.1:${await freePort()}`
    const browsers = open(t, `ws://${place}/?token=secret`)
    await assert.rejects(titleOf(browsers), error => {
      assert.ok(error instanceof Error)
      assert.match(error.message, new RegExp(`BROWSER_WS \\(${place}\\) cannot be used`))
      assert.doesNotMatch(error.message, /secret/)
      return true
    })
  })
})
