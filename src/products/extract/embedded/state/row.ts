import { escapePointer } from '../../../../kit/json-pointer.ts'
import { setOwn } from '../../../../kit/own.ts'
import type { Field } from '../../schema/fields.ts'
import { normalise } from '../../values/normalise.ts'
import type { Found } from './state.ts'

/** One record of the answer: its members, and where each of them stood, by JSON Pointer. */
export type AlignedRow = { value: Record<string, unknown>; sources: [string, Found][] }

export const emptyRow = (): AlignedRow => ({ value: {}, sources: [] })

export type RowPlace = Pick<Found, 'confidence'> & Partial<Pick<Found, 'node' | 'fact'>>

/** Sets a member to what a text of the page says, if that is a value of the field. */
export const addText = (
  row: AlignedRow,
  field: Field,
  text: string | undefined,
  place: RowPlace,
) => {
  const found = text ? normalise(field, text) : undefined
  if (found) addValue(row, field, found, place)
}

export const addValue = (
  row: AlignedRow,
  { name }: Field,
  { value, quote }: { value: unknown; quote: string },
  place: RowPlace,
) => {
  setOwn(row.value, name, value)
  row.sources.push([
    `/${escapePointer(name)}`,
    { node: undefined, fact: undefined, ...place, quote },
  ])
}
