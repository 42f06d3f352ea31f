import { statement } from './readers/boolean-statements.ts'
import { contact } from './readers/contact.ts'
import { currency } from './readers/currency.ts'
import { belongsToSideContent } from './readers/field-names.ts'
import { markup, tab } from './readers/markup.ts'
import { neighbour } from './readers/neighbours.ts'
import { owner } from './readers/owner.ts'
import { byline, heading } from './readers/page-signs.ts'
import { figure } from './readers/prose-figures.ts'
import { ranker } from './readers/ranker.ts'
import type { Reader } from './readers/reader.ts'
import { link } from './readers/targets.ts'
import { total } from './readers/totals.ts'
import { trail } from './readers/trail.ts'
import { isSpokenOf, maySearch } from './state/lines.ts'
import type { Question, State } from './state/state.ts'

/** The readers of single values. The first that finds something answers. */
const readers: readonly Reader[] = [
  markup,
  neighbour,
  link,
  owner,
  trail,
  ranker,
  byline,
  heading,
  contact,
  currency,
  total,
  figure,
  statement,
  tab,
]

/** Reader by reader, so that the ranker sees all that is still open at once. */
export const readValues = (state: State) => {
  const searching = new Set<Question>()
  const beside = new Set([...state.open].filter(belongsToSideContent))
  /** Whether the question is one for the reader, and the page may be searched for it. */
  const isFor = (reader: Reader, question: Question): boolean => {
    if (!reader.readsSideContent && beside.has(question)) return false
    if (reader.needsOwnWords && !isSpokenOf(state, question)) return false
    if (!reader.asks(question, state)) return false
    if (!reader.isSearch || searching.has(question)) return true
    const isAllowed = maySearch(state)
    if (isAllowed) searching.add(question)
    return isAllowed
  }
  for (const reader of readers.filter(({ name }) => !state.without.has(name)))
    for (const question of state.open) {
      const found = isFor(reader, question) ? reader.read(state, question) : undefined
      if (!found) continue
      const { value, quote, node, fact, confidence = reader.trust } = found
      state.sources.set(question.pointer, { quote, node, fact, confidence, reader: reader.name })
      question.answer(value)
      state.open.delete(question)
    }
  for (const { pointer } of state.open) state.missing.push(pointer)
}
