import type { FactItem } from '../../../page/metadata/facts/item.ts'
import { bareName } from '../../../page/metadata/text.ts'
import type { CompiledSchema, SchemaProblem } from '../schema/compile.ts'
import { type Field, leaves, readFields } from '../schema/fields.ts'
import { prune } from '../schema/prune.ts'
import type { Page } from '../source/page.ts'
import { asksForFormer } from '../source/struck.ts'
import { normalise } from '../values/normalise.ts'
import { intentOf, isJudgement } from '../words/intent.ts'
import { stemsOf } from '../words/stems.ts'
import { wordsOf } from '../words/words.ts'
import { readCandidates } from './candidates.ts'
import { choicesFor } from './choices.ts'
import { wholeAddress } from './contact.ts'
import { addressField, fillLate, fromTrail, signsOf } from './fill-late.ts'
import { fillMap } from './fill-map.ts'
import { factOf, fromMarkup, trustIn } from './fill-markup.ts'
import { fillRecords } from './fill-records.ts'
import { type Learned, shipped } from './learned.ts'
import {
  chooseScope,
  itemOfType,
  type MarkupMatch,
  type MarkupScope,
  matchItem,
  matchMarkup,
} from './markup.ts'
import { listOf } from './markup-values.ts'
import { isOfWords, isProse, matchList } from './named-list.ts'
import { dropVainPrices } from './old-price.ts'
import { fromOwner } from './owner.ts'
import { asksContent, contentOf } from './page-content.ts'
import { partsOfPage } from './page-lists.ts'
import { type Query, toQuery } from './query.ts'
import { type Answer, rankFields } from './rank.ts'
import type { Found, State } from './state.ts'
import { fromTab } from './tab-title.ts'
import { pickImage, pickLink } from './targets.ts'
import { readVocabulary, wordsSpoken } from './vocabulary.ts'

export type FilledSchema = Pick<State, 'sources' | 'needsModel' | 'missing' | 'cut'> & {
  data: unknown
  /** What the caller's schema still has against the data. */
  problems: SchemaProblem[]
}

/**
 * Fields out of a page without a model: the page's own markup first, then labels, tables and
 * headings through a small learned ranker, then lists and repeated records. Unsure is absent.
 */
export const fillSchema = (
  page: Page,
  compiled: CompiledSchema,
  learned: Learned = shipped,
): FilledSchema => {
  const root = readFields(compiled.schema)
  const state: State = {
    page,
    scope: chooseScope(
      page,
      root.kind === 'array' ? (root.item?.properties ?? []) : root.properties,
    ),
    learned,
    isOnlyList: countLists(root) === 1,
    isOfCompany: asksOfCompany([...leaves(root)]),
    asksMany: root.properties.some(
      ({ item, name }) => item?.kind === 'object' || manyNames.test(name),
    ),
    isOfJob: asksSomeOf(root, ofJobs) || isOfPosting(root),
    isOfGoods: asksSomeOf(root, ofGoods),
    candidates: undefined,
    vocabulary: undefined,
    regions: undefined,
    said: undefined,
    signs: undefined,
    sources: new Map(),
    needsModel: [],
    missing: [],
    cut: [],
  }
  const raw = fill(state, root, '', [], state.scope.main)
  rankMissing(state, raw)
  const vain = [...leaves(root)].some(asksForFormer) ? dropVainPrices(root, raw.value) : []
  for (const pointer of vain) {
    state.sources.delete(pointer)
    state.missing.push(pointer)
  }
  const { data, problems } = prune(compiled, root, raw.value, state.sources)
  return {
    data,
    sources: state.sources,
    needsModel: state.needsModel,
    missing: state.missing.filter(pointer => !state.sources.has(pointer)),
    cut: state.cut,
    problems,
  }
}

const asksOfCompany = (fields: Field[]): boolean =>
  fields.every(field => intentOf(field) !== 'title') &&
  fields.filter(field => toQuery(field).name.some(({ stem }) => ofCompanies.has(stem))).length > 1

