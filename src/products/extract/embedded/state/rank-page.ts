import { readCandidates } from '../rank/candidates.ts'
import type { Query } from '../rank/query.ts'
import { type Answer, rankFields } from '../rank/rank.ts'
import { readVocabulary } from '../rank/vocabulary.ts'
import type { Found, State } from './state.ts'

/** The texts of the page that answer, by its labels and what was learned. */
export const rankOnPage = (state: State, queries: Query[]): (Answer | undefined)[] => {
  state.candidates ??= readCandidates(state.page)
  state.vocabulary ??= readVocabulary(state.page)
  return rankFields(queries, state.candidates, state.vocabulary, state.learned.ranker)
}

export const foundOf = ({ quote, candidate, confidence }: Answer): Found => ({
  ...{ quote, node: candidate.node.id, fact: undefined, confidence },
})

/** The page says in words what it is. */
export const isLabelled = ({ candidate: { labels } }: Answer): boolean =>
  [labels.inline, labels.term, labels.row, labels.column, labels.before].some(Boolean)
