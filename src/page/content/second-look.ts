import { itemAt } from '../../kit/item-at.ts'
import { float64s, int32s } from '../../kit/small-arrays.ts'
import { columns, columnsFor, placeOf, rowsOf, sideBySide, through } from '../learned/columns.ts'
import { sigmoid } from '../learned/forest.ts'
import { type Context, groupKey } from './context.ts'
import { blockColumns } from './features.ts'
import { meansBy } from './means.ts'
import { pageTypes } from './page.ts'
import { between } from './sums.ts'
import type { PageView } from './view.ts'

/**
 * What a second model sees of each block: what the first one thinks of it and of everything it
 * belongs with. Blocks of one kind share a fate (every price of a grid, every author of a thread,
 * all that stands under a heading), and what is content on a page depends on what else is there:
 * a row of cards is content where nothing better is. The mean of both models is worth 0.002 of
 * word F1 over the first alone, most of it on shops.
 */
export const describeAgain = (
  view: PageView,
  context: Context,
  rows: readonly Float32Array[],
  odds: Float64Array,
): Float32Array[] => {
  const look = lookAt(view, context, odds)
  return rowsOf(
    secondColumns,
    view.blocks.map(({ index, container }) => {
      return { index, own: container.index, view, context, look, row: rows[index] }
    }),
  )
}

/** The first model's answers for a page, summed up in the ways the features ask for. */
type Look = {
  odds: Float64Array
  /** Sums over the blocks before each index. */
  weighed: Float64Array
  weights: Float64Array
  likelyWords: Float64Array
  words: Float64Array
  /** For a block, the mean odds of all that share its shape, heading, upper heading or group. */
  shapes: Float64Array
  sections: Float64Array
  upperSections: Float64Array
  groups: Float64Array
  highest: number
  likelyShare: number
  sureShare: number
  doubt: number
  logLikely: number
  /** Words at least as likely as each block. */
  likelier: Float64Array
  totalWords: number
  totalLikely: number
  first: number
  last: number
}

const lookAt = (view: PageView, context: Context, odds: Float64Array): Look => {
  const { blocks, sums } = view
  const count = blocks.length
  const shares = float64s(count)
  const weights = float64s(count)
  const wordsOf = (at: number) => blocks[at]?.facts.words ?? 0
  const groups = int32s(count)
  for (const { index, container, facts } of blocks) {
    const best = context.bestTwins[container.index] ?? -1
    groups[index] = best < 0 ? -1 : groupKey(view, best)
    shares[index] = sigmoid(odds[index] ?? 0)
    weights[index] = Math.sqrt(facts.words) + minWeight
  }
  const likelyWords = sumOf(count, at => (shares[at] ?? 0) * wordsOf(at))
  const totalWords = Math.max(1, sums.words[count] ?? 0)
  const totalLikely = likelyWords[count] ?? 0
  const sure = sumOf(count, at => ((shares[at] ?? 0) > 0.5 ? wordsOf(at) : 0))
  const doubt = sumOf(count, at => (shares[at] ?? 0) * (1 - (shares[at] ?? 0)) * wordsOf(at))
  const first = shares.findIndex(isSure)
  const last = shares.findLastIndex(isSure)
  return {
    odds,
    weighed: sumOf(count, at => (odds[at] ?? 0) * (weights[at] ?? 0)),
    weights: sumOf(count, at => weights[at] ?? 0),
    likelyWords,
    words: sums.words,
    shapes: meansBy(view.shapes, odds, weights),
    sections: meansBy(view.heading, odds, weights),
    upperSections: meansBy(view.upperHeading, odds, weights),
    groups: meansBy(groups, odds, weights),
    highest: odds.reduce((most, value) => Math.max(most, value), none),
    likelyShare: totalLikely / totalWords,
    sureShare: (sure[count] ?? 0) / totalWords,
    doubt: (doubt[count] ?? 0) / totalWords,
    logLikely: Math.log1p(totalLikely),
    likelier: likelierWords(odds, wordsOf),
    totalWords,
    totalLikely: Math.max(1, totalLikely),
    first: Math.max(0, first),
    last: last < 0 ? count : last,
  }
}

const minWeight = 0.01
/** Lower than any log-odds: there is no such block. */
const none = -9
const isSure = (share: number) => share > 0.5

const sumOf = (count: number, amountOf: (at: number) => number): Float64Array => {
  const sum = float64s(count + 1)
  for (let at = 0; at < count; at++) sum[at + 1] = (sum[at] ?? 0) + amountOf(at)
  return sum
}

