import { placeOf } from '../../../../page/learned/columns.ts'
import {
  type Forest,
  type ForestsFile,
  readForests,
  scoreRow,
  sigmoid,
} from '../../../../page/learned/forest.ts'
import { conceptsOf, stemOf, wordsOf } from '../../../../page/words/words.ts'
import { asksForOld } from '../../source/struck.ts'
import { asksCode, codeIn } from '../../values/codes.ts'
import { normalise } from '../../values/normalise.ts'
import { type Candidate, isOldPrice } from './candidates.ts'
import { type Eligible, eligible, valueText } from './eligible.ts'
import { candidateColumns, expectedShape, wholeShape } from './features.ts'
import { formerByDiscount } from './old-price.ts'
import { priorOf } from './prior.ts'
import { genericNames, isAspect, type Query } from './query.ts'
import { type Chosen, chooseBest, leastSure, sureColumns, sureRow } from './sure.ts'
import type { Vocabulary } from './vocabulary.ts'

export type Answer = { candidate: Candidate; value: unknown; quote: string; confidence: number }

/** Two forests: one ranks the texts of a page, one says whether the best of them is right. */
export type Ranker = { forest: Forest; sure: Forest }
export type RankerFile = { ranks: ForestsFile; sure: ForestsFile }

export const readRanker = ({ ranks, sure }: RankerFile): Ranker => ({
  forest: readForests(ranks, candidateColumns.names)[0] as Forest,
  sure: readForests(sure, sureColumns.names)[0] as Forest,
})

/**
 * The best candidate of the page for each field, or nothing. One piece of text answers one field:
 * the surest field chooses first, and a loser takes its next best if that is sure enough.
 */
export const rankFields = (
  queries: Query[],
  candidates: Candidate[],
  vocabulary: Vocabulary,
  { forest, sure }: Ranker,
): (Answer | undefined)[] => {
  const answers: (Answer | undefined)[] = queries.map(() => undefined)
  const considered = withinBudget(candidates, queries.length)
  const former = formerByDiscount(considered)
  const standing = considered.filter(candidate => !former.has(candidate))
  const fields = queries.map(query => eligible(query, isPrice(query) ? standing : considered))
  const scores = fields.map(({ rows }) => rows.map(row => priorOf(row) + scoreRow(forest, row)))
  const taken = new Set<string>()
  const bestOf = (index: number) => {
    const { rows, list, texts } = fields[index] as Eligible
    const free = (scores[index] as number[]).map((score, at) =>
      placesOf(list[at] as Candidate).some(place => taken.has(place)) ? -Infinity : score,
    )
    const chosen = chooseBest(rows, free, texts)
    if (!chosen || chosen.score === -Infinity) return undefined
    return { index, chosen, list, free, ahead: aheadOf(chosen, list, free) }
  }
  let open = [...queries.keys()].flatMap(index => bestOf(index) ?? [])
  while (open.length > 0) {
    const first = open.reduce((top, one) => (one.chosen.score > top.chosen.score ? one : top))
    const { index, chosen, list, free, ahead } = first
    open = open.filter(one => one !== first)
    const query = queries[index] as Query
    const learned = sigmoid(scoreRow(sure, sureRow(chosen, query, vocabulary)))
    const best = Math.max(learned, vouchedFor(query, { ...chosen, ahead }, list, standing))
    const { rows } = fields[index] as Eligible
    const taking =
      best >= leastSure || query.intent === 'title'
        ? { at: chosen.at, confidence: best }
        : nextVouched(free, at =>
            vouchedFor(query, { at, row: rows[at], ahead: -1 }, list, standing),
          )
    if (!taking || taking.confidence < leastSure) continue
    const { at, confidence } = taking
    const candidate = list[at] as Candidate
    const found = normalise(query.field, valueText(query, candidate))
    if (!found) continue
    const places = placesOf(candidate)
    for (const place of places) taken.add(place)
    answers[index] = { candidate, ...found, confidence }
    const isTaken = (one: Candidate) => placesOf(one).some(place => places.includes(place))
    open = open.flatMap(one =>
      isTaken(one.list[one.chosen.at] as Candidate) ? (bestOf(one.index) ?? []) : one,
    )
  }
  return answers
}

