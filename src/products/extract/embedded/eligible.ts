import { phoneIn } from '../values/kinds.ts'
import { normalise } from '../values/normalise.ts'
import { overlap, stemOf, wordsOf } from '../words/words.ts'
import { type Candidate, isNoValue, isOldPrice } from './candidates.ts'
import { featureRows } from './features.ts'
import type { Query } from './query.ts'

/** The candidates that may answer a field at all. */
export type Eligible = { list: Candidate[]; rows: Float32Array[]; texts: number[] }

export const eligible = (query: Query, candidates: Candidate[]): Eligible => {
  const rows = featureRows(query, candidates)
  const found: Eligible = { list: [], rows: [], texts: [] }
  const numbers = new Map<string, number>()
  const isOld = query.intent === 'money' && asksOldPrice(query)
  rows.forEach((row, at) => {
    const candidate = candidates[at] as Candidate
    if (!row || isNoValue(candidate) || (isOldPrice(candidate) && !isOld)) return
    if (!normalise(query.field, valueText(query, candidate))) return
    const number = numbers.get(candidate.text) ?? numbers.size
    numbers.set(candidate.text, number)
    found.list.push(candidate)
    found.rows.push(row)
    found.texts.push(number)
  })
  return found
}

/** What a thing cost before is the answer where that was asked for, and nowhere else. */
const asksOldPrice = ({ name }: Query) => name.some(({ stem }) => oldWords.has(stem))
const oldWords = new Set(
  'old was before original regular list previous former msrp rrp uvp strike compare'
    .split(' ')
    .map(stemOf),
)

/**
 * A link's words say "Official site" where its address was asked for; what stands before the colon
 * of a title is no label.
 */
export const valueText = (
  query: Query,
  { text, whole, labels, piece, shape }: Candidate,
): string => {
  if (query.intent === 'phone' && shape.phone > 0) return phoneIn(text) ?? text
  if (query.intent === 'title' && whole !== text && labels.inline)
    return query.names.some(({ words }) => overlap(words, wordsOf(labels.inline)).recall > 0.4)
      ? text
      : whole
  return query.intent === 'url' && shape.url < 0.5 && piece?.link ? piece.link : text
}