const ofCompanies = stemsOf(
  'founded founder headquarters hq employees industry sector ceo chief revenue funding investors ticker',
)

const manyNames =
  /(?:product|item|result|article|entr(?:y|ie)|offer)s?[_\s-]?(?:count|total|number)|(?:total|number|count)[_\s-]?(?:of[_\s-]?)?(?:product|item|result|article|entr|offer)|anzahl/i

/** A title with a day or a place: somebody offers or announces it. */
const isOfPosting = ({ properties }: Field): boolean => {
  const asked = new Set(properties.map(intentOf))
  return asked.has('title') && (asked.has('date') || asked.has('place'))
}

const asksSomeOf = ({ properties }: Field, words: ReadonlySet<string>): boolean =>
  properties.some(
    ({ kind, name }) => kind !== 'array' && wordsOf(name).some(({ stem }) => words.has(stem)),
  )

const ofGoods = stemsOf(
  'price sku model color colour size weight material product gtin availability stock',
)
const ofJobs = stemsOf('job salary position vacancy role employment applicant employer')

const countLists = ({ item, properties }: Field): number =>
  Number(item?.kind === 'object') +
  properties.reduce((sum, property) => sum + countLists(property), 0)

/** A value with the scalar fields that the text of the page still has to answer. */
type Filled = { value: unknown; open: OpenField[] }
type OpenField = { field: Field; pointer: string; parents: string[]; set: (value: unknown) => void }

const fill = (
  state: State,
  field: Field,
  pointer: string,
  parents: string[],
  item: FactItem | undefined,
): Filled => {
  if (isMap(field)) return { value: fillMap(state, field, pointer, parents), open: [] }
  if (field.kind === 'object') return fillObject(state, field, pointer, parents, item)
  if (field.kind === 'array') return { value: fillArray(state, field, pointer, parents), open: [] }
  if (pointer === '') {
    const holder: Filled = { value: undefined, open: [] }
    holder.open.push({ field, pointer, parents, set: value => (holder.value = value) })
    return holder
  }
  return { value: undefined, open: [] }
}

