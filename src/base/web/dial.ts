import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls'
import { AppError } from '../../kit/errors.ts'
import { sameAddress } from './address.ts'
import { describeFailure } from './failures.ts'
import type { Pin } from './resolve.ts'

const connectTimeoutMs = 10_000

/** Opens a TCP connection to one of the pinned addresses and to nothing else. */
export const dial = async (pin: Pin, hostname: string, signal?: AbortSignal): Promise<Socket> => {
  const [address = ''] = pin.addresses
  const socket = connectTcp(
    pin.addresses.length === 1
      ? { host: address, port: pin.port }
      : // Node tries the families in turn; its lookup is answered with what was checked.
        {
          host: hostname,
          port: pin.port,
          lookup: answerWith(pin.addresses),
          autoSelectFamily: true,
        },
  )
  await opened(socket, 'connect', hostname, signal)
  const remote = socket.remoteAddress ?? ''
  if (pin.addresses.some(pinned => sameAddress(pinned, remote))) return socket
  socket.destroy()
  throw new AppError('blocked_target', `${hostname} moved to another address while connecting.`)
}

/** TLS over a connection that is already open; the name asked for and checked is the original one. */
export const secure = async (
  socket: Socket,
  hostname: string,
  secureContext: SecureContext,
  signal?: AbortSignal,
): Promise<TLSSocket> => {
  const secured = connectTls({
    socket,
    secureContext,
    ALPNProtocols: ['http/1.1'],
    // An IP literal has no SNI; the certificate is then checked against the address.
    ...(isIP(hostname) ? { host: hostname } : { servername: hostname }),
  })
  try {
    await opened(secured, 'secureConnect', hostname, signal)
  } catch (error) {
    socket.destroy()
    throw error
  }
  return secured
}

/**
 * A tunnel through the operator's own proxy. It is asked for the address that was checked, not for
 * the name: a proxy that looks the name up again would undo the check (the name may answer it
 * differently). Only `?resolve=proxy` in its URL hands the names over, for networks where nobody but
 * the proxy can resolve them; it must then refuse private addresses itself.
 */
export const tunnel = (
  proxy: URL,
  target: { host: string; port: number },
  hostname: string,
  signal?: AbortSignal,
): Promise<Socket> => {
  const authority = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
  const request = (proxy.protocol === 'https:' ? requestHttps : requestHttp)({
    method: 'CONNECT',
    host: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
    path: authority,
    headers: {
      host: authority,
      ...(proxy.username && {
        'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}`,
      }),
    },
    agent: false,
    timeout: connectTimeoutMs,
    ...(signal && { signal }),
  })
  return new Promise((resolve, reject) => {
    const fail = (what: string, cause?: unknown) => {
      request.destroy()
      reject(new AppError('page_unreachable', what, { cause }))
    }
    request.on('connect', (response, socket, head) => {
      if (response.statusCode !== 200) {
        socket.destroy()
        fail(`The outgoing proxy refused to connect to ${hostname} (${response.statusCode}).`)
        return
      }
      socket.setTimeout(0)
      if (head.length > 0) socket.unshift(head)
      resolve(socket as Socket)
    })
    request.on('response', response =>
      fail(`The outgoing proxy refused to connect to ${hostname} (${response.statusCode}).`),
    )
    request.on('timeout', () => fail(`The outgoing proxy did not connect to ${hostname} in time.`))
    request.on('error', error =>
      signal?.aborted
        ? reject(signal.reason)
        : fail('The outgoing proxy could not be reached.', error),
    )
    request.end()
  })
}

const answerWith =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, options, callback) => {
    const all = addresses.map(address => ({ address, family: isIP(address) }))
    const [first] = all
    if (options.all || !first) callback(null, all)
    else callback(null, first.address, first.family)
  }

const opened = (
  socket: Socket,
  event: 'connect' | 'secureConnect',
  hostname: string,
  signal?: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      socket.off('error', onError).off(event, onOpen).off('close', onClose)
    }
    const fail = (error: unknown) => {
      stop()
      socket.on('error', () => {}).destroy()
      reject(error)
    }
    const onError = (error: unknown) => fail(describeFailure(error, hostname))
    const onClose = () =>
      fail(
        new AppError('page_unreachable', `${hostname} closed the connection at once.`, {
          transient: true,
        }),
      )
    const onAbort = () => fail(signal?.reason)
    const onOpen = () => {
      stop()
      resolve()
    }
    const timer = setTimeout(
      () => fail(new AppError('page_timeout', `${hostname} did not accept a connection in time.`)),
      connectTimeoutMs,
    )
    signal?.addEventListener('abort', onAbort, { once: true })
    socket.once('error', onError).once(event, onOpen).once('close', onClose)
    if (signal?.aborted) onAbort()
  })
