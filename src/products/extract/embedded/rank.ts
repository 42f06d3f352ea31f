import { type Forest, readForests, scoreRow } from '../../../page/learned/forest.ts'
import ranker from '../../../page/learned/ranker.generated.json' with { type: 'json' }
import { phoneIn } from '../values/kinds.ts'
import { normalise } from '../values/normalise.ts'
import { stemOf } from '../words/words.ts'
import { type Candidate, isNoValue } from './candidates.ts'
import { candidateColumns, featureRows, type Query } from './features.ts'
import { hasEvidence, leastOdds, priorOf } from './prior.ts'

type Answer = { candidate: Candidate; value: unknown; quote: string; confidence: number }

/**
 * The best candidate of the page for each field, or nothing. One piece of text answers one field:
 * the surest field chooses first, and a loser takes its next best if that is sure enough.
 */
export const rankFields = (queries: Query[], candidates: Candidate[]): (Answer | undefined)[] => {
  const answers: (Answer | undefined)[] = queries.map(() => undefined)
  const considered = withinBudget(candidates, queries.length)
  const ranked = queries.flatMap((query, index) => topOf(query, considered, index))
  ranked.sort((a, b) => b.score - a.score)
  const taken = new Set<Candidate>()
  for (const { index, candidate, score } of ranked) {
    const query = queries[index] as Query
    if (answers[index] || taken.has(candidate)) continue
    const found = normalise(query.field, valueText(query, candidate))
    if (!found) continue
    taken.add(candidate)
    answers[index] = { candidate, ...found, confidence: 1 / (1 + Math.exp(-score)) }
  }
  return answers
}

/** Log-odds that are enough for the only one of its kind. */
const minOnlyLogOdds = -1

const [forest] = readForests(ranker, candidateColumns.names) as [Forest]
const perField = 12

/** A long page under a large schema: menus and footers go first, then the page's end. */
const withinBudget = (candidates: Candidate[], fields: number): Candidate[] => {
  const limit = Math.max(500, Math.floor(maxRows / Math.max(1, fields)))
  if (candidates.length <= limit) return candidates
  const main = candidates.filter(({ node }) => node.region !== 'nav' && node.region !== 'footer')
  return main.slice(0, limit)
}

const maxRows = 300_000

type Ranked = { index: number; candidate: Candidate; score: number }

const topOf = (query: Query, candidates: Candidate[], index: number): Ranked[] => {
  const rows = featureRows(query, candidates)
  const list: Ranked[] = []
  const only = onlyOne(query, candidates)
  rows.forEach((row, i) => {
    if (!hasEvidence(row) && candidates[i] !== only) return
    const score = priorOf(row) + scoreRow(forest, row)
    const candidate = candidates[i] as Candidate
    const least = candidate === only ? minOnlyLogOdds : leastOdds(row)
    if (score >= least && !isNoValue(candidate)) list.push({ index, candidate, score })
  })
  return list.sort((a, b) => b.score - a.score).slice(0, perField)
}

/** The page's only telephone number or address is the one, when no other kind of it is asked for. */
const onlyOne = ({ name, intent }: Query, candidates: Candidate[]): Candidate | undefined => {
  if ((intent !== 'phone' && intent !== 'address') || name.length !== 1) return undefined
  if (!plainNames.has(name[0]?.stem ?? '')) return undefined
  const found = candidates.filter(({ shape }) => shape[intent] >= 0.65)
  const [first, ...others] = found
  const isSame = ({ text }: Candidate) => text.replace(/\D/g, '') === first?.text.replace(/\D/g, '')
  return others.every(isSame) ? first : undefined
}

const plainNames = new Set(['phone', 'telephone', 'tel', 'address'].map(stemOf))

/** A link's words say "Official site" where its address was asked for. */
const valueText = (query: Query, { text, piece, shape }: Candidate): string => {
  if (query.intent === 'phone' && shape.phone > 0) return phoneIn(text) ?? text
  return query.intent === 'url' && shape.url < 0.5 && piece?.link ? piece.link : text
}
