import type { Field } from '../schema/fields.ts'
import { isJudgementOfEntry } from '../words/intent.ts'
import type { AlignedRow } from './records/align.ts'
import { type ItemRows, rowsOfItems } from './records/item-rows.ts'
import { rowsOfPraise } from './records/praise.ts'
import { rowsOfRegions } from './records/region-rows.ts'
import type { State } from './state/state.ts'

/** An array of objects: things the markup lists, else the repeated records of the page. */
export const fillRecords = (
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
  const rows = findRows(state, field, item, pointer, parents)
  if (rows.length > 0) return keep(state, pointer, rows)
  state.missing.push(pointer)
  return undefined
}

/** `testimonial`: the first of them. */
export const fillPraise = (
  state: State,
  field: Field,
  pointer: string,
): Record<string, unknown> | undefined => {
  const [first] = rowsOfPraise(state, field, field)
  for (const [path, source] of first?.sources ?? []) state.sources.set(`${pointer}${path}`, source)
  return first?.value
}

/** `lead_story`, `top_product`: the first of what the page lists. */
export const fillFirst = (
  state: State,
  field: Field,
  pointer: string,
  parents: string[],
): Record<string, unknown> | undefined => {
  const list: Field = { ...field, kind: 'array', item: field, properties: [] }
  const asked = { ...state, isOnlyList: true }
  const [first, ...others] = findRows(asked, list, field, pointer, parents)
  // What was read of the page for it is read.
  state.regions = asked.regions
  state.searches = asked.searches
  if (!first || others.length < leastOthers || isLater(state, first)) return undefined
  for (const [path, source] of first.sources) state.sources.set(`${pointer}${path}`, source)
  return first.value
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

const findRows = (
  state: State,
  field: Field,
  item: Field,
  pointer: string,
  parents: string[],
): AlignedRow[] => {
  const praise = rowsOfPraise(state, field, item)
  if (praise.length > 0) return praise
  const items = rowsOfItems(state, field, item, parents)
  return isCertain(state, items) && !isPartial(items, item)
    ? items.rows
    : shownRows(state, field, item, pointer, items)
}

/** Who asks for one list is shown the page's; a few things that only share a type may be another. */
const isCertain = ({ isOnlyList }: State, { rows, isGuess }: ItemRows): boolean =>
  rows.length > 0 && !(isOnlyList && isGuess)

/** The markup says less of each than was asked for: the page may show all of it. */
const isPartial = ({ rows }: ItemRows, { properties }: Field): boolean =>
  membersOf(rows).size < properties.length

const membersOf = (rows: AlignedRow[]): Set<string> =>
  new Set(rows.flatMap(({ value }) => Object.keys(value)))

const shownRows = (
  state: State,
  field: Field,
  item: Field,
  pointer: string,
  guess: ItemRows,
): AlignedRow[] => {
  const { rows, isCut } = rowsOfRegions(state, field, item)
  const isFar = rows.length >= Math.max(1, field.minItems, 2 * guess.rows.length)
  const isEnough = isCertain(state, guess) ? saysMore(rows, guess.rows) : isFar
  if (!isEnough) return guess.rows
  if (isCut) state.cut.push(pointer)
  return rows
}

/** The same entries, and more of each. */
const saysMore = (rows: AlignedRow[], known: AlignedRow[]): boolean =>
  Math.abs(rows.length - known.length) <= 1 && membersOf(rows).size > membersOf(known).size

const keep = (state: State, pointer: string, rows: AlignedRow[]): unknown[] => {
  rows.forEach((row, index) => {
    for (const [path, source] of row.sources)
      state.sources.set(`${pointer}/${index}${path}`, source)
  })
  return rows.map(row => row.value)
}
