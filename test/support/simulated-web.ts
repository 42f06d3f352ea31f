import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { OutboundConfig } from '../../src/config/config.ts'
import { createAuthority } from './certificates.ts'

/**
 * Many hosts on one address, of the loopback unless told otherwise: a real HTTP and a real HTTPS server that answer by host name.
 * Siteray reaches them through OUTBOUND_RESOLVE, so everything between the two is the real thing. A
 * host that was never given a site hangs up.
 */
export type SimulatedWeb = {
  site: (host: string, pages: Pages | Handler, options?: SiteOptions) => void
  /** For `createEgress` and anything else that takes the outbound slice of the config. */
  outbound: OutboundConfig
  /** The same as environment variables, for starting the real app. */
  env: { OUTBOUND_RESOLVE: string; OUTBOUND_CA_FILE: string }
  /** Every request so far, in order of arrival. */
  requests: readonly WebRequest[]
  requestsTo: (host: string) => WebRequest[]
  /** Resolves with the n-th request (from 1) to a host, past or future. */
  waitForRequest: (host: string, nth?: number) => Promise<WebRequest>
  httpPort: number
  httpsPort: number
  /** A certificate of the authority that its sites have. */
  issue: (host: string) => { key: string; cert: string }
  close: () => Promise<void>
}

export type WebRequest = {
  host: string
  method: string
  url: URL
  /** Path and query. */
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
  secure: boolean
}

/** Path (with or without its query) to what is there; `*` is every other path. */
export type Pages = Record<string, Reply | Handler>
export type Reply =
  | string
  | Buffer
  | { status?: number; headers?: Record<string, string | string[]>; body?: string | Buffer }
/** Returns a reply, or writes to `response` itself and returns nothing. */
export type Handler = (
  request: WebRequest,
  response: ServerResponse,
) => Reply | undefined | Promise<Reply | undefined>

export type SiteOptions = {
  latencyMs?: number
  /** What is wrong with the host's certificate, if anything. */
  certificate?: 'expired' | 'untrusted' | 'wrong-host'
}

export const createSimulatedWeb = async (
  options: { latencyMs?: number; address?: string } = {},
): Promise<SimulatedWeb> => {
  const { address = '127.0.0.1' } = options
  const sites = new Map<string, { handler: Handler; options: SiteOptions }>()
  const log = createRequestLog()
  const certificates = createCertificates(host => sites.get(host)?.options)

  const listener =
    (secure: boolean): RequestListener =>
    async (incoming, response) => {
      // A client that goes away while it sends is no request.
      const request = await readRequest(incoming, secure).catch(() => undefined)
      if (!request) return
      log.add(request)
      const site = sites.get(request.host)
      if (!site) {
        incoming.socket.destroy()
        return
      }
      const latencyMs = site.options.latencyMs ?? options.latencyMs ?? 0
      if (latencyMs > 0) await pause(latencyMs)
      const reply = await site.handler(request, response)
      if (reply !== undefined) send(response, reply)
    }
  const http = createHttpServer(listener(false))
  const https = createHttpsServer({ SNICallback: certificates.contextFor }, listener(true))
  const [httpPort, httpsPort] = await Promise.all([listen(http, address), listen(https, address)])

  const folder = mkdtempSync(join(tmpdir(), 'simulated-web-'))
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, certificates.authority)
  const ports = [
    [80, httpPort],
    [443, httpsPort],
  ] as const

  return {
    site(host, pages, siteOptions = {}) {
      const handler = typeof pages === 'function' ? pages : byPath(pages)
      sites.set(host, { handler, options: siteOptions })
    },
    outbound: {
      resolve: ports.map(([port, targetPort]) => ({
        host: '*',
        port,
        address,
        targetPort,
      })),
      caFile,
      allow: [],
      proxy: undefined,
    },
    env: {
      OUTBOUND_RESOLVE: ports.map(([port, target]) => `*:${port}=${address}:${target}`).join(','),
      OUTBOUND_CA_FILE: caFile,
    },
    requests: log.requests,
    requestsTo: log.to,
    waitForRequest: log.wait,
    httpPort,
    httpsPort,
    issue: certificates.issue,
    async close() {
      await Promise.all([http, https].map(server => stop(server)))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const byPath =
  (pages: Pages): Handler =>
  (request, response) => {
    const page = pages[request.path] ?? pages[request.url.pathname] ?? pages['*']
    if (page === undefined) return { status: 404, body: 'Not found' }
    return typeof page === 'function' ? page(request, response) : page
  }

const send = (response: ServerResponse, reply: Reply): void => {
  const plain = typeof reply === 'string' || Buffer.isBuffer(reply)
  const { status = 200, headers = {}, body = '' } = plain ? { body: reply } : reply
  const named = Object.keys(headers).map(name => name.toLowerCase())
  if (!named.includes('content-type') && body.length > 0)
    response.setHeader('content-type', 'text/html; charset=utf-8')
  response.writeHead(status, headers).end(body)
}

const readRequest = async (incoming: IncomingMessage, secure: boolean): Promise<WebRequest> => {
  const authority = incoming.headers.host ?? ''
  const scheme = secure ? 'https' : 'http'
  const url = new URL(`${scheme}://${authority || 'unknown'}${incoming.url ?? '/'}`)
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return {
    host: url.hostname,
    method: incoming.method ?? '',
    url,
    path: `${url.pathname}${url.search}`,
    headers: incoming.headers,
    body: Buffer.concat(chunks),
    secure,
  }
}

const createRequestLog = () => {
  const requests: WebRequest[] = []
  const waiting = new Set<() => void>()
  const to = (host: string) => requests.filter(request => request.host === host)
  return {
    requests,
    to,
    add(request: WebRequest) {
      requests.push(request)
      for (const check of waiting) check()
    },
    wait: (host: string, nth = 1) =>
      new Promise<WebRequest>(resolve => {
        const check = () => {
          const request = to(host)[nth - 1]
          if (!request) return
          waiting.delete(check)
          resolve(request)
        }
        waiting.add(check)
        check()
      }),
  }
}

const createCertificates = (optionsOf: (host: string) => SiteOptions | undefined) => {
  const authority = createAuthority('Simulated Web CA')
  const stranger = createAuthority('Nobody Trusts This CA', { sendsRoot: true })
  const contexts = new Map<string, SecureContext>()
  const issue = (host: string) => {
    const fault = optionsOf(host)?.certificate
    if (fault === 'untrusted') return stranger.issue(host)
    if (fault === 'wrong-host') return authority.issue('another-host.example')
    if (fault === 'expired')
      return authority.issue(host, { from: new Date('2020-01-01'), until: new Date('2021-01-01') })
    return authority.issue(host)
  }
  return {
    authority: authority.certificate,
    issue: (host: string) => authority.issue(host),
    contextFor(host: string, callback: (error: Error | null, context?: SecureContext) => void) {
      if (!optionsOf(host)) return callback(new Error(`There is no site ${host}`))
      const context = contexts.get(host) ?? createSecureContext(issue(host))
      contexts.set(host, context)
      callback(null, context)
    },
  }
}

const listen = (server: Server, address: string): Promise<number> =>
  new Promise(resolve => {
    server.listen(0, address, () => resolve((server.address() as AddressInfo).port))
  })

const stop = (server: Server): Promise<void> =>
  new Promise(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
