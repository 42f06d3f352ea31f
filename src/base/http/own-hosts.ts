import { isIP } from 'node:net'
import { AppError } from '../../kit/errors.ts'

/** Whether the Host header of a request calls this server by a name it has. */
export type IsOurHost = (header: string | undefined) => boolean

/**
 * DNS rebinding: a page lets its own name lead to our address, and its scripts then talk to us as if
 * we were that page's server, with all that the browser's machine may reach. What gives them away
 * is the name. An address in place of a name cannot be rebound, so every address is fine (and a
 * server on 0.0.0.0 works by any of its own); ports are not compared, since containers map them.
 */
export const createHostCheck = (names: readonly string[]): IsOurHost => {
  const ours = new Set(names.map(name => name.toLowerCase()))
  return header => {
    const name = nameIn(header ?? '')
    return isIP(name) > 0 || isLocal(name) || ours.has(name)
  }
}

/** Of this machine alone. */
export const isLoopbackHost: IsOurHost = header => {
  const name = nameIn(header ?? '')
  return isLocal(name) || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

/**
 * Whether a page is one of ours, by the `Origin` that its browser sends along: at `PUBLIC_URL`
 * (proxies may change the Host header), or at the very host that is asked.
 */
export const isOwnPage = (origin: string, host: string | undefined, publicUrl: string): boolean =>
  origin === publicUrl || (URL.canParse(origin) && new URL(origin).host === host)

export const unknownHost = (header: string | undefined): AppError =>
  new AppError(
    'unknown_host',
    `This server is not known as "${(header ?? '').slice(0, 100)}". If the name is yours, add it to ALLOWED_HOSTS or set PUBLIC_URL.`,
  )

/** Resolved by every browser to the machine it runs on, without asking anybody (RFC 6761). */
const isLocal = (name: string) => name === 'localhost' || name.endsWith('.localhost')

/** Without the port, the brackets of an IPv6 address and the root's dot; '' where there is none. */
const nameIn = (header: string): string => {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^\s:/@[\]]+?)\.?)(?::\d{1,5})?$/i.exec(header)
  return (match?.[1] ?? match?.[2] ?? '').toLowerCase()
}
