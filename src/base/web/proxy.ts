import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { AppError } from '../../kit/errors.ts'
import { createServer } from '../../kit/node-http.ts'
import type { Egress } from './egress.ts'
import { forwardRequest } from './forward.ts'
import { createOwnCa, type OwnCa } from './own-ca.ts'
import { refusalHeader, refusalMark } from './refusal.ts'
import { bareHostname, portOf } from './target.ts'
import { createChunkCount } from './tiny-chunk-guard.ts'

/**
 * The browser's only way out: a forward proxy in this process, on loopback (or where a browser
 * elsewhere reaches it: then whoever has no pass gets nothing from it all the same), that opens every
 * connection through the egress. Redirects, frames, workers, WebSockets and prefetches all come
 * through here, whatever page code does; checks inside the browser would miss some of them.
 */
export type BrowserProxy = {
  server: string
  /** Of the certificate that the proxy speaks with where it checks a host itself; see `OwnCa`. */
  ownCaKey: string | undefined
  /** Lets one page through, until closed. */
  issuePass: (limits: PassLimits) => ProxyPass
  close: () => Promise<void>
}

type PassLimits = {
  maxBytes: number
  onExceeded?: (error: AppError) => void
  /** What the page goes out by, where that is not the server's own way. */
  outlet?: Pick<Egress, 'connect' | 'secureOwn'> | undefined
}

/** The credentials of one page: nobody else may use the proxy, and what it did is known by page. */
export type ProxyPass = {
  username: string
  password: string
  /** Bytes that came for this page. */
  receivedBytes: () => number
  /** Why a host, as it stands in the URL, could not be had. */
  failureOf: (hostname: string) => AppError | undefined
  /**
   * A path that is answered here, once, whatever the host: a browser that was told `answer` came
   * through this proxy.
   */
  issueProof: () => Proof
  /** Ends every connection of the page. */
  close: () => void
}

/** Nobody has this name (RFC 6761): whoever gets an answer from it got it from our proxy. */
export const proofHost = 'siteray-proof.invalid'

type Proof = { path: string; answer: string }
type ProxyDeps = Pick<Egress, 'connect' | 'parseTarget' | 'secureOwn'>

/** `reach`: how a browser elsewhere reaches it, and the port to listen on for that. */
export const openBrowserProxy = async (
  egress: ProxyDeps,
  reach?: { url: string; port: number },
): Promise<BrowserProxy> => {
  const own = withoutProofHost(egress)
  const depsFor = ({ outlet }: PassLimits): ProxyDeps =>
    outlet
      ? withoutProofHost({
          ...egress,
          connect: outlet.connect,
          secureOwn: egress.secureOwn && outlet.secureOwn,
        })
      : own
  const ownCa = egress.secureOwn && createOwnCa()
  const passes = new Map<string, Pass>()
  const server = createServer({ maxHeaderSize: 64 * 1024 })
  // Node would start on a second, pipelined request before the first is answered.
  server.maxRequestsPerSocket = 1
  const passOf = (request: IncomingMessage) => authenticate(passes, request)
  server.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) => {
    // Node hands the socket over bare: a reset nobody listens for would end the process.
    client.on('error', () => client.destroy())
    const pass = passOf(request)
    if (pass) void openTunnel({ ...pass.deps, ownCa }, pass, request, client, head)
    else client.end(rawAnswer(407, 'proxy-authenticate: Basic realm="siteray"\r\n'))
  })
  // Without a listener for upgrades Node hands those requests over as plain ones.
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const pass = passOf(request)
    if (pass) void answerPlain(pass.deps, pass, request, response)
    else response.writeHead(407, { 'proxy-authenticate': 'Basic realm="siteray"' }).end()
  })
  if (reach) server.listen(reach.port)
  else server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    server: reach?.url ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ownCaKey: ownCa?.keyHash,
    issuePass(limits) {
      const forget = () => passes.delete(pass.username)
      const pass: Pass = { ...createPass(limits, forget), deps: depsFor(limits) }
      passes.set(pass.username, pass)
      return pass
    },
    async close() {
      for (const pass of passes.values()) pass.close()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

type Pass = ProxyPass & {
  deps: ProxyDeps
  /** Counts what comes through, and ends the socket with the page. */
  adopt: (socket: Socket, hostname?: string) => void
  fail: (hostname: string, error: unknown) => AppError
  /** What is to be said to this path; no more than once. */
  takeProof: (path: string) => string | undefined
}

const createPass = (limits: PassLimits, forget: () => void): Omit<Pass, 'deps'> => {
  const sockets = new Set<Socket>()
  const failures = new Map<string, AppError>()
  let received = 0
  let proof: Proof | undefined
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const fail = (hostname: string, error: unknown): AppError => {
    const known =
      error instanceof AppError
        ? error
        : new AppError('page_unreachable', `${hostname} could not be reached.`, { cause: error })
    // What breaks because a page was cut off is not what is wrong with it.
    const isCutOff = failures.get(hostname)?.code === 'page_too_large'
    if (!isCutOff && failures.size < 1000) failures.set(hostname, known)
    return known
  }
  return {
    username: randomBytes(12).toString('hex'),
    password: randomBytes(24).toString('hex'),
    receivedBytes: () => received,
    failureOf: hostname => failures.get(hostname),
    fail,
    issueProof() {
      proof = {
        path: `/${randomBytes(16).toString('hex')}`,
        answer: randomBytes(16).toString('hex'),
      }
      return proof
    },
    takeProof(path) {
      if (path !== proof?.path) return undefined
      const { answer } = proof
      proof = undefined
      return answer
    },
    adopt(socket, hostname) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      socket.on('error', () => socket.destroy())
      if (hostname === undefined) return
      const count = createChunkCount()
      socket.on('data', (chunk: Buffer) => {
        received += chunk.length
        const fault = count.part(chunk.length, hostname)
        if (fault) socket.destroy(fail(hostname, fault))
        if (received <= limits.maxBytes) return
        const limit = `more than ${Math.round(limits.maxBytes / 1_000_000)} MB`
        const error = new AppError('page_too_large', `The page at ${hostname} loads ${limit}.`)
        fail(hostname, error)
        endAll()
        limits.onExceeded?.(error)
      })
    },
    close() {
      forget()
      endAll()
    },
  }
}

