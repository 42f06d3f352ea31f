import type { Block } from './blocks.ts'
import { mixHash } from './words.ts'

/** What was learned about words: a log-odds of being content for each known hash. */
export type TokenTable = { get: (hash: number) => number | undefined }

export type Lexicon = {
  /** Words of classes, ids, tags, roles. */
  markup: TokenTable
  /** Words of short blocks. */
  text: TokenTable
  /** Words of long blocks that give away notices, offers and biographies. */
  prose: TokenTable
  /** Words of the heading above a block. */
  heading: TokenTable
  /** The first two again, learned only from pages that are not running text. */
  goodsMarkup: TokenTable
  goodsText: TokenTable
  /** For each page type, words of the page as a whole that speak for it. */
  types: TokenTable[]
}

const wholeSeed = 0x5bd1e995
const maxWords = 12

/** The first words, pairs of them and, if it is short, the whole of a block's text. */
export const textTokens = (block: Block): number[] => {
  const { hashes, words, digest } = block.facts
  const tokens: number[] = []
  const count = Math.min(hashes.length, maxWords)
  for (let i = 0; i < count; i++) {
    tokens.push(hashes[i] ?? 0)
    if (i > 0) tokens.push(mixHash(hashes[i - 1] ?? 0, hashes[i] ?? 0))
  }
  if (words > 0 && words <= 8) tokens.push(mixHash(wholeSeed, digest))
  return tokens
}

/** Longer blocks are judged by other words than labels, menus and captions. */
export const isShort = (block: Block): boolean => block.facts.words <= 20

/** All the words known of a long block, alone and in pairs. */
export const proseTokens = (block: Block): number[] => {
  const { hashes } = block.facts
  const tokens: number[] = []
  for (let i = 0; i < hashes.length; i++) {
    tokens.push(hashes[i] ?? 0)
    if (i > 0) tokens.push(mixHash(hashes[i - 1] ?? 0, hashes[i] ?? 0))
  }
  return tokens
}

export type Odds = { mean: number; low: number; high: number; known: number }

export const oddsOf = (tokens: Iterable<number>, table: TokenTable): Odds => {
  let sum = 0
  let low = 0
  let high = 0
  let known = 0
  for (const token of tokens) {
    const odds = table.get(token)
    if (odds === undefined) continue
    known++
    sum += odds
    if (odds < low) low = odds
    if (odds > high) high = odds
  }
  return { mean: known === 0 ? 0 : sum / known, low, high, known }
}