const likelierWords = (odds: Float64Array, wordsOf: (at: number) => number): Float64Array => {
  const order: number[] = []
  for (let at = 0; at < odds.length; at++) order.push(at)
  order.sort((a, b) => (odds[b] as number) - (odds[a] as number) || a - b)
  const words = float64s(odds.length)
  let sum = 0
  for (const at of order) {
    sum += wordsOf(at)
    words[at] = sum
  }
  return words
}

/** A block, seen again. */
type Again = {
  index: number
  /** Its container. */
  own: number
  view: PageView
  context: Context
  look: Look
  row: Float32Array | undefined
}

type Stretch = { look: Look; first: number; end: number }

const stretchColumns = columns<Stretch>({
  odds: ({ look, first, end }) => meanOdds(look, first, end),
  share: ({ look, first, end }) => {
    const words = between(look.words, first, end)
    return words === 0 ? 0 : between(look.likelyWords, first, end) / words
  },
})

/** The blocks of a region, found from the block; without one, the block itself. */
const region = (name: string, regionOf: (again: Again) => number) =>
  through(
    name,
    (again: Again) => {
      const { index, view, look } = again
      const found = itemAt(view.regions, regionOf(again))
      return { look, first: found?.first ?? index, end: found?.end ?? index + 1 }
    },
    stretchColumns,
  )

/** The region that holds more than the block, so many times over. */
const wideOf = ({ own, view }: Again, times: number): number => {
  let at = own
  for (let step = 0; step < times; step++) at = view.wider[at] ?? -1
  return at
}

const meanOdds = (look: Look, first: number, end: number): number =>
  between(look.weighed, first, end) / Math.max(between(look.weights, first, end), 1e-9)

const meanOrNone = (look: Look, first: number, end: number): number =>
  first < end ? meanOdds(look, first, end) : none

/** Of the first model's numbers, those that change what its answer means. */
const carried = [
  ...'words,link share,place,rank,copies before,is li,is td,in table,in hidden,in comments'.split(
    ',',
  ),
  ...'in title,declared'.split(','),
  ...pageTypes.map(type => `page is ${type}`),
].map(name => ({ name, place: placeOf(blockColumns, name) }))

export const secondColumns = sideBySide<Again>(
  columns({ odds: ({ index, look }) => look.odds[index] ?? 0 }),
  ...[1, 2, 3, 4].map(times => region(`wider${times}`, again => wideOf(again, times))),
  region('big', ({ own, context }) => context.big[own] ?? -1),
  region('next', ({ own, context }) => context.next[own] ?? -1),
  region('item', ({ own, context }) => context.bestTwins[own] ?? -1),
  columns({
    'shape odds': ({ index, look }) => look.shapes[index] ?? none,
    'section odds': ({ index, look }) => look.sections[index] ?? none,
    'upper section odds': ({ index, look }) => look.upperSections[index] ?? none,
    'group odds': ({ index, look }) => look.groups[index] ?? none,
    'heading odds': ({ index, view, look }) => look.odds[view.heading[index] ?? -1] ?? none,
    'upper heading odds': ({ index, view, look }) =>
      look.odds[view.upperHeading[index] ?? -1] ?? none,
  }),
  columnsFor(
    [-3, -2, -1, 1, 2, 3],
    away => `odds ${away}`,
    ({ index, look }, away) => look.odds[index + away] ?? none,
  ),
  ...[3, 8, 20].map(reach =>
    columns<Again>({
      [`odds ${reach} before`]: ({ index, look }) =>
        meanOrNone(look, Math.max(0, index - reach), index),
      [`odds ${reach} after`]: ({ index, look }) =>
        meanOrNone(look, index + 1, Math.min(look.odds.length, index + 1 + reach)),
    }),
  ),
  columns({
    highest: ({ look }) => look.highest,
    'likely share': ({ look }) => look.likelyShare,
    'sure share': ({ look }) => look.sureShare,
    doubt: ({ look }) => look.doubt,
    'likely words': ({ look }) => look.logLikely,
    likelier: ({ index, look }) => (look.likelier[index] ?? 0) / look.totalWords,
    'likelier by likely': ({ index, look }) => (look.likelier[index] ?? 0) / look.totalLikely,
    'from first': ({ index, look }) => index - look.first,
    'from last': ({ index, look }) => index - look.last,
    'likely before': ({ index, look }) => (look.likelyWords[index] ?? 0) / look.totalLikely,
    'likely after': ({ index, look }) =>
      ((look.likelyWords[look.odds.length] ?? 0) - (look.likelyWords[index + 1] ?? 0)) /
      look.totalLikely,
  }),
  columnsFor(
    carried,
    ({ name }) => name,
    ({ row }, { place }) => row?.[place] ?? 0,
  ),
)
