import type { Block, Region } from './blocks.ts'
import type { PageView } from './view.ts'

/**
 * A passage of several blocks that stands elsewhere in the same markup, or in a box of its own, is the
 * copy for small screens. Short texts may repeat (prices, cells), a passage may stand beside the first
 * one (a refrain, the same words in each of a row of look-alikes), and one sentence may be said twice
 * (in a text and in its summary).
 */
export const isCopy = (block: Block, view: PageView): boolean => {
  const first = view.blocks[view.firstCopy[block.index] ?? -1]
  if (block.facts.words < minCopyWords || !first || first === block) return false
  const [there, here] = [first.container.parent, block.container.parent]
  if (!there || !here || there === here) return false
  if (!lookAlike(view, first.container, block.container)) return false
  if (![-1, 1].some(side => areSame(view, first.index + side, block.index + side))) return false
  return lookAlike(view, there, here) ? there.parent !== here.parent : saySame(view, there, here)
}
const minCopyWords = 5

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