/** Both parts are random; the comparison takes the same time for any wrong password. */
const authenticate = (
  passes: ReadonlyMap<string, Pass>,
  request: IncomingMessage,
): Pass | undefined => {
  const [, encoded = ''] = /^Basic (.+)$/.exec(request.headers['proxy-authorization'] ?? '') ?? []
  const [username = '', password = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  const pass = passes.get(username)
  if (!pass || password.length !== pass.password.length) return undefined
  return timingSafeEqual(Buffer.from(password), Buffer.from(pass.password)) ? pass : undefined
}

/** HTTPS, and WebSockets of both kinds: bytes go through as they are once the target is checked. */
const openTunnel = async (
  deps: ProxyDeps & { ownCa: OwnCa | undefined },
  pass: Pass,
  request: IncomingMessage,
  client: Socket,
  head: Buffer,
): Promise<void> => {
  pass.adopt(client)
  const authority = request.url ?? ''
  const hostname = hostOf(`http://${authority}`)
  try {
    if (!/^[^/?#@]+:\d+$/.test(authority)) throw new AppError('invalid_url', 'No host and port.')
    const target = deps.parseTarget(`http://${authority}`)
    const [port, signal] = [portOf(target), endOf(client)]
    // Port 80 through a tunnel is a WebSocket without TLS.
    const own = port === 80 ? undefined : await deps.secureOwn?.(bareHostname(target), port, signal)
    const upstream = own ?? (await deps.connect(bareHostname(target), port, signal))
    pass.adopt(upstream, hostname)
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (head.length > 0) client.unshift(head)
    const spoken = own && deps.ownCa ? deps.ownCa.speakTo(client) : client
    if (spoken !== client) pass.adopt(spoken)
    join(spoken, upstream)
  } catch (error) {
    const status = pass.fail(hostname, error).code === 'blocked_target' ? 403 : 502
    client.end(rawAnswer(status, `${refusalHeader}: ${refusalMark}\r\n`))
  }
}

/** The host of proofs is answered here, and by nobody else. */
const withoutProofHost = (egress: ProxyDeps): ProxyDeps => ({
  ...egress,
  secureOwn: rememberPublic(egress.secureOwn),
  connect: (hostname, port, signal) =>
    hostname === proofHost
      ? Promise.reject(new AppError('page_unreachable', 'Nobody has this name.'))
      : egress.connect(hostname, port, signal),
})

/** A page opens many connections to one host; who vouches for it is looked at once in a while. */
const rememberPublic = (secureOwn: ProxyDeps['secureOwn']): ProxyDeps['secureOwn'] => {
  if (!secureOwn) return undefined
  const publicUntilMs = new Map<string, number>()
  return async (hostname, port, signal) => {
    const key = `${hostname} ${port}`
    if ((publicUntilMs.get(key) ?? 0) > performance.now()) return undefined
    const secured = await secureOwn(hostname, port, signal)
    if (secured) return secured
    if (publicUntilMs.size > 1000) publicUntilMs.clear()
    publicUntilMs.set(key, performance.now() + 5 * 60_000)
    return undefined
  }
}

const answerPlain = async (
  deps: ProxyDeps,
  pass: Pass,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const hostname = hostOf(request.url ?? '')
  pass.adopt(request.socket)
  const proof = pass.takeProof(URL.parse(request.url ?? '')?.pathname ?? '')
  if (proof) return void response.writeHead(200, proofHeaders).end(proof)
  try {
    const target = deps.parseTarget(request.url ?? '')
    if (target.protocol !== 'http:') throw new AppError('invalid_url', 'Only http goes this way.')
    const upstream = await deps.connect(bareHostname(target), portOf(target), endOf(request.socket))
    pass.adopt(upstream, hostname)
    await forwardRequest(request, response, target, upstream)
  } catch (error) {
    const known = pass.fail(hostname, error)
    if (response.headersSent) response.destroy()
    else
      response
        .writeHead(known.code === 'blocked_target' ? 403 : 502, {
          [refusalHeader]: refusalMark,
          connection: 'close',
        })
        .end()
  }
}

const proofHeaders = { 'content-type': 'text/html', 'cache-control': 'no-store' }

/** As the browser names it; a failure must be found again under that name. */
const hostOf = (url: string): string => URL.parse(url)?.hostname ?? ''

const join = (client: Socket, upstream: Socket): void => {
  client.once('close', () => upstream.destroy())
  upstream.once('close', () => client.destroy())
  client.pipe(upstream).pipe(client)
}

/** A dial is given up when the browser no longer waits for it. */
const endOf = (socket: Socket): AbortSignal => {
  const ending = new AbortController()
  socket.once('close', () => ending.abort(new AppError('page_unreachable', 'The page went away.')))
  return ending.signal
}

const rawAnswer = (status: number, headers = ''): string =>
  `HTTP/1.1 ${status} ${status === 407 ? 'Proxy Authentication Required' : 'Refused'}\r\n${headers}content-length: 0\r\nconnection: close\r\n\r\n`
