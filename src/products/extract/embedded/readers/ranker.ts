import { bareName } from '../../../../page/metadata/text.ts'
import { stemsOf } from '../../../../page/words/stems.ts'
import { conceptsOf, stemOf, type Word, wordsOf } from '../../../../page/words/words.ts'
import { type Answer, rankFields } from '../rank/rank.ts'
import { frontLabels } from '../rank/refusals.ts'
import { anyOf } from '../rank/rules.ts'
import { candidatesOf, signsOf, vocabularyOf } from '../state/lines.ts'
import type { Question, State } from '../state/state.ts'
import { asksGoodsName, belongsToPart, belongsToSideContent } from './field-names.ts'
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
  return answer && !isRefused({ state, question, answer }) ? answer : undefined
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

/** The page's heading is what the page is about, and none of these. */
const isNoHeading = anyOf<Ranked>({
  'an article has a headline, and is no product (product_name: Ten lamps we like)': ({
    state,
    question: { query },
  }) => asksGoodsName(query) && signsOf(state).isArticle,
  'it is no part of the page (passing_leader.player: Match report)': ({ question }) =>
    belongsToPart(question.parents),
})

const isRefused = anyOf<Ranked>({
  'nothing says that it is the day of a change (updated_at: 4 July, below "Published")': ({
    question: { query },
    answer,
  }) => query.intent === 'date' && query.name.some(saysChange) && !isSaidChanged(answer),
  'it is the page’s heading, which is what the page is about': ranked =>
    isMainHeading(ranked.state, ranked.answer) && isNoHeading(ranked),
})

export const isMainHeading = (state: State, { quote }: Answer): boolean =>
  [signsOf(state).heading ?? '', state.page.title].some(text => bareName(text) === bareName(quote))

/** In its own line, the one above it, or what names it. */
const isSaidChanged = ({ candidate: { labels, node } }: Answer): boolean =>
  [...Object.values(labels), node.text].some(text => wordsOf(text).some(saysChange))

const saysChange = ({ stem, concepts }: Word) =>
  changed.has(stem) || concepts.some(one => change.includes(one))
const changed = stemsOf('modified updated changed revised edited')
const change = ['modified', 'updated'].flatMap(word => conceptsOf(stemOf(word)))
