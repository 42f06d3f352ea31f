import { bestBy } from '../../../../kit/best-by.ts'
import { columns, columnsFor, rowOf, sideBySide } from '../../../../page/learned/columns.ts'
import { type Word, wordsOf } from '../../../../page/words/words.ts'
import type { Shape } from '../../values/kinds.ts'
import type { Intent } from '../../words/intent.ts'
import type { Candidate } from './candidates.ts'
import { labelTextsOf, noText, textsEach } from './label-texts.ts'
import { type Labels, labelPlaces } from './labels.ts'
import { maxChars } from './lengths.ts'
import type { Query } from './query.ts'
import { createSimilarity, nothing, type Similarity } from './similarity.ts'

/** Places whose words name a value outright, as a reader takes them; the nearest first. */
const strongPlaces: (keyof Labels)[] = ['inline', 'before', 'term', 'row', 'column', 'above']

/** What such a value is shows in its form: it needs no label. */
const typedIntents = new Set<Intent>([
  ...(['money', 'date', 'duration', 'phone', 'email', 'url'] as const),
  ...(['address', 'rating', 'percent'] as const),
])

/** Most of the text has the shape. */
export const wholeShape = 0.6

const shapeNames: (keyof Shape)[] = [
  ...(['money', 'date', 'duration', 'phone', 'email', 'url', 'address', 'place'] as const),
  ...(['name', 'rating', 'count', 'measure', 'code', 'percent', 'prose'] as const),
]

/** The form of a value is called as the sort of field that asks for it. */
export const expectedShape: Partial<Record<Intent, keyof Shape>> = {
  ...Object.fromEntries(shapeNames.map(name => [name, name])),
  ...{ person: 'name', organization: 'name' },
}

/**
 * One row for each candidate that is worth a closer look; ranks compare all candidates of the page.
 */
export const featureRows = (
  query: Query,
  candidates: Candidate[],
): (Float32Array | undefined)[] => {
  const wanted = expectedShape[query.intent]
  const anchor = anchorOf(candidates)
  const matches = matchAll(query, candidates)
  const fits = candidates.map(({ shape }) => (wanted ? shape[wanted] : -1))
  const strongRanks = ranksOf(matches.map(({ strong }) => strong))
  const shapeRanks = ranksOf(fits)
  const titleRanks = ranksOf(candidates.map(({ ofTitle }) => ofTitle))
  const shapeOrders = ordersOf(fits, candidates, anchor)
  const shaped = candidates.filter((_, at) => (fits[at] ?? 0) >= wholeShape)
  const shapeCount = Math.min(50, new Set(shaped.map(({ text }) => text)).size)
  const pageLabel = labelOnPage(candidates, matches)
  const strongCounts = countsOf(matches.map(({ strong }) => strong))
  return candidates.map((candidate, at) => {
    const match = matches[at] as Match
    const shapeFit = fits[at] ?? -1
    if (!isWorthy(query, candidate, match, shapeFit)) return undefined
    return rowOf(candidateColumns, {
      query,
      candidate,
      match,
      wanted,
      anchor,
      total: candidates.length,
      shapeFit,
      strongRank: strongRanks[at] ?? noRank,
      shapeRank: shapeRanks[at] ?? noRank,
      titleRank: titleRanks[at] ?? noRank,
      shapeOrder: shapeOrders[at] ?? noRank,
      shapeCount,
      pageLabel,
      strongCount: strongCounts.get(match.strong) ?? 0,
    })
  })
}

/**
 * How well any short line of the page reads as the field's name, whatever stands beside it. A link
 * leads elsewhere and names nothing here.
 */
const labelOnPage = (candidates: Candidate[], matches: Match[]): number => {
  const names = candidates.map(({ text, node, piece }, at) => {
    const isLink = piece?.link || node.region === 'nav' || node.region === 'footer'
    return isLink || text.length > maxChars.label ? 0 : (matches[at] as Match).own.name
  })
  return names.reduce((best, name) => Math.max(best, name), 0)
}

/** Something names it, or what it is shows in its form. */
const isWorthy = (
  { intent }: Query,
  { inTitle, node }: Candidate,
  { named, context, own }: Match,
  shapeFit: number,
): boolean => {
  if (named > 0.4 || context > 0.6) return true
  // The heading "Northfield State University" says itself what kind of thing it names.
  if (intent === 'title' || (intent === 'organization' && own.name > 0))
    return inTitle > 0.5 || (node.level ?? 9) <= 3
  return typedIntents.has(intent) && shapeFit >= wholeShape
}

