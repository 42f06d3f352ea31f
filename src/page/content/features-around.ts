import { itemAt } from '../../kit/item-at.ts'
import { columns, shared, sideBySide, through } from '../learned/columns.ts'
import type { Region } from './blocks.ts'
import { type Context, groupKey } from './context.ts'
import { oddsColumns, type Spot } from './spot.ts'
import { between, linkShare } from './sums.ts'
import type { PageView } from './view.ts'

/* What the surroundings say of a block: markup, containers, look-alikes, neighbours, roots. */

const parentOf = ({ block }: Spot) => block.container.parent?.index ?? -1
const grandparentOf = ({ block }: Spot) => block.container.parent?.parent?.index ?? -1
const widerOf = ({ block, view }: Spot) => view.wider[block.container.index] ?? -1

const pathColumns = (name: string, pathOf: (spot: Spot) => Context['path']) =>
  columns<Spot>({
    [`${name} low`]: spot => pathOf(spot).low[spot.block.region.index] ?? 0,
    [`${name} high`]: spot => pathOf(spot).high[spot.block.region.index] ?? 0,
    [`${name} sum`]: spot => pathOf(spot).sum[spot.block.region.index] ?? 0,
  })

/** Odds of the markup of a region, found from the block. */
const markup = (name: string, regionOf: (spot: Spot) => number) =>
  through(name, (spot: Spot) => itemAt(spot.context.own, regionOf(spot)), oddsColumns)
const goods = (name: string, regionOf: (spot: Spot) => number) =>
  through(
    `goods ${name}`,
    (spot: Spot) => itemAt(spot.context.goodsOwn, regionOf(spot)),
    oddsColumns,
  )

export const markupColumns = sideBySide<Spot>(
  pathColumns('path', ({ context }) => context.path),
  pathColumns('goods path', ({ context }) => context.goodsPath),
  markup('own', ({ block }) => block.region.index),
  markup('container', ({ block }) => block.container.index),
  markup('parent', parentOf),
  markup('grandparent', grandparentOf),
  markup('wider', widerOf),
  markup('widest', spot => spot.view.wider[widerOf(spot)] ?? -1),
  markup('big', ({ block, context }) => context.big[block.container.index] ?? -1),
  goods('container', ({ block }) => block.container.index),
  goods('parent', parentOf),
  goods('grandparent', grandparentOf),
  goods('wider', widerOf),
)

type Contents = {
  view: PageView
  region: Region | undefined
  first: number
  end: number
  words: number
  totalWords: number
}

const contentsOf = (view: PageView, index: number, totalWords: number): Contents => {
  const region = itemAt(view.regions, index)
  const first = region?.first ?? 0
  const end = region?.end ?? 0
  const words = between(view.sums.words, first, end)
  return { view, region, first, end, words, totalWords }
}

const blocksOf = ({ first, end }: Contents) => Math.max(1, end - first)

export const contentsColumns = columns<Contents>({
  blocks: ({ first, end }) => end - first,
  words: ({ words }) => words,
  share: ({ words, totalWords }) => words / totalWords,
  links: ({ view: { sums }, first, end }) =>
    between(sums.linkChars, first, end) / Math.max(1, between(sums.chars, first, end)),
  prose: ({ view, first, end, words }) => between(view.sums.prose, first, end) / Math.max(1, words),
  mean: contents => contents.words / blocksOf(contents),
  headings: contents =>
    between(contents.view.sums.headings, contents.first, contents.end) / blocksOf(contents),
  commas: ({ view, first, end, words }) =>
    between(view.sums.commas, first, end) / Math.max(1, words),
  short: contents =>
    between(contents.view.sums.short, contents.first, contents.end) / blocksOf(contents),
  prices: contents =>
    between(contents.view.sums.prices, contents.first, contents.end) / blocksOf(contents),
  images: contents => (contents.region?.images ?? 0) / blocksOf(contents),
  times: contents => (contents.region?.times ?? 0) / blocksOf(contents),
  fields: ({ region }) => region?.fields ?? 0,
  labels: contents =>
    between(contents.view.labels, contents.first, contents.end) / blocksOf(contents),
})

/** The region that holds more than the block, so many times over. */
const wideOf = ({ block, view }: Spot, times: number): number => {
  let at = block.container.index
  for (let step = 0; step < times; step++) at = view.wider[at] ?? -1
  return at
}

const contentsOfSpot = through(
  '',
  ({ of: { view, context }, index }: { of: Spot; index: number }) =>
    contentsOf(view, index, context.totalWords),
  contentsColumns,
)

/** What a region holds, which is the same for all the blocks in it. */
const contents = (name: string, regionOf: (spot: Spot) => number) =>
  shared(name, contentsOfSpot, regionOf, ({ contents: all }) => all)

export const containerColumns = sideBySide<Spot>(
  ...[1, 2, 3, 4].map(times => contents(`wider${times}`, spot => wideOf(spot, times))),
  contents('big', ({ block, context }) => context.big[block.container.index] ?? -1),
  contents('next', ({ block, context }) => context.next[block.container.index] ?? -1),
)

type Group = Pick<Spot, 'block' | 'view' | 'context'> & {
  best: number
  count: number
  words: number
  item: Region | undefined
}

const groupOf = ({ block, view, context }: Spot): Group => {
  const best = context.bestTwins[block.container.index] ?? -1
  return {
    block,
    view,
    context,
    best,
    count: view.twins[best] ?? 0,
    words: view.twinWords[best] ?? 0,
    item: itemAt(view.regions, best),
  }
}

