import { addTo } from '../../../../kit/add-to.ts'
import { bestBy } from '../../../../kit/best-by.ts'
import { memoize } from '../../../../kit/memoize.ts'
import { around } from '../../../../page/html/around.ts'
import type { HtmlElement } from '../../../../page/html/html.ts'
import type { PageNode } from '../../../../page/text/page-nodes.ts'
import { sayAny, stemsOf } from '../../../../page/words/stems.ts'
import { overlap, type Word, wordsOf } from '../../../../page/words/words.ts'
import type { Page } from '../../source/page.ts'
import { maxChars } from '../rank/lengths.ts'
import type { Query } from '../rank/query.ts'
import { isTitle, likenessOf, linesBelow } from './list-title.ts'

/** One entry of a list: its words and the lines they stand in. */
type ListEntry = { text: string; nodes: PageNode[] }

/**
 * A list that the page names as the field does: by the heading above it, or by the class or id of
 * what holds it. Sub-headings inside belong to it; the next heading of the same rank ends it.
 */
export const namedList = (page: Page, query: Query): ListEntry[] => {
  const lists = [...headingScopes(page, query), ...containerScopes(page, query)].map(
    ({ nodes, score, titles }) => ({ entries: entriesOf(nodes, titles, query), score }),
  )
  const named = lists.filter(({ entries, score }) => score >= minScore && isList(entries, query))
  return bestBy(named, ({ score }) => score)?.entries ?? []
}

/**
 * A list that no heading names as the field does, found by what else says it: words of the
 * description, a title in a menu or at the foot, its last word alone.
 */
export const toldList = ({ nodes }: Page, query: Query): ListEntry[] => {
  const items = Map.groupBy(nodes, ({ item }) => item)
  items.delete(undefined)
  const firsts = [...items.values()].flatMap(([first]) => first ?? [])
  const [best, second] = [...Map.groupBy(firsts, ({ item }) => item?.parent).values()]
    .filter(({ length }) => length > 2)
    .map(lines => ({ lines, score: runScore(nodes, lines, query) }))
    .filter(({ score }) => score >= minScore)
    .sort((a, b) => b.score - a.score)
  // Two that are called alike: who can tell which is meant?
  if (!best || (second && best.score < sure && best.score - second.score < ahead)) return []
  const entries = entriesOf(best.lines, [], query)
  return isList(entries, query) ? entries : []
}

const ahead = 0.05
/** By its very title: the first of those is as good as any. */
const sure = 0.95

/** By the line before the list, and the heading above it. */
const runScore = (nodes: readonly PageNode[], lines: PageNode[], query: Query): number => {
  const [first] = lines
  const titles = [nodes[(first?.id ?? 0) - 2], nodes[(first?.headings.at(-1) ?? 0) - 1]]
  const best = Math.max(
    ...titles.map(one =>
      !one || one.text.length > maxChars.title || lines.includes(one)
        ? 0
        : likenessOf(one.text, query),
    ),
  )
  // Menus are full of lists: only what is named just so is meant.
  return best < leastAside && lines.some(({ region }) => edges.has(region)) ? 0 : best
}

const leastAside = 0.75

const isList = (entries: ListEntry[], query: Query): boolean =>
  entries.length > 1 &&
  entries.length <= maxEntries &&
  !(asksWords(query) ? isProse(entries) : !isOfTexts(query) && isTold(entries))

const entriesOf = (nodes: PageNode[], titles: PageNode[], query: Query): ListEntry[] => {
  const lines = itemise(nodes)
  const isText = isTold(lines) && !isOfTexts(query)
  const cards = isText ? cardTitles(nodes, titles) : undefined
  return withoutNumbers(
    (cards ?? lines).filter(
      ({ text }) =>
        !noEntry.test(text) &&
        (/\p{L}/u.test(text) || asksWords(query)) &&
        similarity(query.name, wordsOf(text)) < 1,
    ),
  )
}

/** A label, how good something is, or what to press. */
const noEntry =
  /[:：]$|^(?:rated\s)?\d(?:[.,]\d{1,2})?\s(?:stars?\s)?(?:out of|\/)\s?\d|^(?:add to (?:cart|bag|basket|wishlist)|buy now|share|clear|quantity|(?:sign|log) ?(?:up|in)|subscribe|email address|privacy policy|(?:view|see|show|read|learn|load) (?:all|more)\b.{0,24})$/i

/** What is told in sentences. */
const isOfTexts = ({ name }: Query) => sayAny(name, textLists)
const textLists = stemsOf(
  'step instruction direction paragraph text sentence quote review comment testimonial answer note description method procedure preparation warning rule term requirement responsibility duty qualification claim highlight takeaway',
)

/** Where a list goes on in paragraphs, their headings are the entries: "12 trends", and then each. */
const cardTitles = (nodes: PageNode[], titles: PageNode[]): ListEntry[] | undefined => {
  const levels = Map.groupBy(titles, ({ level }) => level)
  const [most = []] = [...levels.values()].sort((a, b) => b.length - a.length)
  const below = nodes.filter(({ level }) => !level)
  const prose = below.filter(({ text }) => text.length > maxChars.label)
  if (most.length < 3 || prose.length < below.length * 0.4) return undefined
  return most.map(node => ({ text: node.text, nodes: [node] }))
}

const isTold = (entries: ListEntry[]) =>
  entries.filter(({ text }) => text.length > maxChars.title).length > entries.length * 0.4

