import type { Field } from '../schema/fields.ts'
import { normalise } from '../values/normalise.ts'
import { asksWords, isProse, namedList, toldList } from './lists/named-list.ts'
import { type ListPart, type Parts, partsOfPage } from './lists/page-lists.ts'
import { type MarkupMatch, matchMarkup } from './markup/markup.ts'
import { listOf } from './markup/markup-values.ts'
import { confidence } from './rank/confidence.ts'
import { type Query, toQuery } from './rank/query.ts'
import { type Answer, rankFields } from './rank/rank.ts'
import { wordsSpoken } from './rank/vocabulary.ts'
import { isInSideContent } from './readers/field-names.ts'
import { factOf, trustIn } from './readers/markup.ts'
import { candidatesOf, maySearch, vocabularyOf } from './state/lines.ts'
import type { FieldPlace, Found, State } from './state/state.ts'

/** A list of texts that a schema asks for, and what the page's markup says of it. */
type ListQuestion = {
  field: Field
  item: Field
  query: Query
  parents: string[]
  match: MarkupMatch | undefined
}

/** One entry; `confidence` where it is not the reader's usual one. */
type Entry = { text: string } & Partial<Omit<Found, 'quote'>>

/** One way to find a list of texts or numbers. */
type ListReader = {
  name: string
  asks: (question: ListQuestion, state: State) => boolean
  read: (state: State, question: ListQuestion) => Entry[]
  trust: number
}

/** The page says all words of the list's name. */
const isSpoken = ({ query }: ListQuestion, state: State): boolean =>
  wordsSpoken(vocabularyOf(state), query) >= 1

/** The readers of lists of texts. The first that finds any entries answers. */
const readers: readonly ListReader[] = [
  {
    name: 'pageParts',
    // A thing that is described has pictures of its own.
    asks: ({ match, query }, { scope }) =>
      scope.isPage || !match || listOf(match.values, query.intent).length < 2,
    read: ({ page }, { field, item }) => {
      const parts = partsOfPage(page, field)
      return parts ? parts.parts.flatMap(part => entryOf(parts, part, field, item)) : []
    },
    trust: confidence.stated,
  },
  {
    name: 'markupList',
    asks: ({ match }) => match !== undefined,
    read: (state, { match, query }) =>
      match
        ? listOf(match.values, query.intent)
            .filter(text => query.intent !== 'person' || !/^https?:/.test(text))
            .map(text => ({ text, fact: factOf(match), confidence: trustIn(state, match) }))
        : [],
    trust: 0,
  },
  {
    name: 'labelledLine',
    // Of tags a label in front is surer than a heading.
    asks: (question, state) => asksWords(question.query) && isSpoken(question, state),
    read: (state, question) => {
      const line = lineFor(state, question)
      return line && isFronted(line) ? entriesIn(line) : []
    },
    trust: 0,
  },
  {
    name: 'namedList',
    asks: isSpoken,
    read: ({ page }, { query }) =>
      namedList(page, query).map(({ text, nodes }) => ({ text, node: nodes[0]?.id })),
    trust: confidence.labelled,
  },
  {
    name: 'toldList',
    asks: (_, state) => maySearch(state),
    read: ({ page }, { query }) =>
      toldList(page, query).map(({ text, nodes }) => ({ text, node: nodes[0]?.id })),
    trust: confidence.guessed,
  },
]

/** A list of texts or numbers: the first of the readers that finds any. */
export const readTexts = (state: State, place: FieldPlace): unknown[] | undefined => {
  const { field, pointer, parents } = place
  const item = field.item as Field
  const query = toQuery(field, parents)
  const found = matchMarkup(state.scope, query)
  // The tab and the site's name are of the page, and of none of the things on it.
  const match = found && isOfPage(state, found) ? undefined : found
  const question = { field, item, query, parents, match }
  for (const reader of isInSideContent(parents) ? [] : readers) {
    if (state.without.has(reader.name) || !reader.asks(question, state)) continue
    const entries = reader.read(state, question)
    // The same again and again is what stands on each card.
    const isSame = new Set(entries.map(({ text }) => text)).size * 2 <= entries.length
    const values = isSame ? [] : keep(state, item, pointer, entries, reader)
    if (values.length > 0) return values
  }
  state.missing.push(pointer)
  return undefined
}

const keep = (
  state: State,
  item: Field,
  pointer: string,
  entries: Entry[],
  { name: reader, trust }: ListReader,
): unknown[] => {
  const values: unknown[] = []
  for (const { text, node, fact, confidence = trust } of entries) {
    const found = normalise(item, text)
    if (!found) continue
    const source = { quote: found.quote, node, fact, confidence, reader }
    state.sources.set(`${pointer}/${values.length}`, source)
    values.push(found.value)
  }
  return values
}

const isOfPage = ({ scope }: State, { item, path }: MarkupMatch): boolean =>
  path === 'inLanguage' || item === scope.meta
    ? /title$|site_name$|^inLanguage$/.test(path)
    : /^(?:name|headline)$/.test(path) && item.types.some(type => ofSite.test(type))

const ofSite = /^(?:WebSite|WebPage|CollectionPage|Organization|Corporation|NewsMediaOrganization)$/

const entryOf = (parts: Parts, part: ListPart, field: Field, item: Field): Entry[] => {
  const text = asksAddress(parts, field, item) ? part.url : part.text
  const fact = part.node === undefined ? parts.kind : undefined
  return text ? [{ text, node: part.node, fact }] : []
}

const asksAddress = ({ kind }: Parts, field: Field, item: Field): boolean =>
  kind === 'images' ||
  kind === 'links' ||
  (kind === 'profiles' && /links?$|urls?$|hrefs?$/i.test(field.name)) ||
  item.format === 'uri' ||
  item.format === 'url'

/** The line of the page that may be all of the list. */
const lineFor = (state: State, { field, parents }: ListQuestion): Answer | undefined => {
  const query = toQuery({ ...field, kind: 'string', item: undefined }, parents)
  return rankFields([query], candidatesOf(state), vocabularyOf(state), state.learned.ranker)[0]
}

/** "Keywords: soup, winter" is a list in one line; "96 lessons" is how many there are. */
const entriesIn = (line: Answer): Entry[] => {
  const parts = textOf(line).split(between).filter(Boolean)
  if (isProse(parts.map(text => ({ text })))) return []
  // "Dec 30, 2013" is a day.
  if (parts.length === 2 && /^\d{4}$/.test(parts[1] ?? '')) return []
  if (parts.length < 2 && aCount.test(parts[0] ?? '')) return []
  const place = { node: line.candidate.node.id, confidence: line.confidence }
  return parts.map(text => ({ text, ...place }))
}

const isFronted = ({ candidate: { labels } }: Answer): boolean =>
  [labels.inline, labels.term, labels.row, labels.before].some(Boolean)

const between = /(?:(?<!\s)\s+)?(?:[;|•]|,(?!\d)|(?<!\d),)\s*/
const aCount = /^\W{0,3}\d[\d.,]*\+?(?:\s\S+)?$/

/** "Genres: Action, Indie" is one line, where each of them is a link. */
const textOf = ({ quote, candidate: { node, piece } }: Answer): string => {
  const first = piece ? node.pieces.indexOf(piece) : -1
  if (first < 0 || !piece?.link) return quote
  const behind = node.pieces.slice(first)
  const end = behind.findIndex(({ text, link }) => !link && /[\p{L}\p{N}]/u.test(text))
  return (end < 0 ? behind : behind.slice(0, end))
    .map(({ text }) => text)
    .join(', ')
    .replace(/(?:,\s*){2,}/g, ', ')
}
