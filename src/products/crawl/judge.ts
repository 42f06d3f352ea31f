import type { Sql } from '../../base/db/sql.ts'
import type { EndedItem, Judgement } from '../../base/harvest/growth.ts'
import type { SkipReason } from '../../base/harvest/names.ts'
import type { Tally } from '../../base/harvest/tally-store.ts'
import { chainAfter, hasEnded } from '../../page/links/traps.ts'
import { spendBudgets } from './budgets.ts'
import { type FollowedPage, isStart } from './follow.ts'
import type { CrawlPlan, Found } from './plan.ts'
import { createSeen, type Seen } from './seen.ts'
import { crawlStore, type PageFacts } from './store.ts'

/** The queue of crawls whose sitemaps are to be read. */
export const discoverJobName = 'crawl.discover'

/**
 * What becomes of pages that were read: whether they are results, and what they lead to. In the
 * transaction that ends them, with the crawl locked: nothing that is known here changes meanwhile.
 */
export const judgePages = async (
  sql: Sql,
  crawl: Tally,
  items: readonly EndedItem[],
): Promise<Judgement> => {
  const pages = items.flatMap(item => followedOf(item) ?? [])
  const seen = createSeen(await crawlStore.known(sql, crawl.id, idsOf(pages)))
  const parents = [...new Set(items.flatMap(({ parent }) => parent ?? []))]
  const before = new Map(
    (await crawlStore.facts(sql, crawl.id, parents)).map(page => [page.position, page]),
  )
  const facts: PageFacts[] = []
  const above = new Map<FollowedPage, number>()
  const skips = items.map(item => {
    const page = followedOf(item)
    if (!page) return skipUnread(item)
    if (page.moved) crawl.crawl = crawl.changed = page.moved
    const skip = skipOf(seen, item, page)
    const parent = before.get(item.parent ?? -1)
    const fact = factOf(item, page, parent)
    above.set(page, parent?.idle ?? 0)
    facts.push(fact)
    const { maxDepth } = crawl.crawl as CrawlPlan
    for (const link of page.links) {
      const isEnd = link.isNext && hasEnded({ times: fact.repeats })
      const why = link.skip ?? (isEnd ? 'trap' : link.depth > maxDepth ? 'depth' : undefined)
      seen.add(link, { item, page, depth: link.depth, skip: why })
    }
    return skip
  })
  await crawlStore.retire(sql, crawl.id, seen.retired)
  crawl.skipped.limit = (crawl.skipped.limit ?? 0) - seen.retired.length
  crawl.skipped.duplicate = (crawl.skipped.duplicate ?? 0) + seen.retired.length
  const spent = await spendBudgets(sql, crawl.id, { pages, fresh: seen.fresh, seen, above })
  for (const [at, page] of pages.entries())
    Object.assign(facts[at] ?? {}, { idle: spent.idle.get(page) })
  await crawlStore.keepFacts(sql, crawl.id, facts)
  const { compareTo, sitemap } = crawl.crawl as CrawlPlan
  if (compareTo) {
    const positions = facts.map(({ position }) => position)
    await crawlStore.keepChanges(sql, crawl.id, positions)
  }
  const isTime = crawl.discovering && sitemap !== 'skip' && items.some(isStart)
  return {
    skips,
    candidates: seen.fresh.map(({ candidate }) => candidate),
    jobs: isTime ? [{ name: discoverJobName, payload: { harvestId: crawl.id } }] : [],
    closed: spent.closed.map(template => Buffer.from(template, 'hex')),
  }
}

const followedOf = ({ outcome }: EndedItem) => outcome.followed as FollowedPage | undefined

const idsOf = (pages: readonly FollowedPage[]): string[] => {
  const all = pages.flatMap(({ final, canonical, links }) => [final, canonical, ...links])
  const bases = pages.flatMap(({ base }) => base ?? [])
  return [...new Set([...all.flatMap(found => found?.id ?? []), ...bases])]
}

/** Of the start page its caller hears why it could not be read, whatever the reason. */
const skipUnread = (item: EndedItem): SkipReason | undefined => {
  if (isStart(item)) return undefined
  if (item.outcome.byRobots) return 'robots'
  return item.wanted ? undefined : 'excluded'
}

/** The page under another name: where it answered from, or what it calls itself (K8). */
const skipOf = (seen: Seen, item: EndedItem, page: FollowedPage): SkipReason | undefined =>
  skipByFinal(seen, item, page) ??
  skipByCanonical(seen, item, page) ??
  (item.wanted ? undefined : 'excluded')

const skipByFinal = (seen: Seen, item: EndedItem, page: FollowedPage): SkipReason | undefined => {
  const { final } = page
  if (!final) return isStart(item) ? undefined : 'excluded'
  if (final.id === page.id) return undefined
  const skip = seen.sameAs(final, item.position) ?? final.skip
  if (skip && !isStart(item)) return skip
  // It was read as this one: nobody need read it again.
  seen.retire(final)
  seen.add(final, { item, page, depth: item.depth, skip: 'duplicate' })
  return undefined
}

const skipByCanonical = (
  seen: Seen,
  item: EndedItem,
  page: FollowedPage,
): SkipReason | undefined => {
  const { canonical } = page
  if (!canonical || canonical.skip || !canonical.wanted) return undefined
  if (canonical.id === page.id || canonical.id === page.final?.id) return undefined
  if (isStart(item)) {
    seen.add(canonical, { item, page, depth: item.depth, skip: 'duplicate' })
    return undefined
  }
  if (isHomeByMistake(seen, canonical, page)) return undefined
  const known = seen.sameAs(canonical, item.position)
  if (known) return known === 'duplicate' ? 'duplicate' : undefined
  if (seen.has(canonical)) return seen.isSpare(canonical) ? 'duplicate' : undefined
  seen.add(canonical, { item, page, depth: item.depth, skip: undefined })
  return 'duplicate'
}

/** Some sites call every page their home page; one that says something else is none. */
const isHomeByMistake = (seen: Seen, { url, id }: Found, page: FollowedPage) =>
  new URL(url).pathname === '/' && seen.isFarFrom(id, page.print)

/** A next page (it lies no deeper than the page it was found on) goes on with the chain. */
const factOf = (item: EndedItem, page: FollowedPage, parent: PageFacts | undefined): PageFacts => {
  const isNext = parent !== undefined && parent.depth === item.depth
  const chain = chainAfter(
    isNext ? { contentHash: parent.contentHash, times: parent.repeats } : undefined,
    page.contentHash,
  )
  return {
    position: item.position,
    depth: item.depth,
    contentHash: page.contentHash,
    simhash: page.print.simhash,
    repeats: chain.times,
    idle: 0,
  }
}
