import { codeAt } from '../../kit/code-at.ts'
import { float64s, int32s, uint8s } from '../../kit/small-arrays.ts'
import type { HtmlDocument } from '../html/html.ts'
import { type Block, type Region, splitBlocks } from './blocks.ts'
import { type ContentFacts, readContentFacts } from './page.ts'
import { flagBit, flagsOf } from './regions.ts'
import { findRoots } from './roots.ts'
import { between, type Sums, sumBlocks } from './sums.ts'
import { isHeading } from './tags.ts'
import { hashNext, hashStart, hashWord, mixHash } from './words.ts'

/**
 * Everything about a page that does not depend on what was learned: blocks, regions, sums over
 * them and the few places (headline, densest text) the rest is seen from. Every array here is
 * filled in one pass over blocks or regions.
 */
export type PageView = {
  facts: ContentFacts
  blocks: Block[]
  regions: Region[]
  sums: Sums
  /** For each region, the flags of it and everything around it. */
  flags: Int32Array
  /** For each region, the nearest one around it with more blocks; -1 at the top. */
  wider: Int32Array
  /** For each region, a hash of its tag and classes. */
  looks: Int32Array
  /** For each region, how many siblings look like it (itself counted). */
  twins: Int32Array
  /** Which of its look-alike siblings it is, from 0. */
  twinRank: Int32Array
  /** Words of all look-alike siblings together, and their link characters and characters. */
  twinWords: Float64Array
  twinLinkChars: Float64Array
  twinChars: Float64Array
  /** Pictures and times in all of them. */
  twinImages: Int32Array
  twinTimes: Int32Array
  /** For each block, a hash of the tags and classes of the elements around it. */
  shapes: Int32Array
  /** For each block, the last heading before it, and the last one of a higher rank; -1 if none. */
  heading: Int32Array
  upperHeading: Int32Array
  /** Heading rank of each block, 0 for no heading. */
  ranks: Uint8Array
  /** How often the same text stands on the page, and how many times before this block. */
  copies: Int32Array
  copiesBefore: Int32Array
  /** The first block with the same text. */
  firstCopy: Int32Array
  /** Short texts that stand on the page three times or more (Reply, Share), summed up to each block. */
  labels: Float64Array
  /** Block index of the headline, or -1. */
  headline: number
  roots: Region[]
}

export const viewPage = (document: HtmlDocument, url: string | undefined): PageView => {
  const { blocks, regions } = splitBlocks(document.root)
  const facts = readContentFacts(document, url)
  const ranks = ranksOf(blocks)
  const sums = sumBlocks(blocks, ranks)
  const headline = findHeadline(blocks, ranks, facts)
  const looks = looksOf(regions)
  const ownFlags = int32s(regions.length)
  for (const region of regions) ownFlags[region.index] = flagsOf(region)
  clearAround(regions, ownFlags, headline)
  return {
    facts,
    blocks,
    regions,
    sums,
    flags: inheritFlags(regions, ownFlags),
    wider: findWider(regions),
    looks,
    ...findTwins(regions, looks, sums),
    shapes: shapesOf(blocks, regions, looks),
    ...findHeadings(ranks),
    ranks,
    ...countCopies(blocks),
    headline,
    roots: findRoots(regions, blocks, sums, headline, ownFlags),
  }
}

const ranksOf = (blocks: Block[]): Uint8Array => {
  const ranks = uint8s(blocks.length)
  for (const block of blocks) ranks[block.index] = rankOf(block)
  return ranks
}

const rankOf = (block: Block): number => {
  for (let region: Region | undefined = block.region; region; region = region.parent) {
    const { name } = region.element
    if (isHeading(name)) return name.charCodeAt(1) - 48
    if (region === block.container) break
  }
  return 0
}

/** What holds the headline is the page itself, whatever its classes say of comments. */
const clearAround = (regions: Region[], own: Int32Array, headline: number) => {
  for (const { index, first, end, element } of regions)
    if ((headline >= first && headline < end) || pageTags.has(element.name))
      own[index] = (own[index] ?? 0) & ~flagBit('comments')
}
const pageTags = new Set(['#document', 'html', 'body', 'main'])

const inheritFlags = (regions: Region[], own: Int32Array): Int32Array => {
  const flags = int32s(regions.length)
  for (const region of regions)
    flags[region.index] =
      (own[region.index] ?? 0) | (region.parent ? (flags[region.parent.index] ?? 0) : 0)
  return flags
}

const findWider = (regions: Region[]): Int32Array => {
  const wider = int32s(regions.length).fill(-1)
  for (const { index, parent, first, end } of regions) {
    if (!parent) continue
    const grows = parent.end - parent.first > end - first
    wider[index] = grows ? parent.index : (wider[parent.index] ?? -1)
  }
  return wider
}

