import { bareName } from '../../../../page/metadata/text.ts'
import { stemsOf } from '../../../../page/words/stems.ts'
import { conceptsOf, stemOf, type Word, wordsOf } from '../../../../page/words/words.ts'
import { type Answer, rankFields } from '../rank/rank.ts'
import { frontLabels } from '../rank/refusals.ts'
import { candidatesOf, signsOf, vocabularyOf } from '../state/lines.ts'
import type { Question, State } from '../state/state.ts'
import { asksBoard, asksGoodsName, belongsToPart, belongsToSideContent } from './field-names.ts'
import type { Reader } from './reader.ts'

/** The text of the page that answers, by its labels and what was learned. */
export const ranker: Reader = {
  name: 'ranker',
  asks: () => true,
  read: (state, question) => {
    const answer = rankedAnswer(state, question)
    if (!answer || (belongsToSideContent(question) && !isLabelled(answer))) return undefined
    const { value, quote, candidate, confidence } = answer
    return { value, quote, node: candidate.node.id, confidence }
  },
  trust: 0,
  readsSideContent: true,
  needsOwnWords: true,
}

/** What the ranker says of a field; all fields that are open are ranked together, once. */
export const rankedAnswer = (state: State, question: Question): Answer | undefined => {
  if (state.without.has(ranker.name)) return undefined
  state.ranking ??= rankOpen(state)
  const answer = state.ranking.get(question.query)
  const isRefused = answer && refusals.some(({ when }) => when({ state, question, answer }))
  return isRefused ? undefined : answer
}

const rankOpen = (state: State): Map<Question['query'], Answer> => {
  const queries = [...state.open].map(({ query }) => query)
  const answers = rankFields(
    queries,
    candidatesOf(state),
    vocabularyOf(state),
    state.learned.ranker,
  )
  return new Map(
    queries.flatMap((query, at) => {
      const answer = answers[at]
      return answer ? [[query, answer] as const] : []
    }),
  )
}

/** The page says in words what it is. */
export const isLabelled = ({ candidate }: Answer): boolean => frontLabels(candidate).length > 0

type Ranked = { state: State; question: Question; answer: Answer }
type Refusal = { when: (ranked: Ranked) => boolean; because: string; example: string }

/** The page's heading is what the page is about, and none of these. */
const headingRefusals: readonly Refusal[] = [
  {
    because: 'an article has a headline, and is no product',
    example: 'product_name: Ten lamps we like',
    when: ({ state, question: { query } }) => asksGoodsName(query) && signsOf(state).isArticle,
  },
  {
    because: 'it is the thread and not the board',
    example: 'forum: Who has seen this lamp?',
    when: ({ question }) => question.field.kind === 'string' && asksBoard(question.query),
  },
  {
    because: 'it is no part of the page',
    example: 'passing_leader.player: Match report',
    when: ({ question }) => belongsToPart(question.parents),
  },
]

const refusals: readonly Refusal[] = [
  {
    because: 'nothing says that it is the day of a change',
    example: 'updated_at: 4 July 2020, below "Published"',
    when: ({ question: { query }, answer }) =>
      query.intent === 'date' && query.name.some(saysChange) && !isSaidChanged(answer),
  },
  ...headingRefusals.map(({ when, ...why }) => ({
    ...why,
    when: (ranked: Ranked) => isMainHeading(ranked.state, ranked.answer) && when(ranked),
  })),
]

export const isMainHeading = (state: State, { quote }: Answer): boolean =>
  [signsOf(state).heading ?? '', state.page.title].some(text => bareName(text) === bareName(quote))

/** In its own line, the one above it, or what names it. */
const isSaidChanged = ({ candidate: { labels, node }, quote }: Answer): boolean => {
  // "Published 4 July, updated 6 July": each of them has its own word.
  const [before = '', behind = ''] = node.text.split(quote)
  const own = /\d/.test(before + behind) ? before.slice(-maxWord) : node.text
  return [...Object.values(labels), own].some(text => wordsOf(text).some(saysChange))
}

const maxWord = 24

const saysChange = ({ stem, concepts }: Word) =>
  changed.has(stem) || concepts.some(one => change.includes(one))
const changed = stemsOf('modified updated changed revised edited')
const change = ['modified', 'updated'].flatMap(word => conceptsOf(stemOf(word)))
