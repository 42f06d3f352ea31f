import type { FactItem } from '../../../page/metadata/facts/item.ts'
import { bareName } from '../../../page/metadata/text.ts'
import { stemsOf } from '../../../page/words/stems.ts'
import { conceptsOf, overlap, stemOf, type Word, wordsOf } from '../../../page/words/words.ts'
import type { CompiledSchema, SchemaProblem } from '../schema/compile.ts'
import { type Field, leaves, readFields } from '../schema/fields.ts'
import { prune } from '../schema/prune.ts'
import type { Page } from '../source/page.ts'
import { asksForOld } from '../source/struck.ts'
import { addressPartOf } from '../values/address-parts.ts'
import { isJudgement } from '../words/intent.ts'
import { addressField, fillLate, fromHeading, fromTrail } from './fill-late.ts'
import { fillList } from './fill-list.ts'
import { fillMap } from './fill-map.ts'
import { fillFirst, fillPraise, fillRecords } from './fill-records.ts'
import { chooseScope, itemOfType, type MarkupScope, matchItem } from './markup/markup.ts'
import { dropVainPrices } from './rank/old-price.ts'
import { type Query, toQuery } from './rank/query.ts'
import type { Answer } from './rank/rank.ts'
import { isFirst, isNameOfPart, isOfAnother, isOfFirstThing, isOfPart } from './readers/beside.ts'
import { fromContact, wholeAddress } from './readers/contact.ts'
import { fromMarkup } from './readers/from-markup.ts'
import { asksNeighbour, fromNeighbour } from './readers/neighbours.ts'
import { asksOwner, fromFront, fromOwner } from './readers/owner.ts'
import { asksContent, contentOf } from './readers/page-content.ts'
import { asksHeading, isPlainTitle, saysHeading } from './readers/plain-title.ts'
import { fromTab } from './readers/tab-title.ts'
import { pickImage, pickLink } from './readers/targets.ts'
import { aimOf } from './state/aim.ts'
import { type Learned, shipped } from './state/learned.ts'
import { signsOf } from './state/page-signs.ts'
import { foundOf, isLabelled, rankOnPage } from './state/rank-page.ts'
import { maySearch } from './state/searches.ts'
import type { Late, State } from './state/state.ts'

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
    ...aimOf(root),
    candidates: undefined,
    vocabulary: undefined,
    regions: undefined,
    said: undefined,
    signs: undefined,
    sentences: undefined,
    searches: 0,
    sources: new Map(),
    needsModel: [],
    missing: [],
    cut: [],
  }
  const raw = fill(state, root, '', [], state.scope.main)
  rankMissing(state, raw)
  const vain = [...leaves(root)].some(asksForOld) ? dropVainPrices(root, raw.value) : []
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
    const first =
      property.kind !== 'object'
        ? undefined
        : isFirst(property.name)
          ? fillFirst(state, property, at, path)
          : fillPraise(state, property, at)
    if (first) {
      value[property.name] = first
      continue
    }
    if (property.kind === 'object' || property.kind === 'array') {
      const inner = fill(state, property, at, path, itemFor(state.scope, item, property))
      open.push(...inner.open)
      if (inner.value !== undefined) value[property.name] = inner.value
      continue
    }
    const query = toQuery(property, path)
    const known =
      isOfAnother(path) ||
      isShownHeading(state, query) ||
      (isNameOfPart(query, path) && item === state.scope.main)
        ? undefined
        : fromMarkup(state, property, at, path, item)
    if (known !== undefined && !isThingsName(state, query, at)) value[property.name] = known
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

/** What a page is headed by stands on it; an article's markup has its headline. */
const isShownHeading = (state: State, query: Query): boolean =>
  saysHeading(query) || (asksHeading(query) && isPlainTitle(query) && !signsOf(state).isArticle)

/** `business_name` is not what the product is called, nor `product_name` what the article is. */
const isThingsName = ({ sources }: State, query: Query, pointer: string): boolean => {
  const { fact = '' } = sources.get(pointer) ?? {}
  if (asksOwner(query) && / (?:Product|Service|Article|BlogPosting|WebPage) name$/.test(fact))
    return true
  const isOfText = / \S*(?:Article|Posting) (?:name|headline|title)$/.test(fact)
  return isOfText && isOfGoods(query.name)
}

/** `product_name`, `tool_title`: of what articles are written about. */
const isOfGoods = (name: Word[]): boolean =>
  name.length > 1 && name.some(({ stem }) => sold.has(stem))
const sold = stemsOf('product item company brand app tool software service course event job')

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
  return item.kind === 'object'
    ? fillRecords(state, field, pointer, parents)
    : fillList(state, field, item, pointer, parents)
}

const rankMissing = (state: State, filled: Filled) => {
  const open = filled.open.filter(
    one => !fillNeighbour(state, one) && !fillTarget(state, one) && !fillContent(state, one),
  )
  if (open.length === 0) return
  const answers = rankApart(
    state,
    open.map(one => toQuery(one.field, one.parents)),
  )
  const addressLine = () => {
    const [answer] = rankOnPage(state, [toQuery(addressField)])
    return answer && foundOf(answer)
  }
  for (const [index, one] of open.entries()) {
    const { field, pointer, parents } = one
    const query = toQuery(field, parents)
    const best = answers[index]
    const answer =
      best && (isOfFirst(state, one, best) || isOtherThing(state, query, parents, best))
        ? undefined
        : best
    const isBeside = isOfAnother(parents) || isOfFirstThing(field.name)
    if (isBeside && !(answer && isLabelled(answer))) {
      state.missing.push(pointer)
      continue
    }
    if (answer) state.sources.set(pointer, foundOf(answer))
    const late = answer?.value ?? fillLate(state, field, pointer, parents, addressLine)
    const value = isThingsName(state, query, pointer) ? undefined : late
    const { quote = '' } = state.sources.get(pointer) ?? {}
    const better = isNameOfPart(query, parents)
      ? undefined
      : ((isShownHeading(state, query) ? fromHeading(state, field, query) : undefined) ??
        fromFront(state, field, query) ??
        fromTab(state, field, query, quote) ??
        (answer && surer(state, query, answer)))
    if (better) state.sources.set(pointer, better.source)
    if (better || value !== undefined) one.set(better ? better.value : value)
    else state.missing.push(pointer)
  }
}

