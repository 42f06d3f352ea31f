import { isIP } from 'node:net'

/**
 * Whether a page may use a publishable key (docs/api.md, “Image keys and origins”). This only keeps other sites' pages from
 * using the key; it authenticates nobody, since anything but a browser sends what it likes.
 */
export const isOriginAllowed = (
  origins: readonly string[],
  headers: { origin?: string | undefined; referer?: string | undefined },
): boolean => {
  const page = headers.origin || headers.referer
  if (origins.length === 0 || !page) return true
  const host = hostOfPage(page)
  if (host === undefined) return false
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  return origins.some(entry =>
    entry.startsWith('*.') ? isSubdomain(host, entry.slice(2)) : host === entry,
  )
}

/** The host of an `Origin` or `Referer`, canonical; undefined for `null` and all that is no web page. */
export const hostOfPage = (page: string): string | undefined => {
  if (!URL.canParse(page)) return undefined
  const url = new URL(page)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  return withoutTrailingDot(url.hostname) || undefined
}

type OriginEntry = { ok: true; entry: string } | { ok: false; problem: string }

/**
 * One entry of an allowed-origins list as a person types it → as it is stored: `example.com` or
 * `*.example.com`, lower case, punycode. A scheme or a path that was pasted along is dropped.
 */
export const parseOriginEntry = (typed: string): OriginEntry => {
  const [bare = ''] = typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .split(/[/?#]/, 1)
  const wildcard = bare.startsWith('*.')
  const name = wildcard ? bare.slice(2) : bare
  const refuse = (why: string): OriginEntry => ({ ok: false, problem: `"${typed.trim()}" ${why}` })

  if (name === '') return refuse('is empty: write a host name such as example.com.')
  if (name.includes('*')) return refuse('has a * elsewhere than in front: write *.example.com.')
  if (name.includes('@')) return refuse('holds an @: write only the host name.')
  if (!URL.canParse(`http://${name}`)) return refuse('is not a host name.')
  const url = new URL(`http://${name}`)
  if (/:\d*$/.test(name)) return refuse('has a port: a host name covers all its ports.')
  const host = withoutTrailingDot(url.hostname)
  const address = isIP(host.replace(/^\[|\]$/g, '')) > 0
  if (!address && !/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(host)) return refuse('is not a host name.')
  if (wildcard && address) return refuse('is an IP address: those have no subdomains.')
  if (wildcard && !host.includes('.') && host !== 'localhost')
    return refuse('is too wide: it would allow every site below that ending.')
  return { ok: true, entry: wildcard ? `*.${host}` : host }
}

const isSubdomain = (host: string, parent: string) =>
  host.length > parent.length + 1 && host.endsWith(`.${parent}`)

const withoutTrailingDot = (host: string) => (host.endsWith('.') ? host.slice(0, -1) : host)
