import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { type ConnectionOptions, checkServerIdentity, type PeerCertificate } from 'node:tls'
import { DatabaseStartError } from './start-error.ts'
import type { DatabaseAddress } from './target.ts'

type Tls = false | 'require' | 'allow' | 'prefer' | ConnectionOptions

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

/**
 * TLS to PostgreSQL as libpq reads it from DATABASE_URL: `sslmode`, `sslrootcert`, `sslcert`,
 * `sslkey`. What cannot be meant is refused: a slip in `sslmode` must not end in a plain connection.
 */
export const readTls = (params: URLSearchParams, places: readonly DatabaseAddress[]): Tls => {
  const asked = params.get('sslmode') ?? 'prefer'
  const mode = modes.find(known => known === asked)
  if (!mode)
    throw new DatabaseStartError(
      `DATABASE_URL asks for sslmode=${asked}; there is only ${modes.join(', ')}.`,
    )
  if (mode === 'disable') return false
  const authorities = readFile(params, 'sslrootcert')
  const own = ownCertificate(params)
  // As libpq does: whoever names an authority wants it to be looked at.
  const checksName = mode === 'verify-full'
  const checks = checksName || mode === 'verify-ca' || (mode === 'require' && authorities)
  if (!checks) return own ? { ...own, rejectUnauthorized: false } : (mode as 'require')
  return {
    ...own,
    ...(authorities ? { ca: authorities } : {}),
    rejectUnauthorized: true,
    checkServerIdentity: (name, certificate) =>
      checksName ? checkName(places, name, certificate) : undefined,
  }
}

/**
 * Node is told a name alone, never an address: for those it is looked up here which was meant. With
 * several addresses one of them must be in the certificate.
 */
const checkName = (
  places: readonly DatabaseAddress[],
  name: string,
  certificate: PeerCertificate,
): Error | undefined => {
  const hosts = places.map(({ host }) => host)
  const addresses = hosts.includes(name) ? [] : hosts.filter(host => isIP(host) > 0)
  const meant = addresses.length > 0 ? addresses : [name]
  const faults = meant.map(host => checkServerIdentity(host, certificate))
  return faults.includes(undefined) ? undefined : faults[0]
}

const ownCertificate = (params: URLSearchParams): ConnectionOptions | undefined => {
  const cert = readFile(params, 'sslcert')
  const key = readFile(params, 'sslkey')
  return cert && key ? { cert, key } : undefined
}

/** `system` and nothing: what Node trusts. */
const readFile = (params: URLSearchParams, name: string): string | undefined => {
  const path = params.get(name)
  if (!path || path === 'system') return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new DatabaseStartError(
      `DATABASE_URL names the file ${path} (${name}), and it cannot be read (${Object(error).code}).`,
      { cause: error },
    )
  }
}
