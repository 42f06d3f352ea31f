import type { HtmlElement } from '../html/html.ts'
import { tablePart } from '../html/table-grid.ts'
import { dropActions } from './actions.ts'
import { keepAuthors } from './authors.ts'
import type { Block, Region } from './blocks.ts'
import { dropCalls } from './calls.ts'
import { linkCards } from './card-links.ts'
import { type CommentsOption, settleComments } from './comments.ts'
import { dropContentsLists } from './contents-lists.ts'
import { findCopies } from './copies.ts'
import { bestCut } from './cut.ts'
import { keepHeadline } from './headline.ts'
import { isByline, isDated, keepClosingFacts, keepHeadlineFacts } from './headline-facts.ts'
import { completeItems } from './items.ts'
import { keepLists } from './keep-lists.ts'
import { leastBeside, leastOfRest } from './likely.ts'
import { completeLists, type List } from './lists.ts'
import { keepNotes } from './notes.ts'
import type { PageType } from './page.ts'
import { flagBit } from './regions.ts'
import { keepStated } from './stated.ts'
import { between, linkShare } from './sums.ts'
import { dropBareHeadings, dropForms, dropSignatures } from './tidy.ts'
import type { PageView } from './view.ts'

/** The blocks of a page on their way to being kept or dropped. */
export type Selection = {
  view: PageView
  /** Lists of short lines. */
  lists: readonly List[]
  /** Of the page, where it is known. */
  url?: string | undefined
  /** What the first model read of each block; nothing of a page with too many. */
  rows: readonly Float32Array[]
  /** How likely each block is content. */
  likely: Float64Array
  kept: Uint8Array
  /** Which step changed each block last; -1 for none, and where nobody wants a trace. */
  decidedBy: Int8Array
  pageType: PageType
  /** How sure that is, of one. */
  typeShare: number
  wantsEssentials: boolean
  comments: CommentsOption
  /** Headings that are to be links, to where the button of their card led. */
  cardLinks: Map<HtmlElement, string>
  /** How many were left out because they are comments. */
  commentsLeftOut: number
  /** False where all of the page is what stands around content. */
  hasContent: boolean
  /** Expected word F1 of what is kept. */
  confidence: number
}

type Step = { name: string; run: (selection: Selection) => void }

const keepAboveCut = (selection: Selection) => {
  const { view, likely, kept, pageType } = selection
  const words = view.blocks.map(block => block.facts.words)
  // Documentation says the same again of each function and parameter of which it is true.
  const copies = pageType === 'documentation' ? undefined : findCopies(view)
  const originals = view.blocks.filter(({ index }) => !copies?.[index])
  const cut = bestCut(
    likely,
    words,
    originals.map(({ index }) => index),
  )
  for (const index of cut.kept) kept[index] = 1
  selection.confidence = cut.expected
}

/** A row of a table of which most is kept is read as a whole; so is who said what is quoted. */
const completeRows = (selection: Selection) => {
  const { view, kept } = selection
  for (const { element, first, end } of view.regions) {
    if (!wholeTags.has(tablePart(element))) continue
    if (end - first < 2 || end - first > maxRowBlocks) continue
    let words = 0
    let keptWords = 0
    for (let at = first; at < end; at++) {
      const own = view.blocks[at]?.facts.words ?? 0
      words += own
      if (kept[at]) keptWords += own
    }
    if (keptWords === 0 || keptWords * 2 < words) continue
    for (let at = first; at < end; at++) if (mayComplete(selection, at)) kept[at] = 1
  }
}
const wholeTags = new Set(['tr', 'blockquote'])
/** More than that is a layout table, whose cells are not one line. */
const maxRowBlocks = 12

/** Columns without their heads say little; what sorts them is a button, and still their name. */
const keepHeads = ({ view, kept }: Selection) => {
  for (const { element, first, end, parent } of view.regions) {
    if (element.name !== 'thead' || !parent || end - first > maxHeadBlocks) continue
    if (kept.subarray(end, parent.end).includes(1)) kept.fill(1, first, end)
  }
}
const maxHeadBlocks = 40

const isPressed = (view: PageView, at: number): boolean =>
  ((view.flags[view.blocks[at]?.region.index ?? -1] ?? 0) & flagBit('button')) !== 0

/**
 * Half a list is worse than none, but what is pressed beside a line is none of it, nor what the model
 * is sure to be no content. Look-alikes that begin with a heading are no list but sections.
 */
const completeLines = (selection: Selection) => {
  const { view, kept, lists } = selection
  const before = kept.slice()
  const isOfLines = (list: List) => list.some(({ first }) => view.ranks[first] === 0)
  completeLists({ ...selection, lists: lists.filter(isOfLines) })
  for (const { index } of view.blocks)
    if (kept[index] && !before[index] && !mayComplete(selection, index)) kept[index] = 0
}

const mayComplete = ({ view, likely }: Selection, at: number): boolean =>
  !isPressed(view, at) && (likely[at] ?? 0) >= leastOfRest

