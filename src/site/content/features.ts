import type { Block, Region } from './blocks.ts'
import { type Lexicon, type Odds, oddsOf, type TokenTable, textTokens } from './lexicon.ts'
import { trigram } from './page.ts'
import { flagNames, markupTokens } from './regions.ts'
import { between, isProse, linkShare, type PageView } from './view.ts'

/**
 * The numbers the block model reads, one row for each block. `page` holds what is the same for
 * all of them. Names are only collected when asked for (training and tests).
 */
export const describeBlocks = (
  view: PageView,
  lexicon: Lexicon,
  page: Float32Array,
  names?: string[],
): Float32Array[] => {
  const context = contextOf(view, lexicon)
  return view.blocks.map((block, at) => {
    const values: number[] = []
    const put: Put = (name, value) => {
      if (at === 0) names?.push(name)
      values.push(value)
    }
    putText(block, put)
    putPlace(block, view, put)
    putFlags(block, view, put)
    putWords(block, view, context, put)
    putMarkup(block, view, context, put)
    putContainers(block, view, context, put)
    putTwins(block, view, context, put)
    putNeighbours(block, view, context, put)
    putRoots(block, view, context, put)
    page.forEach((value, at) => put(`page${at}`, value))
    return Float32Array.from(values)
  })
}

type Put = (name: string, value: number) => void

type PathOdds = { low: Float32Array; high: Float32Array; sum: Float32Array }

type Context = {
  lexicon: Lexicon
  /** For each region: odds of its own markup, and the sums and extremes of all around it. */
  own: Odds[]
  path: PathOdds
  /** The same as learned from pages that are not running text. */
  goodsOwn: Odds[]
  goodsPath: PathOdds
  /** For each region and root: how many levels above the root their common region is. */
  rootGap: Int16Array[]
  headlineGap: Int16Array
  /** For each region, the one above it (or itself) with the largest group of look-alikes. */
  bestTwins: Int32Array
  textOdds: Odds[]
  goodsText: Odds[]
  groups: Groups
  firstPrice: number
  shapeCount: Map<number, { blocks: number; words: number; chars: number; links: number }>
  firstProse: number
  lastProse: number
}

const contextOf = (view: PageView, lexicon: Lexicon): Context => {
  const { regions, blocks } = view
  const headline = blocks[view.headline]?.container
  const own = ownOdds(regions, lexicon.markup)
  const goodsOwn = ownOdds(regions, lexicon.goodsMarkup)
  const tokens = blocks.map(textTokens)
  const bestTwins = findBestTwins(view)
  return {
    lexicon,
    own,
    path: pathOdds(regions, own),
    goodsOwn,
    goodsPath: pathOdds(regions, goodsOwn),
    rootGap: view.roots.map(root => gapsTo(root, regions)),
    headlineGap: headline ? gapsTo(headline, regions) : new Int16Array(regions.length).fill(-1),
    bestTwins,
    groups: rankGroups(view, bestTwins),
    textOdds: tokens.map(own => oddsOf(own, lexicon.text)),
    goodsText: tokens.map(own => oddsOf(own, lexicon.goodsText)),
    firstPrice: blocks.findIndex(({ facts }) => facts.currencies > 0 && facts.digits > 0),
    shapeCount: countShapes(view),
    firstProse: blocks.findIndex(block => isProse(block) && block.facts.words >= 20),
    lastProse: blocks.findLastIndex(block => isProse(block) && block.facts.words >= 20),
  }
}

/** Pages repeat the same markup many times: its odds are looked up once for each spelling. */
const ownOdds = (regions: Region[], table: TokenTable): Odds[] => {
  const known = new Map<string, Odds>()
  return regions.map(region => {
    const { name, attributes } = region.element
    const key = `${name}|${attributes.class ?? ''}|${attributes.id ?? ''}|${attributes.role ?? ''}|${attributes.itemprop ?? ''}|${attributes['aria-label'] ?? ''}|${attributes['data-testid'] ?? ''}`
    const found = known.get(key)
    if (found) return found
    const odds = oddsOf(markupTokens(region), table)
    known.set(key, odds)
    return odds
  })
}

const pathOdds = (regions: Region[], own: Odds[]): PathOdds => {
  const low = new Float32Array(regions.length)
  const high = new Float32Array(regions.length)
  const sum = new Float32Array(regions.length)
  for (const { index, parent } of regions) {
    const odds = own[index]
    const above = parent ? parent.index : -1
    low[index] = Math.min(odds?.low ?? 0, low[above] ?? 0)
    high[index] = Math.max(odds?.high ?? 0, high[above] ?? 0)
    sum[index] = (odds?.low ?? 0) + (odds?.high ?? 0) + (sum[above] ?? 0)
  }
  return { low, high, sum }
}

