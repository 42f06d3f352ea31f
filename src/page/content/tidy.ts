import type { HtmlElement, HtmlNode } from '../html/html.ts'
import type { Block, Region } from './blocks.ts'
import type { PageType } from './page.ts'
import { flagBit } from './regions.ts'
import type { Selection } from './steps.ts'
import { between, linkShare } from './sums.ts'
import type { PageView } from './view.ts'

/* Small corrections on pages of running text, where what is left over is seen at once. */

const isText = ({ pageType }: Selection) =>
  pageType === 'article' || pageType === 'documentation' || pageType === 'forum'

/** A few words around a field to write into: newsletters, polls, searches, in any language. */
export const dropForms = (selection: Selection) => {
  const { view, kept, pageType } = selection
  const all = keptWords(selection, 0, kept.length)
  for (const region of view.regions) {
    const { first, end, fields, element } = region
    if (fields === 0 || (view.headline >= first && view.headline < end)) continue
    if (between(view.sums.words, first, end) > maxFormWords || !isBox(region)) continue
    if (!kept.subarray(first, end).includes(1) || isSure(selection, first, end)) continue
    if (isOfItems(view, region, pageType) || !asksFor(element, fieldsOf(selection, region)))
      continue
    // The box of a short text has the search of the site in it, too.
    if (keptWords(selection, first, end) > maxFormShare * all) continue
    kept.fill(0, first, end)
  }
}
const maxFormShare = 0.3

/** What the model takes for text is text: parameters to try out, a post with a box to answer it. */
const isSure = ({ likely, kept }: Selection, first: number, end: number): boolean => {
  let sum = 0
  let count = 0
  for (let at = first; at < end; at++) {
    if (!kept[at]) continue
    sum += likely[at] ?? 0
    count++
  }
  return sum >= sureLikely * count
}
const sureLikely = 0.9

const keptWords = ({ view, kept }: Selection, first: number, end: number): number => {
  let words = 0
  for (let at = first; at < end; at++) if (kept[at]) words += view.blocks[at]?.facts.words ?? 0
  return words
}
const maxFormWords = 60
const minCounted = 2

const isList = (pageType: PageType) => pageType === 'listing' || pageType === 'collection'

/** What a list of goods or pages has in each of its items: a price, a link. */
const isOfItems = ({ sums }: PageView, { first, end }: Region, pageType: PageType): boolean =>
  isList(pageType) &&
  (between(sums.prices, first, end) > 0 ||
    between(sums.linkChars, first, end) > 0.3 * between(sums.chars, first, end))

/** On a page that is a list the boxes to tick are its filters, if they say how many each leaves. */
const fieldsOf = ({ view, pageType }: Selection, { first, end }: Region) => {
  const counted = view.blocks.slice(first, end).flatMap(({ text }) => text.match(/\(\d+\)/g) ?? [])
  if (isList(pageType)) return counted.length >= minCounted ? filterTypes : mailTypes
  // There a form may be what the page is for.
  return pageType === 'product' || pageType === 'service' ? mailTypes : textTypes
}

/** Not a cell or a line of the text itself. */
const isBox = ({ element: { name } }: Region) =>
  name === 'div' || name === 'form' || name === 'section' || name === 'aside'

const asksFor = (element: HtmlElement, types: ReadonlySet<string>): boolean => {
  const stack: HtmlNode[] = [element]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === 'text') continue
    if (node.name === 'textarea' && types !== mailTypes) return true
    if (node.name === 'input' && node.attributes.readonly === undefined)
      if (types.has(node.attributes.type?.toLowerCase() ?? 'text')) return true
    for (const child of node.children) stack.push(child)
  }
  return false
}
const mailTypes = new Set(['email'])
const textTypes = new Set(['text', 'email', 'tel', 'search'])
const filterTypes = new Set([...textTypes, 'checkbox', 'radio'])

const maxNamedShare = 0.3

/** What a poster says below every post; documentation calls the head of a function so. */
export const dropSignatures = (selection: Selection) => {
  const { view, kept, pageType } = selection
  if (pageType === 'documentation') return
  const all = keptWords(selection, 0, kept.length)
  for (const { element, first, end, index } of view.regions) {
    const { class: names } = element.attributes
    if (names === undefined || !signatureName.test(names.slice(0, 200))) continue
    if (view.headline >= first && view.headline < end) continue
    // Pages may say so of all that they have.
    if (keptWords(selection, first, end) > maxNamedShare * all) continue
    // A mark within a line is no reason to drop the line.
    for (const block of view.blocks.slice(first, end))
      if (block.region.index >= index) kept[block.index] = 0
  }
}
const signatureName = /(?:^|\s)(?:post|message-)?signature(?:\s|$)/

const aside = flagBit('aside')

/** A heading goes with what stood under it. */
export const dropBareHeadings = (selection: Selection) => {
  const { view, kept } = selection
  for (let at = 0; at < kept.length; at++) {
    const rank = view.ranks[at] ?? 0
    if (rank === 0 || !kept[at] || at === view.headline) continue
    let end = at + 1
    while (end < kept.length && !isNextHeading(view.ranks[end] ?? 0, rank)) end++
    if (end === at + 1 || kept.subarray(at + 1, end).includes(1)) continue
    if (isText(selection) || isAboveText(selection, at, end)) kept[at] = 0
  }
}

/** On other pages a heading may be all that a card says; not beside the content, or above text. */
const isAboveText = ({ view, likely }: Selection, at: number, next: number): boolean => {
  const block = view.blocks[at] as Block
  if (((view.flags[block.region.index] ?? 0) & aside) !== 0) return true
  const { words, digits } = block.facts
  if (words > maxTitleWords || digits > 0 || linkShare(block) > 0.5) return false
  if ((likely[at] ?? 0) > sureTitle) return false
  const around = view.wider[view.wider[block.container.index] ?? -1]
  const end = Math.min(next, view.regions[around ?? -1]?.end ?? 0)
  return between(view.sums.words, at + 1, Math.max(at + 1, end)) >= minTextWords
}
const maxTitleWords = 8
const sureTitle = 0.7
const minTextWords = 8

const isNextHeading = (rank: number, above: number) => rank > 0 && rank <= above
