import { createHmac, timingSafeEqual } from 'node:crypto'
import { newId, sha256Hex } from '../../../kit/ids.ts'
import type { Vault } from '../../db/vault.ts'
import { cookieName, readCookie } from './cookies.ts'

/** Browsers keep a cookie for at most 400 days. */
const days = 180

type Person = { id: string; email: string; password: string | null }
type Deps = { vault: Pick<Vault, 'secretFor'>; isSecure: boolean }

/**
 * A browser that somebody signed in with remembers it in a cookie of its own, one for each person.
 * It opens nothing; it only has a counter of wrong passwords that nobody else can fill. The
 * signature covers the password's hash, so another password ends all of them.
 */
export const deviceCookie = (deps: Deps, person: Person, known: string | undefined): string => {
  const id = known ?? newId('device')
  const attributes = `Max-Age=${days * 86_400}; Path=/; HttpOnly; SameSite=Lax`
  const value = `${id}.${sign(deps, person, id).toString('base64url')}`
  return `${nameFor(deps, person.email)}=${value}; ${attributes}${deps.isSecure ? '; Secure' : ''}`
}

/** The device's id, if the person's cookie is there and signed for them as they are now. */
export const knownDevice = (
  deps: Deps,
  person: Person | undefined,
  headers: Headers,
): string | undefined => {
  if (!person) return undefined
  const [id = '', signature = ''] =
    readCookie(headers, nameFor(deps, person.email))?.split('.') ?? []
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(deps, person, id)
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined
}

const nameFor = ({ isSecure }: Deps, email: string): string =>
  cookieName(isSecure, `siteray-device-${sha256Hex(email).slice(0, 8)}`)

const sign = ({ vault }: Deps, person: Person, id: string): Buffer =>
  createHmac('sha256', vault.secretFor('known devices'))
    .update(JSON.stringify([person.id, person.password, id]))
    .digest()
