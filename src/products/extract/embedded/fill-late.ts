import type { HtmlElement } from '../../../page/html/html.ts'
import { tabOf } from '../../../page/metadata/headline.ts'
import type { PageSigns } from '../../../page/metadata/signs.ts'
import { bareName } from '../../../page/metadata/text.ts'
import type { PageNode } from '../../../page/text/nodes.ts'
import { stemsOf } from '../../../page/words/stems.ts'
import { conceptsOf, stemOf, type Word, wordsOf } from '../../../page/words/words.ts'
import { type Field, openField } from '../schema/fields.ts'
import { addressPartOf, cutAddress } from '../values/address-parts.ts'
import { shapeOf } from '../values/kinds.ts'
import { normalise } from '../values/normalise.ts'
import { trailOf } from './lists/page-lists.ts'
import { type Query, toQuery } from './rank/query.ts'
import { isNameOfPart } from './readers/beside.ts'
import { fromContact } from './readers/contact.ts'
import { fromPrices } from './readers/currency.ts'
import { fromMarkup } from './readers/from-markup.ts'
import { fromOwner } from './readers/owner.ts'
import { isPlainTitle, saysHeading } from './readers/plain-title.ts'
import { fromTelling } from './readers/prose-days.ts'
import { fromProse } from './readers/prose-figures.ts'
import { fromRange } from './readers/ranges.ts'
import { fromPhrase } from './readers/said-of.ts'
import { fromSaying } from './readers/said-so.ts'
import { fromForm, fromItself } from './readers/self-named.ts'
import { isSite } from './readers/site-name.ts'
import { fromTagline } from './readers/tagline.ts'
import { fromTotal } from './readers/totals.ts'
import { toLate } from './state/late.ts'
import { signsOf } from './state/page-signs.ts'
import { maySearch } from './state/searches.ts'
import type { Found, Late, State } from './state/state.ts'

/** Where no text of the page is sure enough: part of an address, a byline, what the page states. */
export const fillLate = (
  state: State,
  field: Field,
  pointer: string,
  parents: string[],
  addressLine: () => Found | undefined,
): unknown => {
  const query = toQuery(field, parents)
  const isPart = isNameOfPart(query, parents)
  const late =
    fromAddress(field, addressLine) ??
    fromSigns(state, field, query) ??
    (isPart ? undefined : fromPage(state, field, query)) ??
    searched(state, field, query, parents)
  if (!late && isPart) return undefined
  if (!late) return fromMarkup(state, field, pointer, parents, undefined, true)
  state.sources.set(pointer, late.source)
  return late.value
}

/** What the page as a whole is called, and whose it is. */
const fromPage = (state: State, field: Field, query: Query): Late | undefined =>
  fromHeading(state, field, query) ??
  fromTagline(state, field, query) ??
  fromOwner(state, field, query) ??
  fromTrail(state, field, query)

/** What reads all lines of the page for one field. */
const searched = (
  state: State,
  field: Field,
  query: Query,
  parents: string[],
): Late | undefined => {
  if (!maySearch(state)) return undefined
  return (
    fromContact(state, field, query) ??
    fromForm(state, field, query) ??
    fromPrices(state, field) ??
    fromPhrase(state, field, query) ??
    fromItself(state, field, query) ??
    fromTotal(state, field, query) ??
    fromRange(state, field, parents) ??
    fromProse(state, field, query) ??
    fromTelling(state, field, query) ??
    fromSaying(state, field)
  )
}

/** What to ask for when a city or a code is wanted that stands only inside an address. */
export const addressField: Field = { ...openField('address', '/address'), kind: 'string' }

const fromAddress = (field: Field, addressLine: () => Found | undefined): Late | undefined => {
  const part = addressPartOf(field)
  const line = part ? addressLine() : undefined
  const cut = line && part ? cutAddress(line.quote, part) : undefined
  return line && cut ? { value: cut, source: { ...line, quote: cut } } : undefined
}

/** A byline, a `<time>`, a date in a class of that name: signs that need no label. */
const fromSigns = (state: State, field: Field, query: Query): Late | undefined => {
  const wanted = signFor(query)
  if (!wanted || !state.scope.isPage) return undefined
  const signs = signsOf(state)
  for (const sign of wanted) {
    const text = signs[sign]
    const found = text ? normalise(field, text) : undefined
    if (!found || (query.intent === 'person' && !isName(found.quote))) continue
    const node = state.page.nodes.find(one => one.text.includes(found.quote))?.id
    const fact = node === undefined ? 'time' : undefined
    // Of other pages than articles it is said seldom, and often of somebody else.
    const confidence = signs.isArticle ? 0.7 : 0.6
    return { value: found.value, source: { quote: found.quote, node, fact, confidence } }
  }
  return undefined
}

