import { getDomain } from 'tldts'
import { urlKey } from './url-key.ts'

export const scopes = ['path', 'host', 'domain'] as const
export type Scope = (typeof scopes)[number]

/** Where a crawl stays, as plain data: it is kept with the crawl. */
export type Area = {
  scope: Scope
  /** As in a key: without `www.`; the registrable domain where the scope is `domain`. */
  host: string
  /** The folder, without its final `/`. */
  folder: string
  /** Whether a redirect of the start URL has moved it. */
  moved: boolean
}

/** Around the start URL. A last segment without a dot is a folder's name: `/docs` holds `/docs/a`. */
export const areaAround = (scope: Scope, startUrl: string, moved = false): Area | undefined => {
  const key = urlKey(startUrl, { ignoreQuery: true })
  if (key === undefined) return undefined
  const { host, path } = partsOf(key)
  return {
    scope,
    host: scope === 'domain' ? domainOf(host) : host,
    folder: path.includes('.', path.lastIndexOf('/')) ? folderOf(startUrl) : path,
    moved,
  }
}

/** Where its relative links begin: a key does not say whether `/v1.2` is a file or was `/v1.2/`. */
const folderOf = (url: string): string => {
  const { path } = partsOf(urlKey(new URL('x', url)) ?? '')
  return path.slice(0, path.lastIndexOf('/'))
}

/** A start page that answers from elsewhere takes its crawl along, once. */
export const moveArea = (area: Area, finalUrl: string): Area => {
  const key = urlKey(finalUrl)
  if (area.moved || key === undefined || isInside(area, key)) return area
  return areaAround(area.scope, finalUrl, true) ?? area
}

/** By the key of a URL, which is at hand wherever this is asked. */
export const isInside = ({ scope, host, folder }: Area, key: string): boolean => {
  const at = partsOf(key)
  if (scope === 'domain') return at.host === host || domainOf(at.host) === host
  if (at.host !== host) return false
  return scope === 'host' || at.path === folder || at.path.startsWith(`${folder}/`)
}

const partsOf = (key: string): { host: string; path: string } => {
  const [address = ''] = key.slice('http://'.length).split(/[?#]/, 1)
  const slash = address.indexOf('/')
  const path = address.slice(slash)
  return { host: address.slice(0, slash), path: path === '/' ? '' : path }
}

/** `alice.github.io` is a site of its own; an address or a single name is its own domain. */
const domainOf = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host
