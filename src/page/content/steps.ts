import { dropActions } from './actions.ts'
import { hasKept, keepAuthors } from './authors.ts'
import type { Block, Region } from './blocks.ts'
import { dropCalls } from './calls.ts'
import { endsSentence } from './characters.ts'
import { type CommentsOption, settleComments } from './comments.ts'
import { dropContentsLists } from './contents-lists.ts'
import { dropCredits } from './credits.ts'
import { bestCut } from './cut.ts'
import { aroundHeadline, keepHeadline } from './headline.ts'
import { isByline, isDated, keepClosingFacts, keepHeadlineFacts } from './headline-facts.ts'
import { dropPagers } from './leads-on.ts'
import { completeItems, completeLists, type List, likelyOfLists } from './lists.ts'
import { isNamedAway } from './named-away.ts'
import type { PageType } from './page.ts'
import { flagBit } from './regions.ts'
import { keepLists, keepShortSections } from './short-sections.ts'
import { smoothLikely } from './smooth.ts'
import { keepStated } from './stated.ts'
import { between, linkShare } from './sums.ts'
import { dropAsides, dropBareHeadings, dropForms, dropNamed } from './tidy.ts'
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
  /** How many were left out because they are comments. */
  commentsLeftOut: number
  /** False where all of the page is what stands around content. */
  hasContent: boolean
  /** Expected word F1 of what is kept. */
  confidence: number
}

type Step = { name: string; run: (selection: Selection) => void }

const smooth = (selection: Selection) => {
  selection.likely = smoothLikely(selection.view, selection.likely)
}

const keepAboveCut = (selection: Selection) => {
  const { view, likely, kept } = selection
  const words = view.blocks.map(block => block.facts.words)
  const originals = view.blocks.filter(block => !isCopy(block, view)).map(block => block.index)
  const cut = bestCut(likely, words, originals)
  for (const index of cut.kept) kept[index] = 1
  selection.confidence = cut.expected
}

/**
 * Short texts may repeat (prices, cells); a sentence twice is the copy for small screens, unless
 * it stands beside the first one: a refrain, or the same words in each of a row of look-alikes.
 */
const isCopy = (block: Block, view: PageView): boolean => {
  const first = view.blocks[view.firstCopy[block.index] ?? -1]
  if (block.facts.words < minCopyWords || !first || first === block) return false
  const [there, here] = [first.container.parent, block.container.parent]
  if (!there || !here || there === here) return false
  return there.parent !== here.parent || view.looks[there.index] !== view.looks[here.index]
}
const minCopyWords = 5

/** A row of a table of which most is kept is read as a whole. */
const completeRows = (selection: Selection) => {
  const { view, kept } = selection
  for (const { element, first, end } of view.regions) {
    if (element.name !== 'tr' || end - first < 2 || end - first > maxRowBlocks) continue
    let words = 0
    let keptWords = 0
    for (let at = first; at < end; at++) {
      const own = view.blocks[at]?.facts.words ?? 0
      words += own
      if (kept[at]) keptWords += own
    }
    if (keptWords > 0 && keptWords * 2 >= words) kept.fill(1, first, end)
  }
}
/** More than that is a layout table, whose cells are not one line. */
const maxRowBlocks = 12

/** A heading stays with the text below it, as far as the model does not object. */
const keepHeadings = (selection: Selection) => {
  const { view, kept, likely } = selection
  for (let at = view.blocks.length - 2; at >= 0; at--) {
    if (kept[at] || at === view.headline) continue
    if (kept[at + 1] && isOpener(view.blocks[at] as Block)) kept[at] = 1
    if ((view.ranks[at] ?? 0) === 0) continue
    const reach = view.regions[view.wider[view.blocks[at]?.container.index ?? -1] ?? -1]
    const below = textBelow(view, at, kept)
    const inReach = reach !== undefined && at + 1 < reach.end
    if (below && inReach && (likely[at] ?? 0) >= minHeadingLikely) kept[at] = 1
  }
}
const minHeadingLikely = 0.2