/** Where the best is not sure enough: the next few, where the page itself vouches for one. */
const nextVouched = (
  scores: readonly number[],
  vouched: (at: number) => number,
): { at: number; confidence: number } | undefined => {
  const order = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
  for (const at of order.slice(1, maxNext)) {
    const confidence = scores[at] === -Infinity ? 0 : vouched(at)
    if (confidence >= leastSure) return { at, confidence }
  }
  return undefined
}

const maxNext = 6

/** What is to be paid now. */
const isPrice = ({ intent, field }: Query): boolean => intent === 'money' && !asksForOld(field)

/** "$335.00" and the "335" in it are one: by its line, and its letters or its digits. */
const placesOf = ({ node, text }: Candidate): string[] => {
  const plain = text.replace(/[^\p{L}\p{N}]+/gu, '')
  const digits = text.replace(/[.,]00(?!\d)/, '').replace(/\P{N}+/gu, '')
  return [`${node.id} ${plain}`, ...(digits === '' ? [] : [`${node.id} #${digits}`])]
}

/** By how much it is better than any other text of another line: its own line says no other. */
const aheadOf = (
  { at, score }: Chosen,
  list: readonly Candidate[],
  scores: readonly number[],
): number => {
  const { node, text } = list[at] as Candidate
  let next = -Infinity
  list.forEach((other, i) => {
    if (other.node !== node && other.text !== text) next = Math.max(next, scores[i] ?? next)
  })
  return score - next
}

/**
 * How sure one may be at least, whatever the page looks like: of a label that is the field's own
 * name, no more and no less; of the only number of the form that is asked for; a little less of a
 * label in other words, where no other text comes near.
 */
const vouchedFor = (
  query: Query,
  { at, row = nothing, ahead }: { at: number; row: Float32Array | undefined; ahead: number },
  list: readonly Candidate[],
  all: readonly Candidate[],
): number => {
  const get = (place: number) => row[place] ?? 0
  const best = (places: number[]) => Math.max(...places.map(get))
  const { labels, shape, text } = list[at] as Candidate
  const said = [labels.inline, labels.term, labels.row, labels.column, labels.before]
  if (best(labelPlaces) > 0.99 || isOnlyOne(query, list[at] as Candidate, all)) return 0.6
  // With a colon it is a label in front of it, in its line or in the line above.
  if (get(before) > 0.99 && endsInColon.test(labels.before)) return 0.6
  const isLabel = endsInColon.test(labels.above) || labels.above === labels.heading
  if (get(above) > 0.99 && get(likeAbove) === 0 && isLabel) return 0.6
  if (isSubject(query, list[at] as Candidate, get(ownText))) return 0.55
  if (ahead < farAhead || said.some(label => isAspect(query, label))) return 0
  // A box of that name, in other words than its own.
  const isBoxed = best(attributePlaces) > 0.9 && said.every(label => label === '')
  const isPlain = get(ownText) === 0 || (query.intent === 'rating' && /^\d/.test(text))
  if (isBoxed && query.intent !== 'title' && isPlain) return 0.55
  const wanted = expectedShape[query.intent]
  const isTyped = wanted !== undefined && shape[wanted] >= wholeShape
  // "28 mpg city, 35 mpg highway" says itself what it measures.
  if (query.intent === 'measure' && get(ownText) > 0 && shape.measure > 0) return 0.55
  const isOwn = get(besideAbove) === 1 || labels.above === labels.heading
  const isBelow = get(likeAbove) === 0 && get(above) >= (isOwn ? likeName : 0.99)
  return isBelow ||
    best(frontPlaces) >= likeName ||
    [...said, isOwn && isTyped ? labels.above : ''].some(label => isHeadOf(query, label, isTyped))
    ? 0.55
    : 0
}

/**
 * "Date" on a page about a book, where `publication_date` is asked for, and "Rating" where
 * `age_rating` is, but not "Type" for `blood_type`; "Tickets" before an amount,
 * where `ticket_price` is.
 */
