import {
  type Forest,
  type ForestsFile,
  readForests,
  scoreRow,
  sigmoid,
} from '../../../../page/learned/forest.ts'
import { normalise } from '../../values/normalise.ts'
import { assuredOf } from './assurances.ts'
import type { Candidate } from './candidates.ts'
import { type Eligible, eligible, valueText } from './eligible.ts'
import { candidateColumns } from './features.ts'
import { priorOf } from './prior.ts'
import type { Query } from './query.ts'
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
  const fields = queries.map(query => eligible(query, considered))
  const scores = fields.map(({ rows }) => rows.map(row => priorOf(row) + scoreRow(forest, row)))
  const taken = new Set<string>()
  const bestOf = (index: number) => {
    const { rows, list, texts } = fields[index] as Eligible
    const free = (scores[index] as number[]).map((score, at) =>
      placesOf(list[at] as Candidate).some(place => taken.has(place)) ? -Infinity : score,
    )
    const chosen = chooseBest(rows, free, texts)
    if (!chosen || chosen.score === -Infinity) return undefined
    return { index, chosen, list, ahead: aheadOf(chosen, list, free) }
  }
  let open = [...queries.keys()].flatMap(index => bestOf(index) ?? [])
  while (open.length > 0) {
    const first = open.reduce((top, one) => (one.chosen.score > top.chosen.score ? one : top))
    const { index, chosen, list, ahead } = first
    open = open.filter(one => one !== first)
    const query = queries[index] as Query
    const learned = sigmoid(scoreRow(sure, sureRow(chosen, query, vocabulary)))
    const candidate = list[chosen.at] as Candidate
    const confidence = Math.max(
      learned,
      assuredOf({ query, candidate, row: chosen.row, ahead, all: considered }),
    )
    if (confidence < leastSure) continue
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

/** A long page under a large schema: menus and footers go first, then the page's end. */
const withinBudget = (candidates: Candidate[], fields: number): Candidate[] => {
  const limit = Math.max(500, Math.floor(maxRows / Math.max(1, fields)))
  if (candidates.length <= limit) return candidates
  const main = candidates.filter(({ node }) => node.region !== 'nav' && node.region !== 'footer')
  return main.slice(0, limit)
}

const maxRows = 300_000
