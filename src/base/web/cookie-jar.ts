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

const maxCookieLength = 4_096
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
  if (at < 1 || name === '' || line.length > maxCookieLength) return undefined
  const attributes = new Map(
    rest.map(part => {
      const [attribute = '', ...value] = part.split('=')
      return [attribute.trim().toLowerCase(), value.join('=').trim()] as const
    }),
  )
  const domain = domainOf(attributes.get('domain'), url.hostname)
  if (domain === undefined) return undefined
  const path = attributes.get('path')
  return {
    name,
    value: pair.slice(at + 1).trim(),
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
  return getPublicSuffix(domain) === domain ? undefined : `.${domain}`
}

const defaultPath = (pathname: string): string =>
  pathname.slice(0, Math.max(1, pathname.lastIndexOf('/'))) || '/'

const expiryOf = (attributes: ReadonlyMap<string, string>, nowMs: number): number => {
  const maxAge = attributes.get('max-age')
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge))
    return Math.max(0, Math.floor(nowMs / 1_000) + Number(maxAge))
  const date = Date.parse(attributes.get('expires') ?? '')
  return Number.isNaN(date) ? -1 : Math.max(0, Math.floor(date / 1_000))
}

const sameSiteOf = (value: string | undefined): Cookie['sameSite'] => {
  const word = value?.toLowerCase()
  return word === 'strict' ? 'Strict' : word === 'none' ? 'None' : 'Lax'
}
