import type { Exit } from '../../base/ways/request.ts'
import { sha256Hex } from '../../kit/ids.ts'
import { isForeignFile } from '../../page/links/files.ts'
import { withoutNames } from '../../page/links/idle-query-names.ts'
import { compilePatterns, type Pattern } from '../../page/links/patterns.ts'
import { type Area, isInside } from '../../page/links/scope.ts'
import { combinationOf, hasTrapShape, isPlainPaging, templateOf } from '../../page/links/traps.ts'
import { urlFamilyOf, wordShape } from '../../page/links/url-family.ts'
import { urlKey } from '../../page/links/url-key.ts'

/** What a crawl was asked for, as it is kept with it. */
export type CrawlPlan = {
  area: Area
  /** A page of the site: where its sitemaps are. */
  home: string
  maxDepth: number
  include: readonly string[]
  exclude: readonly string[]
  sitemap: 'include' | 'only' | 'skip'
  ignoreQuery: boolean
  /** `#/…` is a page of its own: a browser reads them. */
  hashRoutes: boolean
  respectRobots: boolean
  /** False: only the pages it began with are read. */
  follow: boolean
  /** Which ways out it may take. */
  exit?: Exit
  compareTo?: string
  /** Names in the query that carry a visit, as the site's links showed. */
  sessions?: readonly string[]
  /** Names in the query that show nothing else, as its pages showed. See `placedNames`. */
  idleNames?: readonly string[]
}

/** A URL in the crawl's area, and what is to be done with it. */
export type FoundUrl = {
  url: string
  host: string
  /** Which page it is, and the digest of that, as hexadecimal. */
  key: string
  id: string
  /** The digest of its URL's shape, where others may have the same. */
  template: string | undefined
  /** The digest of what it is kin with. */
  kin: string | undefined
  wanted: boolean
  skip: 'unsupported' | 'trap' | 'excluded' | undefined
}

export const keyIn = (plan: CrawlPlan, url: string): string | undefined => {
  const key = urlKey(url, {
    ...{ ignoreQuery: plan.ignoreQuery, hashRoutes: plan.hashRoutes },
    sessions: plan.sessions ?? [],
  })
  return key && withoutNames(key, plan.idleNames ?? [])
}

/** What was found, as the plan has it now: it may have learned meanwhile. */
export const asKnownNow = <One extends FoundUrl>(plan: CrawlPlan, found: One): One => {
  const key = withoutNames(found.key, plan.idleNames ?? [])
  if (key === found.key) return found
  return { ...found, key, id: digest(key), template: templateIn(key), kin: familyIn(key) }
}

/** Undefined for what is outside, or no web address. */
export const findIn = (plan: CrawlPlan, address: string): FoundUrl | undefined => {
  const key = keyIn(plan, address)
  if (key === undefined || !isInside(plan.area, key)) return undefined
  const url = new URL(address)
  url.username = ''
  url.password = ''
  if (!plan.hashRoutes) url.hash = ''
  const path = `${url.pathname}${url.search}`
  const { isIncluded, isExcluded } = patternsOf(plan)
  const skip = isForeignFile(url.href)
    ? 'unsupported'
    : hasTrapShape(url.href)
      ? 'trap'
      : isExcluded(path)
        ? 'excluded'
        : undefined
  return {
    url: url.href,
    host: url.hostname,
    ...{ key, id: digest(key) },
    template: templateIn(key),
    kin: familyIn(key),
    wanted: isIncluded(path),
    skip,
  }
}

/** A page whose URL has a shape of its own is alone in it. */
export const templateIn = (key: string): string | undefined => {
  const template = combinationOf(key) ?? templateOf(key)
  const isWords = template.split('?', 1)[0] === key.split('?', 1)[0] && !template.endsWith('+')
  const shape = (isWords ? wordShape(template) : undefined) ?? template
  return shape === key ? undefined : digest(shape)
}

/** A list is read to its end, whatever its kin. */
export const familyIn = (key: string): string | undefined => {
  const kin = isPlainPaging(key) ? undefined : urlFamilyOf(key)
  return kin === undefined ? undefined : digest(`kin ${kin}`)
}

/** As keys and templates are kept. */
export const digest = (text: string): string => sha256Hex(text).slice(0, 32)

type Patterns = { isIncluded: Pattern; isExcluded: Pattern }
const compiled = new Map<string, Patterns>()
const maxCompiled = 100

/** Compiled once for all pages of a crawl. */
const patternsOf = ({ include, exclude }: CrawlPlan): Patterns => {
  const name = JSON.stringify([include, exclude])
  const known = compiled.get(name)
  if (known) return known
  const patterns = {
    isIncluded: include.length > 0 ? compilePatterns(include) : () => true,
    isExcluded: compilePatterns(exclude),
  }
  if (compiled.size >= maxCompiled) compiled.clear()
  compiled.set(name, patterns)
  return patterns
}
