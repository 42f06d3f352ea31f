import { readFileSync } from 'node:fs'
import type { Static } from 'typebox'
import { ConfigError } from '../../config/config.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { closed, optional, Type } from '../../kit/schema.ts'
import { withDecodableLogin } from '../../kit/url-login.ts'
import { createCheck } from '../http/validation.ts'
import { stickiness, wayKinds } from './names.ts'

/** A way out as the operator writes it down. */
const WayDefinition = closed({
  name: Type.String({
    pattern: '^[a-z0-9][a-z0-9._-]{0,63}$',
    description: 'Lower-case letters, digits, dots and dashes; 64 at most.',
  }),
  url: optional.String({ minLength: 1, maxLength: 2_000 }),
  kind: optional.Enum([...wayKinds]),
  countries: optional.Array(
    Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166, such as `DE`.' }),
    {
      ...{ maxItems: 250, uniqueItems: true },
    },
  ),
  weight: optional.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }),
  maxConcurrent: optional.Integer({ minimum: 1, maximum: 10_000 }),
  perHostDelayMs: optional.Integer({ minimum: 0, maximum: 60_000 }),
  sticky: optional.Enum([...stickiness]),
  accounts: optional.Array(Type.String({ maxLength: 100 }), { maxItems: 1_000 }),
  creditsPerPage: optional.Integer({ minimum: 0, maximum: 1_000 }),
  resolve: optional.Enum(['here', 'proxy']),
})
type WayDefinition = Static<typeof WayDefinition>

/** The same, with every default filled in. */
export type Way = Required<Omit<WayDefinition, 'url'>> & { url: string | undefined }

const checkShape = createCheck(WayDefinition, 'way')

/** What is wrong is said without the URL: it holds a password. */
export const readWay = (given: unknown): Way => {
  checkShape(given)
  const definition = given as WayDefinition
  const { name } = definition
  const url = definition.url === undefined ? undefined : withDecodableLogin(definition.url)
  const { kind = url === undefined ? 'direct' : 'datacenter' } = definition
  const refuse = (why: string) => invalidRequest(`The way "${name}" ${why}`)
  if ((kind === 'direct') !== (url === undefined))
    throw refuse('needs a "url"; only one of the kind "direct" has none.')
  if (url !== undefined && !isProxyUrl(url))
    throw refuse(
      'has a "url" that is not http://, https:// or socks5:// with a host, such as socks5://user:password@10.0.0.5:1080.',
    )
  return {
    ...{ name, url, kind },
    countries: definition.countries ?? [],
    weight: definition.weight ?? 1,
    maxConcurrent: definition.maxConcurrent ?? 32,
    perHostDelayMs: definition.perHostDelayMs ?? 0,
    sticky: definition.sticky ?? 'none',
    accounts: definition.accounts ?? [],
    creditsPerPage: definition.creditsPerPage ?? 0,
    resolve: definition.resolve ?? 'here',
  }
}

const schemes = ['http:', 'https:', 'socks5:', 'socks5h:']

const isProxyUrl = (text: string): boolean => {
  const url = URL.parse(fillIn(text, { session: 'x', country: 'de' }))
  return url !== null && schemes.includes(url.protocol) && url.hostname !== ''
}

/** Providers that rotate by user name: `{session}` and `{country}` in the URL. */
export const fillIn = (url: string, values: { session: string; country: string }): string =>
  url.replaceAll('{session}', values.session).replaceAll('{country}', values.country)

/** `WAYS_FILE`: a list of ways, or none where there is no such file to read. */
export const readWaysFile = (file: string | undefined): Way[] => {
  if (file === undefined) return []
  const refuse = (why: string) => new ConfigError([`WAYS_FILE ${file}: ${why}`])
  let parsed: unknown
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    // JSON.parse repeats some of the text, and there are passwords in it.
    const code: unknown = Object(error).code
    throw refuse(code ? `cannot be read (${code}).` : 'is not JSON.')
  }
  if (!Array.isArray(parsed)) throw refuse('must hold a list of ways.')
  try {
    const ways = parsed.map(readWay)
    const twice = ways.find(({ name }, index) => ways.findIndex(way => way.name === name) < index)
    if (twice) throw refuse(`has two ways of the name "${twice.name}".`)
    return ways
  } catch (error) {
    throw error instanceof AppError ? refuse(error.message) : error
  }
}
