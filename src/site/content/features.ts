import type { Block, Region } from './blocks.ts'
import { type Context, contextOf, groupKey } from './context.ts'
import type { Lexicon, Odds } from './lexicon.ts'
import { type PageType, pageTypes, trigram } from './page.ts'
import { flagNames } from './regions.ts'
import { between, linkShare, type PageView } from './view.ts'

/**
 * The numbers the block model reads, one row for each block. The names below are in the order
 * the functions put the values; a test holds the two together.
 */
export const describeBlocks = (
  view: PageView,
  lexicon: Lexicon,
  types: ArrayLike<number>,
): Float32Array[] => {
  const context = contextOf(view, lexicon)
  const count = featureNames.length
  let row = new Float32Array(count)
  let at = 0
  const put = (value: number) => {
    row[at++] = value
  }
  return view.blocks.map(block => {
    row = new Float32Array(count)
    at = 0
    putText(block, put)
    putPlace(block, view, context, put)
    putFlags(block, view, put)
    putWords(block, view, context, put)
    putHeadings(block, view, context, put)
    putMarkup(block, view, context, put)
    putContainers(block, view, context, put)
    putTwins(block, view, context, put)
    putNeighbours(block, view, context, put)
    putRoots(block, view, context, put)
    for (let type = 0; type < pageTypes.length; type++) put(types[type] ?? 0)
    if (at !== count) throw new Error(`A block has ${at} features, not ${count}.`)
    return row
  })
}

type Put = (value: number) => void

const textNames = `words,chars,word length,link share,links,words a link,digits,uppers,
  uppers a word,commas,stops,words a stop,currencies,separators,last,first`

