import type { Sql } from '../../base/db/sql.ts'
import { emptyKin, isBarren, type Kin, meet } from '../../page/links/kin.ts'
import {
  type Budget,
  emptyBudget,
  isCombined,
  isDated,
  isIdle,
  isSpent,
  spend,
} from '../../page/links/traps.ts'
import type { FollowedPage } from './follow.ts'
import type { Fresh } from './seen.ts'
import { crawlStore, type Kept } from './store.ts'

/**
 * URLs of one shape, and those that are kin, are read as long as their pages bring something: what
 * they led to decides (R2, R3). Closes the shapes whose budget is spent, so that neither what was
 * found now nor what waits is read; which ones those are.
 */
export const spendBudgets = async (
  sql: Sql,
  crawlId: string,
  pages: readonly FollowedPage[],
  fresh: readonly Fresh[],
): Promise<string[]> => {
  const all = [...pages, ...fresh]
  const kins = await crawlStore.budgets<Kin>(sql, crawlId, named(pages.map(({ kin }) => kin)))
  const shapes = [...kins.values()].flatMap(({ budget }) => budget.shapes)
  const templates = named([...all.map(({ template }) => template), ...shapes])
  const budgets = await crawlStore.budgets<Budget>(sql, crawlId, templates)
  const isOpen = (template: string | undefined) => !budgets.get(template ?? '')?.closed
  const skipClosed = () => {
    for (const { candidate, template } of fresh) if (!isOpen(template)) candidate.skip ??= 'trap'
  }
  const spent = new Set<string>()
  const closed: string[] = []
  const keep = (template: string, budget: Budget, isEnd: boolean) => {
    budgets.set(template, { template, budget, closed: isEnd })
    spent.add(template)
    if (isEnd) closed.push(template)
  }
  skipClosed()
  for (const page of pages) {
    const led = fresh.filter(({ from, candidate }) => from === page && !candidate.skip)
    const { template } = page
    if (template !== undefined && isOpen(template)) {
      const budget = budgets.get(template)?.budget ?? emptyBudget
      keep(template, ...spendOne(budget, page, led))
    }
    for (const shape of meetKin(kins, page, led))
      if (isOpen(shape)) keep(shape, budgets.get(shape)?.budget ?? emptyBudget, true)
  }
  skipClosed()
  const kept = [...spent].flatMap(template => budgets.get(template) ?? [])
  await crawlStore.keepBudgets(sql, crawlId, [...kept, ...kins.values()])
  return closed
}

const named = (digests: readonly (string | undefined)[]): string[] => [
  ...new Set(digests.filter(digest => digest !== undefined)),
]

/** A page of a shape, and whether it was the last one. */
const spendOne = (
  before: Budget,
  page: FollowedPage,
  led: readonly Fresh[],
): [budget: Budget, isEnd: boolean] => {
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

/**
 * A page among its kin. Where they bring nothing any more, nothing that such a page leads to is
 * read, nor is what waits of its shape: the shapes that are to be closed.
 */
const meetKin = (
  kins: Map<string, Kept<Kin>>,
  page: FollowedPage,
  led: readonly Fresh[],
): readonly string[] => {
  if (page.kin === undefined) return []
  const before = kins.get(page.kin)
  const inside = led.filter(({ kin }) => kin === page.kin)
  const { kin, isIdle } = meet(before?.budget ?? emptyKin, {
    ...{ print: page.print, shape: page.template },
    ...{ newInside: inside.length, newOutside: led.length - inside.length },
  })
  const closed = before?.closed || isBarren(kin)
  kins.set(page.kin, { template: page.kin, budget: kin, closed })
  if (!closed) return []
  if (isIdle) for (const { candidate } of inside) candidate.skip ??= 'trap'
  return kin.shapes
}