/** Whose site it is takes no text from a field that asks for something else. */
const rankApart = (state: State, queries: Query[]): (Answer | undefined)[] => {
  const owners = queries.filter(asksOwner)
  const others = queries.filter(query => !owners.includes(query))
  const answers = new Map<Query, Answer | undefined>()
  for (const group of [others, owners])
    if (group.length > 0)
      for (const [at, answer] of rankOnPage(state, group).entries()) {
        const query = group[at]
        if (query) answers.set(query, answer)
      }
  return queries.map(query => answers.get(query))
}

/** Where no label vouches for a text: whose site it is, the shelf it stands on, the rest of an address. */
const surer = (state: State, query: Query, answer: Answer): Late | undefined => {
  const { field } = query
  const whole = wholeAddress(state, query, foundOf(answer))
  const isPart = addressPartOf(field) !== undefined && !isNamed(field, answer)
  const part = isPart ? fromContact(state, field, query) : undefined
  if (whole || part) return whole ?? part
  const isNamedInLine = answer.candidate.labels.inline !== ''
  const owner = isNamedInLine ? undefined : fromOwner(state, field, query)
  const isSure = owner && owner.source.confidence >= sureOwner
  const isOwners = asksOwner(query) && !(state.isOfGoods && isLabelled(answer))
  if (owner && (isSure || isOwners || !isLabelled(answer))) return owner
  if (isLabelled(answer)) return undefined
  // The heading is as good as any shelf.
  const shelf = fromTrail(state, field, query)
  const isBoard = query.name.some(({ stem }) => boards.has(stem))
  return shelf && (isBoard || !isHeading(state, answer)) ? shelf : undefined
}

/** As the page's own line of rights has it. */
const sureOwner = 0.7

/** By its own name, and not by any. */
const isNamed = ({ name }: Field, { candidate: { labels } }: Answer): boolean =>
  [labels.inline, labels.term, labels.row, labels.column, labels.before].some(
    label => label && overlap(wordsOf(name), wordsOf(label)).recall > 0,
  )

/** The page's own heading is not that of the first thing on it. */
const isOfFirst = (state: State, { field, parents }: OpenField, answer: Answer) =>
  [field.name, ...parents].some(isFirst) && isHeading(state, answer)

/** The page's heading is neither who made a thing or who leads a company, nor the board it stands on. */
const isOtherThing = (state: State, query: Query, parents: string[], answer: Answer): boolean => {
  const { intent, name, field } = query
  const says = (words: ReadonlySet<string>) => name.some(({ stem }) => words.has(stem))
  if (intent === 'date' && name.some(ofChange) && !isSaidChanged(answer)) return true
  if (says(jobs) && isKnown(state, answer.quote)) return true
  if (!isHeading(state, answer)) return false
  if (isOfGoods(name) && signsOf(state).isArticle) return true
  if (says(boards) && field.kind === 'string') return true
  if (says(offices) && !asksHeading(query)) return true
  if (says(papers) || isOfPart(parents)) return true
  return intent === 'organization' && says(makers)
}

const papers = stemsOf('license licence')

/** In its own line, the one above it, or what names it. */
const isSaidChanged = ({ candidate: { labels, node }, quote }: Answer): boolean => {
  // "Published 4 July, updated 6 July": each of them has its own word.
  const [before = '', behind = ''] = node.text.split(quote)
  const own = /\d/.test(before + behind) ? before.slice(-maxWord) : node.text
  return [...Object.values(labels), own].some(text => wordsOf(text).some(ofChange))
}

const maxWord = 24

const ofChange = ({ stem, concepts }: Word) =>
  changed.has(stem) || concepts.some(one => change.includes(one))
const changed = stemsOf('modified updated changed revised edited')
const change = ['modified', 'updated'].flatMap(word => conceptsOf(stemOf(word)))

/** Somebody's name, said already of another field, is not what that person does. */
const isKnown = ({ sources }: State, quote: string): boolean =>
  [...sources.values()].some(one => one.quote === quote)

const jobs = stemsOf('job role position occupation')
const makers = stemsOf('manufacturer maker producer')
const offices = stemsOf('director ceo founder president manager editor owner host chairman head')
const boards = stemsOf('board forum subforum unterforum')

const isHeading = (state: State, { quote }: Answer): boolean =>
  [signsOf(state).heading ?? '', state.page.title].some(text => bareName(text) === bareName(quote))

/** The page before or behind this one: nothing else on it is that. */
const fillNeighbour = (state: State, { field, pointer, parents, set }: OpenField): boolean => {
  const side = asksNeighbour(field, parents)
  if (!side) return false
  const late = maySearch(state) ? fromNeighbour(state, field, side) : undefined
  if (late) {
    state.sources.set(pointer, late.source)
    set(late.value)
  } else state.missing.push(pointer)
  return true
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
  if (isOfAnother(parents)) return false
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
