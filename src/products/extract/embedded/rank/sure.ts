import { columns, columnsFor, rowOf, sideBySide } from '../../../../page/learned/columns.ts'
import { candidateColumns } from './features.ts'
import type { Query } from './query.ts'
import { type Vocabulary, wordsSpoken } from './vocabulary.ts'

/** The best candidate of a page for a field, beside those it was chosen from. */
export type Chosen = {
  at: number
  row: Float32Array
  score: number
  /** By how much it is better than the next other text. */
  lead: number
  /** How many other texts are nearly as good. */
  rivals: number
}

const nearly = 1
const noLead = 8

/** `scores` and `texts` of all candidates, the numbers of equal texts being equal. */
export const chooseBest = (
  rows: readonly Float32Array[],
  scores: ArrayLike<number>,
  texts: ArrayLike<number>,
): Chosen | undefined => {
  let at = -1
  for (let i = 0; i < rows.length; i++) if (at < 0 || (scores[i] ?? 0) > (scores[at] ?? 0)) at = i
  const row = rows[at]
  if (!row) return undefined
  const score = scores[at] ?? 0
  let next = score - noLead
  const near = new Set<number>()
  for (let i = 0; i < rows.length; i++) {
    const own = scores[i] ?? 0
    if (texts[i] === texts[at]) continue
    if (own > next) next = own
    if (own > score - nearly) near.add(texts[i] ?? 0)
  }
  return { at, row, score, lead: score - next, rivals: Math.min(20, near.size) }
}

/**
 * Below this a field stays empty. Nothing is an answer too, and the better one where a page does
 * not say it: the forest learned that from pages whose value was taken out.
 */
export const leastSure = 0.5

/** What says whether the best is the right one, or whether the page does not have the value. */
export const sureColumns = sideBySide<{ chosen: Chosen; spoken: number }>(
  columnsFor(
    candidateColumns.names,
    name => name,
    ({ chosen }, _, at) => chosen.row[at] ?? 0,
  ),
  columns({
    score: ({ chosen }) => chosen.score,
    lead: ({ chosen }) => chosen.lead,
    rivals: ({ chosen }) => chosen.rivals,
    spoken: ({ spoken }) => spoken,
  }),
)

export const sureRow = (chosen: Chosen, query: Query, vocabulary: Vocabulary): Float32Array =>
  rowOf(sureColumns, { chosen, spoken: wordsSpoken(vocabulary, query) })
