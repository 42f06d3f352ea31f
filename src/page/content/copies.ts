import { int32s } from '../../kit/small-arrays.ts'
import type { Block, Region } from './blocks.ts'
import { maxItemWords, minItems } from './lists.ts'
import { flagBit } from './regions.ts'
import { between } from './sums.ts'
import type { PageView } from './view.ts'

/**
 * The copies of sentences, and the short lines of boxes that have nothing else in them. A short
 * sentence is none in a list of which much is new, such as all of what a row above had a choice of.
 */
export const findCopies = (view: PageView): Uint8Array => {
  const { blocks, regions, firstCopy } = view
  const copies = Uint8Array.from(blocks, block => (isCopy(block, view) ? 1 : 0))
  if (!copies.includes(1)) return copies
  const isNew = ({ index }: Block) => firstCopy[index] === index
  const sentences = countsOf(blocks, isSentence)
  const newOnes = countsOf(blocks, block => isSentence(block) && isNew(block))
  for (const block of blocks) {
    if (!copies[block.index] || block.facts.words > maxItemWords) continue
    if (view.ranks[block.index] === 1 || quoteAround(block, view)) continue
    const { first, end } = listAround(view, block) ?? noList
    if ((firstCopy[block.index] ?? 0) >= first) continue
    if (between(newOnes, first, end) >= minNewShare * between(sentences, first, end))
      copies[block.index] = 0
  }
  const own = countsOf(blocks, block => (isSentence(block) ? !copies[block.index] : isNew(block)))
  const copied = countsOf(blocks, ({ index }) => copies[index] === 1)
  for (const { first, end } of regions) {
    // What is new below it needs its heading.
    if ((view.ranks[end - 1] ?? 0) > 0 && between(own, end, end + 1) > 0) continue
    if (between(own, first, end) === 0 && between(copied, first, end) > 0)
      copies.fill(1, first, end)
  }
  return copies
}
const minNewShare = 0.34
const noList = { first: 0, end: 0 }

const isSentence = ({ facts }: Block): boolean => facts.words >= minCopyWords

/** How many blocks there are before each. */
const countsOf = (blocks: readonly Block[], isCounted: (block: Block) => boolean): Int32Array => {
  const counts = int32s(blocks.length + 1)
  for (const block of blocks)
    counts[block.index + 1] = (counts[block.index] ?? 0) + (isCounted(block) ? 1 : 0)
  return counts
}

/** What holds a short element with the block in it and its look-alikes. */
const listAround = ({ twins }: PageView, { container }: Block): Region | undefined => {
  for (let at: Region | undefined = container; at; at = at.parent) {
    if (at.end - at.first > maxBoxBlocks) return undefined
    if ((twins[at.index] ?? 0) >= minItems) return at.parent
  }
  return undefined
}
const maxBoxBlocks = 30

/**
 * A sentence that stands elsewhere too is the copy for small screens, unless it stands beside the first
 * one (a refrain, the same words in each of a row of look-alikes) or in a box that says other things
 * besides. Short texts may repeat (prices, cells). A list may say a sentence of the text again, as the
 * notes and steps of a recipe do, and is not to have gaps: its items are copies where all of the list
 * is. Nor is what somebody is quoted with: a quote of what stands above goes as a whole.
 */
const isCopy = (block: Block, view: PageView): boolean => {
  const quote = quoteAround(block, view)
  if (quote) return isQuotedAgain(quote, view)
  const first = view.blocks[view.firstCopy[block.index] ?? -1]
  if (!isSentence(block) || !first || first === block) return false
  const [there, here] = [first.container.parent, block.container.parent]
  if (!there || !here || there === here || !saysTheRest(view, first, block)) return false
  if (lookAlike(view, there, here)) {
    // The list of answers to an entry stands in the list of the entry.
    const isAnswer = isItem(block) && here.first < there.end
    return there.parent !== here.parent && !isAnswer
  }
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
