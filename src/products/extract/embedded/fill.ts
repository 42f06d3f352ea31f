import type { FactItem, FactValue } from '../../../page/metadata/facts/item.ts'
import { isOrderFact } from '../ground/orders.ts'
import type { Quotation } from '../ground/quotation.ts'
import type { CompiledSchema, SchemaProblem } from '../schema/compile.ts'
import { type Field, readFields } from '../schema/fields.ts'
import { prune } from '../schema/prune.ts'
import type { Page } from '../source/page.ts'
import { normalise } from '../values/normalise.ts'
import { type Intent, isJudgement } from '../words/intent.ts'
import { readCandidates } from './candidates.ts'
import { toQuery } from './features.ts'
import { fillRecords } from './fill-records.ts'
import { chooseScope, itemOfType, type MarkupScope, matchItem, matchMarkup } from './markup.ts'
import { listOf, scalarOf } from './markup-values.ts'
import { matchList } from './named-list.ts'
import { rankFields } from './rank.ts'
import type { State } from './state.ts'
import { pickImage, pickLink } from './targets.ts'
import { isSpokenOf, readVocabulary } from './vocabulary.ts'

export type FilledSchema = Pick<State, 'sources' | 'needsModel' | 'missing' | 'cut'> & {
  data: unknown
  /** What the caller's schema still has against the data. */
  problems: SchemaProblem[]
}

/**
 * Fields out of a page without a model: the page's own markup first, then labels, tables and
 * headings through a small learned ranker, then lists and repeated records. Unsure is absent.
 */
export const fillSchema = (page: Page, compiled: CompiledSchema): FilledSchema => {
  const root = readFields(compiled.schema)
  const state: State = {
    page,
    scope: chooseScope(
      page,
      root.kind === 'array' ? (root.item?.properties ?? []) : root.properties,
    ),
    isOnlyList: countLists(root) === 1,
    candidates: undefined,
    vocabulary: undefined,
    regions: undefined,
    sources: new Map(),
    needsModel: [],
    missing: [],
    cut: [],
  }
  const raw = fill(state, root, '', [], state.scope.main)
  rankMissing(state, raw)
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

const fromMarkup = (
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
  if (
    !match ||
    (!late &&
      match.item === state.scope.meta &&
      /^((og|twitter):)?title$|^inLanguage$/.test(match.path))
  )
    return undefined
  const joined = joinable.has(query.intent) ? joinShort(match.values) : undefined
  for (const one of joined ? [joined] : match.values) {
    const text = scalarOf(one, query.intent)
    // An author's page, a shop's handle: addresses where words were asked for.
    if (text && wordy.has(query.intent) && /^(https?:\/\/|@\w)/.test(text)) continue
    if (text && isOrderFact(text, match.path)) continue
    const found = text ? normalise(field, text) : undefined
    if (!found) continue
    const fact = `${match.item.source} ${match.item.types[0] ?? ''} ${match.path}`
    // Joined values stand nowhere as one: the first of them is quoted.
    const quote = joined ? (scalarOf(match.values[0] ?? '', query.intent) ?? '') : found.quote
    state.sources.set(pointer, { quote, node: undefined, fact })
    return found.value
  }
  return undefined
}

/** "Dinner" and "Soup" for one category are both said. */
const joinShort = (values: FactValue[]): string | undefined => {
  const words = values.filter((value): value is string => typeof value === 'string')
  if (words.length < 2 || words.length !== values.length || words.some(word => word.length > 40))
    return undefined
  return [...new Set(words)].join(', ')
}

const wordy = new Set<Intent>(['title', 'person', 'organization', 'place', 'address', 'prose'])
const joinable = new Set<Intent>(['other', 'person', 'organization'])

type Place = Omit<Quotation, 'quote'>

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
  const match = matchMarkup(state.scope, query)
  const texts = match ? listOf(match.values, query.intent) : []
  const values: unknown[] = []
  const add = (text: string, place: Place) => {
    const found = normalise(item, text)
    if (!found) return
    state.sources.set(`${pointer}/${values.length}`, { ...place, quote: found.quote })
    values.push(found.value)
  }
  const fact = match ? `${match.item.source} ${match.item.types[0] ?? ''} ${match.path}` : ''
  for (const text of texts) add(text, { node: undefined, fact })
  if (values.length > 0) return values
  state.vocabulary ??= readVocabulary(state.page)
  const isSpoken = isSpokenOf(state.vocabulary, query)
  const list = isSpoken ? matchList(state.page, query) : undefined
  for (const entry of list?.entries ?? [])
    add(entry.text, { node: entry.nodes[0]?.id, fact: undefined })
  if (values.length > 0) return values
  if (isSpoken) addLabelled(state, field, parents, add)
  if (values.length > 0) return values
  state.missing.push(pointer)
  return undefined
}

/** "Keywords: soup, winter" is a list in one line. */
const addLabelled = (
  state: State,
  field: Field,
  parents: string[],
  add: (text: string, place: Place) => void,
) => {
  state.candidates ??= readCandidates(state.page)
  const line: Field = { ...field, kind: 'string', item: undefined }
  const [answer] = rankFields([toQuery(line, parents)], state.candidates)
  if (!answer || answer.confidence < 0.5) return
  const { id } = answer.candidate.node
  for (const part of answer.quote.split(/(?:(?<!\s)\s+)?[,;|•]\s*/))
    if (part) add(part, { node: id, fact: undefined })
}

const rankMissing = (state: State, filled: Filled) => {
  const open = filled.open.filter(one => !fillTarget(state, one))
  if (open.length === 0) return
  state.candidates ??= readCandidates(state.page)
  state.vocabulary ??= readVocabulary(state.page)
  const { vocabulary } = state
  const asked = open
    .map(one => ({ one, query: toQuery(one.field, one.parents) }))
    .filter(({ query }) => isSpokenOf(vocabulary, query))
  const ranked = rankFields(
    asked.map(({ query }) => query),
    state.candidates,
  )
  const answers = new Map(asked.map(({ one }, index) => [one, ranked[index]]))
  for (const one of open) {
    const answer = answers.get(one)
    if (!answer) {
      const stated = fromMarkup(state, one.field, one.pointer, one.parents, undefined, true)
      if (stated === undefined) state.missing.push(one.pointer)
      else one.set(stated)
      continue
    }
    state.sources.set(one.pointer, {
      quote: answer.quote,
      node: answer.candidate.node.id,
      fact: undefined,
    })
    one.set(answer.value)
  }
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
  state.sources.set(pointer, { quote: url, node, fact: undefined })
  set(url)
  return true
}
