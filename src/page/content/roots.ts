import { float64s } from '../../kit/small-arrays.ts'
import type { Block, Region } from './blocks.ts'
import { flagBit } from './regions.ts'
import { between, lengthOf, linkShare, type Sums } from './sums.ts'

/**
 * Places that mark where the text is: the deepest regions with most of the running text, the
 * winner of paragraph voting (each paragraph votes for its parent, half for the grandparent), and
 * the smallest region around the headline with some text in it.
 */
export const findRoots = (
  regions: Region[],
  blocks: Block[],
  sums: Sums,
  headline: number,
  ownFlags: Int32Array,
): Region[] => {
  const top = regions[0]
  if (!top) return []
  const total = between(sums.prose, top.first, top.end)
  const half = deepestWith(regions, sums.prose, total * 0.5)
  const most = deepestWith(regions, sums.prose, total * 0.8)
  const voted = voteRoot(regions, blocks, ownFlags) ?? top
  let around = blocks[headline]?.container ?? top
  while (around.parent && between(sums.words, around.first, around.end) < 60) around = around.parent
  return [half ?? top, most ?? top, voted, around]
}

const deepestWith = (regions: Region[], sum: Float64Array, least: number): Region | undefined => {
  let best: Region | undefined
  if (least <= 0) return undefined
  for (const region of regions)
    if (between(sum, region.first, region.end) >= least && (!best || region.level > best.level))
      best = region
  return best
}

const unlikely = flagBit('nav') | flagBit('footer') | flagBit('aside') | flagBit('form')

const voteRoot = (regions: Region[], blocks: Block[], ownFlags: Int32Array): Region | undefined => {
  const votes = float64s(regions.length)
  for (const block of blocks) {
    const { facts } = block
    const length = lengthOf(facts)
    if (length < 25) continue
    const worth = (1 + facts.commas + Math.min(length / 100, 3)) * (1 - linkShare(block)) ** 2
    const parent = block.container.parent
    if (!parent) continue
    votes[parent.index] = (votes[parent.index] ?? 0) + worth
    if (parent.parent) votes[parent.parent.index] = (votes[parent.parent.index] ?? 0) + worth / 2
  }
  let best: Region | undefined
  for (const region of regions) {
    if (((ownFlags[region.index] ?? 0) & unlikely) !== 0) continue
    if (!best || (votes[region.index] ?? 0) > (votes[best.index] ?? 0)) best = region
  }
  return best
}
