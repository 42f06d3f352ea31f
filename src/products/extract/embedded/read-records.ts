import type { Field } from '../schema/fields.ts'
import { isJudgementOfEntry } from '../words/intent.ts'
import { rowsOfParts } from './lists/page-lists.ts'
import { rowsOfItems } from './records/item-rows.ts'
import { rowsOfRegions } from './records/region-rows.ts'
import type { AlignedRow } from './state/row.ts'
import type { FieldPlace, State } from './state/state.ts'

/** A list of objects that a schema asks for, and what the page's markup lists of it. */
type RecordQuestion = { field: Field; item: Field; pointer: string; items: AlignedRow[] }

/** One way to find records. */
type RecordReader = {
  name: string
  read: (state: State, question: RecordQuestion) => AlignedRow[]
}

/** The readers of records. The first that finds any rows answers. */
const readers: readonly RecordReader[] = [
  { name: 'parts', read: (state, { field, item }) => rowsOfParts(state, field, item) },
  {
    // What the markup lists, where it says of each all that was asked for.
    name: 'items',
    read: (_, { item, items }) => (membersOf(items).size >= item.properties.length ? items : []),
  },
  {
    name: 'regions',
    read: (state, { field, item, pointer, items }) => {
      const { rows, isCut } = rowsOfRegions(state, field, item)
      if (!isBetter(field, rows, items)) return []
      if (isCut) state.cut.push(pointer)
      return rows
    },
  },
  { name: 'items', read: (_, { items }) => items },
]

/** An array of objects: things the markup lists, else the repeated records of the page. */
export const readRecords = (state: State, place: FieldPlace): unknown[] | undefined => {
  const { field, pointer } = place
  const item = field.item as Field
  for (const property of item.properties)
    if (property.kind !== 'object' && isJudgementOfEntry(property))
      state.needsModel.push(property.pointer)
  const { rows, reader } = findRows(state, place, item)
  if (rows.length > 0) return rows.map((row, at) => keep(state, `${pointer}/${at}`, row, reader))
  state.missing.push(pointer)
  return undefined
}

/** `lead_story`, `top_product`: the first of what the page lists. */
export const readFirstRecord = (
  state: State,
  place: FieldPlace,
): Record<string, unknown> | undefined => {
  const { field, pointer } = place
  if (state.without.has('first')) return undefined
  const list: Field = { ...field, kind: 'array', item: field, properties: [] }
  const asked = { ...state, isOnlyList: true }
  const [first, ...others] = findRows(asked, { ...place, field: list }, field).rows
  // What was read of the page for it is read.
  if (asked.regions) state.regions = asked.regions
  state.searches = asked.searches
  return first && others.length >= leastOthers ? keep(state, pointer, first, 'first') : undefined
}

const leastOthers = 2

const findRows = (
  state: State,
  { field, pointer, parents }: FieldPlace,
  item: Field,
): { rows: AlignedRow[]; reader: string } => {
  const isOn = (name: string) => !state.without.has(name)
  const items = isOn('items') ? rowsOfItems(state, field, item, parents) : []
  for (const { name, read } of readers) {
    const rows = isOn(name) ? read(state, { field, item, pointer, items }) : []
    if (rows.length > 0) return { rows, reader: name }
  }
  return { rows: [], reader: '' }
}

/** What the page shows, beside what its markup lists: the same entries, and more of each. */
const isBetter = ({ minItems }: Field, rows: AlignedRow[], items: AlignedRow[]): boolean =>
  items.length > 0
    ? Math.abs(rows.length - items.length) <= 1 && membersOf(rows).size > membersOf(items).size
    : rows.length >= Math.max(1, minItems)

const membersOf = (rows: AlignedRow[]): Set<string> =>
  new Set(rows.flatMap(({ value }) => Object.keys(value)))

const keep = (
  state: State,
  pointer: string,
  { value, sources }: AlignedRow,
  reader: string,
): Record<string, unknown> => {
  for (const [path, source] of sources) state.sources.set(pointer + path, { ...source, reader })
  return value
}