const groupColumns = columns<Group>({
  'group size': ({ count }) => count,
  'group words': ({ words }) => words,
  'group share': ({ words, context }) => words / context.totalWords,
  'group mean': ({ words, count }) => words / Math.max(1, count),
  'group links': ({ view, best }) =>
    (view.twinLinkChars[best] ?? 0) / Math.max(1, view.twinChars[best] ?? 0),
  'group rank': ({ view, best }) => view.twinRank[best] ?? -1,
  'group place': ({ view, context, best }) =>
    best < 0 ? -1 : (context.groups.rank.get(groupKey(view, best)) ?? -1),
  'group part': ({ words, context }) => words / Math.max(1, context.groups.largest),
  'place in item': ({ block, item }) => (item ? block.index - item.first : -1),
  'item blocks': ({ item }) => (item ? item.end - item.first : 0),
  'group images': ({ view, best, count }) => (view.twinImages[best] ?? 0) / Math.max(1, count),
  'group times': ({ view, best, count }) => (view.twinTimes[best] ?? 0) / Math.max(1, count),
  'item labels': ({ view, item }) => (item ? between(view.labels, item.first, item.end) : 0),
  'item low': ({ context, best }) => itemAt(context.own, best)?.low ?? 0,
  'item high': ({ context, best }) => itemAt(context.own, best)?.high ?? 0,
})

type Shape = { blocks: number; words: number; chars: number; links: number; totalWords: number }
const noShape = { blocks: 0, words: 0, chars: 0, links: 0 }

const shapeOf = ({ block, view, context }: Spot): Shape => {
  const { blocks, words, chars, links } =
    context.shapes.get(view.shapes[block.index] ?? 0) ?? noShape
  return { blocks, words, chars, links, totalWords: context.totalWords }
}

export const twinColumns = sideBySide<Spot>(
  columns({
    twins: ({ block, view }) => view.twins[block.container.index] ?? 0,
    'wider twins': spot => spot.view.twins[widerOf(spot)] ?? 0,
  }),
  through('', groupOf, groupColumns),
  through(
    'shape',
    shapeOf,
    columns({
      blocks: ({ blocks }) => blocks,
      words: ({ words, totalWords }) => words / totalWords,
      mean: ({ words, blocks }) => words / Math.max(1, blocks),
      links: ({ links, chars }) => links / Math.max(1, chars),
    }),
  ),
)

type Neighbour = { spot: Spot; at: number; other: Spot['block'] | undefined }

const neighbourOf = (spot: Spot, away: number): Neighbour => {
  const at = spot.block.index + away
  return { spot, at, other: itemAt(spot.view.blocks, at) }
}

const besideColumns = columns<Neighbour>({
  words: ({ other }) => other?.facts.words ?? -1,
  links: ({ other }) => (other ? linkShare(other) : -1),
  rank: ({ spot, at }) => spot.view.ranks[at] ?? 0,
  text: ({ spot, at }) => itemAt(spot.context.text, at)?.mean ?? 0,
  'text low': ({ spot, at }) => itemAt(spot.context.text, at)?.low ?? 0,
  path: ({ spot, other }) => (other ? (spot.context.path.sum[other.region.index] ?? 0) : 0),
  sibling: ({ spot, other }) => {
    if (!other) return -1
    return other.container.parent === spot.block.container.parent ? 1 : 0
  },
})

type Around = { sums: PageView['sums']; index: number; first: number; end: number }

const aroundOf = ({ block: { index }, view }: Spot, reach: number): Around => ({
  sums: view.sums,
  index,
  first: Math.max(0, index - reach),
  end: Math.min(view.blocks.length, index + reach + 1),
})

const aroundColumns = columns<Around>({
  words: ({ sums, first, end }) => between(sums.words, first, end),
  prose: ({ sums, first, end }) => between(sums.prose, first, end),
  links: ({ sums, first, end }) =>
    between(sums.linkChars, first, end) / Math.max(1, between(sums.chars, first, end)),
  'prose before': ({ sums, first, index }) => between(sums.prose, first, index),
  'prose after': ({ sums, index, end }) => between(sums.prose, index + 1, end),
})

export const neighbourColumns = sideBySide<Spot>(
  ...[-2, -1, 1, 2].map(away =>
    through(`neighbour ${away}`, (spot: Spot) => neighbourOf(spot, away), besideColumns),
  ),
  ...[5, 12].map(reach =>
    through(`around ${reach}`, (spot: Spot) => aroundOf(spot, reach), aroundColumns),
  ),
)

const rootPlaces = [0, 1, 2, 3]

export const rootColumns = sideBySide<Spot>(
  ...rootPlaces.map(root =>
    columns<Spot>({
      [`root${root} gap`]: ({ block, context }) =>
        context.rootGaps[root]?.[block.region.index] ?? -1,
      [`root${root} away`]: ({ block, view }) => outside(block.index, view.roots[root]),
    }),
  ),
  columns({
    'headline gap': ({ block, context }) => context.headlineGaps[block.region.index] ?? -1,
    'headline away': ({ block, view }) => since(block.index, view.headline),
    'headline words': ({ block, view }) =>
      view.headline < 0 ? -1 : between(view.sums.words, view.headline, block.index),
    'first price': ({ block, context }) => since(block.index, context.firstPrice),
    'first prose': ({ block, context }) => since(block.index, context.firstProse),
    'last prose': ({ block, context }) => since(block.index, context.lastProse),
  }),
)

const since = (index: number, place: number) => (place < 0 ? -999 : index - place)

/** Blocks before (negative) or after a region; 0 inside. */
const outside = (index: number, region: Region | undefined): number => {
  if (!region) return 0
  if (index < region.first) return index - region.first
  return index >= region.end ? index - region.end + 1 : 0
}
