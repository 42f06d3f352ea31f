/**
 * A cold icon when every request to the site takes 50 ms: how many round trips deep the look is, and
 * how often a hundred simultaneous requests make it.
 *
 *   node bench/icon-cold.ts [latency ms, 50]
 *
 * On a busy machine a longer latency tells round trips from waiting for the processor.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { png, svg } from '../test/support/pictures.ts'
import { createSimulatedWeb, type Pages } from '../test/support/simulated-web.ts'

const latencyMs = Number(process.argv[2] ?? 50)
const folder = mkdtempSync(join(tmpdir(), 'siteray-bench-'))
const web = await createSimulatedWeb({ latencyMs })
const head = (links: string) => `<html><head><title>A site</title>${links}</head></html>`
const manifest = JSON.stringify({ icons: [{ src: '/512.png', sizes: '512x512' }] })
const icon180 = await png('blue', 180)
const icon512 = await png('red', 512)
const common: Pages = {
  '/': head(
    '<link rel="icon" href="/favicon.ico"><link rel="icon" sizes="32x32" href="/32.png"><link rel="apple-touch-icon" href="/180.png"><link rel="manifest" href="/m.json">',
  ),
  '/favicon.ico': await png('blue', 32),
  '/32.png': await png('blue', 32),
  '/180.png': icon180,
  '/512.png': icon512,
  '/m.json': manifest,
}
const shapes: [name: string, pages: Pages][] = [
  ['common (favicon, 32 px, touch icon, manifest)', common],
  ['SVG icon', { '/': head('<link rel="icon" href="/i.svg">'), '/i.svg': svg('green') }],
  ['only /favicon.ico', { '/': head(''), '/favicon.ico': await png('blue', 48) }],
  [
    'only a manifest',
    { '/': head('<link rel="manifest" href="/m.json">'), '/m.json': manifest, '/512.png': icon512 },
  ],
  ['nothing at all', { '/': head('') }],
]

const [port, imagePort] = [await freePort(), await freePort()]
const key = `pk_${'benchbench'.repeat(3)}`
const siteray = spawn(process.execPath, ['src/main.ts'], {
  env: {
    ...process.env,
    ...web.env,
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'warn',
    PORT: `${port}`,
    IMAGE_PORT: `${imagePort}`,
    BOOTSTRAP_PUBLISHABLE_KEY: key,
    FAVICON_SERVICES: 'https://icons.one.test/{domain},https://icons.two.test/{domain}',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const ask = async (host: string, query = '') => {
  const startedMs = performance.now()
  const answer = await fetch(`http://127.0.0.1:${imagePort}/${host}?token=${key}${query}`)
  await answer.arrayBuffer()
  return { ms: performance.now() - startedMs, source: answer.headers.get('x-image-source') }
}
try {
  await untilAnswers(`http://127.0.0.1:${port}/readyz`)
  for (const name of ['icons.one.test', 'icons.two.test']) web.site(name, { '*': { status: 404 } })
  // The threads load their code at the first look.
  web.site('warm.example', common)
  await ask('warm.example')
  for (const [at, [name, pages]] of shapes.entries()) {
    const times: number[] = []
    let source: string | null = null
    for (let run = 0; run < 5; run++) {
      const host = `shape${at}run${run}.example`
      web.site(host, pages)
      const answer = await ask(host)
      times.push(answer.ms)
      source = answer.source
    }
    const [least = 0] = times.toSorted((a, b) => a - b)
    // TLS to the site costs a round trip of its own, which loopback does not show.
    console.log(
      `${name}: ${source}, best of 5 ${least.toFixed(0)} ms, ${Math.floor(least / latencyMs)} round trips deep, ${web.requestsTo(`shape${at}run0.example`).length} requests`,
    )
  }
  web.site('crowd.example', common)
  const crowd = await Promise.all(
    Array.from({ length: 100 }, (_, at) => ask('crowd.example', `&size=${64 + (at % 4)}`)),
  )
  const looks = web.requestsTo('crowd.example').filter(({ path }) => path === '/').length
  const slowest = Math.max(...crowd.map(({ ms }) => ms))
  console.log(`100 requests at once: ${looks} look, slowest ${slowest.toFixed(0)} ms`)
} finally {
  siteray.kill('SIGTERM')
  await once(siteray, 'exit')
  await web.close()
  rmSync(folder, { recursive: true, force: true })
}

async function untilAnswers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const ready = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    await pause(100)
  }
  throw new Error(`${url} does not answer`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return free
}
