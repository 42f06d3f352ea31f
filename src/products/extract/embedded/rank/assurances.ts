import { placeOf } from '../../../../page/learned/columns.ts'
import { stemsOf } from '../../../../page/words/stems.ts'
import { wordsOf } from '../../../../page/words/words.ts'
import { asksCode, codeIn } from '../../values/codes.ts'
import type { Candidate } from './candidates.ts'
import { confidence } from './confidence.ts'
import { candidateColumns, expectedShape, wholeShape } from './features.ts'
import { maxChars } from './lengths.ts'
import type { Query } from './query.ts'
import { isOldPrice } from './refusals.ts'
import { anyOf } from './rules.ts'

/** The best text for a field; `ahead`: by how much it is better than any text of another line. */
export type Best = {
  query: Query
  candidate: Candidate
  row: Float32Array
  ahead: number
  all: readonly Candidate[]
}

/** How sure one may be at least, whatever the page looks like. */
export const assuredOf = (best: Best): number => {
  if (isAssured(best)) return confidence.guessed
  // A label in front of it is its name in other words (headquarters: HQ: Utrecht).
  const isTold = most(best.row, frontPlaces) >= likeName
  return isSubject(best) || (isTold && best.ahead >= farAhead) ? confidence.faint : 0
}

const farAhead = 1

const isAssured = anyOf<Best>({
  'a label in front of it is the field’s own name (weight: Weight: 2 kg)': ({ row }) =>
    most(row, labelPlaces) >= same,
  'it is the only one of its form (phone: +1 212 555 0142)': isOnlyOne,
  'the field’s own name stands before it with a colon (author: <b>Author:</b> Ann Reed)': ({
    row,
    candidate: { labels },
  }) => (row[before] ?? 0) >= same && endsInColon.test(labels.before),
  'it stands below its own name, which has a colon or is a heading (author: <h3>Author</h3> Ann)':
    ({ row, candidate: { labels } }) =>
      (row[above] ?? 0) >= same &&
      row[likeAbove] === 0 &&
      (endsInColon.test(labels.above) || labels.above === labels.heading),
})

const most = (row: Float32Array, places: readonly number[]): number =>
  Math.max(...places.map(place => row[place] ?? 0))

/**
 * The only telephone number, address or price of the page, where no other kind of it is asked for;
 * the only ISBN. What belongs to other things does not count, nor what no longer holds.
 */
function isOnlyOne({ query, candidate, all: others }: Best): boolean {
  const { field, intent, name } = query
  const { node, text, shape, isBeside } = candidate
  if (asksCode(field)) {
    const codes = others.flatMap(other => codeIn(field, other.text)?.replace(/\W/g, '') ?? [])
    return new Set(codes).size === 1
  }
  const wanted = singles.has(intent) ? expectedShape[intent] : undefined
  if (!wanted || isBeside || shape[wanted] < wholeShape) return false
  const isPlain = name.every(
    ({ stem }) =>
      plainNames.has(stem) ||
      // "$142 per night", where `price_per_night` is asked for.
      wordsOf(node.text.slice(0, maxChars.title)).some(one => one.stem === stem),
  )
  const isOther = (other: Candidate) =>
    other.text !== text && other.node !== node && !other.isBeside && !isOldPrice(other)
  return isPlain && !others.some(other => isOther(other) && other.shape[wanted] >= wholeShape)
}

/**
 * The main heading, which the tab repeats, is the name of what the page is about: where a name is
 * asked for, or a kind of firm or school that the heading itself says it is.
 */
const isSubject = ({ query: { intent }, candidate, row }: Best): boolean => {
  const { node, inTitle, ofTitle } = candidate
  if (intent !== 'title' && !(intent === 'organization' && (row[ownText] ?? 0) > 0)) return false
  // A heading may add a word or two to it: "2010 Vento SE tech specs".
  if (node.level === 1 && inTitle >= 0.6 && ofTitle >= 0.5) return true
  return (node.level ?? 9) <= 2 && inTitle > 0.99 && ofTitle >= 0.25
}

/** How like the field's name a label is, from 0 to 1. */
const same = 0.995
const likeName = 0.7

const at = (name: string) => placeOf(candidateColumns, name)
const labelPlaces = ['inlineName', 'termName', 'rowName', 'columnName'].map(at)
const before = at('beforeName')
const above = at('aboveName')
const likeAbove = at('likeAbove')
const ownText = at('ownText')
const frontPlaces = [...labelPlaces, before]
const endsInColon = /[:：]\s*$/
const singles = new Set(['phone', 'email', 'address', 'money', 'url', 'duration'])
const plainNames = stemsOf(
  'phone telephone tel number contact email mail address street price cost fee amount duration length time website site web homepage url',
)
