import { columns, columnsFor, rowOf, sideBySide } from '../../../page/learned/columns.ts'
import type { Field } from '../schema/fields.ts'
import type { Shape } from '../values/kinds.ts'
import { type Intent, intentOf } from '../words/intent.ts'
import { overlap, type Word, wordsOf } from '../words/words.ts'
import type { Candidate, Labels } from './candidates.ts'

/** A field as the ranker sees it: words and what sort of thing is wanted. */
export type Query = { field: Field; name: Word[]; context: Word[]; intent: Intent }

/** `parents` are the names of the objects around the field, outermost first. */
export const toQuery = (field: Field, parents: string[] = []): Query => {
  const own = ownWords(field)
  const generic = own.every(word => genericNames.has(word.stem))
  const name = generic && parents.length > 0 ? [...wordsOf(parents.at(-1) ?? ''), ...own] : own
  const context = wordsOf(`${field.title} ${field.description}`).filter(
    word => !name.some(other => other.stem === word.stem),
  )
  return {
    field,
    name,
    context: [...context, ...parents.flatMap(wordsOf)],
    intent: intentOf(field),
  }
}

/** `runtime_minutes` asks for the runtime; `p1` says nothing, and its title or description does. */
const ownWords = (field: Field): Word[] => {
  const said = /^[a-z]{0,2}[\d_]*$/i.test(field.name)
    ? field.title || field.description.slice(0, maxHintChars)
    : ''
  const words = wordsOf(said || field.name)
  const meant = words.filter(word => !units.has(word.stem))
  return meant.length > 0 ? meant : words
}

const maxHintChars = 60
const units = new Set(
  'minute minutes min hour hours second seconds sec km kg cm mm kmh mph usd eur gbp chf percent pct celsius'
    .split(' ')
    .flatMap(word => wordsOf(word).map(({ stem }) => stem)),
)

const genericNames = new Set(['name', 'valu', 'text', 'titl', 'id', 'amount', 'content', 'label'])

const labelPlaces: (keyof Labels)[] = [
  'inline',
  'before',
  'above',
  'row',
  'column',
  'term',
  'heading',
  'own',
  'parent',
  'grand',
  'href',
  'after',
]

/** Places whose words name a value outright, as a reader takes them. */
const strongPlaces: (keyof Labels)[] = ['inline', 'before', 'above', 'row', 'column', 'term']

export const expectedShape: Partial<Record<Intent, keyof Shape>> = {
  money: 'money',
  date: 'date',
  duration: 'duration',
  phone: 'phone',
  email: 'email',
  url: 'url',
  address: 'address',
  place: 'place',
  person: 'name',
  organization: 'name',
  rating: 'rating',
  count: 'count',
  measure: 'measure',
  code: 'code',
  percent: 'percent',
  prose: 'prose',
}

const shapeNames: (keyof Shape)[] = [
  'money',
  'date',
  'duration',
  'phone',
  'email',
  'url',
  'address',
  'place',
  'name',
  'rating',
  'count',
  'measure',
  'code',
  'percent',
  'prose',
]

/** One row for each candidate; ranks compare candidates of the same page. */
export const featureRows = (query: Query, candidates: Candidate[]): Float32Array[] => {
  const similar = createSimilarity(query)
  const wanted = expectedShape[query.intent]
  const anchor = anchorOf(candidates)
  const total = candidates.length
  const matches = candidates.map(candidate => matchLabels(candidate, similar))
  const fits = candidates.map(({ shape }) => (wanted ? shape[wanted] : -1))
  const strongRanks = ranksOf(matches.map(({ strong }) => strong))
  const shapeRanks = ranksOf(fits)
  const titleRanks = ranksOf(candidates.map(({ ofTitle }) => ofTitle))
  const shapeOrders = ordersOf(fits, candidates, anchor)
  return candidates.map((candidate, at) =>
    rowOf(candidateColumns, {
      query,
      candidate,
      match: matches[at] as Match,
      wanted,
      anchor,
      total,
      shapeFit: fits[at] ?? -1,
      strongRank: strongRanks[at] ?? noRank,
      shapeRank: shapeRanks[at] ?? noRank,
      titleRank: titleRanks[at] ?? noRank,
      shapeOrder: shapeOrders[at] ?? noRank,
    }),
  )
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
}

