import type { Sql } from '../../base/db/sql.ts'
import {
  isFaceted,
  noteFacets,
  type PathFacets,
  pathFacetsOf,
  spendFacets,
} from '../../page/links/path-facets.ts'
import {
  emptyBudget,
  isCombined,
  isDated,
  isIdle,
  isSpent,
  spend,
  type TrapBudget,
} from '../../page/links/traps.ts'
import { emptyFamily, isBarren, meet, type UrlFamily } from '../../page/links/url-family.ts'
import type { FollowedPage } from './follow.ts'
import { digest } from './plan.ts'
import type { Fresh } from './seen.ts'
import { crawlStore, type KeptPage } from './store.ts'

type Met = {
  pages: readonly FollowedPage[]
  fresh: readonly Fresh[]
  /** Of each page how many above it, each found on the next, said nothing new. */
  above: ReadonlyMap<FollowedPage, number>
}

/**
 * URLs of one shape, and those that are kin, are read as long as their pages bring something: what
 * they led to decides (R2, R3). Closes the shapes whose budget is spent, so that neither what was
 * found now nor what waits is read; which ones those are.
 */
export const spendBudgets = async (sql: Sql, crawlId: string, { pages, fresh, above }: Met) => {
  const mixes = await nameFacets(sql, crawlId, pages, fresh)
  const { kins, budgets } = await loadBudgets(sql, crawlId, pages, fresh)
  const isOpen = (template: string | undefined) => !budgets.get(template ?? '')?.closed
  const skipClosed = () => {
    for (const { candidate, template } of fresh) if (!isOpen(template)) candidate.skip ??= 'trap'
  }
  const spent = new Set<string>()
  const closed: string[] = []
  const ends: FollowedPage[] = []
  const idle = new Map<FollowedPage, number>()
  const keep = (template: string, budget: TrapBudget, isEnd: boolean) => {
    budgets.set(template, { template, budget, closed: isEnd })
    spent.add(template)
    if (isEnd) closed.push(template)
  }
  const budgetOf = (template: string) => budgets.get(template)?.budget ?? emptyBudget
  skipClosed()
  for (const page of pages) {
    const closedBefore = closed.length
    const led = fresh.filter(({ from, candidate }) => from === page && !candidate.skip)
    const { template } = page
    for (const [shape, mixed] of mixedBy(led, mixes))
      if (isOpen(shape)) keep(shape, noteFacets(budgetOf(shape), mixed), false)
    if (template !== undefined && isOpen(template)) {
      const spend = mixes.has(page) ? spendMixed : spendOne
      keep(template, ...spend(budgetOf(template), page, led))
    }
    const met = meetKin(kins, page, led, above.get(page) ?? 0)
    idle.set(page, met.idleSoFar)
    for (const shape of met.closed) if (isOpen(shape)) keep(shape, budgetOf(shape), true)
    if (closed.length > closedBefore) ends.push(page)
  }
  skipClosed()
  const kept = [...spent].flatMap(template => budgets.get(template) ?? [])
  await crawlStore.keepBudgets(sql, crawlId, [...kept, ...kins.values()])
  return { closed, ends, idle }
}

/** The kin of pages that were read, and the shapes of all that they may close. */
const loadBudgets = async (
  sql: Sql,
  crawlId: string,
  pages: readonly FollowedPage[],
  fresh: readonly Fresh[],
): Promise<{
  kins: Map<string, KeptPage<UrlFamily>>
  budgets: Map<string, KeptPage<TrapBudget>>
}> => {
  const kinIds = new Set(named(pages.map(({ kin }) => kin)))
  const templates = named([...pages, ...fresh].map(({ template }) => template))
  const wanted = [...kinIds, ...templates]
  // Both in one question: which is which is known by their names.
  const found = await crawlStore.budgets<UrlFamily | TrapBudget>(sql, crawlId, wanted)
  const kins = new Map<string, KeptPage<UrlFamily>>()
  const budgets = new Map<string, KeptPage<TrapBudget>>()
  for (const [id, kept] of found)
    if (kinIds.has(id)) kins.set(id, kept as KeptPage<UrlFamily>)
    else budgets.set(id, kept as KeptPage<TrapBudget>)
  const shapes = named([...kins.values()].flatMap(({ budget }) => budget.shapes))
  const isAsked = new Set(wanted)
  const others = shapes.filter(shape => !isAsked.has(shape))
  const more = await crawlStore.budgets<TrapBudget>(sql, crawlId, others)
  return { kins, budgets: new Map([...budgets, ...more]) }
}

