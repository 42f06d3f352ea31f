import type { FactItem, FactValue } from '../../../../page/metadata/facts/item.ts'
import { isPersonName } from '../../../../page/metadata/names.ts'
import { isAccountName } from '../../../../page/metadata/text.ts'
import { fold } from '../../../../page/words/words.ts'
import { isOrderFact } from '../../grounding/orders.ts'
import type { Field } from '../../schema/fields.ts'
import { findDates } from '../../values/dates.ts'
import { normalise } from '../../values/normalise.ts'
import type { Intent } from '../../words/intent.ts'
import { isAboutPage, type MarkupMatch, matchItem, matchMarkup } from '../markup/markup.ts'
import { scalarOf } from '../markup/markup-values.ts'
import { isItsName, type Query, toQuery } from '../rank/query.ts'
import type { State } from '../state/state.ts'
import { isPlainTitle } from './plain-title.ts'
import { isEmptyTitle, isSite } from './site-name.ts'

/** What the page's own markup says of a field. */
export const fromMarkup = (
  state: State,
  field: Field,
  pointer: string,
  parents: string[],
  item: FactItem | undefined,
  late = false,
): unknown => {
  const query = toQuery(field, parents)
  const inner = item && item !== state.scope.main ? matchItem(item, toQuery(field)) : undefined
  const match = inner && inner.score >= 0.6 ? inner : matchMarkup(state.scope, query)
  // A browser tab's title wears the site's name, and the page's language need not be that of what
  // it shows: the page's own words are asked first.
  const isMeta = match?.item === state.scope.meta
  const isTab = isMeta ? ofPage.test(match.path) : match !== undefined && isPageName(match)
  if (!match || (isTab && !late)) return undefined
  // Where the page has headings and none of them was sure, its tab says no more of a thing.
  const hasHeadings = state.page.nodes.some(({ level }) => level)
  if (isMeta && match.path === 'title' && !isAboutPage(query) && !isPlainTitle(query))
    if (hasHeadings || query.intent !== 'title')
      // Nor does it say who the company is.
      return undefined
  const isAddress = query.intent === 'url' && match.path !== 'og:site_name'
  const joined = joinable.has(query.intent) ? joinShort(match.values) : undefined
  for (const one of joined ? [joined] : match.values) {
    const text = scalarOf(one, query.intent)
    // An author's page, a shop's handle: addresses where words were asked for.
    if (text && wordy.has(query.intent) && /^(https?:\/\/|\/\S+$|@\w)/.test(text)) continue
    // And a name where an address was.
    if (text && isAddress && (/\s/.test(text) || !/[./]/.test(text))) continue
    if (text && isOrderFact(text, match.path)) continue
    if (text && (isItsName(query, text) || (isTab && isEmptyTitle(text)))) continue
    // A publisher's page is no date of publication.
    if (text && numeric.has(query.intent) && !/\p{N}/u.test(text.replace(/https?:\S+/g, '')))
      continue
    // Nor is how long something takes.
    if (text && query.intent !== 'duration' && /^P(?:T|\d)[\dA-Z.]{1,12}$/.test(text)) continue
    // Nor how many there are a telephone number.
    if (text && query.intent === 'phone' && text.replace(/\D/g, '').length < leastDigits) continue
    // Nor is the number of an issue.
    if (text && query.intent === 'date' && !/\d{4}/.test(text) && findDates(text).length === 0)
      continue
    // An account's name stands where the page says no other: `j.smith42`.
    if (text && isMeta && query.intent === 'person' && !late && isAccountName(text)) continue
    if (text && match.item === state.scope.meta && !isBorneOut(state, query, text, late)) continue
    const found = text
      ? normalise(field, isMeta || query.intent === 'title' ? withoutSite(state, text) : text)
      : undefined
    if (!found) continue
    // Joined values stand nowhere as one: the first of them is quoted.
    const quote = joined ? (scalarOf(match.values[0] ?? '', query.intent) ?? '') : found.quote
    const isShown = !isMeta || match.path !== 'title' || isSaid(state, found.quote)
    const confidence = isShown ? trustIn(state, match) * (late ? 0.85 : 1) : unseenTitle
    state.sources.set(pointer, { quote, node: undefined, fact: factOf(match), confidence })
    return found.value
  }
  return undefined
}

const leastDigits = 5

/** What only the browser's tab says. */
const unseenTitle = 0.55

const isSaid = (state: State, text: string): boolean => {
  state.said ??= fold(state.page.nodes.map(node => node.text).join('\n'))
  return state.said.includes(fold(text))
}

export const factOf = ({ item, path }: MarkupMatch) =>
  `${item.source} ${item.types[0] ?? ''} ${path}`

/** What a page states of the thing itself is right nearly always; what it states of itself, less. */
export const trustIn = (state: State, { item, score }: MarkupMatch): number =>
  (item === state.scope.meta ? 0.45 : 0.55) + 0.4 * Math.min(1, score)

/** "Brass lamp | Lumen House" without the name of the site. */
const withoutSite = (state: State, text: string): string => {
  for (const { index } of text.slice(0, maxTitle).matchAll(/ [|\-–—·] /g))
    if (index > 0 && isSite(state, text.slice(index + 3))) return text.slice(0, index)
  return text
}

const maxTitle = 500

/** A WebPage is called as its tab is. */
const isPageName = ({ item: { types }, path }: MarkupMatch): boolean =>
  path === 'name' && types.some(type => /^[A-Z][a-z]*(?:[A-Z][a-z]*)?Page$/.test(type))

const ofPage = /^((og|twitter):)?title$|^inLanguage$/

/**
 * Names in meta elements are often those of the site and its makers: unless these are asked for, a
 * reader must see them too. An article has its author there; other pages, where nothing else is said.
 */
const isBorneOut = (state: State, query: Query, text: string, late: boolean): boolean => {
  const { intent } = query
  if (!named.has(intent) || isAboutPage(query)) return true
  if (intent === 'person')
    return isArticle(state) || (late && text.split(/,\s?|\sand\s/).every(isPersonName))
  return isSaid(state, text)
}

const isArticle = ({ scope: { meta }, page }: State): boolean => {
  if (meta.properties.get('og:type')?.[0] === 'article') return true
  if ([...meta.properties.keys()].some(name => /^(?:article:|citation_)/.test(name))) return true
  const heading = page.nodes.find(({ level }) => level === 1) ?? page.nodes[0]
  let at = heading?.element
  for (let up = 0; at && up < maxUp; up++, at = at.parent) if (at.name === 'article') return true
  return false
}

const maxUp = 10

const named = new Set<Intent>(['person', 'organization', 'place', 'address'])

/** "Dinner" and "Soup" for one category are both said. */
const joinShort = (values: FactValue[]): string | undefined => {
  const words = values.filter((value): value is string => typeof value === 'string')
  if (words.length < 2 || words.length !== values.length || words.some(word => word.length > 40))
    return undefined
  return [...new Set(words)].join(', ')
}

const numeric = new Set<Intent>(['date', 'money', 'phone', 'duration', 'rating', 'percent'])
const wordy = new Set<Intent>(['title', 'person', 'organization', 'place', 'address', 'prose'])
const joinable = new Set<Intent>(['other', 'person', 'organization'])
