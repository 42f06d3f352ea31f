import type { Field } from '../schema/fields.ts'
import { isJudgementOfEntry } from '../words/intent.ts'
import type { AlignedRow } from './records/align.ts'
import { type ItemRows, rowsOfItems } from './records/item-rows.ts'
import { rowsOfParts } from './records/part-rows.ts'
import { rowsOfRegions } from './records/region-rows.ts'
import { rowsOfTestimonials } from './records/testimonials.ts'
import type { State } from './state/state.ts'

/** An array of objects: things the markup lists, else the repeated records of the page. */
export const readRecords = (
  state: State,
  field: Field,
  pointer: string,
  parents: string[],
): unknown[] | undefined => {
  const { item } = field
  if (!item) return undefined
  for (const property of item.properties)
    if (property.kind !== 'object' && isJudgementOfEntry(property))
      state.needsModel.push(property.pointer)
  const { rows, reader } = findRows(state, field, item, pointer, parents)
  if (rows.length === 0) {
    state.missing.push(pointer)
    return undefined
  }
  return rows.map((row, at) => keep(state, `${pointer}/${at}`, row, reader))
}

/** `testimonial`: the first of them. */
export const readTestimonial = (
  state: State,
  field: Field,
  pointer: string,
): Record<string, unknown> | undefined => {
  if (state.without.has('testimonials')) return undefined
  const [first] = rowsOfTestimonials(state, field, field)
  return first && keep(state, pointer, first, 'testimonials')
}

/** `lead_story`, `top_product`: the first of what the page lists. */
export const readFirstRecord = (
  state: State,
  field: Field,
  pointer: string,
  parents: string[],
): Record<string, unknown> | undefined => {
  if (state.without.has('first')) return undefined
  const list: Field = { ...field, kind: 'array', item: field, properties: [] }
  const asked = { ...state, isOnlyList: true }
  const [first, ...others] = findRows(asked, list, field, pointer, parents).rows
  // What was read of the page for it is read.
  state.regions = asked.regions
  state.searches = asked.searches
  if (!first || others.length < leastOthers || isLater(state, first)) return undefined
  return keep(state, pointer, first, 'first')
}

const leastOthers = 2

/** A heading that leads to another page stands before it. */
const isLater = ({ page }: State, { sources }: AlignedRow): boolean => {
  const places = sources.flatMap(([, { node }]) => node ?? [])
  const start = Math.min(...places)
  return page.nodes.some(
    ({ id, level, region, pieces }) =>
      level && id < start && region === 'main' && pieces.some(({ link }) => link),
  )
}

type Rows = { rows: AlignedRow[]; reader: RecordReader }
type RecordReader = 'parts' | 'testimonials' | 'items' | 'regions' | 'first'

const findRows = (
  state: State,
  field: Field,
  item: Field,
  pointer: string,
  parents: string[],
): Rows => {
  const isOn = (reader: RecordReader) => !state.without.has(reader)
  const parts = isOn('parts') ? rowsOfParts(state, field, item) : []
  if (parts.length > 0) return { rows: parts, reader: 'parts' }
  const said = isOn('testimonials') ? rowsOfTestimonials(state, field, item) : []
  if (said.length > 0) return { rows: said, reader: 'testimonials' }
  const items = isOn('items') ? rowsOfItems(state, field, item, parents) : noItems
  const isWhole = isCertain(state, items) && !isPartial(items, item)
  const shown = isWhole || !isOn('regions') ? undefined : rowsOfRegions(state, field, item)
  if (!shown || !isBetter(state, field, shown.rows, items))
    return { rows: items.rows, reader: 'items' }
  if (shown.isCut) state.cut.push(pointer)
  return { rows: shown.rows, reader: 'regions' }
}

const noItems: ItemRows = { rows: [], isGuess: true }

/** Who asks for one list is shown the page's; a few things that only share a type may be another. */
const isCertain = ({ isOnlyList }: State, { rows, isGuess }: ItemRows): boolean =>
  rows.length > 0 && !(isOnlyList && isGuess)

/** The markup says less of each than was asked for: the page may show all of it. */
const isPartial = ({ rows }: ItemRows, { properties }: Field): boolean =>
  membersOf(rows).size < properties.length

const membersOf = (rows: AlignedRow[]): Set<string> =>
  new Set(rows.flatMap(({ value }) => Object.keys(value)))

/** What the page shows, beside what its markup lists. */
const isBetter = (state: State, field: Field, rows: AlignedRow[], items: ItemRows): boolean =>
  isCertain(state, items)
    ? saysMore(rows, items.rows)
    : rows.length >= Math.max(1, field.minItems, 2 * items.rows.length)

/** The same entries, and more of each. */
const saysMore = (rows: AlignedRow[], known: AlignedRow[]): boolean =>
  Math.abs(rows.length - known.length) <= 1 && membersOf(rows).size > membersOf(known).size

const keep = (
  state: State,
  pointer: string,
  { value, sources }: AlignedRow,
  reader: RecordReader,
): Record<string, unknown> => {
  for (const [path, source] of sources) state.sources.set(pointer + path, { ...source, reader })
  return value
}
