import type { Block } from '../src/site/content/blocks.ts'
import { wordsOf } from './wcxb.ts'

/**
 * How much of each block the truth text holds, from 0 to 1. Long blocks claim their words of the
 * truth first, so that a menu's "Share" cannot match a sentence of the article; a copy of a block
 * gets the label of the original.
 */
export const labelBlocks = (blocks: Block[], truth: string): Float32Array => {
  const wanted = wordsOf(truth)
  const labels = new Float32Array(blocks.length)
  const taken = new Uint8Array(wanted.length)
  const starts = startsOf(wanted)
  const words = blocks.map(block => wordsOf(block.text))
  // Where each block was found, so that short neighbours are looked for close by.
  const places = new Int32Array(blocks.length).fill(-1)
  const order = blocks.map(block => block.index).sort((a, b) => size(words, b) - size(words, a))
  const byText = new Map<string, number>()
  for (const index of order) {
    const own = words[index] ?? []
    if (own.length === 0) continue
    const key = own.join(' ')
    const expected = expectedPlace(places, index)
    const found =
      own.length >= 5
        ? claimPieces(own, wanted, taken, starts, expected)
        : claimWhole(own, wanted, taken, starts, expected)
    if (found.count === 0) {
      const twin = byText.get(key)
      if (twin !== undefined) labels[index] = labels[twin] ?? 0
      continue
    }
    labels[index] = found.count / own.length
    places[index] = found.at
    byText.set(key, index)
  }
  return labels
}

type Found = { count: number; at: number }

const size = (words: string[][], index: number) => words[index]?.length ?? 0

const startsOf = (wanted: string[]): Map<string, number[]> => {
  const starts = new Map<string, number[]>()
  wanted.forEach((word, at) => {
    const list = starts.get(word)
    if (list) list.push(at)
    else starts.set(word, [at])
  })
  return starts
}

const expectedPlace = (places: Int32Array, index: number): number => {
  for (let away = 1; away < 40; away++) {
    const before = places[index - away] ?? -1
    if (before >= 0) return before
    const after = places[index + away] ?? -1
    if (after >= 0) return after
  }
  return -1
}

/** The longest run of free truth words that equals the block from `from` on. */
const longestRun = (
  own: string[],
  from: number,
  wanted: string[],
  taken: Uint8Array,
  starts: Map<string, number[]>,
  expected: number,
): { length: number; at: number } => {
  let length = 0
  let at = -1
  for (const start of starts.get(own[from] ?? '') ?? []) {
    let run = 0
    while (
      from + run < own.length &&
      own[from + run] === wanted[start + run] &&
      !taken[start + run]
    )
      run++
    const closer = run === length && Math.abs(start - expected) < Math.abs(at - expected)
    if (run > length || (run > 0 && closer)) {
      length = run
      at = start
    }
  }
  return { length, at }
}

/** Truth and page differ in places (captions, ads in a sentence): runs of three words or more count. */
const claimPieces = (
  own: string[],
  wanted: string[],
  taken: Uint8Array,
  starts: Map<string, number[]>,
  expected: number,
): Found => {
  let count = 0
  let at = -1
  let near = expected
  for (let from = 0; from < own.length; ) {
    const run = longestRun(own, from, wanted, taken, starts, near)
    if (run.length < 3) {
      from++
      continue
    }
    taken.fill(1, run.at, run.at + run.length)
    if (at < 0) at = run.at
    near = run.at + run.length
    count += run.length
    from += run.length
  }
  return { count, at }
}

const claimWhole = (
  own: string[],
  wanted: string[],
  taken: Uint8Array,
  starts: Map<string, number[]>,
  expected: number,
): Found => {
  const run = longestRun(own, 0, wanted, taken, starts, expected)
  // One stray word far from everything else that was found is chance, not content.
  if (run.length < own.length) return { count: 0, at: -1 }
  if (expected >= 0 && own.length < 3 && Math.abs(run.at - expected) > 60)
    return { count: 0, at: -1 }
  taken.fill(1, run.at, run.at + run.length)
  return { count: run.length, at: run.at }
}
