import { getDomain } from 'tldts'
import type { LoadedItem } from '../../base/jobs/store.ts'
import type { FollowedAnswer } from '../../base/reader/answer.ts'
import { isInside, moveArea } from '../../page/links/scope.ts'
import type { Print } from '../../page/links/simhash.ts'
import { choicesOf, combinationOf, isDated } from '../../page/links/traps.ts'
import { minAboveIn, urlFamilyOf } from '../../page/links/url-family.ts'
import { sessionNames } from '../../page/links/url-key.ts'
import {
  type CrawlPlan,
  digest,
  type FoundUrl,
  familyIn,
  findIn,
  keyIn,
  templateIn,
} from './plan.ts'

/** What a page that was read says to its crawl. */
export type FollowedPage = {
  key: string
  id: string
  template: string | undefined
  kin: string | undefined
  /** The shape of what combines it with others of its path. */
  combined: string
  /** See `meet`. */
  minAbove: number
  /** The page that its query asks more of. */
  base: string | undefined
  /** Equal for pages of one path, whatever the query and the case, that say and show the same. */
  copy: string
  /** Its query combines choices. */
  isCombination: boolean
  choices: string[]
  isDated: boolean
  /** Where it answered from; outside the area: undefined. */
  final: FoundUrl | undefined
  /** Where the start page led the crawl away from what it may read. */
  awayTo: string | undefined
  canonical: FoundUrl | undefined
  links: (FoundUrl & { depth: number; isNext: boolean })[]
  contentHash: string
  print: Print
  /** What the page taught the crawl: where its redirect took it, what its links carry. */
  moved: CrawlPlan | undefined
}

/** Where a page leads, by the crawl's rules; nothing here asks anybody. */
export const followPage = (
  item: LoadedItem,
  answer: Pick<FollowedAnswer, 'url' | 'follow'>,
): FollowedPage | undefined => {
  const { follow } = answer
  if (!follow) return undefined
  const before = item.crawl as CrawlPlan
  const there = isStart(item) ? movedBy(before, item.url, answer.url) : before
  const plan = withSessions(there, follow.links)
  const key = keyIn(plan, item.url) ?? item.url
  const [path = ''] = key.split('?', 1)
  const { canonical } = follow
  const final = findIn(plan, answer.url)
  return {
    ...{ key, id: digest(key) },
    template: templateIn(key),
    kin: familyIn(key),
    combined: digest(`${path}?+`),
    minAbove: minAboveIn(urlFamilyOf(key) ?? ''),
    base: path === key ? undefined : digest(path),
    isCombination: combinationOf(key) !== undefined,
    choices: choicesOf(key),
    isDated: isDated(key),
    final,
    awayTo: !final && isStart(item) && plan.follow ? answer.url : undefined,
    copy: digest(`copy ${pathIn(plan, answer.url)} ${follow.copyHash}`),
    canonical: canonical === undefined ? undefined : findIn(plan, canonical),
    links: linksOf(plan, item, answer),
    contentHash: follow.contentHash,
    print: follow.print,
    moved: plan === before ? undefined : plan,
  }
}

const pathIn = (plan: CrawlPlan, url: string): string =>
  (keyIn(plan, url) ?? url).split('?', 1)[0]?.toLowerCase() ?? ''

/** The page a crawl begins with is the one page that is always read. */
export const isStart = ({ position }: { position: number }): boolean => position === 0

/** To another host of its domain a crawl goes along, once; sitemaps are where the start page is. */
const movedBy = (plan: CrawlPlan, startUrl: string, finalUrl: string): CrawlPlan => {
  const key = keyIn(plan, finalUrl)
  if (key === undefined || startUrl === finalUrl || !plan.follow) return plan
  if (isInside(plan.area, key)) return { ...plan, home: finalUrl }
  if (domainOf(startUrl) !== domainOf(finalUrl)) return plan
  return { ...plan, area: moveArea(plan.area, finalUrl), home: finalUrl }
}

/** Where every link carries the visit, pages are known without it from then on. */
const withSessions = (plan: CrawlPlan, links: readonly { url: string }[]): CrawlPlan => {
  const { sessions = [] } = plan
  const more = sessionNames(links.map(({ url }) => url)).filter(name => !sessions.includes(name))
  return more.length > 0 ? { ...plan, sessions: [...sessions, ...more] } : plan
}

const domainOf = (url: string) => getDomain(url, { allowPrivateDomains: true })

const linksOf = (plan: CrawlPlan, item: LoadedItem, { follow }: Pick<FollowedAnswer, 'follow'>) => {
  if (!follow || !plan.follow || plan.sitemap === 'only') return []
  if (plan.respectRobots && follow.nofollow) return []
  const found = new Map<string, FollowedPage['links'][number]>()
  for (const { url, next, nofollow } of follow.links) {
    if (nofollow && plan.respectRobots) continue
    const one = findOnce(item.jobId, plan, url)
    if (!one) continue
    const isNext = next ?? false
    const depth = (item.depth ?? 0) + (isNext ? 0 : 1)
    const known = found.get(one.id)
    if (!known) found.set(one.id, { ...one, depth, isNext })
    else if (depth < known.depth) Object.assign(known, { depth, isNext })
  }
  return [...found.values()]
}

const judged = new Map<string, FoundUrl | undefined>()
const maxJudged = 50_000

/** A site's pages link to each other: most links were looked at before. */
const findOnce = (crawlId: string, plan: CrawlPlan, url: string): FoundUrl | undefined => {
  const name = `${crawlId} ${plan.area.host} ${plan.sessions ?? ''} ${url}`
  if (judged.has(name)) return judged.get(name)
  if (judged.size >= maxJudged) judged.clear()
  const found = findIn(plan, url)
  judged.set(name, found)
  return found
}
