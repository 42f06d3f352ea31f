import type { FactValue } from '../../../../page/metadata/facts/item.ts'
import { type PageSigns, readPageSigns } from '../../../../page/metadata/signs.ts'
import { overlap, wordsOf } from '../../../../page/words/words.ts'
import { shapeOf } from '../../values/kinds.ts'
import { type Candidate, readCandidates } from '../rank/candidates.ts'
import { ownWords, readVocabulary, type Vocabulary } from '../rank/vocabulary.ts'
import type { Question, State } from './state.ts'

/** The texts of the page that may be a value: read once. */
export const candidatesOf = (state: State): Candidate[] =>
  (state.candidates ??= readCandidates(state.page).map(withJsonLabel))

/** A line of JSON, `"price": 39.99,`, has its label in front, in quotation marks. */
const withJsonLabel = (candidate: Candidate): Candidate => {
  const [, inline, text] = jsonLine.exec(candidate.whole) ?? []
  if (!inline || !text) return candidate
  return { ...candidate, text, shape: shapeOf(text), labels: { ...candidate.labels, inline } }
}

const jsonLine = /^"([^"]{1,40})"\s*:\s*"?([^{[].*?)"?,?$/

/** Headline, byline and days of the page: read once. */
export const signsOf = (state: State): PageSigns =>
  (state.signs ??= readPageSigns(state.page.document.root))

/** Whether all lines of the page may be read once more for a field: not for thousands of them. */
export const maySearch = (state: State): boolean => ++state.searches <= maxSearches

const maxSearches = 200

export const vocabularyOf = (state: State): Vocabulary =>
  (state.vocabulary ??= readVocabulary(state.page))

/** Whether the page, or what its markup calls its values, says any word that is the field's own. */
export const isSpokenOf = (state: State, { query }: Question): boolean => {
  const own = ownWords(query)
  if (own.length === 0) return true
  const { stems, concepts } = vocabularyOf(state)
  state.factWords ??= namesOfFacts(state).flatMap(name => wordsOf(name))
  const facts = state.factWords
  return own.some(
    word =>
      stems.has(word.stem) ||
      word.concepts.some(one => concepts.has(one)) ||
      // "FollowAction" counts `followers`.
      facts.some(({ stem }) => stem.length > 3 && word.stem.startsWith(stem)) ||
      overlap([word], facts).recall > 0,
  )
}

const namesOfFacts = ({ page: { facts } }: State): string[] =>
  [facts.meta, ...facts.items].flatMap(item => namesIn(item, maxDepth))

const namesIn = (value: FactValue, depth: number): string[] => {
  // `https://schema.org/FollowAction`
  if (typeof value === 'string') return schemaTerm.exec(value)?.slice(1) ?? []
  const below = depth > 0 ? [...value.properties.values()].flat() : []
  return [
    ...value.types,
    ...value.properties.keys(),
    ...below.slice(0, maxBelow).flatMap(one => namesIn(one, depth - 1)),
  ]
}

const maxDepth = 3
const maxBelow = 200
const schemaTerm = /^https?:\/\/schema\.org\/(\w{1,60})$/