const isHeadOf = ({ name }: Query, label: string, isTyped: boolean): boolean => {
  const words = wordsOf(label)
  const head = words.at(-1)?.stem
  return (
    words.length > 0 &&
    (isTyped || (head !== undefined && head === name.at(-1)?.stem && !genericNames.has(head))) &&
    words.every(({ stem }) => name.some(one => one.stem === stem))
  )
}

const nothing = new Float32Array()
const likeName = 0.7
const farAhead = 1

/**
 * The only telephone number, address or price of the page, where no other kind of it is asked for;
 * the only ISBN. What belongs to other things does not count, nor what no longer holds.
 */
const isOnlyOne = (
  { field, intent, name }: Query,
  { node, text, shape, isBeside }: Candidate,
  others: readonly Candidate[],
): boolean => {
  if (asksCode(field))
    return (
      new Set(others.flatMap(other => codeIn(field, other.text)?.replace(/\W/g, '') ?? [])).size ===
      1
    )
  if (!['phone', 'email', 'address', 'money', 'url', 'duration'].includes(intent)) return false
  const isPlain = name.every(
    ({ stem, concepts }) =>
      plainNames.has(stem) ||
      // "$142 per night", where `price_per_night` is asked for.
      wordsOf(node.text.slice(0, 80)).some(one => one.stem === stem) ||
      (!/^(?:msrp|rrp)$/.test(stem) && concepts.some(isPlainThing)),
  )
  const wanted = expectedShape[intent] ?? 'count'
  if (!isPlain || isBeside || shape[wanted] < wholeShape) return false
  return others.every(
    other =>
      other.text === text ||
      other.node === node ||
      other.isBeside ||
      isOldPrice(other) ||
      other.shape[wanted] < wholeShape,
  )
}

/**
 * The main heading, which the tab repeats, is the name of what the page is about: where a name is
 * asked for, or a kind of firm or school that the heading itself says it is.
 */
const isSubject = (
  { intent }: Query,
  { node, inTitle, ofTitle }: Candidate,
  ownName: number,
): boolean => {
  if (intent !== 'title' && !(intent === 'organization' && ownName > 0)) return false
  // A heading may add a word or two to it: "2010 Vento SE tech specs".
  if (node.level === 1 && inTitle >= 0.6 && ofTitle >= 0.5) return true
  return (node.level ?? 9) <= 2 && inTitle > 0.99 && ofTitle >= 0.25
}

const ownText = placeOf(candidateColumns, 'ownText')

const labelPlaces = ['inlineName', 'termName', 'rowName', 'columnName'].map(name =>
  placeOf(candidateColumns, name),
)
const before = placeOf(candidateColumns, 'beforeName')
const above = placeOf(candidateColumns, 'aboveName')
const likeAbove = placeOf(candidateColumns, 'likeAbove')
const besideAbove = placeOf(candidateColumns, 'besideAbove')
const attributePlaces = ['ownName', 'parentName'].map(name => placeOf(candidateColumns, name))
const frontPlaces = [...labelPlaces, before]
const endsInColon = /[:：]\s*$/
const plainNames = new Set(
  'phone telephone tel number contact email mail address street price cost fee amount duration length time website site web homepage url'
    .split(' ')
    .map(stemOf),
)
/** The same in other languages: words that stand for nothing else. */
const plainThings = new Set(
  ['telefon', 'adresse', 'preis'].flatMap(word => conceptsOf(stemOf(word))),
)
const isPlainThing = (concept: number) => plainThings.has(concept)

/** A long page under a large schema: menus and footers go first, then the page's end. */
const withinBudget = (candidates: Candidate[], fields: number): Candidate[] => {
  const limit = Math.max(500, Math.floor(maxRows / Math.max(1, fields)))
  if (candidates.length <= limit) return candidates
  const main = candidates.filter(({ node }) => node.region !== 'nav' && node.region !== 'footer')
  return main.slice(0, limit)
}

const maxRows = 300_000