const named = (digests: readonly (string | undefined)[]): string[] => [
  ...new Set(digests.filter(digest => digest !== undefined)),
]

/** A page of a shape, and whether it was the last one. */
const spendOne = (
  before: TrapBudget,
  page: FollowedPage,
  led: readonly Fresh[],
): [budget: TrapBudget, isEnd: boolean] => {
  const isInside = (one: Fresh) =>
    one.template === page.template || (page.isDated && isDated(one.candidate.url))
  const newInside = led.filter(isInside).length
  const facts = {
    ...{ print: page.print, newInside, newOutside: led.length - newInside },
    isDated: page.isDated,
    ...(page.isCombination && { choices: page.choices }),
  }
  const budget = spend(before, facts)
  const isEnd =
    isSpent(budget) ||
    (page.isCombination && isCombined(budget)) ||
    (page.isDated && isIdle(budget, facts))
  return [budget, isEnd]
}

/** What a page led to that mixes parts of the path, by shape. */
const mixedBy = (led: readonly Fresh[], mixes: Facets): Map<string, PathFacets[]> => {
  const byShape = new Map<string, PathFacets[]>()
  for (const one of led) {
    const mix = mixes.get(one)
    if (mix && one.template) byShape.set(one.template, [...(byShape.get(one.template) ?? []), mix])
  }
  return byShape
}

const spendMixed = (
  before: TrapBudget,
  page: FollowedPage,
  led: readonly Fresh[],
): [budget: TrapBudget, isEnd: boolean] => {
  const newOutside = led.filter(({ template }) => template !== page.template).length
  const budget = spendFacets(before, page.print, newOutside)
  return [budget, isFaceted(budget)]
}

/**
 * A page among its kin. Where they bring nothing any more, nothing that such a page leads to is
 * read, nor is what waits of its shape: the shapes that are to be closed.
 */
const meetKin = (
  kins: Map<string, KeptPage<UrlFamily>>,
  page: FollowedPage,
  led: readonly Fresh[],
  idleAbove: number,
): { closed: readonly string[]; idleSoFar: number } => {
  if (page.kin === undefined) return { closed: [], idleSoFar: 0 }
  const before = kins.get(page.kin)
  const { shapes } = before?.budget ?? emptyFamily
  const inside = led.filter(one => isLike(page, one, shapes))
  const { kin, idleSoFar } = meet(before?.budget ?? emptyFamily, {
    ...{ print: page.print, shape: page.template, idleAbove, minAbove: page.minAbove },
    ...{ newInside: inside.length, newOutside: led.length - inside.length },
  })
  const closed = before?.closed || isBarren(kin)
  kins.set(page.kin, { template: page.kin, budget: kin, closed })
  if (!closed) return { closed: [], idleSoFar }
  if (idleSoFar > page.minAbove) for (const { candidate } of inside) candidate.skip ??= 'trap'
  return { closed: kin.shapes, idleSoFar }
}

/** Of one path what narrows it further, or is of a shape that brings nothing; of a folder all. */
const isLike = (page: FollowedPage, { kin, template }: Fresh, idle: readonly string[]): boolean =>
  kin === page.kin &&
  (page.minAbove > 0 ||
    template === page.template ||
    template === page.combined ||
    idle.includes(template ?? ''))

type Facets = ReadonlyMap<FollowedPage | Fresh, PathFacets>

/** Those whose parts the crawl knows side by side, which then are of one shape. */
const nameFacets = async (
  sql: Sql,
  crawlId: string,
  pages: readonly FollowedPage[],
  fresh: readonly Fresh[],
): Promise<Facets> => {
  const mixes = new Map<FollowedPage | Fresh, PathFacets>()
  for (const one of [...pages, ...fresh]) {
    const mix = pathFacetsOf(one.key)
    if (mix) mixes.set(one, mix)
  }
  if (mixes.size === 0) return mixes
  const wanted = [...mixes.values()].flatMap(({ siblings }) => siblings.map(digest))
  const rows = await crawlStore.known(sql, crawlId, [...new Set(wanted)])
  const found = fresh.map(({ candidate }) => candidate.key.toString('hex'))
  const known = new Set([...rows.map(({ key }) => key), ...found])
  for (const [one, mix] of mixes) {
    if (!mix.siblings.every(key => known.has(digest(key)))) mixes.delete(one)
    else rename(one, digest(mix.shape))
  }
  return mixes
}

const rename = (one: FollowedPage | Fresh, template: string) => {
  one.template = template
  if ('candidate' in one) one.candidate.template = Buffer.from(template, 'hex')
}