/** How the words around a candidate, and its own, match the field. */
type Match = {
  places: Record<keyof Labels, Similarity>
  own: Similarity
  /** The best of those that name a value outright, and how much of the field's name they have. */
  strong: number
  recall: number
  context: number
}

/** With the field's name, with its description, and how much of the name is in it. */
type Similarity = { name: number; context: number; recall: number }

const nothing: Similarity = { name: 0, context: 0, recall: 0 }

const createSimilarity = (query: Query) => {
  const memo = new Map<string, Similarity>()
  return (text: string): Similarity => {
    if (!text) return nothing
    const known = memo.get(text)
    if (known) return known
    const given = wordsOf(text)
    const name = overlap(query.name, given)
    const found = {
      name: harmonic(name.recall, name.precision),
      context: overlap(query.context, given).precision,
      recall: name.recall,
    }
    memo.set(text, found)
    return found
  }
}

const matchLabels = ({ labels, text }: Candidate, similar: (text: string) => Similarity): Match => {
  const places = {} as Record<keyof Labels, Similarity>
  let context = 0
  for (const place of labelPlaces) {
    places[place] = similar(labels[place])
    context = Math.max(context, places[place].context)
  }
  return {
    places,
    own: similar(text.slice(0, 80)),
    strong: Math.max(...strongPlaces.map(place => places[place].name)),
    recall: Math.max(...strongPlaces.map(place => places[place].recall)),
    context,
  }
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
    words: ({ candidate }) => Math.min(200, candidate.text.split(' ').length),
    digits: ({ candidate: { text } }) => (text.match(/\d/g)?.length ?? 0) / (text.length || 1),
    capitals: ({ candidate: { text } }) =>
      (text.match(/\p{Lu}/gu)?.length ?? 0) / (text.length || 1),
    sentence: ({ candidate }) => Number(/[.!?]$/.test(candidate.text)),
    position: ({ candidate, total }) => candidate.order / total,
    fromAnchor: ({ candidate, anchor }) => Math.min(500, Math.abs(candidate.order - anchor)),
    afterAnchor: ({ candidate, anchor }) => Number(candidate.order >= anchor),
    repeats: ({ candidate }) => Math.min(100, candidate.repeats),
    copies: ({ candidate }) => Math.min(20, candidate.copies),
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

const harmonic = (a: number, b: number) => (a + b === 0 ? 0 : (2 * a * b) / (a + b))

/** The line the page is about: its first heading that the title repeats. */
const anchorOf = (candidates: Candidate[]): number => {
  let best = 0
  let top = 0
  for (const candidate of candidates) {
    const weight = candidate.node.level === 1 ? 1.5 : candidate.node.level ? 1.2 : 1
    const score = candidate.ofTitle * candidate.inTitle * weight
    if (score > top) {
      top = score
      best = candidate.order
    }
  }
  return best
}

/** Of what is not among the page's best at all. */
const noRank = 60

/** 0 for the best of the page, 1 for the next … ; ties share a rank. */
const ranksOf = (values: number[]): number[] => {
  const distinct = [...new Set(values)].sort((a, b) => b - a)
  const ranks = new Map(distinct.map((value, rank) => [value, Math.min(rank, 50)]))
  return values.map(value => (value <= 0 ? noRank : (ranks.get(value) ?? noRank)))
}

/** Which one it is of the page's values of that shape, counted from the subject's heading. */
const ordersOf = (fits: number[], candidates: Candidate[], anchor: number): number[] => {
  let order = 0
  return candidates.map((candidate, at) =>
    candidate.order >= anchor && (fits[at] ?? 0) >= 0.3 ? Math.min(50, order++) : noRank,
  )
}
