import type { Block, Region } from './blocks.ts'
import { flagBit } from './regions.ts'
import type { PageView } from './view.ts'

/**
 * A sentence that stands elsewhere too is the copy for small screens, unless it stands beside the first
 * one (a refrain, the same words in each of a row of look-alikes) or in a box that says other things
 * besides. Short texts may repeat (prices, cells). A list may say a sentence of the text again, as the
 * notes and steps of a recipe do, and is not to have gaps: its items are copies where all of the list
 * is. Nor is what somebody is quoted with: a quote of what stands above goes as a whole.
 */
export const isCopy = (block: Block, view: PageView): boolean => {
  const quote = quoteAround(block, view)
  if (quote) return isQuotedAgain(quote, view)
  const first = view.blocks[view.firstCopy[block.index] ?? -1]
  if (block.facts.words < minCopyWords || !first || first === block) return false
  const [there, here] = [first.container.parent, block.container.parent]
  if (!there || !here || there === here || !saysTheRest(view, first, block)) return false
  if (lookAlike(view, there, here)) return there.parent !== here.parent
  return (
    !isItem(block) ||
    (lookAlike(view, first.container, block.container) && saySame(view, there, here))
  )
}
const minCopyWords = 5

/** The outermost one. */
const quoteAround = ({ container, region }: Block, { flags }: PageView): Region | undefined => {
  if (((flags[region.index] ?? 0) & flagBit('quote')) === 0) return undefined
  let quote: Region | undefined
  for (let at: Region | undefined = container; at; at = at.parent)
    if (at.element.name === 'blockquote') quote = at
  return quote
}

/** Its short lines and the one that says who is quoted aside. */
const isQuotedAgain = ({ first, end }: Region, { blocks, firstCopy }: PageView): boolean => {
  let isAgain = false
  for (let at = first; at < Math.min(end, first + maxCompared); at++) {
    const { facts, text } = blocks[at] as Block
    if (facts.words < minCopyWords || /[:：]$/.test(text)) continue
    if ((firstCopy[at] ?? at) >= first) return false
    isAgain = true
  }
  return isAgain
}

/**
 * Whether half of what else the box of a text says, the box of its first copy says too: of a post, a
 * card or an answer only one sentence may be the same. Boxes that look otherwise are not compared.
 */
const saysTheRest = (view: PageView, first: Block, again: Block): boolean => {
  let [one, other]: (Region | undefined)[] = [first.container, again.container]
  for (let level = 0; level < maxLevels; level++) {
    if (!one || !other || one === other || !lookAlike(view, one, other)) return true
    if (other.end - other.first > maxCardBlocks) return true
    const rest = digestsIn(view, other, again)
    if (rest.length > 0) {
      const said = new Set(digestsIn(view, one, first))
      return rest.filter(digest => said.has(digest)).length * 2 >= rest.length
    }
    one = one.parent
    other = other.parent
  }
  return true
}
const maxLevels = 12
const maxCardBlocks = 40

const digestsIn = ({ blocks }: PageView, { first, end }: Region, but: Block) =>
  blocks
    .slice(first, Math.min(end, first + maxCompared))
    .filter(block => block !== but && block.facts.words > 0)
    .map(({ facts }) => facts.digest)

/** One of the short items of a list. */
const isItem = ({ container }: Block): boolean => {
  for (let at: Region | undefined = container; at; at = at.parent) {
    if (at.end - at.first > maxItemBlocks) return false
    if (at.element.name === 'li') return true
  }
  return false
}
const maxItemBlocks = 3

const lookAlike = ({ looks }: PageView, one: Region, other: Region): boolean =>
  looks[one.index] === looks[other.index]

const saySame = (view: PageView, one: Region, other: Region): boolean => {
  const count = one.end - one.first
  if (count !== other.end - other.first) return false
  for (let at = 0; at < Math.min(count, maxCompared); at++)
    if (!areSame(view, one.first + at, other.first + at)) return false
  return true
}
/** Each block of a box asks for all of the box. */
const maxCompared = 100

const areSame = ({ blocks }: PageView, one: number, other: number): boolean =>
  one !== other &&
  blocks[one] !== undefined &&
  blocks[one].facts.digest === blocks[other]?.facts.digest
