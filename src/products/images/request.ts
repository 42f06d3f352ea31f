import { invalidRequest } from '../../kit/errors.ts'
import type { Theme } from '../../page/css/media.ts'
import { brandfetchTarget, clientId } from './brandfetch.ts'
import { compatibleTarget } from './compatible-urls.ts'
import { type Domain, decodePath, parseDomain } from './domain.ts'
import { type Format, formats } from './formats.ts'
import { maxSizePx, usualSizes } from './sizes.ts'

export const imageKinds = ['icon', 'og', 'logo', 'symbol'] as const
export type ImageKind = (typeof imageKinds)[number]
type Fallback = 'monogram' | '404' | 'icon' | 'transparent'

/** An image request, every parameter settled (docs/api.md, “Image parameters”). */
export type ImageRequest = {
  kind: ImageKind
  domain: Domain
  sizePx: number
  /** What a logo must fit into; a side that is not given follows from the other. */
  box?: Box
  format: Format
  theme: Theme
  /** One drawing for both surfaces, which the reader's own scheme decides between. */
  followsScheme?: boolean
  fallback: Fallback
  retina: boolean
  /** Pixels even where the icon is an SVG. */
  raster: boolean
  greyscale: boolean
  /** Undefined without one; an empty `v=` is none. */
  version: string | undefined
  /** Why nobody is meant by a name or symbol: only the fallback can answer. */
  missing?: string
}

export type Box = { width: number | undefined; height: number | undefined }

/** What may name a company in the place of its domain. */
export const identifierKinds = ['name', 'ticker', 'crypto', 'email'] as const
export type Identifier = { kind: (typeof identifierKinds)[number]; text: string }

/** Whose an identifier is, or why it is nobody's. */
export type FoundCompany = {
  domain: string | undefined
  reason: string
  /** A 404 whatever the fallback: an address at a mail service. */
  isNobody?: boolean
}

/** What stands in the target of a request, before anything in it was judged. */
export type ImageTarget = {
  kind: ImageKind
  token: string
  typed: string
  query: URLSearchParams
  /** `typed` is no domain but this. */
  by?: Identifier['kind']
  /** What is wrong with a path that holds parameters. */
  problem?: string
}

/**
 * Splits a request target. The first `?` ends the path even when a whole URL stands in it: what
 * follows is our query, with the URL's own parameters among it, which are none of ours. A token may
 * also be the first part of the path, for clients that cannot add a parameter.
 */
export const splitTarget = (target: string): ImageTarget => {
  const path = target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?]*/i, '')
  const end = path.indexOf('?')
  const whole = (end < 0 ? path : path.slice(0, end)).replace(/^\//, '')
  const query = new URLSearchParams(end < 0 ? '' : path.slice(end + 1))
  const [, pathToken, rest = ''] = /^(pk_[^/]*)\/?(.*)$/s.exec(whole) ?? []
  const typed = pathToken === undefined ? whole : rest
  const token = pathToken ?? query.get('token') ?? clientId(query) ?? ''
  const borrowed =
    compatibleTarget(typed, query, pathToken !== undefined) ?? brandfetchTarget(typed, query)
  if (borrowed) return { kind: 'icon' as const, token, ...borrowed }
  const [, by, identifier = ''] = /^(name|ticker|crypto|email)(?:\/(.*))?$/s.exec(typed) ?? []
  if (by !== undefined)
    return { kind: 'icon', token, typed: identifier, query, by: by as Identifier['kind'] }
  const [, kind, domain = ''] = /^(og|logo|symbol)\/(.*)$/s.exec(typed) ?? []
  return kind === undefined
    ? { kind: 'icon', token, typed, query }
    : { kind: kind as ImageKind, token, typed: domain, query }
}

/** What a target asks for by name or symbol; undefined where it names a domain. */
export const identifierOf = ({ by, typed }: ImageTarget): Identifier | undefined =>
  by && { kind: by, text: decodePath(typed).trim() }

