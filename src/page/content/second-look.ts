import type { Region } from './blocks.ts'
import { type Context, groupKey } from './context.ts'
import { featureNames } from './features.ts'
import { sigmoid } from './model.ts'
import { pageTypes } from './page.ts'
import type { Put } from './put.ts'
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
  const count = secondNames.length
  let row = new Float32Array(count)
  let at = 0
  const put = (value: number) => {
    row[at++] = value
  }
  return view.blocks.map(({ index }) => {
    row = new Float32Array(count)
    at = 0
    put(odds[index] ?? 0)
    putRegions(index, view, context, look, put)
    putKin(index, view, look, put)
    putNeighbours(index, look, put)
    putPage(index, look, put)
    for (const column of carriedColumns) put(rows[index]?.[column] ?? 0)
    if (at !== count) throw new Error(`A block has ${at} features, not ${count}.`)
    return row
  })
}

/** Of the first model's numbers, those that change what its answer means. */
const carried = [
  ...'words,link share,place,rank,copies before,is li,is td,in table,in hidden'.split(','),
  ...'in title,declared'.split(','),
  ...pageTypes.map(type => `page is ${type}`),
]
const carriedColumns = carried.map(name => featureNames.indexOf(name))

const regionNames = ['wider1', 'wider2', 'wider3', 'wider4', 'big', 'next', 'item']
const kinNames = ['shape', 'section', 'upper section', 'group', 'heading', 'upper heading']
const steps = [-3, -2, -1, 1, 2, 3]
const reaches = [3, 8, 20]

export const secondNames: readonly string[] = [
  'odds',
  ...regionNames.flatMap(name => [`${name} odds`, `${name} share`]),
  ...kinNames.map(name => `${name} odds`),
  ...steps.map(away => `odds ${away}`),
  ...reaches.flatMap(reach => [`odds ${reach} before`, `odds ${reach} after`]),
  ...'highest,likely share,sure share,doubt,likely words,likelier,likelier by likely'.split(','),
  ...'from first,from last,likely before,likely after'.split(','),
  ...carried,
]

/** The first model's answers for a page, summed up in the ways the features ask for. */
type Look = {
  odds: Float64Array
  /** Sums over the blocks before each index. */
  weighed: Float64Array
  weights: Float64Array
  likelyWords: Float64Array
  words: Float64Array
  kin: { keys: ArrayLike<number>; means: Map<number, number> }[]
  page: number[]
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
  const shares = odds.map(sigmoid)
  const wordsOf = (at: number) => blocks[at]?.facts.words ?? 0
  const weightOf = (at: number) => Math.sqrt(wordsOf(at)) + minWeight
  const groups = blocks.map(({ container }) => {
    const best = context.bestTwins[container.index] ?? -1
    return best < 0 ? -1 : groupKey(view, best)
  })
  const likelyWords = sumOf(count, at => (shares[at] ?? 0) * wordsOf(at))
  const totalWords = Math.max(1, sums.words[count] ?? 0)
  const totalLikely = likelyWords[count] ?? 0
  const sure = sumOf(count, at => ((shares[at] ?? 0) > 0.5 ? wordsOf(at) : 0))
  const doubt = sumOf(count, at => (shares[at] ?? 0) * (1 - (shares[at] ?? 0)) * wordsOf(at))
  const first = shares.findIndex(isSure)
  const last = shares.findLastIndex(isSure)
  return {
    odds,
    weighed: sumOf(count, at => (odds[at] ?? 0) * weightOf(at)),
    weights: sumOf(count, weightOf),
    likelyWords,
    words: sums.words,
    kin: [view.shapes, view.heading, view.upperHeading, groups].map(keys => ({
      keys,
      means: meansBy(keys, odds, weightOf),
    })),
    page: [
      odds.reduce((most, value) => Math.max(most, value), none),
      totalLikely / totalWords,
      (sure[count] ?? 0) / totalWords,
      (doubt[count] ?? 0) / totalWords,
      Math.log1p(totalLikely),
    ],
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
  const sum = new Float64Array(count + 1)
  for (let at = 0; at < count; at++) sum[at + 1] = (sum[at] ?? 0) + amountOf(at)
  return sum
}

const meansBy = (
  keys: ArrayLike<number>,
  odds: Float64Array,
  weightOf: (at: number) => number,
): Map<number, number> => {
  const sums = new Map<number, { sum: number; weight: number }>()
  odds.forEach((value, at) => {
    const key = keys[at] ?? 0
    const weight = weightOf(at)
    const entry = sums.get(key)
    if (entry) {
      entry.sum += value * weight
      entry.weight += weight
    } else sums.set(key, { sum: value * weight, weight })
  })
  return new Map(Array.from(sums, ([key, { sum, weight }]) => [key, sum / weight]))
}

const likelierWords = (odds: Float64Array, wordsOf: (at: number) => number): Float64Array => {
  const order = Array.from(odds.keys()).sort((a, b) => (odds[b] ?? 0) - (odds[a] ?? 0) || a - b)
  const words = new Float64Array(odds.length)
  let sum = 0
  for (const at of order) {
    sum += wordsOf(at)
    words[at] = sum
  }
  return words
}

const putRegions = (index: number, view: PageView, context: Context, look: Look, put: Put) => {
  const own = view.blocks[index]?.container.index ?? -1
  const putRegion = (region: Region | undefined) => {
    const first = region?.first ?? index
    const end = region?.end ?? index + 1
    put(meanOdds(look, first, end))
    const words = between(look.words, first, end)
    put(words === 0 ? 0 : between(look.likelyWords, first, end) / words)
  }
  let at = own
  for (let step = 1; step <= 4; step++) {
    at = view.wider[at] ?? -1
    putRegion(view.regions[at])
  }
  putRegion(view.regions[context.big[own] ?? -1])
  putRegion(view.regions[context.next[own] ?? -1])
  putRegion(view.regions[context.bestTwins[own] ?? -1])
}

const meanOdds = (look: Look, first: number, end: number): number =>
  between(look.weighed, first, end) / Math.max(between(look.weights, first, end), 1e-9)

const putKin = (index: number, view: PageView, look: Look, put: Put) => {
  for (const { keys, means } of look.kin) put(means.get(keys[index] ?? 0) ?? none)
  put(look.odds[view.heading[index] ?? -1] ?? none)
  put(look.odds[view.upperHeading[index] ?? -1] ?? none)
}

const putNeighbours = (index: number, look: Look, put: Put) => {
  const count = look.odds.length
  for (const away of steps) put(look.odds[index + away] ?? none)
  for (const reach of reaches) {
    const first = Math.max(0, index - reach)
    const end = Math.min(count, index + 1 + reach)
    put(first < index ? meanOdds(look, first, index) : none)
    put(index + 1 < end ? meanOdds(look, index + 1, end) : none)
  }
}

const putPage = (index: number, look: Look, put: Put) => {
  for (const value of look.page) put(value)
  put((look.likelier[index] ?? 0) / look.totalWords)
  put((look.likelier[index] ?? 0) / look.totalLikely)
  put(index - look.first)
  put(index - look.last)
  put((look.likelyWords[index] ?? 0) / look.totalLikely)
  put(((look.likelyWords.at(-1) ?? 0) - (look.likelyWords[index + 1] ?? 0)) / look.totalLikely)
}