const putText = (block: Block, put: Put) => {
  const { facts } = block
  const chars = Math.max(1, facts.chars)
  const words = Math.max(1, facts.words)
  put(facts.words)
  put(facts.chars)
  put(facts.chars / words)
  put(linkShare(block))
  put(block.links)
  put(block.links === 0 ? -1 : facts.words / block.links)
  put(facts.digits / chars)
  put(facts.uppers / chars)
  put(facts.uppers / words)
  put(facts.commas / words)
  put(facts.stops)
  put(facts.stops === 0 ? -1 : facts.words / facts.stops)
  put(facts.currencies)
  put(facts.separators / words)
  put(endingOf(facts.lastCode))
  put(startOf(facts.firstCode))
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

const placeNames = `index,from end,place,words before,prose before,level,inline levels,rank,
  ${tagNames.map(tag => `is ${tag}`)},in a,in span,copies,copies before,children`

const putPlace = (block: Block, view: PageView, context: Context, put: Put) => {
  const { index, container, region } = block
  const count = view.blocks.length
  put(index)
  put(count - index)
  put(index / Math.max(1, count))
  put((view.sums.words[index] ?? 0) / context.totalWords)
  put((view.sums.prose[index] ?? 0) / Math.max(1, between(view.sums.prose, 0, count)))
  put(container.level)
  put(region.level - container.level)
  put(view.ranks[index] ?? 0)
  for (const tag of tagNames) put(container.element.name === tag ? 1 : 0)
  put(region.element.name === 'a' ? 1 : 0)
  put(region.element.name === 'span' ? 1 : 0)
  put(view.copies[index] ?? 1)
  put(view.copiesBefore[index] ?? 0)
  put(container.element.children.length)
}

const putFlags = (block: Block, view: PageView, put: Put) => {
  const flags = view.flags[block.region.index] ?? 0
  for (let at = 0; at < flagNames.length; at++) put((flags >>> at) & 1)
}

const oddsNames = (name: string) => `${name} low,${name} high,${name} mean`

const putOdds = (odds: Odds | undefined, put: Put) => {
  put(odds?.low ?? 0)
  put(odds?.high ?? 0)
  put(odds?.mean ?? 0)
}

const wordNames = `${oddsNames('text')},text known,${oddsNames('goods text')},
  in title,of title,in description,declared`

const putWords = (block: Block, view: PageView, context: Context, put: Put) => {
  const { hashes, words } = block.facts
  const { facts } = view
  putOdds(context.text[block.index], put)
  put(context.text[block.index]?.known ?? 0)
  putOdds(context.goodsText[block.index], put)
  let inTitle = 0
  let inDescription = 0
  let declared = 0
  for (let at = 0; at < hashes.length; at++) {
    const hash = hashes[at] as number
    if (facts.titleWords.has(hash)) inTitle++
    if (facts.descriptionWords.has(hash)) inDescription++
    if (at > 1 && facts.declared.size > 0 && facts.declared.has(trigram(hashes, at))) declared++
  }
  const count = Math.max(1, hashes.length)
  put(inTitle / count)
  put(inTitle / Math.max(1, facts.titleWords.size))
  put(inDescription / count)
  put(facts.declared.size === 0 || words < 3 ? -1 : declared / Math.max(1, count - 2))
}

const headingNames = (name: string) => `${name} away,${oddsNames(name)},${name} reaches`

const putHeadings = (block: Block, view: PageView, context: Context, put: Put) => {
  const heading = view.heading[block.index] ?? -1
  putHeading(heading, block, view, context, put)
  putHeading(view.upperHeading[block.index] ?? -1, block, view, context, put)
  put(view.ranks[heading] ?? 0)
}

const putHeading = (heading: number, block: Block, view: PageView, context: Context, put: Put) => {
  const above = view.blocks[heading]
  put(above ? block.index - heading : -1)
  putOdds(context.headings.get(heading), put)
  // A heading counts for what stands in the region around it; beyond, it is somebody else's.
  const reach = above ? (view.wider[above.container.index] ?? -1) : -1
  const inside = (view.regions[reach]?.end ?? -1) > block.index
  put(above ? (inside ? 1 : 0) : -1)
}

const markupNames = `path low,path high,path sum,goods path low,goods path high,goods path sum,
  ${['own', 'container', 'parent', 'grandparent', 'wider', 'widest', 'big'].map(oddsNames)},
  ${['container', 'parent', 'grandparent', 'wider'].map(name => oddsNames(`goods ${name}`))}`

const putMarkup = (block: Block, view: PageView, context: Context, put: Put) => {
  const { region, container } = block
  const { own, goodsOwn } = context
  for (const path of [context.path, context.goodsPath]) {
    put(path.low[region.index] ?? 0)
    put(path.high[region.index] ?? 0)
    put(path.sum[region.index] ?? 0)
  }
  const parent = container.parent?.index ?? -1
  const grandparent = container.parent?.parent?.index ?? -1
  const wider = view.wider[container.index] ?? -1
  putOdds(own[region.index], put)
  putOdds(own[container.index], put)
  putOdds(own[parent], put)
  putOdds(own[grandparent], put)
  putOdds(own[wider], put)
  putOdds(own[view.wider[wider] ?? -1], put)
  putOdds(own[context.big[container.index] ?? -1], put)
  putOdds(goodsOwn[container.index], put)
  putOdds(goodsOwn[parent], put)
  putOdds(goodsOwn[grandparent], put)
  putOdds(goodsOwn[wider], put)
}

const regionNames = (name: string) =>
  'blocks,words,share,links,prose,mean,headings,commas,short,prices'
    .split(',')
    .map(part => `${name} ${part}`)
    .join(',')

const putContainers = (block: Block, view: PageView, context: Context, put: Put) => {
  let at = block.container.index
  for (let step = 1; step <= 4; step++) {
    at = view.wider[at] ?? -1
    putRegion(view.regions[at], view, context, put)
  }
  putRegion(view.regions[context.big[block.container.index] ?? -1], view, context, put)
  putRegion(view.regions[context.next[block.container.index] ?? -1], view, context, put)
}

const putRegion = (region: Region | undefined, view: PageView, context: Context, put: Put) => {
  const first = region?.first ?? 0
  const end = region?.end ?? 0
  const { sums } = view
  const blocks = Math.max(1, end - first)
  const words = between(sums.words, first, end)
  put(end - first)
  put(words)
  put(words / context.totalWords)
  put(between(sums.linkChars, first, end) / Math.max(1, between(sums.chars, first, end)))
  put(between(sums.prose, first, end) / Math.max(1, words))
  put(words / blocks)
  put(between(sums.headings, first, end) / blocks)
  put(between(sums.commas, first, end) / Math.max(1, words))
  put(between(sums.short, first, end) / blocks)
  put(between(sums.prices, first, end) / blocks)
}

const twinNames = `twins,wider twins,group size,group words,group share,group mean,group links,
  group rank,group place,group part,in item,item blocks,item low,item high,
  shape blocks,shape words,shape mean,shape links`

const putTwins = (block: Block, view: PageView, context: Context, put: Put) => {
  put(view.twins[block.container.index] ?? 0)
  put(view.twins[view.wider[block.container.index] ?? -1] ?? 0)
  const best = context.bestTwins[block.container.index] ?? -1
  const count = view.twins[best] ?? 0
  const words = view.twinWords[best] ?? 0
  put(count)
  put(words)
  put(words / context.totalWords)
  put(words / Math.max(1, count))
  put((view.twinLinkChars[best] ?? 0) / Math.max(1, view.twinChars[best] ?? 0))
  put(view.twinRank[best] ?? -1)
  put(best < 0 ? -1 : (context.groups.rank.get(groupKey(view, best)) ?? -1))
  put(words / Math.max(1, context.groups.largest))
  const item = view.regions[best]
  put(item ? block.index - item.first : -1)
  put(item ? item.end - item.first : 0)
  const odds = context.own[best]
  put(odds?.low ?? 0)
  put(odds?.high ?? 0)
  const shape = context.shapes.get(view.shapes[block.index] ?? 0)
  put(shape?.blocks ?? 0)
  put((shape?.words ?? 0) / context.totalWords)
  put((shape?.words ?? 0) / Math.max(1, shape?.blocks ?? 0))
  put((shape?.links ?? 0) / Math.max(1, shape?.chars ?? 0))
}

const steps = [-2, -1, 1, 2]
const reaches = [5, 12]

const neighbourNames = [
  ...steps.map(away =>
    'words,links,rank,text,text low,path,sibling'.split(',').map(part => `${part} ${away}`),
  ),
  ...reaches.map(reach =>
    'words around,prose around,links around,prose before,prose after'
      .split(',')
      .map(part => `${part} ${reach}`),
  ),
].join(',')

const putNeighbours = (block: Block, view: PageView, context: Context, put: Put) => {
  for (const away of steps) {
    const at = block.index + away
    const other = view.blocks[at]
    put(other?.facts.words ?? -1)
    put(other ? linkShare(other) : -1)
    put(view.ranks[at] ?? 0)
    put(context.text[at]?.mean ?? 0)
    put(context.text[at]?.low ?? 0)
    put(other ? (context.path.sum[other.region.index] ?? 0) : 0)
    const sibling = other?.container.parent === block.container.parent
    put(other ? (sibling ? 1 : 0) : -1)
  }
  const { sums } = view
  for (const reach of reaches) {
    const first = Math.max(0, block.index - reach)
    const end = Math.min(view.blocks.length, block.index + reach + 1)
    put(between(sums.words, first, end))
    put(between(sums.prose, first, end))
    put(between(sums.linkChars, first, end) / Math.max(1, between(sums.chars, first, end)))
    put(between(sums.prose, first, block.index))
    put(between(sums.prose, block.index + 1, end))
  }
}

const rootNames = `${[0, 1, 2, 3].map(root => `root${root} gap,root${root} away`)},
  headline gap,headline away,headline words,first price,first prose,last prose`

const putRoots = (block: Block, view: PageView, context: Context, put: Put) => {
  const { index, region } = block
  for (let at = 0; at < 4; at++) {
    const root = view.roots[at]
    put(context.rootGaps[at]?.[region.index] ?? -1)
    put(root ? outside(index, root) : 0)
  }
  const since = (place: number) => (place < 0 ? -999 : index - place)
  put(context.headlineGaps[region.index] ?? -1)
  put(since(view.headline))
  put(view.headline < 0 ? -1 : between(view.sums.words, view.headline, index))
  put(since(context.firstPrice))
  put(since(context.firstProse))
  put(since(context.lastProse))
}

/** Blocks before (negative) or after a region; 0 inside. */
const outside = (index: number, { first, end }: Region): number => {
  if (index < first) return index - first
  return index >= end ? index - end + 1 : 0
}

export const featureNames: readonly string[] = [
  textNames,
  placeNames,
  flagNames.map(name => `in ${name}`).join(','),
  wordNames,
  headingNames('heading'),
  headingNames('upper heading'),
  'heading rank',
  markupNames,
  ['wider1', 'wider2', 'wider3', 'wider4', 'big', 'next'].map(regionNames).join(','),
  twinNames,
  neighbourNames,
  rootNames,
  pageTypes.map((type: PageType) => `page is ${type}`).join(','),
]
  .join(',')
  .split(',')
  .map(name => name.trim())
