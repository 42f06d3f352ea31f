import type { Sql } from '../../base/db/sql.ts'
import type { JobTotals } from '../../base/jobs/totals-store.ts'
import {
  newName,
  noteEcho,
  placedNames,
  type QueryName,
  saysNothing,
} from '../../page/links/idle-query-names.ts'
import { type CrawlPlan, digest, keyIn } from './plan.ts'
import type { Fresh } from './seen.ts'
import { crawlStore } from './store.ts'

/** A page with a query beside the page without: whether it says the same, and who says so. */
export type Compared = { key: string; says: 'same' | 'vouched' | 'other' }

/** More than this no site has; the plan is read with every page. */
const maxNames = 50

/**
 * Learns which names of the query show nothing else. What waits under an address that is known
 * without them is not asked for: the positions of those.
 */
export const learnNames = async (
  sql: Sql,
  crawl: JobTotals,
  compared: readonly Compared[],
  fresh: readonly Fresh[],
): Promise<number[]> => {
  const all = compared.flatMap(one => placedNames(one.key).map(name => ({ ...one, name })))
  if (all.length === 0) return []
  const idOf = (name: string) => digest(`name ${name}`)
  const ids = [...new Set(all.map(({ name }) => idOf(name)))]
  const known = await crawlStore.budgets<QueryName>(sql, crawl.id, ids)
  const learned = new Set<string>()
  for (const { key, says, name } of all) {
    const template = idOf(name)
    const { budget = newName, closed = false } = known.get(template) ?? {}
    // With several names in it nobody can tell which of them it was.
    if (closed || (says === 'other' && placedNames(key).length > 1)) continue
    const next =
      says === 'other'
        ? { ...budget, counts: true }
        : noteEcho(budget, digest(key.split('?', 1)[0] ?? ''), says === 'vouched')
    const isEnd = saysNothing(next)
    known.set(template, { template, budget: next, closed: isEnd })
    if (isEnd) learned.add(name)
  }
  await crawlStore.keepBudgets(sql, crawl.id, [...known.values()])
  const plan = crawl.crawl as CrawlPlan
  const { idleNames = [] } = plan
  if (learned.size === 0 || idleNames.length >= maxNames) return []
  const after = { ...plan, idleNames: [...idleNames, ...learned] }
  crawl.crawl = crawl.changed = after
  return forgetNames(sql, crawl.id, after, [...learned], fresh)
}

const forgetNames = async (
  sql: Sql,
  crawlId: string,
  plan: CrawlPlan,
  learned: readonly string[],
  fresh: readonly Fresh[],
): Promise<number[]> => {
  const names = learned.map(name => name.slice(name.indexOf('?') + 1))
  const idOf = (url: string) => digest(keyIn(plan, url) ?? url)
  const waiting = (await crawlStore.waitingWith(sql, crawlId, names))
    .map(one => ({ ...one, id: idOf(one.url) }))
    .filter(one => one.id !== one.key)
  const found = fresh
    .map(({ candidate }) => ({ candidate, id: idOf(candidate.url) }))
    .filter(({ candidate, id }) => id !== candidate.key.toString('hex') && !candidate.skip)
  const ids = [...waiting, ...found].map(({ id }) => id)
  const known = new Set((await crawlStore.known(sql, crawlId, ids)).map(({ key }) => key))
  for (const { candidate } of fresh) known.add(candidate.key.toString('hex'))
  const isFirst = (id: string) => !known.has(id) && known.add(id)
  const moved = waiting.filter(({ id }) => isFirst(id))
  for (const { candidate, id } of found)
    if (isFirst(id)) candidate.key = Buffer.from(id, 'hex')
    else candidate.skip = 'duplicate'
  await crawlStore.rekey(sql, crawlId, moved)
  const kept = new Set(moved.map(({ position }) => position))
  return waiting.flatMap(({ position }) => (kept.has(position) ? [] : [position]))
}
