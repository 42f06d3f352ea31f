import { getPublicSuffix } from 'tldts'
import { headerOfText, textOfHeader } from './headers.ts'

/** As Playwright's `storageState` has it. A domain that begins with a dot holds for those below. */
export type Cookie = {
  name: string
  value: string
  domain: string
  path: string
  /** In seconds since 1970; -1 for as long as the browser is open. */
  expires: number
  httpOnly: boolean
  secure: boolean
  sameSite: 'Strict' | 'Lax' | 'None'
}

/** A cookie that came, or one that a site took back (`expires` is past). */
export type CookieChange = Cookie

/** What one session sends while a page is read with it: to its hosts and to no other. */
export type CookieJar = {
  covers(url: URL): boolean
  /** The cookies to send with a request, if any, as the bytes of a header. */
  header(url: URL): string | undefined
  /** Other headers that the session has for the host. */
  headers(url: URL): Readonly<Record<string, string>>
  store(url: URL, setCookie: readonly string[]): void
  /** What sites set since the jar was opened. */
  changes(): CookieChange[]
}

/** Of name and value, and of an attribute (RFC 6265bis, 5.6). */
const maxPairBytes = 4_096
const maxAttributeBytes = 1_024
const maxCookies = 500

export const openJar = (
  cookies: readonly Cookie[],
  covers: (hostname: string) => boolean,
  headers: Readonly<Record<string, string>> = {},
  now = Date.now,
): CookieJar => {
  const kept = new Map(cookies.map(cookie => [keyOf(cookie), cookie]))
  const changed = new Map<string, CookieChange>()
  /** Those whose bytes are no text that we know: they go back as they came. */
  const unread = new WeakSet<Cookie>()
  const pairOf = (cookie: Cookie): string => {
    const pair = `${cookie.name}=${cookie.value}`
    return unread.has(cookie) ? pair : headerOfText(pair)
  }
  return {
    covers: url => covers(url.hostname),
    header(url) {
      if (!covers(url.hostname)) return undefined
      const sent = [...kept.values()]
        .filter(cookie => isSentTo(cookie, url, now()))
        .sort((a, b) => b.path.length - a.path.length)
      return sent.map(pairOf).join('; ') || undefined
    },
    headers: url => (covers(url.hostname) ? headers : {}),
    store(url, setCookie) {
      if (!covers(url.hostname)) return
      for (const line of setCookie) {
        const text = textOfHeader(line)
        const cookie = parseSetCookie(text ?? line, url, now())
        if (!cookie || (kept.size >= maxCookies && !kept.has(keyOf(cookie)))) continue
        if (text === undefined) unread.add(cookie)
        kept.set(keyOf(cookie), cookie)
        changed.set(keyOf(cookie), cookie)
      }
    },
    changes: () => [...changed.values()],
  }
}

/** One cookie has one place in a jar (RFC 6265 §5.3). */
export const keyOf = ({ name, domain, path }: Cookie): string =>
  JSON.stringify([name, domain, path])

export const isExpired = ({ expires }: Cookie, nowMs: number): boolean =>
  expires !== -1 && expires * 1_000 <= nowMs

export const isOfHost = (cookie: Pick<Cookie, 'domain'>, hostname: string): boolean =>
  cookie.domain.startsWith('.')
    ? hostname === cookie.domain.slice(1) || hostname.endsWith(cookie.domain)
    : hostname === cookie.domain

const isSentTo = (cookie: Cookie, url: URL, nowMs: number): boolean =>
  isOfHost(cookie, url.hostname) &&
  isBelow(url.pathname, cookie.path) &&
  (!cookie.secure || url.protocol === 'https:') &&
  !isExpired(cookie, nowMs)

const isBelow = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)

