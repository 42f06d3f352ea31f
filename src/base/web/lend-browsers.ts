import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { sha256 } from '../../kit/ids.ts'
import { lentFlags } from './browser-flags.ts'
import type { BrowserProcess } from './browser-process.ts'
import { createFleet, type FleetLimits } from './fleet.ts'
import { openLauncher } from './launcher.ts'

/** Browsers of this machine for other processes of ours (their BROWSER_WS). */
export type Lender = {
  wants(request: IncomingMessage): boolean
  take(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): Promise<void>
}

type LenderDeps = Parameters<typeof openLauncher>[0] & { token: string }

/** Connections for a browser until it is replaced; each of them is of up to a hundred pages. */
const limits: FleetLimits = {
  ...{ browsers: 1, busyPages: Number.POSITIVE_INFINITY },
  ...{ pagesPerBrowser: 50, maxAgeMs: 60 * 60_000, maxIdleMs: 5 * 60_000 },
  ...{ maxMemoryBytes: 2_000_000_000, deadlyMemoryBytes: 4_000_000_000, answerWithinMs: 15_000 },
}

/**
 * Whoever knows the token is connected to a browser's debugging port, which itself listens on
 * loopback alone. They bring a proxy of their own for each page, and hold the browser to it.
 */
export const openLender = (deps: LenderDeps): Lender => {
  const launcher = openLauncher(deps, limits)
  const addresses = new WeakMap<BrowserProcess, URL>()
  const fleet = createFleet(async () => {
    const port = await freePort()
    const browser = await launcher.launch([...lentFlags, `--remote-debugging-port=${port}`])
    addresses.set(browser, await debuggerOf(port))
    return browser
  }, limits)

  const relay = async (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy())
    const { browser, giveBack } = await fleet.take()
    const upstream = connect(Number(addresses.get(browser)?.port), '127.0.0.1')
    const gone = new Promise<void>(resolve => client.once('close', () => resolve()))
    join(client, upstream)
    upstream.write(handshake(request, addresses.get(browser)))
    upstream.write(head)
    await gone
    await giveBack()
  }
  return {
    wants: request => isDebugger(request) && hasToken(request, deps.token),
    take: (request, socket, head) => {
      relay(request, socket, head).catch(error => {
        deps.log?.warn(`A browser could not be lent: ${Object(error).message}`)
        socket.end('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n')
      })
    },
    async close() {
      await fleet.close()
      await launcher.close()
    },
  }
}

const isDebugger = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket'

const hasToken = ({ url }: IncomingMessage, token: string): boolean => {
  const given = URL.parse(url ?? '', 'ws://lender')?.searchParams.get('token') ?? ''
  return timingSafeEqual(sha256(given), sha256(token))
}

/** Of what the caller sent only what makes a WebSocket: the token stays here. */
const handshake = ({ headers }: IncomingMessage, address: URL | undefined): string => {
  const kept = ['sec-websocket-key', 'sec-websocket-version', 'sec-websocket-extensions']
  const lines = kept.flatMap(name => (headers[name] ? `${name}: ${headers[name]}` : []))
  return [
    `GET ${address?.pathname} HTTP/1.1`,
    ...[`host: ${address?.host}`, 'connection: Upgrade', 'upgrade: websocket', ...lines],
    '\r\n',
  ].join('\r\n')
}

const join = (client: Duplex, upstream: Socket): void => {
  upstream.on('error', () => upstream.destroy())
  client.once('close', () => upstream.destroy())
  upstream.once('close', () => client.destroy())
  client.pipe(upstream).pipe(client)
}

const debuggerOf = async (port: number): Promise<URL> => {
  const answer = await fetch(`http://127.0.0.1:${port}/json/version`)
  const { webSocketDebuggerUrl } = (await answer.json()) as { webSocketDebuggerUrl: string }
  return new URL(webSocketDebuggerUrl)
}

/** Chromium tells the port that it chose in a file of its own user: simpler to choose it here. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
