import { withoutBy } from '../../../../page/metadata/names.ts'
import { fold, overlap, wordsOf } from '../../../../page/words/words.ts'
import { codeIn } from '../../values/codes.ts'
import { phoneIn } from '../../values/kinds.ts'
import { normalise } from '../../values/normalise.ts'
import type { Candidate } from './candidates.ts'
import { featureRows } from './features.ts'
import { contradictsIntent } from './intent-rules.ts'
import type { Query } from './query.ts'
import { noSigns, refusals, signsOf } from './refusals.ts'
import { anyOf } from './rules.ts'

/** The candidates that may answer a field at all. */
export type Eligible = { list: Candidate[]; rows: Float32Array[]; texts: number[] }

const isRefused = anyOf(refusals)

export const eligible = (query: Query, candidates: Candidate[]): Eligible => {
  const found: Eligible = { list: [], rows: [], texts: [] }
  const numbers = new Map<string, number>()
  const page = query.intent === 'money' ? signsOf(candidates) : noSigns
  featureRows(query, candidates).forEach((row, at) => {
    const candidate = candidates[at] as Candidate
    if (!row) return
    const pairing = { query, candidate, row, page }
    if (isRefused(pairing) || contradictsIntent(pairing)) return
    if (!normalise(query.field, valueText(query, candidate))) return
    const plain = fold(candidate.text).replace(/[^\p{L}\p{N}]+/gu, '')
    const number = numbers.get(plain) ?? numbers.size
    numbers.set(plain, number)
    found.list.push(candidate)
    found.rows.push(row)
    found.texts.push(number)
  })
  return found
}

/** "Published on 6 March 2026." without what happened on that day. */
export const withoutEvent = (text: string): string =>
  text
    .replace(
      /^(?:(?:first|last|originally) )?(?:published|updated|posted|modified|edited|created|added|asked)(?: (?:on|at|by \S{1,30}))?[:\s]{1,3}(?=.{0,20}\d)/i,
      '',
    )
    .replace(/(?<=\d)\.$/, '')

/** "Volta" of "Brand: Volta | Model: X5": what has a label of its own is something else. */
const withoutNext = (text: string): string => text.split(nextLabel)[0] ?? text
const nextLabel = /\s[|•·]\s(?=\p{L}[\p{L}\s]{1,30}[:：]\s)/u

/**
 * A link's words say "Official site" where its address was asked for; what stands before the colon
 * of a title is no label.
 */
export const valueText = (
  query: Query,
  { text, whole, labels, piece, shape }: Candidate,
): string => {
  // "1-888-888-4532 (8 am to 5 pm)"
  if (query.intent === 'phone' && shape.phone > 0)
    return phoneIn(text)?.replace(/\s?\([^)]{0,4}$/, '') ?? text
  if (query.intent === 'person') return withoutBy(text) || text
  if (query.intent === 'date') return withoutEvent(text) || text
  // "4.6 (128 reviews)"
  if (query.intent === 'rating')
    return text.replace(/(?<=^\d(?:[.,]\d{1,2})?)\s?\([^()]{1,30}\)$/, '')
  const code = codeIn(query.field, text)
  if (code) return code
  if (labels.inline && query.intent !== 'title') return withoutNext(text)
  if (query.intent === 'title' && whole !== text && labels.inline)
    return query.names.some(({ words }) => overlap(words, wordsOf(labels.inline)).recall > 0.4)
      ? text
      : whole
  return query.intent === 'url' && shape.url < 0.5 && piece?.link ? piece.link : text
}