/** A candidate for a field, with what the others of its page make of it. */
type Seen = {
  query: Query
  candidate: Candidate
  match: Match
  wanted: keyof Shape | undefined
  /** Which line the page is about, and how many there are. */
  anchor: number
  total: number
  shapeFit: number
  strongRank: number
  shapeRank: number
  titleRank: number
  shapeOrder: number
  /** How many different texts of the page have that shape. */
  shapeCount: number
  /** How well the page's best label is the field's name: a value that it does not name is rather none. */
  pageLabel: number
  /** How many candidates are named as well or better. */
  strongCount: number
}

/** How the words around a candidate, and its own, match the field. */
type Match = {
  places: Record<keyof Labels, Similarity>
  own: Similarity
  /** The best of those that name a value outright, and how much of the field's name they have. */
  strong: number
  recall: number
  context: number
  /** The best of all places, and of its own words. */
  named: number
  /** What the nearest label says, which may be the name of something else. */
  near: Similarity | undefined
}

/** Better than a label that names something else. */
const unnamed = 0.3

const matchAll = (query: Query, candidates: Candidate[]): Match[] => {
  const { all, numbers } = labelTextsOf(candidates)
  const similar = createSimilarity(query)
  const found = all.map(({ text, words }) => similar(text, words))
  return candidates.map((_, at) => matchLabels(numbers, at * textsEach, found))
}

/** `found` has how like the field's name each text is; from `start` on stands which texts they are. */
const matchLabels = (numbers: Int32Array, start: number, found: readonly Similarity[]): Match => {
  const similarAt = (at: number) => found[numbers[start + at] as number] as Similarity
  const own = similarAt(labelPlaces.length)
  const places = {} as Record<keyof Labels, Similarity>
  const match: Match = {
    ...{ places, own, strong: 0, recall: 0, context: 0, named: own.name, near: undefined },
  }
  for (let at = 0; at < labelPlaces.length; at++) {
    const place = labelPlaces[at] as keyof Labels
    const similarity = similarAt(at)
    places[place] = similarity
    if (similarity === nothing) continue
    if (similarity.context > match.context) match.context = similarity.context
    if (similarity.name > match.named && place !== 'heading' && place !== 'after')
      match.named = similarity.name
  }
  for (const place of strongPlaces) {
    if (places[place].name > match.strong) match.strong = places[place].name
    if (places[place].recall > match.recall) match.recall = places[place].recall
  }
  if (match.recall > match.named) match.named = match.recall
  const nearest = strongPlaces.find(place => numbers[start + labelPlaces.indexOf(place)] !== noText)
  if (nearest) match.near = places[nearest]
  return match
}

const pageRegions = ['main', 'header', 'aside', 'nav', 'footer']