/** RFC 6265 §5.2 and §5.3; undefined where it is to be ignored. */
const parseSetCookie = (line: string, url: URL, nowMs: number): Cookie | undefined => {
  const [pair = '', ...rest] = line.split(';')
  const at = pair.indexOf('=')
  const name = pair.slice(0, at).trim()
  const value = pair.slice(at + 1).trim()
  if (at < 1 || name === '' || Buffer.byteLength(name + value) > maxPairBytes) return undefined
  const attributes = new Map(
    rest.flatMap(part => {
      const [attribute = '', ...given] = part.split('=')
      const said = given.join('=').trim()
      return said.length > maxAttributeBytes ? [] : [[attribute.trim().toLowerCase(), said]]
    }),
  )
  const domain = domainOf(attributes.get('domain'), url.hostname)
  if (domain === undefined) return undefined
  const path = attributes.get('path')
  return {
    name,
    value,
    domain,
    path: path?.startsWith('/') ? path : defaultPath(url.pathname),
    expires: expiryOf(attributes, nowMs),
    httpOnly: attributes.has('httponly'),
    secure: attributes.has('secure'),
    sameSite: sameSiteOf(attributes.get('samesite')),
  }
}

/** A site speaks for itself and for those above it, up to what somebody registered. */
const domainOf = (given: string | undefined, hostname: string): string | undefined => {
  const domain = given?.replace(/^\./, '').toLowerCase()
  if (!domain || domain === hostname) return domain ? `.${hostname}` : hostname
  if (!hostname.endsWith(`.${domain}`)) return undefined
  return isPublicSuffix(domain) ? undefined : `.${domain}`
}

/** Also of a place where everybody may have a name, such as github.io. */
export const isPublicSuffix = (domain: string): boolean =>
  getPublicSuffix(domain, { allowPrivateDomains: true }) === domain

const defaultPath = (pathname: string): string =>
  pathname.slice(0, Math.max(1, pathname.lastIndexOf('/'))) || '/'

const expiryOf = (attributes: ReadonlyMap<string, string>, nowMs: number): number => {
  const maxAge = attributes.get('max-age')
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge))
    return expiryWithin(Math.floor(nowMs / 1_000) + Number(maxAge))
  const dateMs = readCookieDate(attributes.get('expires') ?? '')
  return dateMs === undefined ? -1 : expiryWithin(Math.floor(dateMs / 1_000))
}

/** The end of the year 9999: browsers take no later one. */
export const lastSecond = 253_402_300_799

/** As seconds that a cookie may have. */
export const expiryWithin = (seconds: number): number => Math.min(Math.max(0, seconds), lastSecond)

const sameSiteOf = (value: string | undefined): Cookie['sameSite'] => {
  const word = value?.toLowerCase()
  return word === 'strict' ? 'Strict' : word === 'none' ? 'None' : 'Lax'
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const delimiters = /[\t\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+/

/** The parts of a date in the order in which a word is tried as one of them; each is found once. */
const parts = {
  time: /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?!\d)/,
  day: /^(\d{1,2})(?!\d)/,
  month: new RegExp(`^(${months.join('|')})`, 'i'),
  year: /^(\d{2,4})(?!\d)/,
}
type Part = keyof typeof parts
const partNames = Object.keys(parts) as Part[]

/**
 * The date of a cookie in milliseconds, as browsers read it (RFC 6265, 5.1.1): in whatever order it
 * stands, and always in UTC. Undefined where it is none (`0`, `Session`): then the cookie has none.
 */
const readCookieDate = (text: string): number | undefined => {
  const found = new Map<Part, string[]>()
  for (const word of text.split(delimiters)) {
    const name = partNames.find(part => !found.has(part) && parts[part].test(word))
    if (name) found.set(name, parts[name].exec(word)?.slice(1) ?? [])
  }
  if (found.size < partNames.length) return undefined
  const numbersOf = (name: Part) => (found.get(name) ?? []).map(Number)
  const [hour = 0, minute = 0, second = 0] = numbersOf('time')
  const [day = 0] = numbersOf('day')
  const [written = 0] = numbersOf('year')
  const year = written < 70 ? written + 2_000 : written < 100 ? written + 1_900 : written
  const month = months.indexOf(found.get('month')?.[0]?.toLowerCase() ?? '')
  if (year < 1_601 || hour > 23 || minute > 59 || second > 59) return undefined
  const date = new Date(Date.UTC(year, month, day, hour, minute, second))
  return date.getUTCDate() === day ? date.getTime() : undefined
}
