import { float64s } from '../../kit/small-arrays.ts'
import type { Block } from './blocks.ts'
import type { TextFacts } from './words.ts'

/** Sums over the blocks before each index: a region's total is a difference of two. */
export type Sums = {
  words: Float64Array
  chars: Float64Array
  linkChars: Float64Array
  /** Words in blocks that read like running text. */
  prose: Float64Array
  headings: Float64Array
  commas: Float64Array
  prices: Float64Array
  short: Float64Array
}

export const sumBlocks = (blocks: Block[], ranks: Uint8Array): Sums => {
  const size = blocks.length + 1
  const sums: Sums = {
    words: float64s(size),
    chars: float64s(size),
    linkChars: float64s(size),
    prose: float64s(size),
    headings: float64s(size),
    commas: float64s(size),
    prices: float64s(size),
    short: float64s(size),
  }
  const add = (sum: Float64Array, at: number, value: number) => {
    sum[at + 1] = (sum[at] ?? 0) + value
  }
  for (const block of blocks) {
    const { index, facts } = block
    add(sums.words, index, facts.words)
    add(sums.chars, index, facts.chars)
    add(sums.linkChars, index, Math.min(block.linkChars, facts.chars))
    add(sums.prose, index, isProse(block) ? facts.words : 0)
    add(sums.headings, index, (ranks[index] ?? 0) > 0 ? 1 : 0)
    add(sums.commas, index, facts.commas + facts.stops)
    add(sums.prices, index, facts.currencies > 0 && facts.digits > 0 ? 1 : 0)
    add(sums.short, index, facts.words <= 4 ? 1 : 0)
  }
  return sums
}

export const between = (sum: Float64Array | Int32Array, first: number, end: number): number =>
  (sum[end] ?? 0) - (sum[first] ?? 0)

export const linkShare = (block: Block): number =>
  block.facts.chars === 0 ? 0 : Math.min(1, block.linkChars / block.facts.chars)

/** In Latin letters, about: two Chinese characters say as much as five of them. */
export const lengthOf = ({ chars, dense }: TextFacts): number => chars + 1.5 * dense

export const isProse = (block: Block): boolean =>
  block.facts.words >= 10 && block.facts.stops + block.facts.commas > 0 && linkShare(block) < 0.5