/** "(Author)", "See all contributors", "Log in" and "by" stand where a name should. */
const isName = (text: string): boolean => {
  if (/^\(|\)$|^\W*(?:by|and|und|et|y)\W*$/i.test(text) || !/[\p{L}\p{N}]/u.test(text)) return false
  if (wordsOf(text).some(({ stem }) => notNames.has(stem))) return false
  // One word may be an account; several begin with capitals, where there are any.
  return !/\s/.test(text) || !/[\p{Lu}\p{Ll}]/u.test(text) || shapeOf(text).name >= 0.8
}

/** A title of nothing but the page is its main heading; that of a thing need not be. */
export const fromHeading = (state: State, field: Field, query: Query): Late | undefined => {
  if (!isPlainTitle(query) && !saysHeading(query)) return undefined
  const headings = state.page.nodes.filter(({ level }) => level)
  const lines = headings.filter(({ level }) => level === 1)
  if (new Set(lines.map(headOf)).size !== 1) return undefined
  // A heading of several lines is one.
  if (lines.length > 1)
    return toLate(field, lines.map(({ text }) => text).join(' '), { node: lines[0]?.id })
  const { heading: headline } = signsOf(state)
  const heading = headings.find(({ text }) => text === headline)
  return toLate(field, heading?.text, { node: heading?.id })
}

const headOf = ({ element }: PageNode): HtmlElement => {
  let at: HtmlElement | undefined = element
  for (let up = 0; at && up < maxUp; up++, at = at.parent) if (at.name === 'h1') return at
  return element
}

const maxUp = 6

/** The shelf that a thing stands on is the last step of the trail to it; that of a list, itself. */
export const fromTrail = (state: State, field: Field, { name }: Query): Late | undefined => {
  const isCategory = name.some(({ stem }) => shelves.has(stem))
  if (!isCategory || !name.every(({ stem }) => categoryWords.has(stem))) return undefined
  const { heading = '' } = signsOf(state)
  const own = [bareName(heading), tabOf(state.page.title).parts[0]]
  const steps = trailOf(state.page).filter(({ text }) => !home.test(text) && !isSite(state, text))
  const isShelf = isListPage(state) && !name.some(({ stem }) => forums.has(stem))
  const above = steps.filter(({ text }) => !own.includes(bareName(text)))
  const itself = state.page.nodes.find(({ level, text }) => level && text === heading)
  const shelf = itself ? { text: itself.text, node: itself.id } : steps.at(-1)
  const step = isShelf ? shelf : above.at(-1)
  const fact = step?.node === undefined ? 'breadcrumbs' : undefined
  return toLate(field, step?.text.replace(countBehind, ''), { node: step?.node, fact })
}

/** "Trail shoes (158 items)" */
const countBehind = /\s?\(\d[\d,.]{0,9}(?:\s\p{L}{1,12})?\)$/u

/** It shows many things, and is about none of them. */
const isListPage = (state: State): boolean =>
  state.isOnlyList || (state.asksMany && state.scope.isPage && !signsOf(state).isArticle)

const home = /^(?:home(?:page)?|start(?:seite)?|accueil|inicio|shop|all)$/i

/** Those that are words of the page. */
type Sign = Exclude<keyof PageSigns, 'isArticle'>

const signFor = ({ intent, names }: Query): Sign[] | undefined => {
  const says = (words: Set<string>) =>
    names.some(({ words: own }) => own.some(({ stem }) => words.has(stem)))
  if (intent === 'person')
    return says(authorWords) && !says(jobWords)
      ? ['byLine', 'nearByLine', 'authorLink', 'signature', 'authorBox', 'poster']
      : undefined
  if (intent !== 'date') return undefined
  if (says(changeWords)) return ['modifiedTime']
  const isOfPublishing = ({ concepts }: Word) => concepts.some(one => publishing.includes(one))
  const isPublished = says(publishWords) || names[0]?.words.some(isOfPublishing)
  return isPublished ? ['publishedTime', 'publishedText', 'nearDate'] : undefined
}

const forums = stemsOf('forum subforum unterforum board')
const shelves = stemsOf(
  'category kategorie categoria catégorie section forum subforum unterforum board topic tag rubrik',
)
const categoryWords = stemsOf(
  'category kategorie categoria catégorie section forum subforum unterforum board product main page article blog topic tag rubrik shop shelf name',
)
const authorWords = stemsOf('author writer byline')
const jobWords = stemsOf('job role position occupation biography')
const notNames = stemsOf(
  'author contributor profile biography username log login sign signin register see view more email',
)
const publishing = conceptsOf(stemOf('published'))
const changeWords = stemsOf('modified updated changed revised')
const publishWords = stemsOf('published publication publish posted date pubdate')
