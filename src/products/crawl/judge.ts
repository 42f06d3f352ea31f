import type { Sql } from '../../base/db/sql.ts'
import { type EndedItem, type Judgement, joined, type Verdict } from '../../base/jobs/frontier.ts'
import type { SkipReason } from '../../base/jobs/kinds-and-states.ts'
import type { JobTotals } from '../../base/jobs/totals-store.ts'
import { chainAfter, hasEnded } from '../../page/links/traps.ts'
import { spendBudgets } from './budgets.ts'
import { type FollowedPage, isStart } from './follow.ts'
import { type Compared, learnNames } from './names.ts'
import { asKnownNow, type CrawlPlan, digest, keyIn } from './plan.ts'
import { loadReadings, type Reading, type Readings, readingFrom, saysTheSame } from './readings.ts'
import { createSeen, type Seen } from './seen.ts'
import { asSettled, settleNaming } from './settle.ts'
import { type CrawledPage, crawlStore } from './store.ts'
import { nameTraps } from './trap-warning.ts'

/** The queue of crawls whose sitemaps are to be read. */
export const discoverJobName = 'crawl.discover'

/**
 * What becomes of pages that were read: whether they are results, and what they lead to. In the
 * transaction that ends them, with the crawl locked: nothing that is known here changes meanwhile.
 */
export const judgePages = async (
  sql: Sql,
  crawl: JobTotals,
  items: readonly EndedItem[],
): Promise<Judgement> => {
  const ended = items.map(item => ({ item, page: pageOf(crawl.crawl as CrawlPlan, item) }))
  const pages = ended.flatMap(({ page }) => page ?? [])
  const parents = [...new Set(items.flatMap(({ parent }) => parent ?? []))]
  const [known, readings, parentFacts] = await Promise.all([
    crawlStore.known(sql, crawl.id, idsOf(pages)),
    loadReadings(sql, crawl.id, ended),
    crawlStore.facts(sql, crawl.id, parents),
  ])
  const seen = createSeen(known)
  const before = new Map(parentFacts.map(page => [page.position, page]))
  const facts: CrawledPage[] = []
  const above = new Map<FollowedPage, number>()
  const read: Reading[] = []
  const settled: Reading[] = []
  const ends: FollowedPage[] = []
  const verdicts = ended.map(({ item, page }): Verdict => {
    const here = page ? readingFrom(item, page) : unread(item)
    const verdict = page
      ? verdictOn({ seen, readings }, item, page, here)
      : skipUnread(readings, item)
    here.standing = standing(item, verdict)
    readings.set(here)
    settled.push(...settleNaming(readings, here))
    if (!page) return verdict
    read.push(here)
    learn(crawl, page.moved)
    const parent = before.get(item.parent ?? -1)
    const fact = factOf(item, page, parent)
    above.set(page, parent?.idle ?? 0)
    facts.push(fact)
    const { maxDepth } = crawl.crawl as CrawlPlan
    for (const link of page.links) {
      const isEnd = link.isNext && hasEnded({ times: fact.repeats })
      if (isEnd && !seen.has(link)) ends.push(page)
      const why = link.skip ?? (isEnd ? 'trap' : link.depth > maxDepth ? 'depth' : undefined)
      seen.add(link, { item, page, depth: link.depth, skip: why })
    }
    return verdict
  })
  const spent = await spendBudgets(sql, crawl.id, { pages, fresh: seen.fresh, above })
  for (const [at, page] of pages.entries())
    Object.assign(facts[at] ?? {}, { idle: spent.idle.get(page) })
  const isOfNow = new Set(items.map(({ position }) => position))
  const earlier = settled.filter(({ position }) => !isOfNow.has(position))
  // Both have each page that was read, in the same order.
  const kept = facts.map((fact, at) => {
    const one = read[at] as Reading
    return { ...one, ...fact, isHeld: one.standing === 'held' }
  })
  await Promise.all([
    crawlStore.keepPages(sql, crawl.id, kept),
    crawlStore.letGo(
      sql,
      crawl.id,
      earlier.map(({ position }) => position),
    ),
  ])
  const compared = compare(crawl.crawl as CrawlPlan, readings, [...read, ...earlier])
  const retired = await learnNames(sql, crawl, compared, seen.fresh)
  const away = pages.find(page => page.awayTo)?.awayTo
  if (away) crawl.warning = joined(crawl.warning, nameOther(away))
  crawl.warning = nameTraps(crawl.warning, [...ends, ...spent.ends])
  const { compareTo, sitemap } = crawl.crawl as CrawlPlan
  if (compareTo) {
    const positions = facts.map(({ position }) => position)
    await crawlStore.keepChanges(sql, crawl.id, positions)
  }
  const isTime = crawl.discovering && sitemap !== 'skip' && items.some(isStart)
  return {
    // What was held in this transaction may have been settled in it.
    verdicts: verdicts.map((verdict, at) => {
      const { position } = items[at] as EndedItem
      const later = settled.find(one => one.position === position)
      return later ? asSettled(later).skip : verdict
    }),
    settled: earlier.map(asSettled),
    candidates: seen.fresh.map(({ candidate }) => candidate),
    jobs: isTime ? [{ name: discoverJobName, payload: { harvestId: crawl.id } }] : [],
    closed: spent.closed.map(template => Buffer.from(template, 'hex')),
    retired: [...seen.retired, ...retired],
  }
}

/** A site that has moved would else be a crawl of one page, and nobody would hear why. */
const nameOther = (url: string): string =>
  `The start page redirects to another site, ${url}: crawl that one to read its pages.`

