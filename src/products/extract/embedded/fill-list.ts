import type { Field } from '../schema/fields.ts'
import { normalise } from '../values/normalise.ts'
import { choicesFor } from './lists/choices.ts'
import { isOfWords, isProse, matchList } from './lists/named-list.ts'
import { type ListPart, type Parts, partsOfPage } from './lists/page-lists.ts'
import { findInProse } from './lists/prose-lists.ts'
import { findToldList } from './lists/told-list.ts'
import { type MarkupMatch, matchMarkup } from './markup/markup.ts'
import { listOf } from './markup/markup-values.ts'
import { type Query, toQuery } from './rank/query.ts'
import type { Answer } from './rank/rank.ts'
import { readVocabulary, wordsSpoken } from './rank/vocabulary.ts'
import { isOfAnother } from './readers/beside.ts'
import { contactsOf } from './readers/contact.ts'
import { factOf, trustIn } from './readers/from-markup.ts'
import { rankOnPage } from './state/rank-page.ts'
import { maySearch } from './state/searches.ts'
import type { Found, State } from './state/state.ts'

/** A list that is asked for, and what the page's markup says of it. */
type Asked = {
  field: Field
  item: Field
  query: Query
  match: MarkupMatch | undefined
  /** The page says all words of its name. */
  isSpoken: boolean
  /** The line of the page that may be all of it: read when first needed. */
  line: () => Answer | undefined
}

type Entry = { text: string; place: Omit<Found, 'quote'> }
type Reader = (state: State, asked: Asked) => Entry[]

/** A list of texts or numbers: the first of these ways that finds any. */
export const fillList = (
  state: State,
  field: Field,
  item: Field,
  pointer: string,
  parents: string[],
): unknown[] | undefined => {
  if (isOfAnother(parents)) {
    state.missing.push(pointer)
    return undefined
  }
  const query = toQuery(field, parents)
  const found = matchMarkup(state.scope, query)
  // The tab and the site's name are of the page, and of none of the things on it.
  const match = found && isOfPage(state, found) ? undefined : found
  state.vocabulary ??= readVocabulary(state.page)
  const isSpoken = wordsSpoken(state.vocabulary, query) >= 1
  const line = lazily(() => (isSpoken ? rankOnPage(state, [asText(field, parents)])[0] : undefined))
  const asked = { field, item, query, match, isSpoken, line }
  for (const read of maySearch(state) ? [...readers, ...searchers] : readers) {
    const entries = read(state, asked)
    // The same again and again is what stands on each card.
    const isSame = new Set(entries.map(({ text }) => text)).size * 2 <= entries.length
    const values = isSame ? [] : keep(state, item, pointer, entries)
    if (values.length > 0) return values
  }
  state.missing.push(pointer)
  return undefined
}

const asText = (field: Field, parents: string[]): Query =>
  toQuery({ ...field, kind: 'string', item: undefined }, parents)

/** Ranking all texts of a page is dear: once is enough for a list. */
const lazily = <T>(read: () => T): (() => T) => {
  let known: { value: T } | undefined
  return () => {
    known ??= { value: read() }
    return known.value
  }
}

const keep = (state: State, item: Field, pointer: string, entries: Entry[]): unknown[] => {
  const values: unknown[] = []
  for (const { text, place } of entries) {
    const found = normalise(item, text)
    if (!found) continue
    state.sources.set(`${pointer}/${values.length}`, { ...place, quote: found.quote })
    values.push(found.value)
  }
  return values
}

const isOfPage = ({ scope }: State, { item, path }: MarkupMatch): boolean =>
  path === 'inLanguage' || item === scope.meta
    ? /title$|site_name$|^inLanguage$/.test(path)
    : /^(?:name|headline)$/.test(path) && item.types.some(type => ofSite.test(type))

const ofSite = /^(?:WebSite|WebPage|CollectionPage|Organization|Corporation|NewsMediaOrganization)$/

const ofParts: Reader = ({ page, scope }, { field, item, match, query }) => {
  // A thing that is described has pictures of its own.
  const own = match ? listOf(match.values, query.intent) : []
  const parts = own.length > 1 && !scope.isPage ? undefined : partsOfPage(page, field)
  if (!parts) return []
  const said = (part: ListPart) => (asksAddress(parts, field, item) ? part.url : part.text)
  return parts.parts.flatMap(part => {
    const text = said(part)
    const fact = part.node === undefined ? parts.kind : undefined
    return text ? { text, place: { node: part.node, fact, confidence: 0.9 } } : []
  })
}

