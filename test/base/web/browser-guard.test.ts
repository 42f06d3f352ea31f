// alone: it changes the environment of the process
import assert from 'node:assert/strict'
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { openBrowsers } from '../../../src/base/web/browser.ts'
import { guardFlags } from '../../../src/base/web/browser-flags.ts'
import { createEgress, type Egress } from '../../../src/base/web/egress.ts'
import { findBrowser } from '../../../src/base/web/find-browser.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'
import { createCanary } from '../../support/sockets.ts'

/**
 * Real Chromium against pages that try every way to a listener on this machine. Each way is also
 * tried on an allowed host, the witness, so that a way that never ran cannot pass as one that was
 * closed; and with the guard taken away the same pages do reach the listener.
 */
// Playwright closes one of the ways by itself; here only what we do may count.
process.env.PLAYWRIGHT_DISABLE_FORCED_CHROMIUM_PROXIED_LOOPBACK = '1'

let web: SimulatedWeb
let canary: Awaited<ReturnType<typeof createCanary>>
let udp: UdpSocket
let udpPackets = 0
let guarded: ReturnType<typeof openGuarded>

before(async () => {
  web = await createSimulatedWeb()
  canary = await createCanary()
  udp = createSocket('udp4').on('message', () => udpPackets++)
  udp.bind(0, '127.0.0.1')
  await once(udp, 'listening')
  guarded = openGuarded()
})
after(async () => {
  await guarded.close()
  await web.close()
  await canary.close()
  udp.close()
})

const find = () => findBrowser({ chromiumPath: undefined })

/** The canary's port is open, so that only the address stands in the way. */
const openGuarded = () => {
  const egress = createEgress({ outbound: web.outbound, ports: [80, 443, canary.port] })
  const asked = createAskedLog(egress)
  const browsers = openBrowsers({ egress: asked.egress, find })
  return {
    browsers,
    asked,
    async close() {
      await browsers.close()
      await egress.close()
    },
  }
}

/** What the browser asked the proxy for; a test waits for it instead of sleeping. */
const createAskedLog = (egress: Egress) => {
  const hosts: string[] = []
  let wake = () => {}
  const add = (hostname: string) => {
    hosts.push(hostname)
    wake()
  }
  return {
    hosts,
    egress: {
      ...egress,
      connect(hostname: string, port: number, signal?: AbortSignal) {
        add(hostname)
        return egress.connect(hostname, port, signal)
      },
      // Plain HTTP is refused here already, before anything connects.
      parseTarget(text: string) {
        add(URL.parse(text)?.hostname ?? '')
        return egress.parseTarget(text)
      },
    },
    async until(enough: () => boolean): Promise<void> {
      while (!enough())
        await new Promise<void>(resolve => {
          wake = resolve
        })
    },
  }
}

/** Kind to the markup that makes the browser load a URL that way. */
const subresources: Record<string, (url: string) => string> = {
  img: url => `<img src="${url}">`,
  iframe: url => `<iframe src="${url}"></iframe>`,
  script: url => `<script src="${url}"></script>`,
  module: url => `<script type="module">import("${url}").catch(() => {})</script>`,
  stylesheet: url => `<link rel="stylesheet" href="${url}">`,
  cssimport: url => `<style>@import "${url}";</style>`,
  background: url => `<div style="background: url(${url})">x</div>`,
  font: url =>
    `<style>@font-face { font-family: f; src: url(${url}) } p { font-family: f }</style><p>x</p>`,
  video: url => `<video src="${url}" preload="auto"></video>`,
  object: url => `<object data="${url}"></object>`,
  prefetch: url => `<link rel="prefetch" href="${url}">`,
  preload: url => `<link rel="preload" as="image" href="${url}">`,
  fetch: url => `<script>fetch("${url}", { mode: "no-cors" }).catch(() => {})</script>`,
  beacon: url => `<script>navigator.sendBeacon("${url}", "x")</script>`,
  xhr: url =>
    `<script>{ const x = new XMLHttpRequest(); x.open("GET", "${url}"); x.send() }</script>`,
  eventsource: url => `<script>new EventSource("${url}")</script>`,
  websocket: url => `<script>new WebSocket("${url.replace('http', 'ws')}")</script>`,
  worker: url =>
    `<script>new Worker(URL.createObjectURL(new Blob(['fetch("${url}", { mode: "no-cors" }).catch(() => {}); try { new WebSocket("${url.replace('http', 'ws')}") } catch {}'])))</script>`,
  form: url =>
    `<iframe name="${url}"></iframe><form action="${url}" method="post" target="${url}"></form><script>document.currentScript.previousElementSibling.submit()</script>`,
  popup: url => `<script>window.open("${url}")</script>`,
}

/** Ways that take the whole page away. */
const navigations: Record<
  string,
  (url: string) => string | { status: number; headers: { location: string } }
> = {
  redirect: url => ({ status: 302, headers: { location: url } }),
  meta: url => `<meta http-equiv="refresh" content="0; url=${url}">`,
  script: url => `<script>location.href = "${url}"</script>`,
  post: url =>
    `<form id="f" method="post" action="${url}"></form><script>document.getElementById("f").submit()</script>`,
}

/** Without the guard the packet leaves at once; a second is ample. */
const rtcPage = (port: number) => `<script>
  const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${port}" }] })
  peer.createDataChannel("x")
  peer.createOffer().then(offer => peer.setLocalDescription(offer)).then(() => {
    setTimeout(() => { document.title = "gathered" }, 1000)
  })
</script>`

