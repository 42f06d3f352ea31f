import { tabOf } from '../../../../page/metadata/headline.ts'
import { bareName } from '../../../../page/metadata/text.ts'
import { sayOnly, stemsOf } from '../../../../page/words/stems.ts'
import { trailOf } from '../lists/page-lists.ts'
import { confidence } from '../rank/confidence.ts'
import type { Query } from '../rank/query.ts'
import type { Answer } from '../rank/rank.ts'
import { signsOf } from '../state/lines.ts'
import type { State } from '../state/state.ts'
import { asksBoard, isNameOfPart } from './field-names.ts'
import { isSite } from './owner.ts'
import { isLabelled, isMainHeading, rankedAnswer } from './ranker.ts'
import { type Reader, toFinding } from './reader.ts'

/**
 * The category of a thing is the last step of the trail to it; that of a list, the list itself. A
 * labelled text of the page knows better.
 */
export const trail: Reader = {
  name: 'trail',
  asks: question =>
    !isNameOfPart(question) && sayOnly(question.query.name, categories, aroundCategories),
  read: (state, question) => {
    const { field, query } = question
    const ranked = rankedAnswer(state, question)
    if (ranked && isBetter(state, query, ranked)) return undefined
    const { heading = '' } = signsOf(state)
    const steps = trailOf(state.page).filter(({ text }) => !home.test(text) && !isSite(state, text))
    const own = [bareName(heading), tabOf(state.page.title).parts[0]]
    const above = steps.filter(({ text }) => !own.includes(bareName(text)))
    const main = state.page.nodes.find(({ level, text }) => level && text === heading)
    const itself = main ? { text: main.text, node: main.id } : steps.at(-1)
    const step = isListPage(state) && !asksBoard(query) ? itself : above.at(-1)
    const fact = step?.node === undefined ? 'breadcrumbs' : undefined
    return toFinding(field, step?.text.replace(countBehind, ''), { node: step?.node, fact })
  },
  trust: confidence.guessed,
}

/** The heading is as good as any category, but is no board. */
const isBetter = (state: State, query: Query, ranked: Answer): boolean =>
  isLabelled(ranked) || (isMainHeading(state, ranked) && !asksBoard(query))

/** "Trail shoes (158 items)" */
const countBehind = /\s?\(\d[\d,.]{0,9}(?:\s\p{L}{1,12})?\)$/u

/** It shows many things, and is about none of them. */
const isListPage = (state: State): boolean =>
  state.isOnlyList || (state.asksMany && state.scope.isPage && !signsOf(state).isArticle)

const home = /^(?:home(?:page)?|start(?:seite)?|accueil|inicio|shop|all)$/i
const categories = stemsOf(
  'category kategorie categoria catégorie section forum subforum unterforum board topic tag rubrik',
)
const aroundCategories = stemsOf('product main page article blog shop shelf name')
