export type KeyOptions = {
  /** `a?x=1` and `a?x=2` are one page. */
  ignoreQuery?: boolean
  /** `#/…` and `#!…` are pages of their own: true only where a browser reads them. */
  hashRoutes?: boolean
  /** Names in the query that carry a visit, as this site has them. */
  sessions?: readonly string[]
}

/**
 * Which URLs are one page: equal keys, one page. The key is itself an http URL, and its own key. It
 * is only compared, never asked: scheme, `www.`, default documents and session ids are gone from it.
 * Undefined for what is no http(s) URL.
 */
export const urlKey = (address: string | URL, options: KeyOptions = {}): string | undefined => {
  const url = address instanceof URL ? address : URL.parse(address)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  const host = hostOf(url)
  if (host === undefined) return undefined
  const query = options.ignoreQuery ? '' : queryOf(url.search, options.sessions)
  return `http://${host}${pathOf(url)}${query}${options.hashRoutes ? routeOf(url.hash) : ''}`
}

/** Without `www.` and the final dot, and without the default port of either scheme. */
const hostOf = ({ hostname, port }: URL): string | undefined => {
  let end = hostname.length
  while (hostname[end - 1] === '.') end--
  const bare = hostname.slice(0, end).replace(/^(?:www\.)+(?=[^.]+\.)/, '')
  // What is left may read as another host: `127.1..` is a name, `127.1` an address.
  const host = bare === hostname ? bare : URL.parse(`http://${bare}/`)?.hostname
  if (!host) return undefined
  return port === '' || port === '80' || port === '443' ? host : `${host}:${port}`
}

const pathOf = (url: URL): string => {
  const plain = plainEscapes(url.pathname)
  const path = withoutSession(plain, url).replace(/\/{2,}/g, '/')
  let end = path.length
  for (let next = end; next >= 0; next = withoutDefault(path, end)) end = next
  return path.slice(0, end) || '/'
}

/** `/a;jsessionid=1/b`, `/(S(…))/b`: what is left is resolved again, for a session may hide dots. */
const withoutSession = (path: string, url: URL): string => {
  const bare = path
    .replace(/;(?:jsessionid|phpsessid|sessionid|sid)=[^/;]*/gi, '')
    .replace(visitFolder, '')
  return bare === path ? path : new URL(bare.replace(/^\/+/, '/'), url.origin).pathname
}

/** As ASP.NET writes it where there are no cookies. */
const visitFolder = /\/\([afs]\([\w-]{1,100}\)\)(?![^/])/gi

const defaultDocuments = ['/index.html', '/index.htm', '/index.php', '/default.aspx']

/** Where the path ends once a final `/` or default document is cut off; -1 where there is none. */
const withoutDefault = (path: string, end: number): number => {
  if (path[end - 1] === '/') return end - 1
  const tail = path.slice(Math.max(0, end - 13), end).toLowerCase()
  const document = defaultDocuments.find(name => tail.endsWith(name))
  return document ? end - document.length : -1
}

/** In the order of the names; of equal names in the order they stand, for it may matter. */
const queryOf = (search: string, sessions: readonly string[] = []): string => {
  const pairs = plainEscapes(search.slice(1))
    .replaceAll('%20', '+')
    .split('&')
    .filter(pair => pair !== '')
    .map(pair => {
      const at = pair.indexOf('=')
      return {
        pair,
        name: at < 0 ? pair : pair.slice(0, at),
        value: at < 0 ? '' : pair.slice(at + 1),
      }
    })
    .filter(({ name, value }) => !isTracking(name) && !isSession(name, value))
    .filter(({ name, value }) => !sessions.includes(name) || !isVisit(value))
  if (pairs.length === 0) return ''
  pairs.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  return `?${pairs.map(({ pair }) => pair).join('&')}`
}

/** Names that say where a visitor came from, never what is shown. */
const isTracking = (name: string): boolean =>
  name.length <= maxNameLength && /^utm_/i.test(name) ? true : trackingNames.has(name.toLowerCase())

const maxNameLength = 100

const trackingNames = new Set([
  'gclid',
  'gbraid',
  'wbraid',
  'dclid',
  'fbclid',
  'msclkid',
  'yclid',
  'twclid',
  'igshid',
  'mc_cid',
  'mc_eid',
  '_ga',
  '_gl',
  'srsltid',
  'ref_src',
])

const isSession = (name: string, value: string): boolean =>
  /^(?:phpsessid|jsessionid|aspsessionid.*)$/i.test(name) ||
  (/^(?:sid|sessionid)$/i.test(name) && isToken(value))

/** A token that no words make. */
const isVisit = (value: string): boolean =>
  isToken(value) && /\d/.test(value) && /[a-z]/i.test(value)

/**
 * Names in the queries of a page's links whose values are tokens on the way to five paths or more,
 * hardly ever two to one path: they say who comes, not what is shown. (What names a page by a token
 * has many of them for one path.)
 */
export const sessionNames = (links: readonly string[]): string[] => {
  const met = new Map<string, { paths: Set<string>; links: number }>()
  for (const link of links) {
    const [path = '', query = ''] = (link.split('#', 1)[0] ?? '').split(/\?(.*)/s, 2)
    for (const pair of query.length > 16 ? query.split('&') : []) {
      const [name = '', value = ''] = pair.split(/=(.*)/s, 2)
      if (!isVisit(value)) continue
      const known = met.get(name) ?? { paths: new Set(), links: 0 }
      met.set(name, known)
      known.paths.add(path)
      known.links++
    }
  }
  return [...met]
    .filter(([, { paths, links: all }]) => paths.size >= 5 && paths.size >= 0.8 * all)
    .map(([name]) => name)
    .slice(0, 10)
}

/** 16 or more characters of hex or base 64; those of base 64 for URLs only where no words do so. */
const isToken = (value: string): boolean =>
  isBase64(value.replace(/%2B|%2F/g, '+').replace(/%3D/g, '=')) ||
  (/^[\w-]{16,}$/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value))

const isBase64 = (text: string): boolean => text.length >= 16 && /^[A-Za-z0-9+/]+=*$/.test(text)

/** A view of a page that is made by scripts; the first view is the page itself. */
const routeOf = (hash: string): string =>
  /^#!?\/*$/.test(hash) || !/^#[/!]/.test(hash) ? '' : plainEscapes(hash)

/** Escapes of unreserved characters are those characters, all others upper case; a lone `%` is one. */
export const plainEscapes = (text: string): string =>
  text.includes('%')
    ? text.replace(/%(?:[\da-f]{2})?/gi, part => {
        if (part.length === 1) return '%25'
        const char = String.fromCharCode(Number.parseInt(part.slice(1), 16))
        return /[\w.~-]/.test(char) ? char : part.toUpperCase()
      })
    : text
