import type { HtmlElement } from '../../../../page/html/html.ts'
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
  const runs = [...itemRuns(page), ...boxRuns(page), ...headingRuns(page)]
  const judged = runs
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
  const lists = new Map<HtmlElement, PageNode[]>()
  const seen = new Set<HtmlElement>()
  for (const node of nodes) {
    const list = node.item?.parent
    if (!node.item || !list || seen.has(node.item)) continue
    seen.add(node.item)
    const lines = lists.get(list)
    if (lines) lines.push(node)
    else lists.set(list, [node])
  }
  return toRuns(nodes, [...lists.values()])
}

/** Short lines of one kind in one box, or in boxes of their own that stand in one. */
const boxRuns = ({ nodes }: Page): Run[] => {
  const groups = new Map<HtmlElement, Map<string, PageNode[]>>()
  const add = (box: HtmlElement | undefined, key: string, node: PageNode) => {
    if (!box) return
    const kinds = groups.get(box) ?? new Map<string, PageNode[]>()
    groups.set(box, kinds)
    const lines = kinds.get(key)
    if (lines) lines.push(node)
    else kinds.set(key, [node])
  }
  for (const node of nodes) {
    const { element, item, cell, text } = node
    if (item || cell || text.length > maxChars.title) continue
    add(element.parent, element.name, node)
    add(element.parent?.parent, `${element.name}.${element.attributes.class ?? ''}`, node)
  }
  return toRuns(
    nodes,
    [...groups.values()].flatMap(kinds => [...kinds.values()]),
  )
}

/** Headings below one heading, all of one rank. */
const headingRuns = ({ nodes }: Page): Run[] => {
  const below = new Map<number, PageNode[]>()
  for (const node of nodes) {
    const above = node.level ? node.headings.at(-1) : undefined
    if (above === undefined) continue
    const lines = below.get(above)
    if (lines) lines.push(node)
    else below.set(above, [node])
  }
  return [...below].flatMap(([above, lines]) => {
    const title = nodes[above - 1]?.text ?? ''
    const level = lines[0]?.level
    const own = lines.filter(one => one.level === level)
    return own.length >= leastEntries ? [{ lines: own, titles: [title] }] : []
  })
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
  const cut = shown.map(node => ({ node, text: node.text }))
  const titled = cut.filter(({ text }) => titleIn.test(text))
  const asksNames = /\b(?:name|title|label|heading)s?\b/i.test(query.field.description)
  const isTold = cut.filter(({ text }) => text.length > maxChars.title).length > cut.length * 0.5
  if (titled.length >= cut.length * 0.7 && (asksNames || isTold))
    return titled.map(({ node, text }) => ({ node, text: titleIn.exec(text)?.[1] ?? text }))
  // What is told in paragraphs is no list of names.
  return isTold ? [] : cut
}

const more = /^(?:(?:see|view|show|load|read|learn) (?:all|more)\b.{0,24}|all|more)$/i
const titleIn = /^([^.:—–?!]{2,60}?)(?::|\s[—–-])\s/u
