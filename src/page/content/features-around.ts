import type { Block, Region } from './blocks.ts'
import { type Context, groupKey } from './context.ts'
import { oddsNames, type Put, putOdds } from './put.ts'
import { between, linkShare } from './sums.ts'
import type { PageView } from './view.ts'

/* What the surroundings say of a block: markup, containers, look-alikes, neighbours, roots. */

export const markupNames = `path low,path high,path sum,goods path low,goods path high,goods path sum,
  ${['own', 'container', 'parent', 'grandparent', 'wider', 'widest', 'big'].map(oddsNames)},
  ${['container', 'parent', 'grandparent', 'wider'].map(name => oddsNames(`goods ${name}`))}`

export const putMarkup = (block: Block, view: PageView, context: Context, put: Put) => {
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

export const regionNames = (name: string) =>
  'blocks,words,share,links,prose,mean,headings,commas,short,prices'
    .split(',')
    .map(part => `${name} ${part}`)
    .join(',')

export const putContainers = (block: Block, view: PageView, context: Context, put: Put) => {
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

export const twinNames = `twins,wider twins,group size,group words,group share,group mean,group links,
  group rank,group place,group part,place in item,item blocks,item low,item high,
  shape blocks,shape words,shape mean,shape links`

export const putTwins = (block: Block, view: PageView, context: Context, put: Put) => {
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

export const neighbourNames = [
  ...steps.map(away =>
    'words,links,rank,text,text low,path,sibling'.split(',').map(part => `${part} ${away}`),
  ),
  ...reaches.map(reach =>
    'words around,prose around,links around,prose before,prose after'
      .split(',')
      .map(part => `${part} ${reach}`),
  ),
].join(',')

export const putNeighbours = (block: Block, view: PageView, context: Context, put: Put) => {
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

export const rootNames = `${[0, 1, 2, 3].map(root => `root${root} gap,root${root} away`)},
  headline gap,headline away,headline words,first price,first prose,last prose`

export const putRoots = (block: Block, view: PageView, context: Context, put: Put) => {
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
