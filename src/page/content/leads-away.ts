import type { HtmlElement, HtmlText } from '../html/html.ts'
import type { Block, Region } from './blocks.ts'
import type { Selection } from './steps.ts'
import { linkShare } from './sums.ts'
import { isArticle } from './tidy.ts'
import type { PageView } from './view.ts'

/* What leads away from an article: cards of other stories. */

/**
 * Rows of look-alikes, each with a title that is a link and with a little more. Where they are the
 * most of what was kept, or the model is sure of them, they are what the page lists.
 */
export const dropCards = (selection: Selection) => {
  if (!isArticle(selection)) return
  const { view, kept } = selection
  const words = keptWords(selection, 0, kept.length)
  for (const row of rowsOf(view)) {
    const own = row.reduce((sum, { first, end }) => sum + keptWords(selection, first, end), 0)
    if (own === 0 || own > maxCardsShare * words || isSure(selection, row, own)) continue
    if (row.some(({ first, end }) => view.headline >= first && view.headline < end)) continue
    if (row.filter(card => hasLinkedTitle(view, card)).length < minTitledShare * row.length)
      continue
    for (const { first, end } of row) kept.fill(0, first, end)
  }
}
const maxCardsShare = 0.5
const minTitledShare = 0.8
const maxCardsLikely = 0.85
const minCards = 2
const maxCardWords = 90

const cardTags = new Set(['div', 'li', 'article', 'section', 'aside', 'a'])

/** Look-alikes side by side, of a few words but more than one line each. */
const rowsOf = (view: PageView): Region[][] => {
  const rows = new Map<string, Region[]>()
  for (const region of view.regions) {
    const { index, parent, element } = region
    const count = view.twins[index] ?? 0
    if (count < minCards || !parent || !cardTags.has(element.name)) continue
    if ((view.twinWords[index] ?? 0) > count * maxCardWords) continue
    const key = `${parent.index} ${view.looks[index]}`
    const row = rows.get(key)
    if (row) row.push(region)
    else rows.set(key, [region])
  }
  const lines = (row: Region[]) => row.reduce((sum, { first, end }) => sum + end - first, 0)
  return [...rows.values()].filter(row => lines(row) >= 2 * row.length)
}

const isSure = ({ kept, likely, view }: Selection, row: readonly Region[], words: number) => {
  let sum = 0
  for (const { first, end } of row)
    for (let at = first; at < end; at++)
      if (kept[at]) sum += (likely[at] ?? 0) * (view.blocks[at]?.facts.words ?? 0)
  return sum > maxCardsLikely * words
}

const hasLinkedTitle = (view: PageView, { first, end }: Region): boolean => {
  for (let at = first; at < end; at++) {
    const block = view.blocks[at] as Block
    if (block.facts.words < minTitleWords || !isLink(block)) continue
    const { href = '' } = linkAround(block)?.attributes ?? {}
    if (href !== '' && !href.startsWith('#')) return true
  }
  return false
}
const minTitleWords = 3

const isLink = (block: Block) => linkShare(block) > 0.9

export const linkAround = (block: Block): HtmlElement | undefined => {
  for (const node of block.texts) {
    const link = linkOf(node)
    if (link) return link
  }
  return undefined
}

const linkOf = (node: HtmlText): HtmlElement | undefined => {
  let levels = 0
  for (let at = node.parent; at && levels < maxLevels; at = at.parent, levels++)
    if (at.name === 'a') return at
  return undefined
}
const maxLevels = 6

const keptWords = ({ view, kept }: Selection, first: number, end: number): number => {
  let words = 0
  for (let at = first; at < end; at++) if (kept[at]) words += view.blocks[at]?.facts.words ?? 0
  return words
}
