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

export const featureNames: string[] = [
  ...labelPlaces.flatMap(place => [`${place}Name`, `${place}Context`]),
  'ownText',
  'ownTextContext',
  'bestStrong',
  'bestStrongRank',
  'bestRecall',
  'bestAttribute',
  'shapeFit',
  'shapeRank',
  'shapeOrder',
  ...shapeNames.map(name => `shape_${name}`),
  'inTitle',
  'ofTitle',
  'titleRank',
  'isLabel',
  'isLink',
  'level',
  'isBold',
  'isCell',
  'isItem',
  'isLine',
  'region',
  'length',
  'words',
  'digits',
  'capitals',
  'sentence',
  'position',
  'fromAnchor',
  'afterAnchor',
  'repeats',
  'copies',
  'wantsTitle',
  'wantsName',
  'wantsShape',
  'contextMatch',
  'nameWords',
  'followsColon',
]

/** One row of features for each candidate; ranks compare candidates of the same page. */
export const featureRows = (query: Query, candidates: Candidate[]): Float32Array[] => {
  const memo = new Map<string, Similarity>()
  const similar = (text: string): Similarity => {
    if (!text) return [0, 0, 0]
    const known = memo.get(text)
    if (known) return known
    const given = wordsOf(text)
    const name = overlap(query.name, given)
    const context = overlap(query.context, given)
    const score: Similarity = [
      harmonic(name.recall, name.precision),
      context.precision,
      name.recall,
    ]
    memo.set(text, score)
    return score
  }
  const wanted = expectedShape[query.intent]
  const anchor = anchorOf(candidates)
  const rows = candidates.map(candidate =>
    row(query, candidate, similar, wanted, anchor, candidates.length),
  )
  addRanks(rows, 'bestStrong', 'bestStrongRank')
  addRanks(rows, 'shapeFit', 'shapeRank')
  addRanks(rows, 'ofTitle', 'titleRank')
  addOrder(rows, candidates, anchor)
  return rows
}

/** With the field's name, with its description, and how much of the name is in it. */
type Similarity = [number, number, number]

const at = (name: string) => featureNames.indexOf(name)

const row = (
  query: Query,
  candidate: Candidate,
  similar: (text: string) => Similarity,
  wanted: keyof Shape | undefined,
  anchor: number,
  total: number,
): Float32Array => {
  const values: number[] = []
  const scores = new Map<keyof Labels, number>()
  let contextMatch = 0
  let recall = 0
  for (const place of labelPlaces) {
    const [name, context, found] = similar(candidate.labels[place])
    if (strongPlaces.includes(place)) recall = Math.max(recall, found)
    scores.set(place, name)
    contextMatch = Math.max(contextMatch, context)
    values.push(name, context)
  }
  const { text, shape, node, piece, labels } = candidate
  const [ownText, ownTextContext] = similar(text.slice(0, 80))
  const strong = Math.max(...strongPlaces.map(place => scores.get(place) ?? 0))
  const attribute = Math.max(
    scores.get('own') ?? 0,
    scores.get('parent') ?? 0,
    scores.get('grand') ?? 0,
  )
  const element = piece?.element ?? node.element
  const letters = text.length || 1
  values.push(
    ownText,
    ownTextContext,
    strong,
    0,
    recall,
    attribute,
    wanted ? shape[wanted] : -1,
    0,
    0,
  )
  for (const name of shapeNames) values.push(shape[name])
  values.push(
    candidate.inTitle,
    candidate.ofTitle,
    0,
    Number(candidate.isLabel),
    Number(piece?.link !== undefined),
    node.level ?? 9,
    Number(/^(b|strong|em|h\d)$/.test(element.name)),
    Number(node.cell !== undefined),
    Number(node.item !== undefined),
    Number(piece === undefined),
    ['main', 'header', 'aside', 'nav', 'footer'].indexOf(node.region),
    Math.min(1000, text.length),
    Math.min(200, text.split(' ').length),
    (text.match(/\d/g)?.length ?? 0) / letters,
    (text.match(/\p{Lu}/gu)?.length ?? 0) / letters,
    Number(/[.!?]$/.test(text)),
    candidate.order / total,
    Math.min(500, Math.abs(candidate.order - anchor)),
    Number(candidate.order >= anchor),
    Math.min(100, candidate.repeats),
    Math.min(20, candidate.copies),
    Number(query.intent === 'title'),
    Number(query.intent === 'person' || query.intent === 'organization'),
    Number(wanted !== undefined),
    contextMatch,
    query.name.length,
    Number(
      /[:：]\s*$/.test(labels.before) || /[:：]\s*$/.test(labels.above) || labels.inline !== '',
    ),
  )
  return Float32Array.from(values)
}

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

/** 0 for the best of the page, 1 for the next … ; ties share a rank. */
const addRanks = (rows: Float32Array[], from: string, into: string) => {
  const source = at(from)
  const target = at(into)
  const distinct = [...new Set(rows.map(row => row[source] ?? 0))].sort((a, b) => b - a)
  const ranks = new Map(distinct.map((value, rank) => [value, Math.min(rank, 50)]))
  for (const row of rows) {
    const value = row[source] ?? 0
    row[target] = value <= 0 ? 60 : (ranks.get(value) ?? 60)
  }
}

/** Which one it is of the page's values of that shape, counted from the subject's heading. */
const addOrder = (rows: Float32Array[], candidates: Candidate[], anchor: number) => {
  const source = at('shapeFit')
  const target = at('shapeOrder')
  let order = 0
  rows.forEach((row, i) => {
    const isCounted = (candidates[i]?.order ?? 0) >= anchor && (row[source] ?? 0) >= 0.3
    row[target] = isCounted ? Math.min(50, order++) : 60
  })
}