/** For each region the level of `root` minus the level of their nearest common region. */
const gapsTo = (root: Region, regions: Region[]): Int16Array => {
  const gaps = new Int16Array(regions.length)
  const path = new Set<number>()
  for (let region: Region | undefined = root; region; region = region.parent) path.add(region.index)
  for (const { index, level, parent } of regions)
    gaps[index] = path.has(index)
      ? root.level - level
      : parent
        ? (gaps[parent.index] ?? 0)
        : root.level
  return gaps
}

const findBestTwins = (view: PageView): Int32Array => {
  const best = new Int32Array(view.regions.length).fill(-1)
  for (const { index, parent } of view.regions) {
    const above = parent ? (best[parent.index] ?? -1) : -1
    const own = (view.twins[index] ?? 0) >= 3 ? (view.twinWords[index] ?? 0) : 0
    best[index] = own > (view.twinWords[above] ?? 0) ? index : above
  }
  return best
}

/** Groups of look-alikes by size: on a list page the largest is the list, the rest is around it. */
type Groups = { rank: Map<number, number>; largest: number }

/** Which group a region's look-alikes are, the same number for all of them. */
const groupKey = (view: PageView, index: number): number => {
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

const countShapes = (view: PageView) => {
  const shapes: Context['shapeCount'] = new Map()
  for (const block of view.blocks) {
    const key = view.shapes[block.index] ?? 0
    const shape = shapes.get(key) ?? { blocks: 0, words: 0, chars: 0, links: 0 }
    shape.blocks++
    shape.words += block.facts.words
    shape.chars += block.facts.chars
    shape.links += block.linkChars
    shapes.set(key, shape)
  }
  return shapes
}

const putText = (block: Block, put: Put) => {
  const { facts } = block
  const chars = Math.max(1, facts.chars)
  const words = Math.max(1, facts.words)
  put('words', facts.words)
  put('chars', facts.chars)
  put('word length', facts.chars / words)
  put('link share', linkShare(block))
  put('links', block.links)
  put('words a link', block.links === 0 ? -1 : facts.words / block.links)
  put('digits', facts.digits / chars)
  put('uppers', facts.uppers / chars)
  put('uppers a word', facts.uppers / words)
  put('commas', facts.commas / words)
  put('stops', facts.stops)
  put('words a stop', facts.stops === 0 ? -1 : facts.words / facts.stops)
  put('currencies', facts.currencies)
  put('separators', facts.separators / words)
  put('last', endingOf(facts.lastCode))
  put('first', startOf(facts.firstCode))
}

const endingOf = (code: number): number => {
  if (code === 46 || code === 0x3002) return 4
  if (code === 63) return 3
  if (code === 33) return 2
  if (code === 58) return 1
  if (code >= 48 && code <= 57) return -1
  return code === 0x2026 ? -2 : 0
}

const startOf = (code: number): number => {
  if (code >= 65 && code <= 90) return 3
  if (code >= 97 && code <= 122) return 2
  if (code >= 48 && code <= 57) return 1
  return code < 128 ? 0 : -1
}

const tagNames = [
  'p',
  'li',
  'div',
  'td',
  'th',
  'dt',
  'dd',
  'pre',
  'figcaption',
  'button',
  'summary',
]

const putPlace = (block: Block, view: PageView, put: Put) => {
  const { index, container, region } = block
  const count = view.blocks.length
  const total = Math.max(1, between(view.sums.words, 0, count))
  put('index', index)
  put('from end', count - index)
  put('place', index / Math.max(1, count))
  put('words before', (view.sums.words[index] ?? 0) / total)
  put(
    'prose before',
    (view.sums.prose[index] ?? 0) / Math.max(1, between(view.sums.prose, 0, count)),
  )
  put('level', container.level)
  put('inline levels', region.level - container.level)
  put('rank', view.ranks[index] ?? 0)
  for (const tag of tagNames) put(`is ${tag}`, container.element.name === tag ? 1 : 0)
  put('in a', region.element.name === 'a' ? 1 : 0)
  put('in span', region.element.name === 'span' ? 1 : 0)
  put('copies', view.copies[index] ?? 1)
  put('copies before', view.copiesBefore[index] ?? 0)
  put('only child', container.element.children.length)
}

const putFlags = (block: Block, view: PageView, put: Put) => {
  const flags = view.flags[block.region.index] ?? 0
  flagNames.forEach((name, at) => put(`in ${name}`, (flags >>> at) & 1))
}

const putWords = (block: Block, view: PageView, context: Context, put: Put) => {
  const { hashes, words } = block.facts
  const { facts } = view
  const odds = context.textOdds[block.index]
  put('text mean', odds?.mean ?? 0)
  put('text low', odds?.low ?? 0)
  put('text high', odds?.high ?? 0)
  put('text known', odds?.known ?? 0)
  const goods = context.goodsText[block.index]
  put('goods text mean', goods?.mean ?? 0)
  put('goods text low', goods?.low ?? 0)
  put('goods text high', goods?.high ?? 0)
  let inTitle = 0
  let inDescription = 0
  let declared = 0
  hashes.forEach((hash, at) => {
    if (facts.titleWords.has(hash)) inTitle++
    if (facts.descriptionWords.has(hash)) inDescription++
    if (at > 1 && facts.declared.has(trigram(hashes, at))) declared++
  })
  const count = Math.max(1, hashes.length)
  put('in title', inTitle / count)
  put('of title', inTitle / Math.max(1, facts.titleWords.size))
  put('in description', inDescription / count)
  put('declared', facts.declared.size === 0 || words < 3 ? -1 : declared / Math.max(1, count - 2))
  const heading = view.heading[block.index] ?? -1
  const upper = view.upperHeading[block.index] ?? -1
  putHeading('heading', heading, block, view, context, put)
  putHeading('upper heading', upper, block, view, context, put)
  put('heading rank', view.ranks[heading] ?? 0)
}

const putHeading = (
  name: string,
  heading: number,
  block: Block,
  view: PageView,
  context: Context,
  put: Put,
) => {
  const above = view.blocks[heading]
  put(`${name} away`, above ? block.index - heading : -1)
  const odds = above ? oddsOf(textTokens(above), context.lexicon.heading) : undefined
  put(`${name} mean`, odds?.mean ?? 0)
  put(`${name} low`, odds?.low ?? 0)
  put(`${name} high`, odds?.high ?? 0)
  // A heading counts for what stands in the region around it; beyond, it is somebody else's.
  const reach = above ? (view.wider[above.container.index] ?? -1) : -1
  const inside = (view.regions[reach]?.end ?? -1) > block.index
  put(`${name} reaches`, above ? (inside ? 1 : 0) : -1)
}

const putMarkup = (block: Block, view: PageView, context: Context, put: Put) => {
  const { region, container } = block
  put('path low', context.path.low[region.index] ?? 0)
  put('path high', context.path.high[region.index] ?? 0)
  put('path sum', context.path.sum[region.index] ?? 0)
  put('goods path low', context.goodsPath.low[region.index] ?? 0)
  put('goods path high', context.goodsPath.high[region.index] ?? 0)
  put('goods path sum', context.goodsPath.sum[region.index] ?? 0)
  const wider = view.regions[view.wider[container.index] ?? -1]
  const widest = wider ? view.regions[view.wider[wider.index] ?? -1] : undefined
  putOdds('own', context.own[region.index], put)
  putOdds('container', context.own[container.index], put)
  putOdds('parent', container.parent ? context.own[container.parent.index] : undefined, put)
  const above = container.parent?.parent
  putOdds('grandparent', above ? context.own[above.index] : undefined, put)
  putOdds('goods container', context.goodsOwn[container.index], put)
  const parent = container.parent
  putOdds('goods parent', parent ? context.goodsOwn[parent.index] : undefined, put)
  putOdds('goods grandparent', above ? context.goodsOwn[above.index] : undefined, put)
  putOdds('goods wider', wider ? context.goodsOwn[wider.index] : undefined, put)
  putOdds('wider', wider ? context.own[wider.index] : undefined, put)
  putOdds('widest', widest ? context.own[widest.index] : undefined, put)
}

const putOdds = (name: string, odds: Odds | undefined, put: Put) => {
  put(`${name} low`, odds?.low ?? 0)
  put(`${name} high`, odds?.high ?? 0)
  put(`${name} mean`, odds?.mean ?? 0)
}

const putContainers = (block: Block, view: PageView, context: Context, put: Put) => {
  let at = block.container.index
  for (let step = 1; step <= 4; step++) {
    at = view.wider[at] ?? -1
    putRegion(`wider${step}`, view.regions[at], view, put)
  }
  // The largest region that is not yet the whole page, and the next one in it.
  const all = between(view.sums.words, 0, view.blocks.length)
  let big: Region | undefined
  let next: Region | undefined
  for (
    let region: Region | undefined = block.container;
    region;
    region = view.regions[view.wider[region.index] ?? -1]
  ) {
    if (between(view.sums.words, region.first, region.end) > 0.9 * all) break
    next = big
    big = region
  }
  putRegion('big', big, view, put)
  putRegion('next', next, view, put)
  putOdds('big', big ? context.own[big.index] : undefined, put)
}

const putRegion = (name: string, region: Region | undefined, view: PageView, put: Put) => {
  const first = region?.first ?? 0
  const end = region?.end ?? 0
  const { sums } = view
  const blocks = Math.max(1, end - first)
  const words = between(sums.words, first, end)
  const chars = Math.max(1, between(sums.chars, first, end))
  put(`${name} blocks`, end - first)
  put(`${name} words`, words)
  put(`${name} share`, words / Math.max(1, between(sums.words, 0, view.blocks.length)))
  put(`${name} links`, between(sums.linkChars, first, end) / chars)
  put(`${name} prose`, between(sums.prose, first, end) / Math.max(1, words))
  put(`${name} mean`, words / blocks)
  put(`${name} headings`, between(sums.headings, first, end) / blocks)
  put(`${name} commas`, between(sums.commas, first, end) / Math.max(1, words))
  put(`${name} short`, between(sums.short, first, end) / blocks)
  put(`${name} prices`, between(sums.prices, first, end) / blocks)
}

const putTwins = (block: Block, view: PageView, context: Context, put: Put) => {
  put('twins', view.twins[block.container.index] ?? 0)
  const wider = view.wider[block.container.index] ?? -1
  put('wider twins', view.twins[wider] ?? 0)
  const best = context.bestTwins[block.container.index] ?? -1
  const count = view.twins[best] ?? 0
  const words = view.twinWords[best] ?? 0
  put('group size', count)
  put('group words', words)
  put('group share', words / Math.max(1, between(view.sums.words, 0, view.blocks.length)))
  put('group mean', words / Math.max(1, count))
  put('group links', (view.twinLinkChars[best] ?? 0) / Math.max(1, view.twinChars[best] ?? 0))
  put('group rank', view.twinRank[best] ?? -1)
  put('group place', best < 0 ? -1 : (context.groups.rank.get(groupKey(view, best)) ?? -1))
  put('group part', words / Math.max(1, context.groups.largest))
  const item = view.regions[best]
  put('in item', item ? block.index - item.first : -1)
  put('item blocks', item ? item.end - item.first : 0)
  const odds = item ? context.own[item.index] : undefined
  put('item low', odds?.low ?? 0)
  put('item high', odds?.high ?? 0)
  const shape = context.shapeCount.get(view.shapes[block.index] ?? 0)
  put('shape blocks', shape?.blocks ?? 0)
  put(
    'shape words',
    (shape?.words ?? 0) / Math.max(1, between(view.sums.words, 0, view.blocks.length)),
  )
  put('shape mean', (shape?.words ?? 0) / Math.max(1, shape?.blocks ?? 0))
  put('shape links', (shape?.links ?? 0) / Math.max(1, shape?.chars ?? 0))
}

const putNeighbours = (block: Block, view: PageView, context: Context, put: Put) => {
  for (const away of [-2, -1, 1, 2]) {
    const other = view.blocks[block.index + away]
    put(`words ${away}`, other?.facts.words ?? -1)
    put(`links ${away}`, other ? linkShare(other) : -1)
    put(`rank ${away}`, view.ranks[block.index + away] ?? 0)
    put(`text ${away}`, context.textOdds[block.index + away]?.mean ?? 0)
    put(`text low ${away}`, context.textOdds[block.index + away]?.low ?? 0)
    put(`path ${away}`, other ? (context.path.sum[other.region.index] ?? 0) : 0)
    const same = other?.container.parent === block.container.parent
    put(`sibling ${away}`, other ? (same ? 1 : 0) : -1)
  }
  for (const reach of [5, 12]) {
    const first = Math.max(0, block.index - reach)
    const end = Math.min(view.blocks.length, block.index + reach + 1)
    const chars = Math.max(1, between(view.sums.chars, first, end))
    put(`words around ${reach}`, between(view.sums.words, first, end))
    put(`prose around ${reach}`, between(view.sums.prose, first, end))
    put(`links around ${reach}`, between(view.sums.linkChars, first, end) / chars)
    put(`prose before ${reach}`, between(view.sums.prose, first, block.index))
    put(`prose after ${reach}`, between(view.sums.prose, block.index + 1, end))
  }
}

const putRoots = (block: Block, view: PageView, context: Context, put: Put) => {
  const { index, region } = block
  view.roots.forEach((root, at) => {
    put(`root${at} gap`, context.rootGap[at]?.[region.index] ?? -1)
    put(
      `root${at} away`,
      index < root.first ? index - root.first : index >= root.end ? index - root.end + 1 : 0,
    )
  })
  put('headline gap', context.headlineGap[region.index] ?? -1)
  put('headline away', view.headline < 0 ? -999 : index - view.headline)
  const sinceHeadline = view.headline < 0 ? -1 : between(view.sums.words, view.headline, index)
  put('headline words', sinceHeadline)
  put('first price', context.firstPrice < 0 ? -999 : index - context.firstPrice)
  put('first prose', context.firstProse < 0 ? -999 : index - context.firstProse)
  put('last prose', context.lastProse < 0 ? -999 : index - context.lastProse)
}