export const candidateColumns = sideBySide<Seen>(
  ...labelPlaces.map(place =>
    columns<Seen>({
      [`${place}Name`]: ({ match }) => match.places[place].name,
      [`${place}Context`]: ({ match }) => match.places[place].context,
    }),
  ),
  columns({
    ownText: ({ match }) => match.own.name,
    ownTextContext: ({ match }) => match.own.context,
    bestStrong: ({ match }) => match.strong,
    bestStrongRank: ({ strongRank }) => strongRank,
    bestRecall: ({ match }) => match.recall,
    bestAttribute: ({ match: { places } }) =>
      Math.max(places.own.name, places.parent.name, places.grand.name),
    shapeFit: ({ shapeFit }) => shapeFit,
    shapeRank: ({ shapeRank }) => shapeRank,
    shapeOrder: ({ shapeOrder }) => shapeOrder,
  }),
  columnsFor(
    shapeNames,
    name => `shape_${name}`,
    ({ candidate }, name) => candidate.shape[name],
  ),
  columns({
    inTitle: ({ candidate }) => candidate.inTitle,
    ofTitle: ({ candidate }) => candidate.ofTitle,
    titleRank: ({ titleRank }) => titleRank,
    isLabel: ({ candidate }) => Number(candidate.isLabel),
    isLink: ({ candidate }) => Number(candidate.piece?.link !== undefined),
    level: ({ candidate }) => candidate.node.level ?? 9,
    isBold: ({ candidate: { piece, node } }) =>
      Number(/^(b|strong|em|h\d)$/.test((piece?.element ?? node.element).name)),
    isCell: ({ candidate }) => Number(candidate.node.cell !== undefined),
    isItem: ({ candidate }) => Number(candidate.node.item !== undefined),
    isLine: ({ candidate }) => Number(candidate.piece === undefined),
    region: ({ candidate }) => pageRegions.indexOf(candidate.node.region),
    length: ({ candidate }) => Math.min(1000, candidate.text.length),
    words: ({ candidate }) => looksOf(candidate).words,
    digits: ({ candidate }) => looksOf(candidate).digits,
    capitals: ({ candidate }) => looksOf(candidate).capitals,
    sentence: ({ candidate }) => looksOf(candidate).sentence,
    position: ({ candidate, total }) => candidate.order / total,
    fromAnchor: ({ candidate, anchor }) => Math.min(500, Math.abs(candidate.order - anchor)),
    afterAnchor: ({ candidate, anchor }) => Number(candidate.order >= anchor),
    repeats: ({ candidate }) => Math.min(100, candidate.repeats),
    copies: ({ candidate }) => Math.min(20, candidate.copies),
    linksAround: ({ candidate }) => candidate.linksAround,
    isTime: ({ candidate: { piece, node } }) =>
      Number((piece?.element ?? node.element).name === 'time'),
    shapeCount: ({ shapeCount }) => shapeCount,
    likeAbove: ({ candidate }) => candidate.likeAbove,
    besideAbove: ({ candidate }) => candidate.besideAbove,
    pageLabel: ({ pageLabel }) => pageLabel,
    labelGap: ({ pageLabel, match }) => Math.max(0, pageLabel - match.strong),
    strongCount: ({ strongCount }) => Math.min(50, strongCount),
    isForeign: ({ candidate: { labels }, match }) =>
      Number(match.strong < 0.3 && Boolean(labels.inline || labels.term || labels.row)),
    nearName: ({ match: { near } }) => near?.name ?? unnamed,
    nearHead: ({ match: { near } }) => near?.head ?? unnamed,
    known: ({ candidate }) => looksOf(candidate).known,
    isBeside: ({ candidate }) => Number(candidate.isBeside),
    wantsTyped: ({ query }) => Number(typedIntents.has(query.intent)),
    wantsTitle: ({ query }) => Number(query.intent === 'title'),
    wantsName: ({ query }) => Number(query.intent === 'person' || query.intent === 'organization'),
    wantsShape: ({ wanted }) => Number(wanted !== undefined),
    contextMatch: ({ match }) => match.context,
    nameWords: ({ query }) => query.name.length,
    followsColon: ({ candidate: { labels } }) =>
      Number(
        /[:：]\s*$/.test(labels.before) || /[:：]\s*$/.test(labels.above) || labels.inline !== '',
      ),
  }),
)

/** The line the page is about: its first heading that the title repeats. */
const anchorOf = (candidates: Candidate[]): number => {
  const scoreOf = ({ node: { level }, ofTitle, inTitle }: Candidate) =>
    ofTitle * inTitle * (level === 1 ? 1.5 : level ? 1.2 : 1)
  return bestBy(candidates, scoreOf, 0)?.order ?? 0
}

/** Of what is not among the page's best at all. */
const noRank = 60

/** 0 for the best of the page, 1 for the next … ; ties share a rank. */
const ranksOf = (values: number[]): number[] => {
  const distinct = [...new Set(values)].sort((a, b) => b - a)
  const ranks = new Map(distinct.map((value, rank) => [value, Math.min(rank, 50)]))
  return values.map(value => (value <= 0 ? noRank : (ranks.get(value) ?? noRank)))
}

/** For each value, how many are as high or higher. */
const countsOf = (values: number[]): Map<number, number> =>
  new Map([...values].sort((a, b) => b - a).map((value, at) => [value, at + 1]))

/** Which one it is of the page's values of that shape, counted from the subject's heading. */
const ordersOf = (fits: number[], candidates: Candidate[], anchor: number): number[] => {
  let order = 0
  return candidates.map((candidate, at) =>
    candidate.order >= anchor && (fits[at] ?? 0) >= 0.3 ? Math.min(50, order++) : noRank,
  )
}

type Looks = {
  words: number
  digits: number
  capitals: number
  sentence: number
  /** Share of its words that pages name things with: "Part number" is rather a label. */
  known: number
}

/** The same for every field: counted once. */
const looksOf = (candidate: Candidate): Looks => {
  const known = looks.get(candidate)
  if (known) return known
  const { text } = candidate
  const found = {
    words: Math.min(200, text.split(' ').length),
    digits: (text.match(/\d/g)?.length ?? 0) / (text.length || 1),
    capitals: (text.match(/\p{Lu}/gu)?.length ?? 0) / (text.length || 1),
    sentence: Number(/[.!?]$/.test(text)),
    known: text.length <= maxChars.label ? knownShare(wordsOf(text)) : 0,
  }
  looks.set(candidate, found)
  return found
}

const knownShare = (words: Word[]) =>
  words.filter(({ concepts }) => concepts.length > 0).length / (words.length || 1)

const looks = new WeakMap<Candidate, Looks>()
