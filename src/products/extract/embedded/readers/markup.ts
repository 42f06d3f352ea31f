import { around } from '../../../../page/html/around.ts'
import type { FactValue } from '../../../../page/metadata/facts/item.ts'
import { fold } from '../../../../page/words/words.ts'
import { isOrderFact } from '../../grounding/orders.ts'
import { normalise } from '../../values/normalise.ts'
import { findNumbers } from '../../values/numbers.ts'
import type { Intent } from '../../words/intent.ts'
import {
  isAboutPage,
  leastMatch,
  type MarkupMatch,
  matchItem,
  matchMarkup,
} from '../markup/markup.ts'
import { scalarOf } from '../markup/markup-values.ts'
import { confidence, sureOfMatch } from '../rank/confidence.ts'
import { isItsName, type Query, toQuery } from '../rank/query.ts'
import { type Answer, rankFields } from '../rank/rank.ts'
import { anyOf } from '../rank/rules.ts'
import { createSimilarity } from '../rank/similarity.ts'
import { candidatesOf, vocabularyOf } from '../state/lines.ts'
import type { Finding, Question, State } from '../state/state.ts'
import { asksGoodsName, asksOwner, asksPageTitle } from './field-names.ts'
import { isSite } from './owner.ts'
import type { Reader } from './reader.ts'

/** What the page's own markup says of a field. */
export const markup: Reader = {
  name: 'markup',
  asks: () => true,
  read: (state, question) => {
    const match = matchFor(state, question)
    const found = match && !isOfTab(state, match) ? readMatch(state, question, match) : undefined
    return found && (shownInstead(state, question, found) ?? found)
  },
  trust: 0,
  needsOwnWords: true,
}

/** What only the browser's tab and the page's head say: the title of a page without a heading, its language. */
export const tab: Reader = {
  name: 'tab',
  asks: ({ query }) => isAboutPage(query) || asksPageTitle(query),
  read: (state, question) => {
    const match = matchFor(state, question)
    const found = match && isOfTab(state, match) ? readMatch(state, question, match) : undefined
    return found && { ...found, confidence: undefined }
  },
  trust: confidence.faint,
}

/**
 * What no reader of the page sees gives way to a visible text under the field's own label. The two
 * contradict each other, so that the warning names the field.
 */
const shownInstead = (
  state: State,
  { query }: Question,
  { quote }: Finding,
): Finding | undefined => {
  if (!labelled.has(query.intent) || isShown(state, quote)) return undefined
  const [shown] = rankFields(
    [query],
    candidatesOf(state),
    vocabularyOf(state),
    state.learned.ranker,
  )
  if (!shown || !hasOwnLabel(query, shown)) return undefined
  const { value, quote: words, candidate } = shown
  return { value, quote: words, node: candidate.node.id, confidence: confidence.guessed }
}

const hasOwnLabel = (query: Query, { candidate: { labels } }: Answer): boolean => {
  const similar = createSimilarity(query)
  const before = /[:：]\s*$/.test(labels.before) ? labels.before : ''
  return [labels.inline, labels.term, labels.row, labels.column, before].some(
    label => similar(label).name > 0.99,
  )
}

/** A number by its digits alone: 1299.00 is shown as "$1,299". */
const isShown = (state: State, quote: string): boolean => {
  state.said ??= fold(state.page.nodes.map(node => node.text).join('\n'))
  if (state.said.includes(fold(quote))) return true
  const number = Number(quote)
  return (
    Number.isFinite(number) &&
    findNumbers(state.said).some(({ readings }) => readings.includes(number))
  )
}

const labelled = new Set<Intent>([
  ...(['money', 'organization', 'person', 'place', 'count', 'rating', 'phone', 'email'] as const),
  ...(['measure', 'code', 'percent', 'other'] as const),
])

/** The first of its values that may be one. */
const readMatch = (
  state: State,
  { field, query }: Question,
  match: MarkupMatch,
): Finding | undefined => {
  if (isNameOfOther(query, factOf(match))) return undefined
  const joined = joinable.has(query.intent) ? joinShort(match.values) : undefined
  for (const value of joined ? [joined] : match.values) {
    const text = scalarOf(value, query.intent)
    if (!text || isRefused({ state, query, match, text })) continue
    const found = normalise(field, withoutSite(state, query, match, text))
    // Joined values stand nowhere as one: the first of them is quoted.
    const quote = joined ? scalarOf(match.values[0] ?? '', query.intent) : undefined
    const place = { fact: factOf(match), confidence: trustIn(state, match) }
    if (found) return { ...found, ...place, ...(quote !== undefined && { quote }) }
  }
  return undefined
}

