import type { Block, Region } from './blocks.ts'
import type { PageView } from './view.ts'

/**
 * A sentence that stands elsewhere too is the copy for small screens, unless it stands beside the first
 * one (a refrain, the same words in each of a row of look-alikes). Short texts may repeat (prices,
 * cells). A list may say a sentence of the text again, as the notes and steps of a recipe do, and is
 * not to have gaps: its items are copies where all of the list is.
 */
export const isCopy = (block: Block, view: PageView): boolean => {
  const first = view.blocks[view.firstCopy[block.index] ?? -1]
  if (block.facts.words < minCopyWords || !first || first === block) return false
  const [there, here] = [first.container.parent, block.container.parent]
  if (!there || !here || there === here) return false
  if (lookAlike(view, there, here)) return there.parent !== here.parent
  return (
    !isItem(block) ||
    (lookAlike(view, first.container, block.container) && saySame(view, there, here))
  )
}
const minCopyWords = 5

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