/** What is pressed to see the text below it, as the question above an answer; or its term. */
const isOpener = ({ region, container }: Block): boolean => {
  for (let at: Region | undefined = region; at; at = at.parent) {
    const { name, attributes } = at.element
    if (name === 'summary' || name === 'dt' || attributes['aria-controls'] !== undefined)
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

/** The first price below the headline of a product, with what stands beside it (before, now). */
const keepPrice = ({ view, kept, wantsEssentials, pageType }: Selection) => {
  if (!wantsEssentials || pageType !== 'product' || view.headline < 0) return
  const near = view.blocks.slice(view.headline + 1, view.headline + 1 + maxPriceAway)
  const price = near.find(block => isPrice(block, view))
  if (!price || near.some(block => kept[block.index] && isPrice(block, view))) return
  for (const block of near)
    if (isPrice(block, view) && block.container.parent === price.container.parent)
      kept[block.index] = 1
}
const maxPriceAway = 40
const maxPriceWords = 8

const isPrice = ({ facts, region }: Block, view: PageView): boolean =>
  facts.currencies > 0 &&
  facts.digits > 0 &&
  facts.words <= maxPriceWords &&
  ((view.flags[region.index] ?? 0) & aroundHeadline) === 0

/**
 * On a page of a few words each of them counts: there a place, a date or a row of prices that the
 * model is of two minds about is worth more than the word too many it may turn out to be.
 */
const keepOnSmallPage = (selection: Selection) => {
  const { view, kept, likely, wantsEssentials } = selection
  if (!wantsEssentials) return
  // What is still hidden here a click opens: a tab, an answer.
  const own = view.blocks.filter(
    block =>
      ((view.flags[block.region.index] ?? 0) & around & ~flagBit('hidden')) === 0 &&
      linkShare(block) < 0.5,
  )
  const words = own.reduce((sum, { facts }) => sum + facts.words, 0)
  if (words > maxSmallWords) return
  const before = kept.slice()
  for (const block of own) {
    const { index, region, facts } = block
    const share = likely[index] ?? 0
    const isSentence = facts.words >= minSentenceWords && endsSentence(block.text)
    const isCell = region.element.name === 'td' || region.element.name === 'th'
    if (isCopy(block, view) || isNamedAway(view, block)) continue
    const isPlaced = isSentence || isCell || isBetween(before, index)
    const isLikely = share >= minSmallLikely / (isCell ? 2 : 1)
    if ((isPlaced && isLikely) || isLast(selection, before, block)) kept[index] = 1
  }
}
/** A few lines with kept text above and below them. */
const isBetween = (kept: Uint8Array, index: number): boolean =>
  kept.subarray(Math.max(0, index - maxGap), index).includes(1) &&
  kept.subarray(index + 1, index + 1 + maxGap).includes(1)
const maxGap = 3

/**
 * Behind the last kept block, in the nearest element that holds more, with kept text in it. Behind
 * an article stand its editor and its rights, behind a thread its likes.
 */
const isLast = ({ view, likely, pageType }: Selection, kept: Uint8Array, block: Block): boolean => {
  if (pageType === 'article' || pageType === 'documentation' || pageType === 'forum') return false
  if ((likely[block.index] ?? 0) < minLastLikely || block.index < kept.lastIndexOf(1)) return false
  if (((view.flags[block.region.index] ?? 0) & flagBit('cell')) !== 0) return false
  const around = view.regions[view.wider[block.container.index] ?? -1]
  return around !== undefined && hasKept(around, kept)
}
const minLastLikely = 0.15
const maxSmallWords = 250
const minSmallLikely = 0.25
const minSentenceWords = 8

/**
 * When the model finds nothing on a page with text: the region with most running text, else
 * everything outside menus, footers and forms, else everything. The caller is told by a low
 * confidence.
 */
const fallBack = (selection: Selection) => {
  const { view, kept } = selection
  if (!isNearlyEmpty(selection)) return
  const [half] = view.roots
  const attempts: ((block: Block) => boolean)[] = [
    block => half !== undefined && isWithin(block, half) && linkShare(block) < 0.5,
    block => ((view.flags[block.region.index] ?? 0) & around) === 0 && linkShare(block) < 0.5,
    () => true,
  ]
  for (const wanted of attempts) {
    for (const block of view.blocks)
      if (block.facts.chars > 0 && wanted(block)) kept[block.index] = 1
    if (!isNearlyEmpty(selection)) break
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
const around =
  flagBit('nav') | flagBit('footer') | flagBit('form') | flagBit('dialog') | flagBit('hidden')

const isWithin = (block: Block, root: Region) => block.index >= root.first && block.index < root.end

/** In order; each may change what the ones before decided, and the trace names the last. */
export const steps: readonly Step[] = [
  { name: 'smoothing', run: smooth },
  { name: 'list', run: likelyOfLists },
  { name: 'above the cut', run: keepAboveCut },
  { name: 'row of a kept table', run: completeRows },
  { name: 'heading of kept text', run: keepHeadings },
  { name: 'author of a kept post', run: keepAuthors },
  { name: 'fallback', run: fallBack },
  { name: 'headline', run: keepHeadline },
  { name: 'beside the headline', run: keepHeadlineFacts },
  { name: 'behind the text', run: keepClosingFacts },
  { name: 'stated by the page', run: keepStated },
  { name: 'price', run: keepPrice },
  { name: 'a page of few words', run: keepOnSmallPage },
  { name: 'short section', run: keepShortSections },
  { name: 'list amid kept text', run: keepLists },
  { name: 'form', run: dropForms },
  { name: 'aside', run: dropAsides },
  { name: 'list of kept lines', run: completeLists },
  { name: 'line of every item', run: completeItems },
  { name: 'contents of the page', run: dropContentsLists },
  { name: 'named as no text', run: dropNamed },
  { name: 'link on or back', run: dropPagers },
  { name: 'call to act', run: dropCalls },
  { name: 'action of every item', run: dropActions },
  { name: 'behind the last rule', run: dropCredits },
  { name: 'comments', run: settleComments },
  { name: 'heading of nothing', run: dropBareHeadings },
]
