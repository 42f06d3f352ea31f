import type { FactItem } from '../../../../page/metadata/facts/item.ts'
import { type PageSigns, readPageSigns } from '../../../../page/metadata/signs.ts'
import { overlap, wordsOf } from '../../../../page/words/words.ts'
import { itemsIn } from '../markup/markup-values.ts'
import { type Candidate, readCandidates } from '../rank/candidates.ts'
import { ownWords, readVocabulary, type Vocabulary } from '../rank/vocabulary.ts'
import type { Question, State } from './state.ts'

/** The texts of the page that may be a value: read once. */
export const candidatesOf = (state: State): Candidate[] =>
  (state.candidates ??= readCandidates(state.page))

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
  const { meta, items } = state.page.facts
  state.factWords ??= [meta, ...items, ...items.flatMap(partsOf)].flatMap(({ types, properties }) =>
    [...types, ...properties.keys()].flatMap(name => wordsOf(name)),
  )
  const facts = state.factWords
  return own.some(
    word =>
      stems.has(word.stem) ||
      word.concepts.some(one => concepts.has(one)) ||
      overlap([word], facts).recall > 0,
  )
}

/** The offers of a product, the nutrition of a dish. */
const partsOf = ({ properties }: FactItem): FactItem[] =>
  itemsIn([...properties.values()].flat().slice(0, maxParts))

const maxParts = 200
