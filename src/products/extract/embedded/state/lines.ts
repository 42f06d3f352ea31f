import { type Candidate, readCandidates } from '../rank/candidates.ts'
import { readVocabulary, type Vocabulary } from '../rank/vocabulary.ts'
import type { State } from './state.ts'

/** The texts of the page that may be a value: read once. */
export const candidatesOf = (state: State): Candidate[] =>
  (state.candidates ??= readCandidates(state.page))

export const vocabularyOf = (state: State): Vocabulary =>
  (state.vocabulary ??= readVocabulary(state.page))

/** A label, a caption, a line of a card; a longer one tells something. */
export const shortLine = 100

/** What of a line is searched by patterns. */
export const longLine = 2000
