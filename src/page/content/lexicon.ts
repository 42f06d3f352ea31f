import { int32s } from '../../kit/small-arrays.ts'
import type { WordTable } from '../learned/word-table.ts'
import type { Block } from './blocks.ts'
import { markupTokens } from './regions.ts'
import type { PageView } from './view.ts'
import { hashWord, mixHash } from './words.ts'

/** What was learned about words: for each, log-odds of being content. */
export type Lexicon = {
  /** Words of classes, ids, tags, roles. */
  markup: WordTable
  /** Words of short blocks. */
  text: WordTable
  /** Words of long blocks that give away notices, offers and biographies. */
  prose: WordTable
  /** Words of the heading above a block. */
  heading: WordTable
  /** The first two again, learned only from pages that are not running text. */
  goodsMarkup: WordTable
  goodsText: WordTable
  /** For each page type, words of the page as a whole that speak for it. */
  types: WordTable[]
}

const wholeSeed = 0x5bd1e995
const maxWords = 12

/** The first words, pairs of them and, if it is short, the whole of a block's text. */
export const textTokens = ({ facts: { hashes, words, digest } }: Block): Int32Array => {
  const count = Math.min(hashes.length, maxWords)
  if (words === 0 || words > 8) return wordsAndPairs(hashes, count, 0)
  const tokens = wordsAndPairs(hashes, count, 1)
  tokens[tokens.length - 1] = mixHash(wholeSeed, digest)
  return tokens
}

/** The first of some words, each but the first with a pair behind it, and room for others. */
const wordsAndPairs = (hashes: Int32Array, count: number, room: number): Int32Array => {
  const tokens = int32s(Math.max(0, 2 * count - 1) + room)
  for (let i = 0; i < count; i++) {
    const hash = hashes[i] as number
    tokens[Math.max(0, 2 * i - 1)] = hash
    if (i > 0) tokens[2 * i] = mixHash(hashes[i - 1] as number, hash)
  }
  return tokens
}

/** Longer blocks are judged by other words than labels, menus and captions. */
export const isShort = (block: Block): boolean => block.facts.words <= 20

/** All the words known of a long block, alone and in pairs. */
export const proseTokens = ({ facts: { hashes } }: Block): Int32Array =>
  wordsAndPairs(hashes, hashes.length, 0)

/**
 * Words a page uses for itself as a whole: classes of `<html>` and `<body>`, the path, the types
 * of its data, the program that made it.
 */
export const pageTokens = (view: PageView): Int32Array => {
  const { facts, regions } = view
  const tokens = new Set<number>()
  for (const region of regions.slice(0, 4))
    if (region.element.name === 'body' || region.element.name === 'html')
      for (const token of markupTokens(region)) tokens.add(token)
  for (const word of facts.path) tokens.add(mixHash(1, hashWord(word)))
  for (const type of facts.types) tokens.add(mixHash(2, type))
  tokens.add(mixHash(3, hashWord(facts.ogType)))
  tokens.add(mixHash(4, hashWord(facts.generator.split(' ')[0] ?? '')))
  return Int32Array.from(tokens)
}

export type Odds = { mean: number; low: number; high: number; known: number }

export const oddsOf = (tokens: Int32Array, table: WordTable): Odds => {
  let sum = 0
  let low = 0
  let high = 0
  let known = 0
  for (let at = 0; at < tokens.length; at++) {
    const odds = table.get(tokens[at] as number)
    if (odds === undefined) continue
    known++
    sum += odds
    if (odds < low) low = odds
    if (odds > high) high = odds
  }
  return { mean: known === 0 ? 0 : sum / known, low, high, known }
}