const asksAddress = ({ kind }: Parts, field: Field, item: Field): boolean =>
  kind === 'images' ||
  kind === 'links' ||
  (kind === 'profiles' && /links?$|urls?$|hrefs?$/i.test(field.name)) ||
  item.format === 'uri' ||
  item.format === 'url'

const ofMarkup: Reader = (state, { match, query }) =>
  match
    ? listOf(match.values, query.intent)
        .filter(text => query.intent !== 'person' || !/^https?:/.test(text))
        .map(text => ({
          text,
          place: { node: undefined, fact: factOf(match), confidence: trustIn(state, match) },
        }))
    : []

/** All telephone numbers, all addresses. */
const ofContacts: Reader = (state, { query, field }) =>
  field.item?.kind === 'string'
    ? contactsOf(state, query).map(({ text, node }) => ({
        text,
        place: { node: node.id, fact: undefined, confidence: 0.65 },
      }))
    : []

/** What a form lets a reader choose from. */
const ofForm =
  (least?: number): Reader =>
  ({ page }, { query }) =>
    (choicesFor(page, query, least) ?? []).map(text => ({
      text,
      place: { node: undefined, fact: 'form', confidence: 0.7 },
    }))

const ofNamedList: Reader = ({ page }, { query, isSpoken }) =>
  ((isSpoken ? matchList(page, query) : undefined)?.entries ?? []).map(({ text, nodes }) => ({
    text,
    place: { node: nodes[0]?.id, fact: undefined, confidence: 0.75 },
  }))

/** "Keywords: soup, winter" is a list in one line. */
const ofLine: Reader = (_, { query, line }) => {
  const answer = line()
  const parts = answer ? lineOf(answer).split(between).filter(Boolean) : []
  if (!answer || (isOfWords(query) && isProse(parts.map(text => ({ text }))))) return []
  // "Dec 30, 2013" is a day.
  if (answer && parts.length === 2 && /^\d{4}$/.test(parts[1] ?? '')) return []
  // "We come at dusk, every day but Sunday, and stay." is a sentence, and no list.
  if (isSentence(answer.quote) && !answer.candidate.labels.inline) return []
  // One entry is no list, unless a label in front of it says so; "96 Lessons" is how many there are.
  if (parts.length < 2 && (!isFronted(answer) || aCount.test(parts[0] ?? ''))) return []
  const place = { node: answer.candidate.node.id, fact: undefined, confidence: answer.confidence }
  return parts.map(text => ({ text, place }))
}

/** The same, where a label in front says what it is: of tags it is surer than a heading. */
const ofLabelledWords: Reader = (state, asked) => {
  const answer = isOfWords(asked.query) ? asked.line() : undefined
  return answer && isFronted(answer) ? ofLine(state, asked) : []
}

const isFronted = ({ candidate: { labels } }: Answer): boolean =>
  [labels.inline, labels.term, labels.row, labels.before].some(Boolean)

const between = /(?:(?<!\s)\s+)?(?:[;|•]|,(?!\d)|(?<!\d),)\s*/
const isSentence = (text: string): boolean => /\w[.!?]$/.test(text) && text.split(' ').length > 8
const aCount = /^\W{0,3}\d[\d.,]*\+?(?:\s\S+)?$/

/** "Genres: Action, Indie" is one line, where each of them is a link. */
const lineOf = ({ quote, candidate: { node, piece } }: Answer): string => {
  const first = piece ? node.pieces.indexOf(piece) : -1
  if (first < 0 || !piece?.link) return quote
  const behind = node.pieces.slice(first)
  const end = behind.findIndex(({ text, link }) => !link && /[\p{L}\p{N}]/u.test(text))
  return (end < 0 ? behind : behind.slice(0, end))
    .map(({ text }) => text)
    .join(', ')
    .replace(/(?:,\s*){2,}/g, ', ')
}

/** What says so in another way than by a heading of that name. */
const ofTelling: Reader = ({ page }, { query }) =>
  findToldList(page, query).map(({ text, node }) => ({
    text,
    place: { node: node.id, fact: undefined, confidence: 0.6 },
  }))

const ofProse: Reader = ({ page }, { query }) => {
  const found = findInProse(page, query)
  if (!found) return []
  const place = { node: found.node.id, fact: undefined, confidence: 0.55 }
  return found.entries.map(text => ({ text, place }))
}

/** A form that has the list's name, or one of its names in another language; later one that is much like it. */
const justSo = 0.8

const readers: Reader[] = [
  ofParts,
  ofMarkup,
  ofContacts,
  ofForm(justSo),
  ofLabelledWords,
  ofNamedList,
  ofLine,
  ofForm(),
]

/** Those that read all lines once more. */
const searchers: Reader[] = [ofTelling, ofProse]