describe('the browser', () => {
  it('loads allowed hosts over http and https, with the authority of OUTBOUND_CA_FILE', async () => {
    web.site('shop.example', { '/': '<title>shop</title><img src="https://cdn.example/x">' })
    web.site('cdn.example', { '/x': 'x' })
    for (const scheme of ['http', 'https'])
      await guarded.browsers.withPage({}, undefined, async ({ page, open }) => {
        const opened = await open(`${scheme}://shop.example/`, { waitUntil: 'load' })
        assert.equal(opened.status, 200)
        assert.equal(await page.title(), 'shop')
      })
    assert.equal(web.requestsTo('cdn.example').length, 2)
    const [request] = web.requestsTo('shop.example')
    assert.match(request?.headers['user-agent'] ?? '', /compatible; Siteray\/.* Chrome\/\d+/)
  })

  it('reaches this machine in none of the ways a page can load something', async () => {
    const canaryUrl = `http://127.0.0.1:${canary.port}/`
    const others = ['localhost', '[::1]', '0.0.0.0'].map(host => `http://${host}:${canary.port}/`)
    const kinds = Object.entries(subresources)
    web.site('attacker.example', {
      '/': [
        ...kinds.flatMap(([kind, markup]) => [
          markup(canaryUrl),
          markup(`http://${kind}.witness.example/`),
        ]),
        ...[...others, 'http://169.254.169.254/', canaryUrl.replace('http', 'https')].map(
          url => `<img src="${url}">`,
        ),
        '<iframe src="file:///etc/passwd"></iframe><iframe src="chrome://version"></iframe>',
      ].join(''),
    })
    for (const [kind] of kinds) web.site(`${kind}.witness.example`, { '*': 'seen' })
    await guarded.browsers.withPage({}, undefined, async ({ open, page }) => {
      await open('http://attacker.example/')
      await Promise.all(kinds.map(([kind]) => web.waitForRequest(`${kind}.witness.example`)))
      const refused = ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '169.254.169.254']
      await guarded.asked.until(() => refused.every(host => guarded.asked.hosts.includes(host)))
      const local = page.frames().filter(frame => /^(file|chrome):/.test(frame.url()))
      assert.deepEqual(local, [])
    })
    assert.deepEqual(canary.connections, [])
  })

  it('does not follow a page to this machine, and says so', async () => {
    for (const [kind, page] of Object.entries(navigations)) {
      const target = `http://127.0.0.1:${canary.port}/${kind}`
      web.site('attacker.example', { '/': page(target) })
      const before = guarded.asked.hosts.length
      await guarded.browsers.withPage({}, undefined, async ({ open, page }) => {
        const opening = open('http://attacker.example/')
        if (kind === 'redirect') await assert.rejects(opening, { code: 'blocked_target' })
        else await opening.catch(() => {})
        await guarded.asked.until(() => guarded.asked.hosts.slice(before).includes('127.0.0.1'))
        assert.ok(!(await page.content().catch(() => '')).includes('canary'), kind)
      })
    }
    assert.deepEqual(canary.connections, [])
  })

  it('opens nothing that the egress would not', async () => {
    await guarded.browsers.withPage({}, undefined, async ({ open, page }) => {
      for (const url of ['file:///etc/passwd', 'chrome://version', 'javascript:1', 'about:blank'])
        await assert.rejects(open(url), { code: 'invalid_url' }, url)
      await assert.rejects(open('http://localhost/'), { code: 'blocked_target' })
      // Even what goes past our own check of the URL stops at the proxy.
      const answer = await page.goto(`http://127.0.0.1:${canary.port}/`).catch(() => null)
      assert.equal(answer, null)
      assert.ok(!(await page.content().catch(() => '')).includes('canary'))
    })
    assert.deepEqual(canary.connections, [])
  })

  it('starts no service worker, which would live on without its page', async () => {
    web.site('worker.example', {
      '/': `<script>
        navigator.serviceWorker.register("/worker.js").finally(() => { document.title = "tried" })
      </script>`,
      '/worker.js': { headers: { 'content-type': 'text/javascript' }, body: 'fetch("/alive")' },
    })
    await guarded.browsers.withPage({}, undefined, async ({ open, page }) => {
      await open('https://worker.example/')
      await page.waitForFunction('document.title === "tried"')
    })
    const paths = web.requestsTo('worker.example').map(({ path }) => path)
    assert.ok(!paths.includes('/worker.js'))
  })

  it('sends no UDP past the proxy', async () => {
    web.site('rtc.example', { '/': rtcPage(udp.address().port) })
    await guarded.browsers.withPage({}, undefined, async ({ open, page }) => {
      await open('https://rtc.example/')
      await page.waitForFunction('document.title === "gathered"')
    })
    assert.equal(udpPackets, 0)
  })

  it('reaches this machine at once without the guard, which these tests would see', async t => {
    const egress = createEgress({ outbound: web.outbound })
    const browsers = openBrowsers(
      { egress, find },
      {
        guard: {
          flags: server => guardFlags(server).filter(flag => !/bypass-list|webrtc/.test(flag)),
          bypass: '',
        },
      },
    )
    t.after(async () => {
      await browsers.close()
      await egress.close()
    })
    web.site('attacker.example', {
      '/': `<img src="http://127.0.0.1:${canary.port}/">${rtcPage(udp.address().port)}`,
    })
    await browsers.withPage({}, undefined, async ({ open, page }) => {
      await open('https://attacker.example/', { waitUntil: 'load' })
      await page.waitForFunction('document.title === "gathered"')
    })
    assert.notEqual(canary.connections.length, 0)
    assert.notEqual(udpPackets, 0)
  })
})
