import type { HtmlDocument } from '../html.ts'
import { type Block, type Region, splitBlocks } from './blocks.ts'
import { type PageFacts, readPageFacts } from './page.ts'
import { flagBit, flagsOf } from './regions.ts'
import { isHeading } from './tags.ts'
import { hashWord, mixHash } from './words.ts'

/**
 * Everything about a page that does not depend on what was learned: blocks, regions, sums over
 * them and the few places (headline, densest text) the rest is seen from. Every array here is
 * filled in one pass over blocks or regions.
 */
export type PageView = {
  facts: PageFacts
  blocks: Block[]
  regions: Region[]
  sums: Sums
  /** For each region, the flags of it and everything around it. */
  flags: Int32Array
  /** For each region, the nearest one around it with more blocks; -1 at the top. */
  wider: Int32Array
  /** For each region, how many siblings look like it (itself counted). */
  twins: Int32Array
  /** Which of its look-alike siblings it is, from 0. */
  twinRank: Int32Array
  /** Words of all look-alike siblings together, and their link characters and characters. */
  twinWords: Float64Array
  twinLinkChars: Float64Array
  twinChars: Float64Array
  /** For each block, a hash of the tags and classes of the elements around it. */
  shapes: Uint32Array
  /** For each block, the last heading before it, and the last one of a higher rank; -1 if none. */
  heading: Int32Array
  upperHeading: Int32Array
  /** Heading rank of each block, 0 for no heading. */
  ranks: Uint8Array
  /** How often the same text stands on the page, and how many times before this block. */
  copies: Int32Array
  copiesBefore: Int32Array
  /** Block index of the headline, or -1. */
  headline: number
  roots: Region[]
}

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

export const viewPage = (document: HtmlDocument, url: string | undefined): PageView => {
  const { blocks, regions } = splitBlocks(document.root)
  const facts = readPageFacts(document, url)
  const ranks = Uint8Array.from(blocks, rankOf)
  const sums = sumBlocks(blocks, ranks)
  const headline = findHeadline(blocks, ranks, facts)
  return {
    facts,
    blocks,
    regions,
    sums,
    flags: inheritFlags(regions),
    wider: findWider(regions),
    ...findTwins(regions, sums),
    shapes: shapesOf(blocks, regions),
    ...findHeadings(ranks),
    ranks,
    ...countCopies(blocks),
    headline,
    roots: findRoots(regions, blocks, sums, headline),
  }
}

export const linkShare = (block: Block): number =>
  block.facts.chars === 0 ? 0 : Math.min(1, block.linkChars / block.facts.chars)

export const isProse = (block: Block): boolean =>
  block.facts.words >= 10 && block.facts.stops + block.facts.commas > 0 && linkShare(block) < 0.5

const rankOf = (block: Block): number => {
  for (let region: Region | undefined = block.region; region; region = region.parent) {
    const { name } = region.element
    if (isHeading(name)) return name.charCodeAt(1) - 48
    if (region === block.container) break
  }
  return 0
}

const sumBlocks = (blocks: Block[], ranks: Uint8Array): Sums => {
  const size = blocks.length + 1
  const sums: Sums = {
    words: new Float64Array(size),
    chars: new Float64Array(size),
    linkChars: new Float64Array(size),
    prose: new Float64Array(size),
    headings: new Float64Array(size),
    commas: new Float64Array(size),
    prices: new Float64Array(size),
    short: new Float64Array(size),
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

export const between = (sum: Float64Array, first: number, end: number): number =>
  (sum[end] ?? 0) - (sum[first] ?? 0)

const inheritFlags = (regions: Region[]): Int32Array => {
  const flags = new Int32Array(regions.length)
  for (const region of regions)
    flags[region.index] = flagsOf(region) | (region.parent ? (flags[region.parent.index] ?? 0) : 0)
  return flags
}

const findWider = (regions: Region[]): Int32Array => {
  const wider = new Int32Array(regions.length).fill(-1)
  for (const { index, parent, first, end } of regions) {
    if (!parent) continue
    const grows = parent.end - parent.first > end - first
    wider[index] = grows ? parent.index : (wider[parent.index] ?? -1)
  }
  return wider
}

const nameKeys = new Map<string, number>()
const maxNameKeys = 20_000

/** Hash of an element's looks: tag and the letters of its first classes. */
const looksOf = (region: Region): number => {
  const { name, attributes } = region.element
  const key = `${name} ${(attributes.class ?? '').slice(0, 80)}`
  const known = nameKeys.get(key)
  if (known !== undefined) return known
  if (nameKeys.size >= maxNameKeys) nameKeys.clear()
  let letters = ''
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i)
    if (code < 48 || code > 57) letters += key[i]
  }
  const hash = hashWord(letters)
  nameKeys.set(key, hash)
  return hash
}

