import { type Print, unseen } from './simhash.ts'
import type { TrapBudget } from './traps.ts'

/**
 * A path whose last two parts also stand side by side: `/shop/oak/red`, where there are `/shop/oak`
 * and `/shop/red`. So look lists that are narrowed by parts of the path; so do the pages of a handbook
 * for one version, which is why it takes more than the look to call them a trap: see `isMixed`.
 */
export type PathFacets = {
  /** The keys of those two: without them it is none. */
  siblings: [string, string]
  shape: string
  /** What is above, and what is below it. */
  choices: [up: string, down: string]
}

export const pathFacetsOf = (key: string): PathFacets | undefined => {
  if (/[?#]/.test(key)) return undefined
  const [scheme, empty, host, ...parts] = key.replace(pageOfList, '').split('/')
  const [up, down] = parts.slice(-2)
  if (!up || !down || up === down || !isName(up) || !isName(down)) return undefined
  const over = parts.slice(0, -2)
  const base = [scheme, empty, host, ...over].join('/')
  return {
    siblings: [`${base}/${up}`, `${base}/${down}`],
    shape: ['http:/', host, ...over.slice(0, 1), '+'].join('/'),
    choices: [`up=${up.slice(0, maxLength)}`, `down=${down.slice(0, maxLength)}`],
  }
}

/** `/page-2`, `/page/2`, `/p2`: a page of the list that is narrowed. */
const pageOfList = /\/(?:page|seite|p|pg)[-/_]?\d{1,4}$/i
/** Days, months and numbers lead on in other ways. */
const isName = (part: string): boolean => /[a-z]{2}|%[\da-f]{2}/i.test(part)
const maxLength = 40

/** What a page leads to shows which parts are mixed, long before such pages are read. */
export const noteFacets = (budget: TrapBudget, mixes: readonly PathFacets[]): TrapBudget => {
  const more = mixes.slice(0, maxNoted).flatMap(({ choices }) => choices)
  const choices = [...new Set([...budget.choices, ...more])].slice(0, maxChoices)
  return { ...budget, choices }
}
const maxNoted = 12
const maxChoices = 240

/** A page of them that was read: whether it led anywhere new, and said more than its heading. */
export const spendFacets = (budget: TrapBudget, print: Print, newOutside: number): TrapBudget => {
  const fresh = unseen(print.own, budget.seen)
  const isKnown = fresh.length <= 1 || fresh.length < 0.3 * print.own.length
  const isStale = budget.seen.length > 0 && newOutside === 0 && isKnown
  return {
    ...budget,
    stale: budget.stale + (isStale ? 1 : 0),
    seen: budget.seen.concat(fresh).slice(-maxSeen),
  }
}
const maxSeen = 500

/**
 * Eight such pages that brought nothing, of parts that stand now above and now below others: the
 * versions of a handbook are always above, its pages always below.
 */
export const isFaceted = ({ stale, choices }: TrapBudget): boolean => {
  if (stale < 8) return false
  const down = new Set(choices.filter(one => one.startsWith('down=')).map(one => one.slice(5)))
  return choices.filter(one => one.startsWith('up=') && down.has(one.slice(3))).length >= 3
}
