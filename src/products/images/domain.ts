import { isIP } from 'node:net'
import { domainToUnicode } from 'node:url'
import { parse } from 'tldts'
import { invalidRequest } from '../../kit/errors.ts'
import { percentDecode } from '../../kit/percent.ts'

/** A public host as every part of the image API knows it: lower case, punycode, without `www.`. */
export type Domain = {
  host: string
  /** The registrable domain on the public suffix list, private suffixes included. */
  registrable: string
  /** Where to look next when the host has nothing of its own; ends at the registrable domain. */
  parents: readonly string[]
}

const maxTyped = 4096

/**
 * Whatever names a site in the path of an image request → the site's host. A scheme, path, query,
 * port, user name and leading `www.` are ignored. The URL parser goes first: to a look at the text,
 * `2130706433` and `0x7f.1` are no addresses, to the parser (and to what connects) they are.
 */
export const parseDomain = (typed: string): Domain => {
  if (typed.length > maxTyped) throw invalidRequest('That is too long for a domain name.')
  const text = percentDecode(typed).toString().trim()
  if (text === '') throw invalidRequest('Name a domain, such as /example.com.')
  const shown = show(text)
  // What stands behind the host is ignored, in whatever encoding it is.
  const authority = withoutScheme(text).replace(/[/\\?#].*$/s, '')
  if (/[%\ufffd]/.test(authority)) throw badEncoding()
  const url = hasControls(authority) ? null : URL.parse(`http://${authority}`)
  if (!url) throw invalidRequest(`"${shown}" is not a domain name.`)
  const host = url.hostname.replace(/\.$/, '')
  if (host.startsWith('[') || isIP(host))
    throw invalidRequest(`"${shown}" is an IP address, not a domain name.`)
  if (!isName(host)) throw invalidRequest(`"${shown}" is not a domain name.`)
  return publicDomain(host, shown)
}

const publicDomain = (given: string, shown: string): Domain => {
  if (!given.includes('.'))
    throw invalidRequest(`"${shown}" is a single name, not a domain such as example.com.`)
  const host = withoutWww(given)
  const found = parse(host, { allowPrivateDomains: true })
  const listed = found.isIcann || found.isPrivate || reservedForExamples(found.publicSuffix)
  if (!listed || host.endsWith('.home.arpa'))
    throw invalidRequest(`"${shown}" is not a public domain name.`)
  // A private suffix (github.io) is a site too; only what registries sell under is not.
  const registrable = found.domain ?? (found.isPrivate ? host : undefined)
  if (registrable === undefined)
    throw invalidRequest(`"${shown}" is an ending that domains are registered under, not a domain.`)
  return { host, registrable, parents: parentsOf(host, registrable) }
}

/**
 * Names of documentation and tests (RFC 2606): in no list, and never anybody's site, but a page
 * that shows `acme.example` deserves its monogram.
 */
const reservedForExamples = (suffix: string | null) => suffix === 'example' || suffix === 'test'

/** `www.co.uk` is a name somebody registered: it stays. */
const withoutWww = (host: string): string => {
  if (!host.startsWith('www.')) return host
  const rest = host.slice(4)
  const { domain } = parse(rest, { allowPrivateDomains: true })
  return domain === null ? host : rest
}

/** The nearest parent and the registrable domain; never past it, and never a neighbour. */
const parentsOf = (host: string, registrable: string): string[] => {
  if (host === registrable) return []
  const nearest = host.slice(host.indexOf('.') + 1)
  return nearest === registrable ? [registrable] : [nearest, registrable]
}

export const decodePath = (typed: string): string => {
  try {
    return decodeURIComponent(typed)
  } catch {
    throw badEncoding()
  }
}

const badEncoding = () => invalidRequest('The path is not properly percent-encoded.')

/** One slash is enough: proxies make `https:/` of `https://` in a path. */
const withoutScheme = (text: string): string =>
  text.replace(/^(?:https?|wss?|ftp):[\\/]+/i, '').replace(/^[\\/]+/, '')

/** The URL parser drops tabs and line breaks wherever they stand; a name that has some is none. */
const hasControls = (text: string): boolean => /\p{Cc}/u.test(text)

const isName = (host: string): boolean =>
  host.length <= 253 &&
  host.split('.').every(label => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) &&
  // What stays `xn--` when decoded is no internationalised name.
  !domainToUnicode(host)
    .split('.')
    .some(label => label.startsWith('xn--'))

const show = (text: string): string => {
  const printable = text.replace(/\p{C}/gu, ' ')
  return printable.length > 80 ? `${printable.slice(0, 80)}…` : printable
}
