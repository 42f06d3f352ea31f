import type { PageNode } from '../../../../page/text/nodes.ts'
import type { Page } from '../../source/page.ts'
import { maxChars } from '../rank/lengths.ts'
import type { Query } from '../rank/query.ts'
import { likenessOf } from './list-title.ts'
import { asksWords, isProse } from './named-list.ts'

/** A run of lines that belong together, and the lines that say of what. */
type Run = { lines: PageNode[]; titles: string[] }
export type ToldEntry = { text: string; node: PageNode }

/**
 * Lists that no heading names as the field does, found by what else says it: words of the
 * description, a title in a menu or at the foot, its last word alone.
 */
export const findToldList = (page: Page, query: Query): ToldEntry[] => {
  const judged = itemRuns(page)
    .map(run => ({ run, score: scoreOf(run, query) }))
    .filter(({ score }) => score >= leastScore)
    .sort((a, b) => b.score - a.score)
  const [best, second] = judged
  // Two that are called alike: who can tell which is meant?
  const isClear = best && (!second || best.score - second.score >= ahead || best.score >= sure)
  return isClear ? entriesOf(best.run, query) : []
}

const leastScore = 0.6
const ahead = 0.05
/** By its very title: the first of those is as good as any. */
const sure = 0.95

const scoreOf = ({ titles, lines }: Run, query: Query): number => {
  const isAside = lines.some(({ region }) => region === 'nav' || region === 'footer')
  const best = Math.max(0, ...titles.map(title => likenessOf(title, query)))
  // Menus are full of lists: only what is named just so is meant.
  return isAside && best < leastAside ? 0 : best
}

const leastAside = 0.75

/** The items of one list, each by its first line. */
const itemRuns = ({ nodes }: Page): Run[] => {
  const items = Map.groupBy(nodes, ({ item }) => item)
  items.delete(undefined)
  const firsts = [...items.values()].flatMap(([first]) => first ?? [])
  return toRuns(nodes, [...Map.groupBy(firsts, ({ item }) => item?.parent).values()])
}

const leastEntries = 3
const maxEntries = 200

const toRuns = (nodes: PageNode[], all: PageNode[][]): Run[] =>
  all.flatMap(lines => {
    const [first] = lines
    if (!first || lines.length < leastEntries || lines.length > maxEntries) return []
    const before = nodes[first.id - 2]
    const heading = nodes[(first.headings.at(-1) ?? 0) - 1]
    const titles = [before, heading].flatMap(one =>
      one && one.text.length <= maxChars.title && !lines.includes(one) ? [one.text] : [],
    )
    return [{ lines, titles }]
  })

const leastOwn = 0.6

const entriesOf = ({ lines }: Run, query: Query): ToldEntry[] => {
  const shown = lines.filter(({ text }) => /\p{L}/u.test(text) && !more.test(text))
  // The same again and again is what stands on each card.
  if (new Set(shown.map(({ text }) => text)).size < shown.length * leastOwn) return []
  if (asksWords(query) && isProse(shown)) return []
  // What is told in paragraphs is no list of names.
  const told = shown.filter(({ text }) => text.length > maxChars.title)
  return told.length > shown.length * 0.5 ? [] : shown.map(node => ({ node, text: node.text }))
}

const more = /^(?:(?:see|view|show|load|read|learn) (?:all|more)\b.{0,24}|all|more)$/i