/** Of "More trends", "1. Webinar", "Step 2 Zoom" those with numbers, without them, where these go up by one. */
const withoutNumbers = (entries: ListEntry[]): ListEntry[] => {
  const numbered = entries.flatMap(entry => {
    const [mark, first, second] = entryNumber.exec(entry.text) ?? []
    const number = Number(first ?? second)
    return mark ? [{ ...entry, text: entry.text.slice(mark.length), number }] : []
  })
  const isList =
    numbered.length >= Math.max(2, entries.length * 0.6) &&
    numbered.every(({ text, number }, at) => text !== '' && number === at + 1)
  return isList ? numbered : entries
}

const entryNumber =
  /^(?:#?(\d{1,3})\s?[.):–-]\s*(?=\p{L}|["“‘])|\p{L}{4,10}\s?(\d{1,3})(?![.,]?\d)[.:)]?\s*)/u

/** Tags and colors are words. */
export const asksWords = ({ name }: Query) => sayAny(name, wordLists)
export const isProse = (entries: readonly { text: string }[]) =>
  entries.filter(({ text }) => text.length > maxChars.label).length > entries.length * 0.2
const wordLists = stemsOf(
  'tag keyword category label topic genre color colour size language customer client partner integration',
)
const minScore = 0.6
const maxEntries = 500

/** `titles` are the headings inside. */
type Scope = { nodes: PageNode[]; score: number; titles: PageNode[] }

const headingScopes = (page: Page, query: Query): Scope[] => {
  const scopes: Scope[] = []
  for (const node of page.nodes) {
    if (scopes.length > maxScopes) break
    if (node.text.length > maxChars.name || edges.has(node.region)) continue
    const score = similarity(query.name, wordsOf(node.text))
    if (score < minScore || !(node.level || isTitle(node))) continue
    const nodes = linesBelow(page.nodes, node).slice(0, maxBelow)
    const titles = nodes.filter(one => one.level)
    if (nodes.length > 1)
      scopes.push({ nodes: mainRun(nodes), score: score + (node.level ? 0.05 : 0), titles })
  }
  return scopes
}

const maxScopes = 50
const maxBelow = 400
const edges = new Set<PageNode['region']>(['nav', 'footer'])

/** Behind the list a section often goes on with text; the first run of entries is the list. */
const mainRun = (nodes: PageNode[]): PageNode[] => {
  const items = nodes.filter(node => node.item)
  return items.length < Math.max(2, nodes.length * 0.3) ? nodes : items
}

const containerScopes = (page: Page, query: Query): Scope[] => {
  const scoreOf = memoize((element: HtmlElement) => attributeScore(query.name, element))
  const inside = new Map<HtmlElement, PageNode[]>()
  for (const node of page.nodes) {
    if (edges.has(node.region)) continue
    for (const element of around(node.element, 9)) {
      if (element.name === 'body') break
      if (scoreOf(element) >= minScore) addTo(inside, element, node)
    }
  }
  const bySignature = new Map<string, Scope>()
  for (const [element, nodes] of inside) {
    const score = scoreOf(element) - 0.03
    // `li.ingredient` many times is one list, and so are several boxes of one class.
    const key = `${element.name}.${element.attributes.class ?? ''}.${element.depth}`
    const scope = bySignature.get(key)
    if (scope) scope.nodes.push(...nodes)
    else bySignature.set(key, { nodes: [...nodes], score, titles: [] })
  }
  return [...bySignature.values()].map(scope => ({
    ...scope,
    nodes: withoutTitle(scope.nodes),
    titles: scope.nodes.filter(node => node.level),
  }))
}

const withoutTitle = (nodes: PageNode[]) => nodes.filter(node => !node.level)

const attributeScore = (name: Word[], element: HtmlElement): number => {
  let best = 0
  const { attributes } = element
  for (const value of [
    ...(attributes.class ?? '').split(/\s+/),
    attributes.id ?? '',
    attributes.itemprop ?? '',
  ]) {
    if (!value || value.length > maxChars.name) continue
    const words = wordsOf(value).filter(word => !shapeWords.has(word.stem))
    const score = similarity(name, words)
    if (score > best) best = score
  }
  return best
}

/** Words of class names that say what a box is, not what is in it. */
const shapeWords = new Set(
  'list item box block container wrapper wrap section content group row col inner body text recip card wprm tasty mv js css module component field entry detail ul li main page data area panel tab view'.split(
    ' ',
  ),
)

const similarity = (name: Word[], given: Word[]): number => {
  const wanted = name.filter(word => word.stem !== 'list' || name.length === 1)
  const { recall, precision } = overlap(wanted, given)
  return recall < 0.5 ? 0 : recall * 0.7 + precision * 0.3
}

/** Lines to entries: by list item, table row or repeated box; else each line is one. */
const itemise = (nodes: PageNode[]): ListEntry[] => {
  const owner = entryOwner(nodes)
  const entries: ListEntry[] = []
  let last: HtmlElement | undefined
  for (const node of nodes) {
    if (!/[\p{L}\p{N}]/u.test(node.text)) continue
    const element = owner(node)
    const entry = entries.at(-1)
    if (entry && element && element === last) {
      entry.text = `${entry.text} ${node.text}`
      entry.nodes.push(node)
    } else entries.push({ text: node.text, nodes: [node] })
    last = element
  }
  return entries
}

const entryOwner = (nodes: PageNode[]): ((node: PageNode) => HtmlElement | undefined) => {
  const items = new Set(nodes.map(node => node.item).filter(Boolean))
  if (items.size >= 2) return node => node.item
  const rows = new Set(nodes.map(node => node.cell?.parent).filter(Boolean))
  if (rows.size >= 2) return node => node.cell?.parent
  return () => undefined
}
