import { memoizeObjects } from '../../../kit/memoize.ts'
import { fold, overlap, type Word, wordsOf } from '../../../page/words/words.ts'
import type { Field } from '../schema/fields.ts'
import type { GroundLine } from './lines.ts'
import type { QuotePosition } from './place.ts'
import type { Stream } from './stream.ts'

/** How much the words near it speak of the field. */
export const support = (
  { line, start, end }: QuotePosition,
  words: Word[],
  context: Word[],
): number => {
  const near = line.text.slice(Math.max(0, start - 80), Math.min(end, start + 80) + 60)
  const given = wordsOf(`${near} ${line.around}`)
  return overlap(words, given).recall + 0.3 * overlap(context, given).recall
}

/** Whether a line's label names another of the fields, and that one better than its own. */
export const labelledFor = (field: Field, beside: readonly Field[]) => {
  const fit = ({ name }: Field, label: Word[]) => {
    const { recall, precision } = overlap(wordsOf(name), label)
    return recall + precision
  }
  return ({ labelled }: GroundLine): boolean => {
    if (!labelled) return false
    const label = wordsOf(labelled.label)
    const own = fit(field, label)
    return beside.some(other => {
      const others = other === field ? 0 : fit(other, label)
      return others > 1.7 && others > own + 0.4
    })
  }
}

/** Its label names a value of each entry of a list, and a page has one subject. */
export const isOneOfMany = (stream: Stream, { labelled }: GroundLine): boolean =>
  labelled !== undefined && (labelsOf(stream).get(fold(labelled.label))?.size ?? 0) >= manyValues

const manyValues = 3

const labelsOf = memoizeObjects(({ lines }: Stream) => {
  const values = new Map<string, Set<string>>()
  for (const { labelled } of lines) {
    if (!labelled) continue
    const label = fold(labelled.label)
    values.set(label, (values.get(label) ?? new Set()).add(labelled.value))
  }
  return values
})
