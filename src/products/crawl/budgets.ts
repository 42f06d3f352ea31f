import type { Sql } from '../../base/db/sql.ts'
import { emptyBudget, isCombined, isDated, isIdle, isSpent, spend } from '../../page/links/traps.ts'
import type { FollowedPage } from './follow.ts'
import type { Fresh } from './seen.ts'
import { crawlStore, type KeptBudget } from './store.ts'

/**
 * URLs of one shape are read as long as their pages bring something: what they led to decides (R2,
 * R3). Closes the shapes whose budget is spent, so that neither what was found now nor what waits is
 * read; which ones those are.
 */
export const spendBudgets = async (
  sql: Sql,
  crawlId: string,
  pages: readonly FollowedPage[],
  fresh: readonly Fresh[],
): Promise<string[]> => {
  const templates = [
    ...pages.map(({ template }) => template),
    ...fresh.map(({ template }) => template),
  ]
  const named = [...new Set(templates.filter(template => template !== undefined))]
  const rows = await crawlStore.budgets(sql, crawlId, named)
  const budgets = new Map(rows.map(row => [row.template, row]))
  const isOpen = (template: string | undefined) => !budgets.get(template ?? '')?.closed
  for (const { candidate, template } of fresh) if (!isOpen(template)) candidate.skip ??= 'trap'
  const spent = new Map<string, KeptBudget>()
  const closed: string[] = []
  for (const page of pages) {
    const { template } = page
    if (template === undefined || !isOpen(template)) continue
    const led = fresh.filter(({ from, candidate }) => from === page && !candidate.skip)
    const isInside = (one: Fresh) =>
      one.template === template || (page.isDated && isDated(one.candidate.url))
    const newInside = led.filter(isInside).length
    const facts = {
      ...{ print: page.print, newInside, newOutside: led.length - newInside },
      isDated: page.isDated,
      ...(page.isCombination && { choices: page.choices }),
    }
    const budget = spend(budgets.get(template)?.budget ?? emptyBudget, facts)
    const isEnd =
      isSpent(budget) ||
      (page.isCombination && isCombined(budget)) ||
      (page.isDated && isIdle(budget, facts))
    const kept = { template, budget, closed: isEnd }
    budgets.set(template, kept)
    spent.set(template, kept)
    if (isEnd) closed.push(template)
  }
  for (const { candidate, template } of fresh) if (!isOpen(template)) candidate.skip ??= 'trap'
  await crawlStore.keepBudgets(sql, crawlId, [...spent.values()])
  return closed
}
