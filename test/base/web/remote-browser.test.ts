import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { openBrowsers } from '../../../src/base/web/browser.ts'
import { createEgress, type Egress } from '../../../src/base/web/egress.ts'
import { findBrowser } from '../../../src/base/web/find-browser.ts'
import { freePort } from '../../support/server.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'
import { createCanary } from '../../support/sockets.ts'

/** A real Chromium that somebody else started, reached over its debugging protocol. */
const noUdp = [
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
]

let web: SimulatedWeb
let egress: Egress
let canary: Awaited<ReturnType<typeof createCanary>>
const folder = mkdtempSync(join(tmpdir(), 'siteray-remote-'))
const children: ChildProcess[] = []

before(async () => {
  web = await createSimulatedWeb()
  canary = await createCanary()
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

const open = (t: TestContext, url: string, proxy?: { url: string; port: number }) => {
  const browsers = openBrowsers({ egress, find: () => undefined, remote: { url, proxy } })
  t.after(() => browsers.close())
  return browsers
}

const titleOf = (browsers: ReturnType<typeof open>) =>
  browsers.withPage({}, undefined, async visit => {
    await visit.open('http://shop.example/', { waitUntil: 'load' })
    return visit.page.title()
  })

describe('a browser elsewhere', () => {
  it('shows pages through our proxy, with our address policy, again after it was gone', async t => {
    const browsers = open(t, await startChromium(noUdp))
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
    const browsers = open(t, await startChromium(noUdp), { url, port })
    assert.equal(await titleOf(browsers), 'shop')
    const stranger = await fetch(`${url}/`).then(answer => answer.status)
    assert.equal(stranger, 407)
  })

  it('is refused when it goes past the proxy', async t => {
    const before = web.requestsTo('shop.example').length
    const browsers = open(t, await startChromium([...noUdp, '--no-proxy-server']))
    await assert.rejects(titleOf(browsers), {
      code: 'browser_unavailable',
      message: /is not used, since it does not come through our proxy/,
    })
    assert.equal(web.requestsTo('shop.example').length, before)
  })

  it('is refused when WebRTC has a way of its own', async t => {
    const browsers = open(t, await startChromium([]))
    await assert.rejects(titleOf(browsers), {
      code: 'browser_unavailable',
      message: /sends UDP past it.*--force-webrtc-ip-handling-policy/,
    })
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
