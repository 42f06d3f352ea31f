import type { HtmlElement, HtmlText } from '../html/html.ts'
import { type Block, collapse, isBlank, type Region } from './blocks.ts'
import { flagBit } from './regions.ts'
import type { Selection } from './steps.ts'
import { between, linkShare } from './sums.ts'
import { isArticle } from './tidy.ts'
import type { PageView } from './view.ts'

/* What leads away from an article: cards, links to other stories, the box of its author. */

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

/** Who wrote it, in a box behind the text: the most that stands around a link to the author's page. */
export const dropAuthorBox = (selection: Selection) => {
  if (!isArticle(selection)) return
  const { view, kept, likely } = selection
  const words = keptWords(selection, 0, kept.length)
  let before = 0
  let seen = 0
  for (const block of view.blocks) {
    const isBehind = before > words / 2 && block.index >= seen
    if (isBehind && isLink(block) && leadsToAuthor(linkAround(block))) {
      const { first, end } = widest(block.container, view)
      seen = end
      const isText = likely.subarray(first, end).some(share => share > maxBoxLikely)
      const isFew = keptWords(selection, first, end) <= maxBoxShare * words
      if (!isText && isFew) kept.fill(0, first, end)
    }
    if (kept[block.index]) before += block.facts.words
  }
}
const maxBoxLikely = 0.9
const maxBoxWords = 150
const maxBoxShare = 0.3

const leadsToAuthor = (link: HtmlElement | undefined): boolean => {
  const { rel = '', itemprop, href = '' } = link?.attributes ?? {}
  return rel.includes('author') || itemprop === 'author' || authorPath.test(href.slice(0, 200))
}
const authorPath = /\/(?:authors?|contributors?)\//

const widest = (region: Region, { sums }: PageView): Region => {
  let widest = region
  for (let at = region.parent; at; at = at.parent) {
    if (between(sums.words, at.first, at.end) > maxBoxWords) break
    widest = at
  }
  return widest
}

/**
 * A link to another story amid the text: a line of its own that is a few words, a colon and the
 * title of a page of the same site. A link to elsewhere in that form is a source or a reference.
 */
export const dropStoryLinks = (selection: Selection) => {
  if (!isArticle(selection)) return
  const { view, kept, url } = selection
  for (const block of view.blocks) {
    const { index, facts, links, region, container } = block
    if (!kept[index] || links !== 1 || (view.ranks[index] ?? 0) > 0) continue
    if (facts.words < minStoryWords || facts.words > maxStoryWords) continue
    const isLine = container.element.name === 'p' || container.element.name === 'div'
    if (!isLine || ((view.flags[region.index] ?? 0) & notAmidText) !== 0) continue
    if (linkShare(block) > 0.5 && isLabelled(block) && isOfSite(linkAround(block), url))
      kept[index] = 0
  }
}
const minStoryWords = 4
const maxStoryWords = 30
const notAmidText = flagBit('list') | flagBit('cell') | flagBit('caption')

/** In front of the link or at its beginning; nothing follows behind it. */
const isLabelled = ({ texts, text }: Block): boolean => {
  const said = texts.filter(node => !isBlank(node.text))
  const last = said.at(-1)
  if (!last || !isInLink(last)) return false
  const first = said.findIndex(isInLink)
  if (first === 0) return labelInside.test(text)
  const label = collapse(
    said
      .slice(0, first)
      .map(node => node.text)
      .join(' '),
  )
  return labelEnd.test(label) && label.split(' ').length <= maxLabelWords
}
const maxLabelWords = 4
const labelEnd = /[:：»›→|–-]$/
const labelInside = /^(?:[^\s:：]+ ){0,2}[^\s:：]+ ?[:：]/

const isInLink = (node: HtmlText) => linkOf(node) !== undefined

const isOfSite = (link: HtmlElement | undefined, url: string | undefined): boolean => {
  const { href = '' } = link?.attributes ?? {}
  const page = URL.parse(url ?? '')
  const target = URL.parse(href, page?.href ?? 'https://page.invalid/')
  if (href === '' || href.startsWith('#') || !target?.protocol.startsWith('http')) return false
  return siteOf(target) === siteOf(page) || target.hostname === 'page.invalid'
}

const siteOf = (url: URL | null) => url?.hostname.replace(/^www\./, '')

const keptWords = ({ view, kept }: Selection, first: number, end: number): number => {
  let words = 0
  for (let at = first; at < end; at++) if (kept[at]) words += view.blocks[at]?.facts.words ?? 0
  return words
}
