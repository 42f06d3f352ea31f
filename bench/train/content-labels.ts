import type { Block } from '../../src/page/content/blocks.ts'
import { wordsOf } from '../support/wcxb.ts'

/**
 * How much of each block the truth text holds, from 0 to 1. Every word of the truth is claimed
 * once, by the surest claim first: whole blocks of some length, then short ones close to what was
 * already found, then pieces of long blocks that the truth has in another form, then the rest. So
 * a menu's "Share" cannot take a word out of a sentence, nor a teaser the words of a heading. A
 * copy of a block gets the label of the original.
 */
export const labelBlocks = (blocks: Block[], truth: string): Float32Array => {
  const words = blocks.map(block => wordsOf(block.text))
  const claims = claimsOn(truth, blocks.length)
  const labels = new Float32Array(blocks.length)
  const found = new Map<string, number>()
  const order = blocks.map(block => block.index).sort((a, b) => size(words, b) - size(words, a))
  const settle = (index: number, share: number) => {
    labels[index] = share
    const key = keyOf(words, index)
    found.set(key, Math.max(share, found.get(key) ?? 0))
  }
  const pass = (takes: (count: number) => boolean, claim: Claim) => {
    for (const index of order) {
      const own = words[index] ?? []
      if (labels[index] === 0 && takes(own.length) && !isCopyOf(found, words, index)) {
        const count = claim(claims, index, own)
        if (count > 0) settle(index, count / own.length)
      }
    }
  }
  pass(count => count >= longWords, claimWhole(Infinity))
  pass(count => count > 1 && count < longWords, claimWhole(closeWords))
  pass(count => count >= longWords, claimPieces)
  pass(count => count > 2 && count < longWords, claimWhole(Infinity))
  pass(count => count > 0 && count <= 2, claimWhole(farWords))
  for (const index of order)
    if (labels[index] === 0) labels[index] = found.get(keyOf(words, index)) ?? 0
  return labels
}

const longWords = 5
const closeWords = 40
const farWords = 60
const minPieceWords = 3
/** Less of a block than this is there by chance. */
const minPieceShare = 0.25

const size = (words: string[][], index: number) => words[index]?.length ?? 0
const keyOf = (words: string[][], index: number) => words[index]?.join(' ') ?? ''

/** Only sentences: short texts (prices, cells) stand on a page and in the truth many times. */
const isCopyOf = (found: Map<string, number>, words: string[][], index: number): boolean =>
  size(words, index) >= longWords && found.has(keyOf(words, index))

/** The truth's words, which of them are taken, and where each block was found. */
type Claims = {
  wanted: string[]
  taken: Uint8Array
  starts: Map<string, number[]>
  places: Int32Array
}
/** Takes words of the truth for a block; how many. */
type Claim = (claims: Claims, index: number, own: string[]) => number

const claimsOn = (truth: string, blocks: number): Claims => {
  const wanted = wordsOf(truth)
  const starts = new Map<string, number[]>()
  wanted.forEach((word, at) => {
    const list = starts.get(word)
    if (list) list.push(at)
    else starts.set(word, [at])
  })
  return {
    wanted,
    taken: new Uint8Array(wanted.length),
    starts,
    places: new Int32Array(blocks).fill(-1),
  }
}

const claimWhole =
  (maxAway: number): Claim =>
  (claims, index, own) => {
    const expected = expectedPlace(claims.places, index)
    const run = longestRun(claims, own, 0, expected)
    if (run.length < own.length) return 0
    if (expected < 0 ? maxAway === closeWords : Math.abs(run.at - expected) > maxAway) return 0
    claims.taken.fill(1, run.at, run.at + run.length)
    claims.places[index] = run.at
    return run.length
  }

/** Truth and page differ in places (captions, ads in a sentence): runs of some words count. */
const claimPieces: Claim = (claims, index, own) => {
  const pieces: Run[] = []
  let count = 0
  let near = expectedPlace(claims.places, index)
  for (let from = 0; from < own.length; ) {
    const run = longestRun(claims, own, from, near)
    if (run.length < minPieceWords) {
      from++
      continue
    }
    claims.taken.fill(1, run.at, run.at + run.length)
    pieces.push(run)
    near = run.at + run.length
    count += run.length
    from += run.length
  }
  if (count < minPieceShare * own.length) {
    for (const { at, length } of pieces) claims.taken.fill(0, at, at + length)
    return 0
  }
  claims.places[index] = pieces[0]?.at ?? -1
  return count
}

/** Where the nearest block that was found stands in the truth. */
const expectedPlace = (places: Int32Array, index: number): number => {
  for (let away = 1; away < 40; away++) {
    const before = places[index - away] ?? -1
    if (before >= 0) return before
    const after = places[index + away] ?? -1
    if (after >= 0) return after
  }
  return -1
}

type Run = { length: number; at: number }

/** The longest run of free truth words that equals the block from `from` on. */
const longestRun = (
  { wanted, taken, starts }: Claims,
  own: string[],
  from: number,
  expected: number,
): Run => {
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