/** A heading stays with the text below it, as far as the model does not object. */
const keepHeadings = (selection: Selection) => {
  const { view, kept, likely } = selection
  for (let at = view.blocks.length - 2; at >= 0; at--) {
    if (kept[at] || at === view.headline || (likely[at] ?? 0) < leastBeside) continue
    const reach = view.regions[view.wider[view.blocks[at]?.container.index ?? -1] ?? -1]
    if (reach === undefined || at + 1 >= reach.end) continue
    if (kept[at + 1] && isOpener(view.blocks[at] as Block)) kept[at] = 1
    if ((view.ranks[at] ?? 0) > 0 && textBelow(view, at, kept)) kept[at] = 1
  }
}

/** What is pressed to see the text below it, as the question above an answer; or its term. */
const isOpener = ({ region, container }: Block): boolean => {
  for (let at: Region | undefined = region; at; at = at.parent) {
    const { name, attributes } = at.element
    if (name === 'summary' || name === 'dt') return true
    if (attributes['aria-controls'] !== undefined || attributes['aria-expanded'] !== undefined)
      return true
    if (at === container) break
  }
  return false
}

/** Behind the day and the author of a post, if there are any. */
const textBelow = (view: PageView, at: number, kept: Uint8Array): boolean => {
  let isPost = false
  for (let below = at + 1; below <= at + maxPostFacts; below++) {
    if (kept[below]) return isPost || below === at + 1
    const block = view.blocks[below]
    isPost ||= block !== undefined && (isDated(block) || isByline(block))
    const words = block?.facts.words ?? Infinity
    if (words > maxPostFactWords || (view.ranks[below] ?? 0) > 0) return false
  }
  return false
}
const maxPostFacts = 5
const maxPostFactWords = 16

/**
 * When the model finds nothing on a page with text: the region with most running text, else
 * everything outside menus, footers and forms, else what is in forms, too; everything where there is
 * nothing else. The caller is told by a low confidence.
 */
const fallBack = (selection: Selection) => {
  const { view, kept } = selection
  if (!isNearlyEmpty(selection)) return
  const [half] = view.roots
  const isIn = (block: Block, parts: number) =>
    ((view.flags[block.region.index] ?? 0) & parts) !== 0
  const attempts: ((block: Block) => boolean)[] = [
    block =>
      half !== undefined && isWithin(block, half) && !isIn(block, frame) && linkShare(block) < 0.5,
    block => !isIn(block, around) && linkShare(block) < 0.5,
    block => !isIn(block, frame | flagBit('header') | flagBit('dialog') | flagBit('hidden')),
  ]
  const keep = (wanted: (block: Block) => boolean) => {
    for (const block of view.blocks)
      if (block.facts.chars > 0 && wanted(block)) kept[block.index] = 1
  }
  for (const wanted of attempts) {
    keep(wanted)
    if (!isNearlyEmpty(selection)) break
  }
  if (!kept.includes(1)) {
    selection.hasContent = !sides.every(side => view.blocks.some(block => isIn(block, side)))
    keep(() => true)
  }
  selection.confidence = Math.min(selection.confidence, fallbackConfidence)
}
const fallbackConfidence = 0.2

/** Nothing, or no more than a title on a page that says much more. */
const isNearlyEmpty = ({ view, kept }: Selection): boolean => {
  const words = view.blocks.reduce(
    (sum, { index, facts }) => sum + (kept[index] ? facts.words : 0),
    0,
  )
  return (
    words === 0 ||
    (words <= maxTitle && words < minShare * between(view.sums.words, 0, kept.length))
  )
}
const maxTitle = 12
const minShare = 0.1
/** What stands around content; both around nothing are a page without any. */
const sides = [flagBit('nav'), flagBit('footer')]
const frame = flagBit('nav') | flagBit('footer')
const around = frame | flagBit('form') | flagBit('dialog') | flagBit('hidden')

const isWithin = (block: Block, root: Region) => block.index >= root.first && block.index < root.end

/** In order; each may change what the ones before decided, and the trace names the last. */
export const steps: readonly Step[] = [
  { name: 'above the cut', run: keepAboveCut },
  { name: 'row of a kept table', run: completeRows },
  { name: 'head of a kept table', run: keepHeads },
  { name: 'heading of kept text', run: keepHeadings },
  { name: 'author of a kept post', run: keepAuthors },
  { name: 'fallback', run: fallBack },
  { name: 'headline', run: keepHeadline },
  { name: 'beside the headline', run: keepHeadlineFacts },
  { name: 'behind the text', run: keepClosingFacts },
  { name: 'stated by the page', run: keepStated },
  { name: 'note to kept text', run: keepNotes },
  { name: 'list amid kept text', run: keepLists },
  { name: 'form', run: dropForms },
  { name: 'list of kept lines', run: completeLines },
  { name: 'line of every item', run: completeItems },
  { name: 'contents of the page', run: dropContentsLists },
  { name: 'signature', run: dropSignatures },
  { name: 'call to act', run: dropCalls },
  { name: 'action of every item', run: dropActions },
  { name: 'link of a card', run: linkCards },
  { name: 'comments', run: settleComments },
  { name: 'heading of nothing', run: dropBareHeadings },
]