const findTwins = (regions: Region[], sums: Sums) => {
  const groups = new Map<number, Region[]>()
  for (const region of regions) {
    const key = (region.parent?.index ?? 0) * 0x1_0000_0000 + looksOf(region)
    const group = groups.get(key)
    if (group) group.push(region)
    else groups.set(key, [region])
  }
  const size = regions.length
  const twins = new Int32Array(size)
  const twinRank = new Int32Array(size)
  const twinWords = new Float64Array(size)
  const twinLinkChars = new Float64Array(size)
  const twinChars = new Float64Array(size)
  for (const group of groups.values()) {
    let words = 0
    let linkChars = 0
    let chars = 0
    for (const { first, end } of group) {
      words += between(sums.words, first, end)
      linkChars += between(sums.linkChars, first, end)
      chars += between(sums.chars, first, end)
    }
    group.forEach(({ index }, rank) => {
      twins[index] = group.length
      twinRank[index] = rank
      twinWords[index] = words
      twinLinkChars[index] = linkChars
      twinChars[index] = chars
    })
  }
  return { twins, twinRank, twinWords, twinLinkChars, twinChars }
}

const shapesOf = (blocks: Block[], regions: Region[]): Uint32Array => {
  const paths = new Uint32Array(regions.length)
  for (const region of regions)
    paths[region.index] = mixHash(
      region.parent ? (paths[region.parent.index] ?? 0) : 0,
      looksOf(region),
    )
  return Uint32Array.from(blocks, block => paths[block.container.index] ?? 0)
}

const findHeadings = (ranks: Uint8Array) => {
  const heading = new Int32Array(ranks.length).fill(-1)
  const upperHeading = new Int32Array(ranks.length).fill(-1)
  const last = new Int32Array(8).fill(-1)
  let nearest = -1
  ranks.forEach((rank, at) => {
    heading[at] = nearest
    const below = rank > 0 ? rank : nearest < 0 ? 0 : (ranks[nearest] ?? 0)
    let upper = -1
    for (let above = 1; above < below; above++) upper = Math.max(upper, last[above] ?? -1)
    upperHeading[at] = upper
    if (rank === 0) return
    nearest = at
    last[rank] = at
    last.fill(-1, rank + 1)
  })
  return { heading, upperHeading }
}

const countCopies = (blocks: Block[]) => {
  const seen = new Map<number, number>()
  const copiesBefore = new Int32Array(blocks.length)
  for (const { index, facts } of blocks) {
    const count = seen.get(facts.digest) ?? 0
    copiesBefore[index] = count
    seen.set(facts.digest, count + 1)
  }
  const copies = Int32Array.from(blocks, ({ facts }) => seen.get(facts.digest) ?? 1)
  return { copies, copiesBefore }
}

/** The h1 (else h2) that shares most with the page's title; without overlap the first h1. */
const findHeadline = (blocks: Block[], ranks: Uint8Array, facts: PageFacts): number => {
  let best = -1
  let bestScore = 0
  for (const { index, facts: text } of blocks) {
    const rank = ranks[index] ?? 0
    if (rank === 0 || rank > 2 || text.words === 0) continue
    let shared = 0
    for (const hash of text.hashes) if (facts.titleWords.has(hash)) shared++
    const overlap = shared / Math.max(text.hashes.length, facts.titleWords.size, 1)
    const score = overlap + (rank === 1 ? 0.35 : 0)
    if (score > bestScore + 0.001) {
      best = index
      bestScore = score
    }
  }
  return bestScore >= 0.35 ? best : -1
}

/**
 * Places that mark where the text is: the deepest regions with most of the running text, the
 * winner of paragraph voting (each paragraph votes for its parent, half for the grandparent), and
 * the smallest region around the headline with some text in it.
 */
const findRoots = (regions: Region[], blocks: Block[], sums: Sums, headline: number): Region[] => {
  const top = regions[0]
  if (!top) return []
  const total = between(sums.prose, top.first, top.end)
  const half = deepestWith(regions, sums.prose, total * 0.5)
  const most = deepestWith(regions, sums.prose, total * 0.8)
  const voted = voteRoot(regions, blocks) ?? top
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

const voteRoot = (regions: Region[], blocks: Block[]): Region | undefined => {
  const votes = new Float64Array(regions.length)
  for (const block of blocks) {
    const { facts } = block
    if (facts.chars < 25) continue
    const worth = (1 + facts.commas + Math.min(facts.chars / 100, 3)) * (1 - linkShare(block)) ** 2
    const parent = block.container.parent
    if (!parent) continue
    votes[parent.index] = (votes[parent.index] ?? 0) + worth
    if (parent.parent) votes[parent.parent.index] = (votes[parent.parent.index] ?? 0) + worth / 2
  }
  let best: Region | undefined
  for (const region of regions) {
    if ((flagsOf(region) & unlikely) !== 0) continue
    if (!best || (votes[region.index] ?? 0) > (votes[best.index] ?? 0)) best = region
  }
  return best
}