const maxLooksChars = 80

/**
 * For each region a hash of its looks: tag and the letters of its first classes, but for those that
 * say which of its kind it is (the first, an odd one, the one that is open).
 */
const looksOf = (regions: Region[]): Int32Array => {
  const looks = int32s(regions.length)
  for (const { index, element } of regions) {
    let hash = hashWord(element.name)
    const names = element.attributes.class ?? ''
    const end = Math.min(names.length, maxLooksChars)
    let word = hashStart
    for (let i = 0; i <= end; i++) {
      const code = i < end ? codeAt(names, i) : 32
      if (code === 32) {
        if (word !== hashStart && !states.has(word)) hash = mixHash(hash, word)
        word = hashStart
      } else if (code < 48 || code > 57) word = hashNext(word, code)
    }
    looks[index] = hash
  }
  return looks
}

const states = new Set(
  'first last odd even alt alternate active current selected open opened closed collapsed expanded is-first is-last is-active is-current is-selected is-open'
    .split(' ')
    .map(hashWord),
)

const findTwins = (regions: Region[], looks: Int32Array, sums: Sums) => {
  const size = regions.length
  const firsts = new Map<number, number>()
  /** The first of its look-alikes; what all of them have is summed up there. */
  const firstOf = int32s(size)
  const twins = int32s(size)
  const twinRank = int32s(size)
  const twinWords = float64s(size)
  const twinLinkChars = float64s(size)
  const twinChars = float64s(size)
  const twinImages = int32s(size)
  const twinTimes = int32s(size)
  for (const { index, first, end, parent, images, times } of regions) {
    // Two bits less than the hash, so that the key is a small integer.
    const key = mixHash(parent?.index ?? 0, looks[index] ?? 0) >>> 2
    const at = firsts.get(key) ?? index
    if (at === index) firsts.set(key, index)
    firstOf[index] = at
    twinRank[index] = twins[at] as number
    twins[at] = (twins[at] as number) + 1
    twinWords[at] = (twinWords[at] as number) + between(sums.words, first, end)
    twinLinkChars[at] = (twinLinkChars[at] as number) + between(sums.linkChars, first, end)
    twinChars[at] = (twinChars[at] as number) + between(sums.chars, first, end)
    twinImages[at] = (twinImages[at] as number) + images
    twinTimes[at] = (twinTimes[at] as number) + times
  }
  for (let index = 0; index < size; index++) {
    const at = firstOf[index] as number
    twins[index] = twins[at] as number
    twinWords[index] = twinWords[at] as number
    twinLinkChars[index] = twinLinkChars[at] as number
    twinChars[index] = twinChars[at] as number
    twinImages[index] = twinImages[at] as number
    twinTimes[index] = twinTimes[at] as number
  }
  return { twins, twinRank, twinWords, twinLinkChars, twinChars, twinImages, twinTimes }
}

export const shapesOf = (blocks: Block[], regions: Region[], looks: Int32Array): Int32Array => {
  const paths = int32s(regions.length)
  for (const region of regions)
    paths[region.index] = mixHash(
      region.parent ? (paths[region.parent.index] ?? 0) : 0,
      looks[region.index] ?? 0,
    )
  const shapes = int32s(blocks.length)
  for (const { index, container } of blocks) shapes[index] = paths[container.index] ?? 0
  return shapes
}

const findHeadings = (ranks: Uint8Array) => {
  const heading = int32s(ranks.length).fill(-1)
  const upperHeading = int32s(ranks.length).fill(-1)
  const last = int32s(8).fill(-1)
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
  const first = new Map<number, number>()
  const firstCopy = int32s(blocks.length)
  const copiesBefore = int32s(blocks.length)
  /** Of each text, where it comes first. */
  const counts = int32s(blocks.length)
  for (const { index, facts } of blocks) {
    const at = first.get(facts.digest) ?? index
    if (at === index) first.set(facts.digest, index)
    firstCopy[index] = at
    copiesBefore[index] = counts[at] ?? 0
    counts[at] = (counts[at] ?? 0) + 1
  }
  const copies = firstCopy.map(at => counts[at] ?? 1)
  const labels = float64s(blocks.length + 1)
  for (const { index, facts } of blocks) {
    const isLabel = facts.words <= maxLabelWords && (copies[index] ?? 0) >= minLabelCopies
    labels[index + 1] = (labels[index] ?? 0) + (isLabel ? 1 : 0)
  }
  return { copies, copiesBefore, firstCopy, labels }
}
const maxLabelWords = 4
const minLabelCopies = 3

/** The h1 (else h2) that shares most with the page's title; without overlap the first h1. */
const findHeadline = (blocks: Block[], ranks: Uint8Array, facts: ContentFacts): number => {
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
