import { itemAt } from '../../kit/item-at.ts'
import { float32s, int16s, int32s, uint8s } from '../../kit/small-arrays.ts'
import type { Block, Region } from './blocks.ts'
import { isShort, type Lexicon, type Odds, oddsOf, proseTokens, textTokens } from './lexicon.ts'
import { markupKey, markupTokens } from './regions.ts'
import { between, isProse } from './sums.ts'
import type { PageView } from './view.ts'

/** What the features of all blocks of a page have in common, worked out once for the page. */
export type Context = {
  /** For each region: odds of its own markup, and the extremes and sum of all around it. */
  own: Odds[]
  path: PathOdds
  /** The same as learned from pages that are not running text. */
  goodsOwn: Odds[]
  goodsPath: PathOdds
  /** For each block: odds of its words, by both tables, and as a heading of others. */
  text: (Odds | undefined)[]
  goodsText: (Odds | undefined)[]
  /** Odds of the words of long blocks; short ones have none. */
  prose: (Odds | undefined)[]
  headings: Map<number, Odds>
  /** For each root and region: levels from the root up to the first region around both. */
  rootGaps: Int16Array[]
  headlineGaps: Int16Array
  /** For each region, the one above it (or itself) with the largest group of look-alikes. */
  bestTwins: Int32Array
  groups: Groups
  shapes: Map<number, Shape>
  /** For each region, the largest around it that is not yet the whole page, and the next in it. */
  big: Int32Array
  next: Int32Array
  firstProse: number
  lastProse: number
  firstPrice: number
  totalWords: number
}

type PathOdds = { low: Float32Array; high: Float32Array; sum: Float32Array }
type Shape = { blocks: number; words: number; chars: number; links: number }
/** Groups of look-alikes by size: on a list page the largest is the list, the rest is around it. */
type Groups = { rank: Map<number, number>; largest: number }

/** `judged` are the blocks that are described: of no others are the words looked up. */
export const contextOf = (
  view: PageView,
  lexicon: Lexicon,
  judged: readonly Block[] = view.blocks,
): Context => {
  const { regions, blocks } = view
  const headline = blocks[view.headline]?.container
  const isNeeded = judged.length < blocks.length ? markWithNeighbours(view, judged) : undefined
  const { own, goodsOwn } = ownOdds(isNeeded ? regionsAround(view, isNeeded) : regions, lexicon)
  const bestTwins = findBestTwins(view)
  const totalWords = Math.max(1, between(view.sums.words, 0, blocks.length))
  return {
    own,
    path: pathOdds(regions, own),
    goodsOwn,
    goodsPath: pathOdds(regions, goodsOwn),
    ...wordOdds(isNeeded ? blocks.filter(({ index }) => isNeeded[index]) : blocks, lexicon),
    headings: headingOdds(view, lexicon, judged),
    rootGaps: view.roots.map(root => gapsTo(root, regions)),
    headlineGaps: headline ? gapsTo(headline, regions) : int16s(regions.length).fill(-1),
    bestTwins,
    groups: rankGroups(view, bestTwins),
    shapes: countShapes(view),
    ...findBig(view, totalWords),
    firstProse: blocks.findIndex(isLongProse),
    lastProse: blocks.findLastIndex(isLongProse),
    firstPrice: blocks.findIndex(({ facts }) => facts.currencies > 0 && facts.digits > 0),
    totalWords,
  }
}

const isLongProse = (block: Block) => block.facts.words >= 20 && isProse(block)

/** Pages repeat the same markup many times: its odds are looked up once for each spelling. */
const ownOdds = (regions: Region[], lexicon: Lexicon) => {
  const known = new Map<string, [Odds, Odds]>()
  const own: Odds[] = []
  const goodsOwn: Odds[] = []
  for (const region of regions) {
    const key = markupKey(region)
    let odds = known.get(key)
    if (!odds) {
      const tokens = markupTokens(region)
      odds = [oddsOf(tokens, lexicon.markup), oddsOf(tokens, lexicon.goodsMarkup)]
      known.set(key, odds)
    }
    own[region.index] = odds[0]
    goodsOwn[region.index] = odds[1]
  }
  return { own, goodsOwn }
}

const pathOdds = (regions: Region[], own: Odds[]): PathOdds => {
  const low = float32s(regions.length)
  const high = float32s(regions.length)
  const sum = float32s(regions.length)
  for (const { index, parent } of regions) {
    const odds = own[index]
    const above = parent ? parent.index : -1
    low[index] = Math.min(odds?.low ?? 0, low[above] ?? 0)
    high[index] = Math.max(odds?.high ?? 0, high[above] ?? 0)
    sum[index] = (odds?.low ?? 0) + (odds?.high ?? 0) + (sum[above] ?? 0)
  }
  return { low, high, sum }
}