const fillObject = (
  state: State,
  field: Field,
  pointer: string,
  parents: string[],
  item: FactItem | undefined,
): Filled => {
  const value: Record<string, unknown> = {}
  const open: OpenField[] = []
  const path = field.name ? [...parents, field.name] : parents
  for (const property of field.properties) {
    const at = `${pointer}/${property.name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (property.kind !== 'object' && isJudgement(property)) {
      state.needsModel.push(at)
      continue
    }
    if (isMap(property)) {
      const map = fillMap(state, property, at, path)
      if (map) value[property.name] = map
      continue
    }
    if (property.kind === 'object' || property.kind === 'array') {
      const inner = fill(state, property, at, path, itemFor(state.scope, item, property))
      open.push(...inner.open)
      if (inner.value !== undefined) value[property.name] = inner.value
      continue
    }
    const known = fromMarkup(state, property, at, path, item)
    if (known !== undefined) value[property.name] = known
    else
      open.push({
        field: property,
        pointer: at,
        parents: path,
        set: found => (value[property.name] = found),
      })
  }
  return { value, open }
}

/** Its names are the page's own. */
const isMap = ({ kind, properties, branches }: Field) =>
  kind === 'object' && properties.length === 0 && branches.length === 0

/** The described thing that an object field stands for: `author` → the author's own item. */
const itemFor = (
  scope: MarkupScope,
  item: FactItem | undefined,
  field: Field,
): FactItem | undefined => {
  const match = item ? matchItem(item, toQuery(field)) : undefined
  if (!match || match.score < 0.6) return itemOfType(scope, field.name) ?? item
  const inner = match.values.find(value => typeof value !== 'string')
  return inner && typeof inner !== 'string' ? inner : item
}

type Place = Omit<Found, 'quote'>

const fillArray = (
  state: State,
  field: Field,
  pointer: string,
  parents: string[],
): unknown[] | undefined => {
  const { item } = field
  if (!item) return undefined
  if (isJudgement(field)) {
    state.needsModel.push(pointer)
    return undefined
  }
  if (item.kind === 'object') return fillRecords(state, field, pointer, parents)
  const query = toQuery(field, parents)
  const found = matchMarkup(state.scope, query)
  // The tab and the site's name are of the page, and of none of the things on it.
  const match = found && isOfPage(state, found) ? undefined : found
  const texts = match ? listOf(match.values, query.intent) : []
  const values: unknown[] = []
  const add = (text: string, place: Place) => {
    const found = normalise(item, text)
    if (!found) return
    state.sources.set(`${pointer}/${values.length}`, { ...place, quote: found.quote })
    values.push(found.value)
  }
  // A thing that is described has pictures of its own.
  const hasOwn = texts.length > 1 && !state.scope.isPage
  const parts = hasOwn ? undefined : partsOfPage(state.page, field)
  const isAddress =
    parts?.kind === 'images' ||
    parts?.kind === 'links' ||
    (parts?.kind === 'profiles' && asksAddresses.test(field.name)) ||
    item.format === 'uri' ||
    item.format === 'url'
  for (const { text, url, node } of parts?.parts ?? []) {
    const said = isAddress ? url : text
    const fact = node === undefined ? parts?.kind : undefined
    if (said) add(said, { node, fact, confidence: 0.9 })
  }
  if (values.length > 0) return values
  if (match)
    for (const text of texts)
      add(text, { node: undefined, fact: factOf(match), confidence: trustIn(state, match) })
  if (values.length > 0) return values
  state.vocabulary ??= readVocabulary(state.page)
  const isSpoken = wordsSpoken(state.vocabulary, query) >= 1
  const choose = (least?: number) => {
    for (const option of choicesFor(state.page, query, least) ?? [])
      add(option, { node: undefined, fact: 'form', confidence: 0.7 })
    return values.length > 0
  }
  // A form that has just that name.
  if (choose(0.95)) return values
  if (isSpoken && isOfWords(query)) addLabelled(state, field, parents, add, true)
  if (values.length > 0) return values
  const list = isSpoken ? matchList(state.page, query) : undefined
  for (const entry of list?.entries ?? [])
    add(entry.text, { node: entry.nodes[0]?.id, fact: undefined, confidence: 0.75 })
  if (values.length > 0) return values
  if (isSpoken) addLabelled(state, field, parents, add)
  if (values.length > 0) return values
  if (choose()) return values
  state.missing.push(pointer)
  return undefined
}

const isOfPage = ({ scope }: State, { item, path }: MarkupMatch): boolean =>
  item === scope.meta
    ? /title$|site_name$/.test(path)
    : /^(?:name|headline)$/.test(path) && item.types.some(type => ofSite.test(type))

const ofSite = /^(?:WebSite|WebPage|CollectionPage|Organization|Corporation|NewsMediaOrganization)$/

const asksAddresses = /links?$|urls?$|hrefs?$/i

/** "Keywords: soup, winter" is a list in one line. */
const addLabelled = (
  state: State,
  field: Field,
  parents: string[],
  add: (text: string, place: Place) => void,
  isSure = false,
) => {
  const line: Field = { ...field, kind: 'string', item: undefined }
  const query = toQuery(line, parents)
  const [answer] = rank(state, [query])
  if (!answer) return
  const parts = lineOf(answer)
    .split(/(?:(?<!\s)\s+)?(?:[;|•]|,(?!\d)|(?<!\d),)\s*/)
    .filter(Boolean)
  if (isOfWords(query) && isProse(parts.map(text => ({ text })))) return
  // One entry is no list, unless a label in front of it says so.
  const { inline, term, row, before } = answer.candidate.labels
  const isNamed = [inline, term, row, before].some(Boolean)
  if (!isNamed && (parts.length < 2 || isSure)) return
  // "96 Lessons" says how many there are.
  if (parts.length === 1 && /^\W{0,3}\d[\d.,]*\+?(?:\s\S+)?$/.test(parts[0] ?? '')) return
  const place = {
    ...{ node: answer.candidate.node.id, fact: undefined, confidence: answer.confidence },
  }
  for (const part of parts) add(part, place)
}

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

const rankMissing = (state: State, filled: Filled) => {
  const open = filled.open.filter(one => !fillTarget(state, one) && !fillContent(state, one))
  if (open.length === 0) return
  const answers = rank(
    state,
    open.map(one => toQuery(one.field, one.parents)),
  )
  const addressLine = () => {
    const [answer] = rank(state, [toQuery(addressField)])
    return answer && foundOf(answer)
  }
  for (const [index, one] of open.entries()) {
    const { field, pointer, parents } = one
    // The page's own heading is not that of the first thing on it.
    const isOwn = [field.name, ...parents].some(name => firstOf.test(name))
    const answer =
      answers[index] && isOwn && isHeading(state, answers[index]) ? undefined : answers[index]
    if (answer) state.sources.set(pointer, foundOf(answer))
    const value = answer?.value ?? fillLate(state, field, pointer, parents, addressLine)
    const { quote = '' } = state.sources.get(pointer) ?? {}
    const query = toQuery(field, parents)
    const better =
      fromTab(state, field, query, quote) ??
      (answer && !isLabelled(answer)
        ? (fromOwner(state, field, query) ??
          (isHeading(state, answer) ? undefined : fromTrail(state, field, query)))
        : undefined) ??
      (answer && wholeAddress(state, query, foundOf(answer)))
    if (better) state.sources.set(pointer, better.source)
    if (better || value !== undefined) one.set(better ? better.value : value)
    else state.missing.push(pointer)
  }
}

/** The page says in words what it is. */
const isLabelled = ({ candidate: { labels } }: Answer): boolean =>
  [labels.inline, labels.term, labels.row, labels.column, labels.before].some(Boolean)

const firstOf = /^(?:first|latest|newest|lead|top|most[\s_-]?recent)(?=[\s_-]|\p{Lu})/u

const isHeading = (state: State, { quote }: Answer): boolean =>
  bareName(quote) === bareName(signsOf(state).heading ?? '')

const foundOf = ({ quote, candidate, confidence }: Answer): Found => ({
  ...{ quote, node: candidate.node.id, fact: undefined, confidence },
})

const rank = (state: State, queries: Query[]) => {
  state.candidates ??= readCandidates(state.page)
  state.vocabulary ??= readVocabulary(state.page)
  return rankFields(queries, state.candidates, state.vocabulary, state.learned.ranker)
}

/** The whole text of a page that is one. */
const fillContent = (state: State, { field, pointer, parents, set }: OpenField): boolean => {
  if (!state.scope.isPage || !asksContent(field, toQuery(field, parents))) return false
  const content = contentOf(state.page)
  if (!content) return false
  const quote = state.page.nodes.find(({ id }) => id === content.first)?.text ?? ''
  state.sources.set(pointer, { quote, node: content.first, fact: undefined, confidence: 0.8 })
  set(content.text)
  return true
}

/** Addresses of pages and images are not in the text: they are looked for among links and images. */
const fillTarget = (state: State, { field, pointer, parents, set }: OpenField): boolean => {
  const query = toQuery(field, parents)
  const target =
    query.intent === 'image'
      ? pickImage(state.page, query)
      : field.format === 'uri' || field.format === 'url'
        ? pickLink(state.page, query)
        : undefined
  if (!target) return false
  const { url, node } = target
  state.sources.set(pointer, { quote: url, node, fact: undefined, confidence: 0.75 })
  set(url)
  return true
}
