import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls'
import { AppError } from '../../kit/errors.ts'
import { sameAddress } from './address.ts'
import { describeFailure } from './failures.ts'
import type { Pin } from './resolve.ts'

const connectTimeoutMs = 10_000

/**
 * For one of several addresses. Node gives each a quarter of a second and never comes back to it: far
 * hosts take longer, and a first packet that is lost is sent again after one second.
 */
export const addressTimeoutMs = 2_500

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
          autoSelectFamilyAttemptTimeout: addressTimeoutMs,
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