const wordOdds = (blocks: readonly Block[], lexicon: Lexicon) => {
  const text: (Odds | undefined)[] = []
  const goodsText: (Odds | undefined)[] = []
  const prose: (Odds | undefined)[] = []
  for (const block of blocks) {
    const tokens = textTokens(block)
    text[block.index] = oddsOf(tokens, lexicon.text)
    goodsText[block.index] = oddsOf(tokens, lexicon.goodsText)
    prose[block.index] = isShort(block) ? undefined : oddsOf(proseTokens(block), lexicon.prose)
  }
  return { text, goodsText, prose }
}

/** Of the headings above some blocks. */
const headingOdds = (
  { blocks, heading, upperHeading }: PageView,
  lexicon: Lexicon,
  below: readonly Block[],
): Map<number, Odds> => {
  const known = new Map<number, Odds>()
  const add = (at: number | undefined) => {
    const block = itemAt(blocks, at ?? -1)
    if (block && !known.has(block.index))
      known.set(block.index, oddsOf(textTokens(block), lexicon.heading))
  }
  for (const { index } of below) {
    add(heading[index])
    add(upperHeading[index])
  }
  return known
}

/** The two blocks before and behind each count too: see `neighbourColumns`. */
const markWithNeighbours = ({ blocks }: PageView, judged: readonly Block[]): Uint8Array => {
  const marked = uint8s(blocks.length)
  for (const { index } of judged) marked.fill(1, Math.max(0, index - 2), index + 3)
  return marked
}

/** Those that hold one of the marked blocks. */
const regionsAround = ({ blocks, regions }: PageView, isMarked: Uint8Array): Region[] => {
  const isAround = uint8s(regions.length)
  for (const block of blocks) {
    if (!isMarked[block.index]) continue
    for (let at: Region | undefined = block.region; at && !isAround[at.index]; at = at.parent)
      isAround[at.index] = 1
  }
  return regions.filter(({ index }) => isAround[index])
}

const gapsTo = (root: Region, regions: Region[]): Int16Array => {
  const gaps = int16s(regions.length).fill(-1)
  for (let region: Region | undefined = root; region; region = region.parent)
    gaps[region.index] = root.level - region.level
  for (const { index, parent } of regions)
    if (gaps[index] === -1) gaps[index] = parent ? (gaps[parent.index] as number) : root.level
  return gaps
}

const findBestTwins = (view: PageView): Int32Array => {
  const best = int32s(view.regions.length).fill(-1)
  for (const { index, parent } of view.regions) {
    const above = parent ? (best[parent.index] ?? -1) : -1
    const own = (view.twins[index] ?? 0) >= 3 ? (view.twinWords[index] ?? 0) : 0
    best[index] = own > (view.twinWords[above] ?? 0) ? index : above
  }
  return best
}

/** Which group a region's look-alikes are, the same number for all of them. */
export const groupKey = (view: PageView, index: number): number => {
  const region = view.regions[index]
  return (region?.parent?.index ?? -1) * 4096 + ((view.twinWords[index] ?? 0) % 4096)
}

const rankGroups = (view: PageView, bestTwins: Int32Array): Groups => {
  const words = new Map<number, number>()
  for (const block of view.blocks) {
    const best = bestTwins[block.container.index] ?? -1
    if (best >= 0) words.set(groupKey(view, best), view.twinWords[best] ?? 0)
  }
  const sorted = [...words].sort((a, b) => b[1] - a[1])
  return {
    rank: new Map(sorted.map(([key], rank) => [key, rank])),
    largest: sorted[0]?.[1] ?? 0,
  }
}

const countShapes = (view: PageView): Map<number, Shape> => {
  const shapes = new Map<number, Shape>()
  for (const block of view.blocks) {
    const key = view.shapes[block.index] ?? 0
    let shape = shapes.get(key)
    if (!shape) {
      shape = { blocks: 0, words: 0, chars: 0, links: 0 }
      shapes.set(key, shape)
    }
    shape.blocks++
    shape.words += block.facts.words
    shape.chars += block.facts.chars
    shape.links += block.linkChars
  }
  return shapes
}

const wholePage = 0.9

/** Top-down, so that deep nesting costs nothing: a region's answer is its parent's or itself. */
const findBig = (view: PageView, totalWords: number) => {
  const big = int32s(view.regions.length).fill(-1)
  const next = int32s(view.regions.length).fill(-1)
  for (const { index, first, end, parent } of view.regions) {
    if (between(view.sums.words, first, end) > wholePage * totalWords) continue
    const above = parent ? parent.index : -1
    const outer = big[above] ?? -1
    big[index] = outer >= 0 ? outer : index
    if (outer < 0) continue
    const inner = next[above] ?? -1
    const outerRegion = view.regions[outer]
    const smaller = outerRegion && end - first < outerRegion.end - outerRegion.first
    next[index] = inner >= 0 ? inner : smaller ? index : -1
  }
  return { big, next }
}
