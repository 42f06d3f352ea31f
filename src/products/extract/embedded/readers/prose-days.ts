import { stemsOf } from '../../../../page/words/stems.ts'
import type { Field } from '../../schema/fields.ts'
import { findDates } from '../../values/dates.ts'
import type { Query } from '../rank/query.ts'
import { toLate } from '../state/late.ts'
import type { Late, State } from '../state/state.ts'
import { sentencesOf } from './prose-figures.ts'

/** "This page was last edited on 28 February 2023": the only day in a sentence that says what happened on it. */
export const fromTelling = (state: State, field: Field, query: Query): Late | undefined => {
  if (query.intent !== 'date' || field.kind !== 'string') return undefined
  const said = query.name.filter(({ stem }) => !plain.has(stem))
  // `page_last_updated`: which page need not be said.
  const about = said.filter(({ stem }) => !ofPages.has(stem))
  const topics = about.length > 0 ? about : said
  if (topics.length === 0) return undefined
  const found = sentencesOf(state).flatMap(({ text, words, node, isBeside }) => {
    const isSaid = topics.every(topic => words.some(({ stem }) => stem === topic.stem))
    if (isBeside || text.length > maxSentence || words.length < leastWords || !isSaid) return []
    const days = findDates(text).filter(({ readings }) => readings[0]?.length === 10)
    const [day] = days
    return day && days.length === 1 ? [{ text: text.slice(day.start, day.end), node }] : []
  })
  const [first] = found
  if (!first || found.some(({ text }) => text !== first.text)) return undefined
  return toLate(field, first.text, { node: first.node.id })
}

const maxSentence = 240
const leastWords = 5
const ofPages = stemsOf('page site document documentation doc article post content guide')
const plain = stemsOf('date day when datetime time on at')
