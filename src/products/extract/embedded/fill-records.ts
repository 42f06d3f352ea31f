import type { Field } from '../schema/fields.ts'
import { isJudgementOfEntry } from '../words/intent.ts'
import type { AlignedRow } from './records/align.ts'
import { type ItemRows, rowsOfItems } from './records/item-rows.ts'
import { rowsOfParts } from './records/part-rows.ts'
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
  const parts = rowsOfParts(state, field, item)
  if (parts.length > 0) return keep(state, pointer, parts)
  const items = rowsOfItems(state, field, item, parents)
  const rows = isCertain(state, items) ? items.rows : shownRows(state, field, item, pointer, items)
  if (rows.length > 0) return keep(state, pointer, rows)
  state.missing.push(pointer)
  return undefined
}

/** Who asks for one list is shown the page's; a few things that only share a type may be another. */
const isCertain = ({ isOnlyList }: State, { rows, isGuess }: ItemRows): boolean =>
  rows.length > 0 && !(isOnlyList && isGuess)

const shownRows = (
  state: State,
  field: Field,
  item: Field,
  pointer: string,
  guess: ItemRows,
): AlignedRow[] => {
  const { rows, isCut } = rowsOfRegions(state, field, item)
  const isEnough = rows.length >= Math.max(1, field.minItems, 2 * guess.rows.length)
  if (!isEnough) return guess.rows
  if (isCut) state.cut.push(pointer)
  return rows
}

const keep = (state: State, pointer: string, rows: AlignedRow[]): unknown[] => {
  rows.forEach((row, index) => {
    for (const [path, source] of row.sources)
      state.sources.set(`${pointer}/${index}${path}`, source)
  })
  return rows.map(row => row.value)
}
