import { isIP } from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'
import type { OutboundConfig, ResolveRule } from '../../config/config.ts'
import { AppError } from '../../kit/errors.ts'
import { createAllowList, isPublicAddress } from './address.ts'

/** What a caller may ask us to reach, apart from what its name resolves to. */
export type TargetPolicy = {
  mayReach: (address: string) => boolean
  /** The operator's static answer for a name, if there is one. */
  ruleFor: (hostname: string, port: number) => ResolveRule | undefined
  /** A rule for another port opens that port too. */
  ports: readonly number[]
}

const webPorts = [80, 443] as const

export const createTargetPolicy = (
  outbound: Pick<OutboundConfig, 'allow' | 'resolve'>,
  ports: readonly number[] = webPorts,
): TargetPolicy => {
  const allowed = createAllowList(outbound.allow)
  const rules = outbound.resolve.map(rule => ({
    ...rule,
    host: rule.host === '*' ? '*' : domainToASCII(rule.host),
  }))
  return {
    ports,
    mayReach: address => isPublicAddress(address) || allowed(address),
    ruleFor(hostname, port) {
      const find = (host: string) => rules.find(rule => rule.host === host && rule.port === port)
      return isIP(hostname) || isLocalName(hostname) ? undefined : (find(hostname) ?? find('*'))
    },
  }
}

const maxUrlLength = 8192

/**
 * The one place where a URL from outside becomes something we may fetch. Only the parsed object is
 * passed on: two parsers that disagree about one text are a way round any check. Credentials in the
 * URL are dropped, so nothing before an `@` is ever sent or mistaken for the host.
 */
export const parseTarget = (policy: TargetPolicy, text: string): URL => {
  if (text.length > maxUrlLength)
    throw new AppError('invalid_url', `The URL is longer than ${maxUrlLength} characters.`)
  const url = URL.parse(text)
  if (!url)
    throw new AppError(
      'invalid_url',
      `"${show(text)}" is not a URL. Use a whole one, such as https://example.com/.`,
    )
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new AppError('invalid_url', `"${show(text)}" does not start with http:// or https://.`)
  if (url.username !== '' || url.password !== '') {
    url.username = ''
    url.password = ''
  }
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  checkHost(policy, bareHostname(url), portOf(url))
  // The parser drops tabs and line breaks wherever they stand; a URL with some is a mistake or a trick.
  if (/[\t\r\n]/.test(text.trim()))
    throw new AppError('invalid_url', `"${show(text)}" contains a tab or a line break.`)
  return url
}

/** For what callers type, and for nothing that a page or a server sends: `example.com/a` is https. */
export const withScheme = (text: string): string =>
  isBare(text.trim()) ? `https://${text.trim()}` : text

/** A host with a dot in it, and nothing before it that could be a scheme. */
const isBare = (text: string): boolean => {
  const [host = ''] = text.split(/[/?#]/, 1)
  const labels = host.replace(/:\d{1,5}$/, '').split('.')
  const isName = labels.length > 1 && labels.every(label => /^[^\s:@\\[\]%]+$/.test(label))
  // `1.5` would be read as an address.
  return isName && !/^\d/.test(labels.at(-1) ?? '')
}

/** The checks that need no name resolution; the connector repeats them for whoever has no URL. */
export const checkHost = (policy: TargetPolicy, hostname: string, port: number): void => {
  if (isIP(hostname)) {
    if (!policy.mayReach(hostname)) throw notPublic(hostname)
  } else {
    checkName(hostname)
  }
  if (!policy.ports.includes(port) && !policy.ruleFor(hostname, port))
    throw new AppError(
      'invalid_url',
      `Port ${port} is not allowed, only ${policy.ports.join(' and ')}.`,
    )
}

export const notPublic = (address: string, hostname = address): AppError =>
  new AppError(
    'blocked_target',
    hostname === address
      ? `${address} is not a public address, so it is not allowed.`
      : `${hostname} leads to an address that is not public, so it is not allowed.`,
  )

/** Without the brackets of an IPv6 address. */
export const bareHostname = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

export const portOf = (url: URL): number =>
  url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)

const checkName = (hostname: string): void => {
  const labels = hostname.split('.')
  const tooLong = hostname.length > 253 || labels.some(label => label.length > 63)
  // What stays `xn--` when decoded is no internationalised name; the URL parser lets it pass.
  const undecodable =
    /xn--/i.test(hostname) &&
    domainToUnicode(hostname)
      .split('.')
      .some(label => label.startsWith('xn--'))
  if (tooLong || undecodable || labels.includes(''))
    throw new AppError('invalid_url', `"${show(hostname)}" is not a host name.`)
  if (isLocalName(hostname))
    throw new AppError(
      'blocked_target',
      `${hostname} is a name of a local network, so it is not allowed.`,
    )
}

/** Names that are never public, whatever a resolver or its search list makes of them. */
const isLocalName = (hostname: string): boolean =>
  !hostname.includes('.') || localSuffixes.some(suffix => hostname.endsWith(suffix))

const localSuffixes = [
  '.localhost',
  '.localdomain',
  '.local',
  '.internal',
  '.intranet',
  '.private',
  '.corp',
  '.home',
  '.lan',
  '.home.arpa',
  '.svc',
]

/** Long or unprintable input is not repeated in full. */
const show = (text: string): string => {
  const printable = text.replace(/\p{C}/gu, ' ').trim()
  return printable.length > 100 ? `${printable.slice(0, 100)}…` : printable
}
