import { overlap, wordsOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import { maxChars } from '../rank/lengths.ts'
import { toQuery } from '../rank/query.ts'
import type { PageRecord, PageRegion } from '../regions/regions.ts'
import type { Slot } from './record-slots.ts'

/**
 * The first of the records may name what stands in the others: "Software, Starting price, Best for".
 * Its texts become the labels of their places; the record itself is returned, as it is none.
 */
export const takeHead = (
  { records: [first, second] }: PageRegion,
  slots: Slot[],
  fields: Field[],
): PageRecord | undefined => {
  if (!first || !second) return undefined
  const said = slots.flatMap(slot => slot.texts.get(first)?.text ?? [])
  if (said.length < 2 || said.some(text => text.length > maxChars.label || /\d/.test(text)))
    return undefined
  const named = fields.filter(field => said.some(text => isNameOf(field, text)))
  // One name may be chance, unless another word stands above a column of figures.
  const isAboveFigures = ({ texts, column }: Slot) =>
    column >= 0 &&
    texts.has(first) &&
    texts.size > 3 &&
    [...texts].every(([record, { text }]) => record === first || /^\W{0,3}\d/.test(text))
  if (named.length < 2 && !(named.length === 1 && slots.some(isAboveFigures))) return undefined
  for (const head of slots) {
    const text = head.texts.get(first)?.text
    if (text === undefined) continue
    head.texts.delete(first)
    // A head is often bold, and what stands below it is not.
    for (const slot of slots)
      if (slot === head || (head.column >= 0 && slot.column === head.column))
        slot.label = slot.label ? `${text} | ${slot.label}` : text
  }
  return first
}

const isNameOf = (field: Field, text: string): boolean =>
  toQuery(field).names.some(({ words }) => {
    const { recall, precision } = overlap(words, wordsOf(text))
    return recall > 0.8 && precision > 0.5
  })