/** What the page says, with addresses as the crawl knows them by now. */
const pageOf = (plan: CrawlPlan, { outcome }: EndedItem): FollowedPage | undefined => {
  const page = outcome.followed as FollowedPage | undefined
  if (!page || !plan.idleNames) return page
  const { final, canonical, links } = page
  return {
    ...page,
    final: final && asKnownNow(plan, final),
    canonical: canonical && asKnownNow(plan, canonical),
    links: links.map(link => asKnownNow(plan, link)),
  }
}

/** What one page taught does not undo what others did meanwhile. */
const learn = (crawl: JobTotals, moved: CrawlPlan | undefined): void => {
  if (!moved) return
  const { idleNames } = crawl.crawl as CrawlPlan
  crawl.crawl = crawl.changed = { ...moved, ...(idleNames && { idleNames }) }
}

const idsOf = (pages: readonly FollowedPage[]): string[] => {
  const all = pages.flatMap(({ final, canonical, links }) => [final, canonical, ...links])
  return [...new Set(all.flatMap(found => found?.id ?? []))]
}

/** Of the start page its caller hears why it could not be read, whatever the reason. */
const skipUnread = (readings: Readings, item: EndedItem): SkipReason | undefined => {
  const { outcome, parent, key, foundOn, wanted } = item
  if (isStart(item)) return undefined
  if (outcome.byRobots) return 'robots'
  if (!wanted) return 'excluded'
  if (outcome.isMissing && foundOn === 'sitemap') return 'missing'
  // Only a page that names it as its canonical one led here, and is the result itself.
  const isNamed = readings.naming(key ?? '').some(({ position }) => position === parent)
  return isNamed ? 'duplicate' : undefined
}

type Known = { seen: Seen; readings: Readings }

/** The page under another name: where it answered from, what is a copy, what it calls itself (K8). */
const verdictOn = (
  { seen, readings }: Known,
  item: EndedItem,
  page: FollowedPage,
  reading: Reading,
): Verdict => {
  const byFinal = skipByFinal(seen, item, page)
  if (byFinal || isStart(item)) return byFinal
  const isCopy = readings.copyOf(reading) || isStartAgain(readings, reading)
  if (isCopy) return 'duplicate'
  const byCanonical = verdictByCanonical({ seen, readings }, item, page, reading)
  if (!item.wanted) return 'excluded'
  // A page that says nothing has nothing to keep.
  return byCanonical === 'held' && item.outcome.errorCode !== undefined ? 'duplicate' : byCanonical
}

const skipByFinal = (seen: Seen, item: EndedItem, page: FollowedPage): SkipReason | undefined => {
  const { final } = page
  if (!final) return isStart(item) ? undefined : 'excluded'
  if (final.id === page.id || final.id === item.key) return undefined
  const skip = seen.sameAs(final, item.position) ?? final.skip
  if (skip && !isStart(item)) return skip
  // It was read as this one: nobody need read it again.
  seen.retire(final)
  seen.add(final, { item, page, depth: item.depth, skip: 'duplicate' })
  return undefined
}

/** What the start page calls its canonical page, when that comes along. */
const isStartAgain = (readings: Readings, reading: Reading): boolean =>
  reading.canonical === null &&
  readings
    .naming(reading.key)
    .some(one => isStart(one) && saysTheSame({ ...one, narrows: false }, reading))

const verdictByCanonical = (
  { seen, readings }: Known,
  item: EndedItem,
  page: FollowedPage,
  reading: Reading,
): Verdict => {
  const { canonical } = page
  if (!canonical || reading.canonical === null) return undefined
  const there = readings.get(canonical.id)
  if (!there) {
    const skip = seen.skipOf(canonical)
    if (skip) return skip === 'duplicate' ? skip : undefined
    seen.add(canonical, { item, page, depth: item.depth, skip: undefined })
    return 'held'
  }
  if (there.standing === 'open') return 'held'
  if (there.standing === 'held') return there.canonical === reading.key ? undefined : 'held'
  if (there.standing === 'none') return undefined
  // A page that was read by another address is here without its words.
  return there.simhash === null || saysTheSame(reading, there) ? 'duplicate' : undefined
}

const unread = ({ key, position, url }: EndedItem): Reading => ({
  ...{ key: key ?? '', position, url, contentHash: null, simhash: null, copy: null },
  ...{ canonical: null, narrows: false, standing: 'open' },
})

const standing = ({ outcome }: EndedItem, verdict: Verdict): Reading['standing'] => {
  if (verdict === 'held' || verdict === 'duplicate') return verdict
  return verdict || outcome.errorCode !== undefined ? 'none' : 'result'
}

/** Pages with a query beside the page without, in whatever order they were read. */
const compare = (plan: CrawlPlan, readings: Readings, read: readonly Reading[]): Compared[] =>
  read.flatMap((one): Compared[] => {
    if (one.standing !== 'duplicate' && one.standing !== 'result') return []
    const key = keyIn(plan, one.url) ?? one.url
    const copy = one.standing === 'duplicate' ? readings.copyOf(one) : undefined
    if (!key.includes('?')) {
      const other = copy && (keyIn(plan, copy.url) ?? '')
      return other?.includes('?') ? [{ key: other, says: 'same' }] : []
    }
    const base = readings.get(digest(key.split('?', 1)[0] ?? ''))
    if (!base || base.contentHash === null) return []
    if (one.standing === 'result') return [{ key, says: 'other' }]
    if (one.canonical === base.key) return [{ key, says: 'vouched' }]
    return one.copy === base.copy ? [{ key, says: 'same' }] : []
  })

/** A next page (it lies no deeper than the page it was found on) goes on with the chain. */
const factOf = (
  item: EndedItem,
  page: FollowedPage,
  parent: CrawledPage | undefined,
): CrawledPage => {
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
