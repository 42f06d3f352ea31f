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

/**
 * Words a page uses for itself as a whole: classes of `<html>` and `<body>`, the path, the types
 * of its data, the program that made it.
 */
export const pageTokens = (view: PageView): number[] => {
  const { facts, regions } = view
  const tokens = new Set<number>()
  for (const region of regions.slice(0, 4))
    if (region.element.name === 'body' || region.element.name === 'html')
      for (const token of markupTokens(region)) tokens.add(token)
  for (const word of facts.path) tokens.add(mixHash(1, hashWord(word)))
  for (const type of facts.types) tokens.add(mixHash(2, type))
  tokens.add(mixHash(3, hashWord(facts.ogType)))
  tokens.add(mixHash(4, hashWord(facts.generator.split(' ')[0] ?? '')))
  return [...tokens]
}

export type Odds = { mean: number; low: number; high: number; known: number }

export const oddsOf = (tokens: readonly number[], table: WordTable): Odds => {
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