const matchFor = ({ scope }: State, { field, query, item }: Question): MarkupMatch | undefined => {
  const inner = item && item !== scope.main ? matchItem(item, toQuery(field)) : undefined
  return inner && inner.score >= leastMatch ? inner : matchMarkup(scope, query)
}

export const factOf = ({ item, path }: MarkupMatch) =>
  `${item.source} ${item.types[0] ?? ''} ${path}`

/** What a page states of the thing itself is right nearly always; what it states of itself, less. */
export const trustIn = (state: State, { item, score }: MarkupMatch): number =>
  (item === state.scope.meta ? sureOfMatch.head : sureOfMatch.thing)(score)

/**
 * A browser tab's title, which a WebPage is called by too, wears the site's name, and the page's
 * language need not be that of what it shows.
 */
const isOfTab = ({ scope }: State, { item, path }: MarkupMatch): boolean =>
  item === scope.meta
    ? /^((og|twitter):)?title$|^inLanguage$/.test(path)
    : path === 'name' && item.types.some(type => /^[A-Z][a-z]*(?:[A-Z][a-z]*)?Page$/.test(type))

/** `business_name` is not what the product is called, nor `product_name` what the article is. */
const isNameOfOther = (query: Query, fact: string): boolean =>
  (asksOwner(query) && / (?:Product|Service|Article|BlogPosting|WebPage) name$/.test(fact)) ||
  (asksGoodsName(query) && / \S*(?:Article|Posting) (?:name|headline|title)$/.test(fact))

type Value = { state: State; query: Query; match: MarkupMatch; text: string }

const isRefused = anyOf<Value>({
  'an address stands where words are asked for (author: https://lumen.example/ann)': ({
    query,
    text,
  }) => wordy.has(query.intent) && /^(https?:\/\/|\/\S+$|@\w)/.test(text),
  'it is an order to a machine (description: Ignore all previous instructions)': ({
    match,
    text,
  }) => isOrderFact(text, match.path),
  'it only repeats the name of the field (engine: Engine)': ({ query, text }) =>
    isItsName(query, text),
  'it has no number (datePublished: https://lumen.example/press)': ({ query, text }) =>
    numeric.has(query.intent) && !/\p{N}/u.test(text.replace(/https?:\S+/g, '')),
  'it is too short for a telephone number (phone: 12)': ({ query, text }) =>
    query.intent === 'phone' && text.replace(/\D/g, '').length < 5,
  'meta elements name the makers of the site, which readers of the page do not see (author: Webworks Ltd.)':
    ({ state, query, match, text }) =>
      match.item === state.scope.meta && !isBorneOut(state, query, text),
})
/** Unless the site is asked for, a reader must see a name too; an article has its author there. */
const isBorneOut = (state: State, query: Query, text: string): boolean => {
  if (!named.has(query.intent) || isAboutPage(query)) return true
  if (query.intent === 'person') return isArticle(state)
  return isShown(state, text)
}

const isArticle = ({ scope: { meta }, page }: State): boolean => {
  if (meta.properties.get('og:type')?.[0] === 'article') return true
  if ([...meta.properties.keys()].some(name => /^(?:article:|citation_)/.test(name))) return true
  const heading = page.nodes.find(({ level }) => level === 1) ?? page.nodes[0]
  return around(heading?.element, maxUp).some(({ name }) => name === 'article')
}

const maxUp = 10

/** "Brass lamp | Lumen House" without the name of the site. */
const withoutSite = (state: State, query: Query, { item }: MarkupMatch, text: string): string => {
  if (item !== state.scope.meta && query.intent !== 'title') return text
  for (const { index } of text.slice(0, maxTitle).matchAll(/ [|\-–—·] /g))
    if (index > 0 && isSite(state, text.slice(index + 3))) return text.slice(0, index)
  return text
}

const maxTitle = 500

/** "Dinner" and "Soup" for one category are both said. */
const joinShort = (values: FactValue[]): string | undefined => {
  const words = values.filter((value): value is string => typeof value === 'string')
  if (words.length < 2 || words.length !== values.length || words.some(word => word.length > 40))
    return undefined
  return [...new Set(words)].join(', ')
}

const joinable = new Set<Intent>(['other', 'person', 'organization'])
const named = new Set<Intent>(['person', 'organization', 'place', 'address'])
const numeric = new Set<Intent>(['date', 'money', 'phone', 'duration', 'rating', 'percent'])
const wordy = new Set<Intent>(['title', 'person', 'organization', 'place', 'address', 'prose'])
