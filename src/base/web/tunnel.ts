import { request as requestHttps } from 'node:https'
import { connect, isIP, type Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { AppError } from '../../kit/errors.ts'
import { request as requestHttp } from '../../kit/node-http.ts'
import { onAbort } from '../../kit/on-abort.ts'
import { addressTimeoutMs } from './dial.ts'
import { askSocks, SocksRefusal } from './socks.ts'
import { bareHostname } from './target.ts'

/** A proxy of the operator's: for everything (OUTBOUND_PROXY), or one of several that callers choose. */
export type ProxyServer = {
  /** http, https or socks5; with credentials where it wants some. */
  url: URL
  /**
   * It is asked for names, not for addresses that were checked here, for networks where nobody but
   * the proxy can resolve them: it must then refuse private addresses itself.
   */
  resolvesNames: boolean
  /** What callers know it by. Its own faults are then told apart from those of a page. */
  way?: string
}

type Target = { host: string; port: number }

/** Shorter than the time that any site has for its robots.txt, or a silent proxy looks like its fault. */
const tunnelTimeoutMs = 8_000

/**
 * A connection through a proxy. Unless the operator says otherwise it is asked for the address that
 * was checked: a proxy that looks the name up again would undo the check (the name may answer it
 * differently).
 */
export const openTunnel = async (
  proxy: ProxyServer,
  secureContext: SecureContext,
  target: Target,
  hostname: string,
  signal?: AbortSignal,
): Promise<Socket> => {
  const faults = faultsOf(proxy, hostname)
  return /^socks5h?:$/.test(proxy.url.protocol)
    ? tunnelBySocks(proxy.url, target, faults, signal)
    : tunnelByHttp(proxy.url, secureContext, target, faults, signal)
}

type Faults = ReturnType<typeof faultsOf>

const faultsOf = ({ way }: ProxyServer, hostname: string) => {
  const who = way === undefined ? 'The outgoing proxy' : `The way ${way}`
  const ownCode = way === undefined ? 'page_unreachable' : 'way_failed'
  return {
    /** The proxy's own. */
    own: (what: string, details: { cause?: unknown; transient?: boolean } = {}) =>
      new AppError(ownCode, `${who} ${what}.`, details),
    /** It did its part, and the site did not. */
    ofSite: (why: string) =>
      new AppError('page_unreachable', `${hostname} could not be reached: ${why}.`, {
        transient: true,
      }),
    refused: (why: string) => `could not connect to ${hostname} (${why})`,
    late: () => new AppError(ownCode, `${who} did not connect to ${hostname} in time.`),
  }
}

const credentialsOf = ({ username, password }: URL) => ({
  username: decodeURIComponent(username),
  password: decodeURIComponent(password),
})

const tunnelByHttp = (
  url: URL,
  secureContext: SecureContext,
  target: Target,
  faults: Faults,
  signal?: AbortSignal,
): Promise<Socket> => {
  const authority = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`
  const { username, password } = credentialsOf(url)
  const isSecure = url.protocol === 'https:'
  const host = bareHostname(url)
  const request = (isSecure ? requestHttps : requestHttp)({
    method: 'CONNECT',
    host,
    port: url.port || (isSecure ? 443 : 80),
    path: authority,
    headers: {
      host: authority,
      ...(username && {
        'proxy-authorization': `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      }),
    },
    agent: false,
    // Not in the types of HTTP: handed on to whoever opens the connection.
    ...{ autoSelectFamilyAttemptTimeout: addressTimeoutMs },
    // Node would take the name of the Host header, which is the target's.
    ...(isSecure && { secureContext, servername: isIP(host) ? '' : host }),
    ...(signal && { signal }),
  })
  return new Promise((resolve, reject) => {
    const fail = (error: AppError) => {
      clearTimeout(timer)
      request.destroy()
      reject(error)
    }
    const timer = setTimeout(() => fail(faults.late()), tunnelTimeoutMs)
    request.on('connect', (response, socket, head) => {
      const { statusCode: status = 0, headers } = response
      if (status >= 200 && status < 300) {
        clearTimeout(timer)
        if (head.length > 0) socket.unshift(head)
        resolve(socket as Socket)
        return
      }
      socket.destroy()
      fail(proxyRefusal(faults, status, headers))
    })
    request.on('response', ({ statusCode = 0, headers }) =>
      fail(proxyRefusal(faults, statusCode, headers)),
    )
    request.on('error', cause => {
      clearTimeout(timer)
      if (signal?.aborted) reject(signal.reason)
      else fail(faults.own('could not be reached', { cause, transient: true }))
    })
    request.end()
  })
}

type Headers = Record<string, string | string[] | undefined>

/** Proxies that say what went wrong (RFC 9209, and Squid in its own way) tell the site's faults apart. */
const proxyRefusal = (faults: Faults, status: number, headers: Headers): AppError => {
  const said = `${headers['proxy-status'] ?? ''} ${headers['x-squid-error'] ?? ''}`
  if (siteFaults.test(said)) return faults.ofSite(`the proxy answered with status ${status}`)
  if (status === 407)
    return faults.own('refused the user name or password (407)', { transient: false })
  return faults.own(faults.refused(String(status)), { transient: status >= 500 })
}

const siteFaults =
  /error="?(?:dns_|destination_|connection_(?:refused|terminated|timeout))|ERR_(?:CONNECT_FAIL|DNS_FAIL)/

const tunnelBySocks = async (
  url: URL,
  target: Target,
  faults: Faults,
  signal?: AbortSignal,
): Promise<Socket> => {
  const socket = connect({
    host: bareHostname(url),
    port: Number(url.port || 1080),
    autoSelectFamilyAttemptTimeout: addressTimeoutMs,
  })
  const late = faults.late()
  const timer = setTimeout(() => socket.destroy(late), tunnelTimeoutMs)
  // From here on a reset that nobody else listens for must not end the process.
  socket.on('error', () => {})
  const stopListening = onAbort(signal, () => socket.destroy())
  try {
    signal?.throwIfAborted()
    await askSocks(socket, credentialsOf(url), target)
    return socket
  } catch (error) {
    socket.destroy()
    if (signal?.aborted) throw signal.reason
    if (error === late) throw late
    if (!(error instanceof SocksRefusal))
      throw faults.own('could not be reached', { cause: error, transient: true })
    throw error.bySite
      ? faults.ofSite(error.message)
      : faults.own(faults.refused(error.message), { transient: true })
  } finally {
    clearTimeout(timer)
    stopListening()
  }
}