/** A request for the company that an identifier turned out to name. */
export const requestFor = (
  target: ImageTarget,
  { kind, text }: Identifier,
  { domain, reason, isNobody }: FoundCompany,
): ImageRequest => {
  if (domain !== undefined) return settled(target, parseDomain(domain))
  // No host starts with a question mark. A symbol is missing for another reason than a name.
  const host = `?${encodeURIComponent(text.toLowerCase().slice(0, 100).toWellFormed())}?${kind}`
  const request = settled(target, { host, registrable: host, parents: [] })
  return { ...request, missing: reason, ...(isNobody && { fallback: '404' }) }
}

export const readRequest = (target: ImageTarget): ImageRequest => {
  if (target.problem !== undefined) throw invalidRequest(target.problem)
  return settled(target, parseDomain(target.typed))
}

const settled = ({ kind, query }: ImageTarget, domain: Domain): ImageRequest => ({
  kind,
  domain,
  ...sizeOf(kind, query),
  format: oneOf(formats, query.get('format'), 'png'),
  // Open Graph images have no themes: two renditions of the same would only fill the memory.
  theme: kind === 'og' ? 'light' : oneOf(themes, query.get('theme'), 'light'),
  // Pixels cannot follow anything.
  ...(kind !== 'og' &&
    query.get('theme') === 'auto' &&
    query.get('raster') !== 'true' && { followsScheme: true }),
  fallback: oneOf(fallbacks[kind], query.get('fallback'), fallbacks[kind][0]),
  retina: query.get('retina') === 'true',
  // Open Graph images are pixels anyway.
  raster: kind !== 'og' && query.get('raster') === 'true',
  greyscale: query.get('greyscale') === 'true',
  version: query.get('v') || undefined,
})

/** The rendition this request asks for (docs/api.md, “Image caching and counting”). */
export const renditionKey = (request: ImageRequest): string => {
  const { kind, domain, sizePx, format, theme, fallback, retina, version } = request
  const { box } = request
  const ways =
    `${retina ? 2 : 1}${request.raster ? 'r' : ''}${request.greyscale ? 'g' : ''}` +
    (request.followsScheme ? 'a' : '') +
    (box ? `b${box.width ?? ''}x${box.height ?? ''}` : '')
  return `${kind} ${domain.host} ${sizePx} ${format} ${theme} ${fallback} ${ways} ${version ?? ''}`
}

export const themes = ['light', 'dark'] as const
/** The first is the usual one. */
export const fallbacks: Record<ImageKind, readonly [Fallback, ...Fallback[]]> = {
  icon: ['monogram', '404', 'transparent'],
  og: ['404', 'monogram', 'transparent'],
  logo: ['icon', '404', 'monogram', 'transparent'],
  symbol: ['icon', '404', 'monogram', 'transparent'],
}

/** An icon and a symbol are square; a logo is as high as it is told, or as wide. */
const sizeOf = (kind: ImageKind, query: URLSearchParams): Pick<ImageRequest, 'sizePx' | 'box'> => {
  const usual = usualSizes[kind]
  const size = readSize(query.get('size'), usual)
  if (kind === 'icon' || kind === 'og') return { sizePx: size }
  const side = (name: string) => {
    const px = readSize(query.get(name), 0)
    return px === 0 ? undefined : px
  }
  const [width, height] = [side('width'), side('height')]
  const given = [width, height].filter(px => px !== undefined)
  const sizePx = given.length > 0 ? Math.min(...given) : size
  if (kind === 'symbol') return { sizePx }
  const isWide = query.has('size') && given.length === 0
  const box = isWide ? { width: size, height: undefined } : { width, height }
  return { sizePx, box: given.length > 0 || isWide ? box : { width, height: usual } }
}

const readSize = (text: string | null, usual: number): number => {
  if (text === null || !/^[+-]?\d+(\.\d+)?$/.test(text.trim())) return usual
  return Math.min(maxSizePx, Math.max(1, Math.trunc(Number(text))))
}

const oneOf = <T extends string>(words: readonly T[], word: string | null, usual: T): T =>
  words.find(known => known === word) ?? usual
