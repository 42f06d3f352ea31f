import { escapePointer } from '../../../kit/json-pointer.ts'
import { setOwn } from '../../../kit/own.ts'
import type { FactItem } from '../../../page/metadata/facts/item.ts'
import type { CompiledSchema, SchemaProblem } from '../schema/compile.ts'
import { type Field, leaves, readFields } from '../schema/fields.ts'
import { prune } from '../schema/prune.ts'
import type { Page } from '../source/page.ts'
import { asksForOld } from '../source/struck.ts'
import { isJudgement } from '../words/intent.ts'
import { settleFigures } from './day-order.ts'
import { leastMatch, matchItem } from './markup/markup.ts'
import { chooseScope } from './markup/scope.ts'
import { dropVainPrices } from './rank/old-price.ts'
import { toQuery } from './rank/query.ts'
import { readMap } from './read-map.ts'
import { readFirstRecord, readRecords } from './read-records.ts'
import { readTexts } from './read-texts.ts'
import { readValues } from './read-values.ts'
import { isFirst } from './readers/field-names.ts'
import { type Learned, shipped } from './state/learned.ts'
import { hintsOf } from './state/schema-hints.ts'
import type { FieldPlace, State } from './state/state.ts'

export type FilledSchema = Pick<State, 'sources' | 'needsModel' | 'missing' | 'cut'> & {
  data: unknown
  /** What the caller's schema still has against the data. */
  problems: SchemaProblem[]
}

/**
 * Fields out of a page without a model. Lists, records and maps are read where the schema asks for
 * them; the single values that it asks for are collected on the way and read together. Unsure is
 * absent. `without`: the names of readers to leave out.
 */
export const fillSchema = (
  page: Page,
  compiled: CompiledSchema,
  learned: Learned = shipped,
  without: ReadonlySet<string> = new Set(),
): FilledSchema => {
  const root = readFields(compiled.schema)
  const fields = root.kind === 'array' ? (root.item?.properties ?? []) : root.properties
  const state: State = {
    ...{ page, scope: chooseScope(page, fields), learned, without, ...hintsOf(root) },
    ...{ searches: 0, open: new Set(), sources: new Map(), needsModel: [], missing: [], cut: [] },
  }
  const held: { value?: unknown } = {}
  fill(state, { field: root, pointer: '', parents: [], item: state.scope.main }, value => {
    held.value = value
  })
  readValues(state)
  held.value = settleFigures(state, root, held.value)
  // A former price that is no higher than the price is none.
  const vain = [...leaves(root)].some(asksForOld) ? dropVainPrices(root, held.value) : []
  for (const pointer of vain) {
    state.sources.delete(pointer)
    state.missing.push(pointer)
  }
  const asked = [...leaves(root)].filter(({ pointer }) => state.sources.has(pointer))
  const { data, problems } = prune(compiled, root, held.value, state.sources)
  // What the schema's own bounds and patterns forbid is not found either.
  state.missing.push(...asked.map(({ pointer }) => pointer))
  return {
    data,
    sources: state.sources,
    needsModel: state.needsModel,
    missing: state.missing.filter(pointer => !state.sources.has(pointer)),
    cut: state.cut,
    problems,
  }
}

/** `answer` takes the value: now, or when all single values are read. */
const fill = (state: State, place: FieldPlace, answer: (value: unknown) => void) => {
  const { field } = place
  if (isJudgement(field)) {
    state.needsModel.push(place.pointer)
    return
  }
  if (field.kind !== 'object' && field.kind !== 'array') {
    state.open.add({ ...place, query: toQuery(field, place.parents), answer })
    return
  }
  const value = readMany(state, place)
  if (value !== undefined) answer(value)
}

const readMany = (state: State, place: FieldPlace): unknown => {
  const { kind, item } = place.field
  if (kind === 'object') return (isMap(place.field) ? readMap : readObject)(state, place)
  return item && (item.kind === 'object' ? readRecords : readTexts)(state, place)
}

const readObject = (state: State, place: FieldPlace): Record<string, unknown> => {
  const { field, pointer, parents, item } = place
  const first = isFirst(field.name) && readFirstRecord(state, place)
  if (first) return first
  const value: Record<string, unknown> = {}
  const path = field.name ? [...parents, field.name] : parents
  for (const property of field.properties) {
    const at = `${pointer}/${escapePointer(property.name)}`
    const inner = property.kind === 'object' ? itemFor(item, property) : item
    fill(state, { field: property, pointer: at, parents: path, item: inner }, found => {
      setOwn(value, property.name, found)
    })
  }
  return value
}

/** Its names are the page's own. */
const isMap = ({ kind, properties, branches }: Field) =>
  kind === 'object' && properties.length === 0 && branches.length === 0

/** The described thing that an object field stands for: `author` → the author's own item. */
const itemFor = (item: FactItem | undefined, field: Field): FactItem | undefined => {
  const match = item ? matchItem(item, toQuery(field)) : undefined
  if (!match || match.score < leastMatch) return item
  const inner = match.values.find(value => typeof value !== 'string')
  return inner && typeof inner !== 'string' ? inner : item
}
