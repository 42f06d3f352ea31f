import { overlap, wordsOf } from '../../../page/words/words.ts'
import type { Field } from '../schema/fields.ts'
import { shapeOf } from '../values/kinds.ts'
import { findNumbers } from '../values/numbers.ts'
import { intentOf } from '../words/intent.ts'
import type { GroundLine } from './lines.ts'
import type { PageIndex } from './page-index.ts'
import { isSame } from './same.ts'

/**
 * Whether the page has, under a label, a value of the same kind that no other field took: what a
 * sentence says may then be said against it. A number needs a label that speaks of the field; a
 * name does not, because there are too many words for a seller.
 */
export const hasRival = (
  { stream }: PageIndex,
  field: Field,
  value: unknown,
  taken: readonly unknown[],
): boolean =>
  (typeof value === 'number' || (typeof value === 'string' && isName(value))) &&
  stream.lines.some(line => {
    if (!line.labelled || line.unseen || line.faint || line.runsOn) return false
    return typeof value === 'number'
      ? isRivalNumber(field, value, line)
      : isRivalName(value, line, taken)
  })

const isRivalNumber = (
  field: Field,
  value: number,
  { labelled, text, struck }: GroundLine,
): boolean => {
  if (!labelled || overlap(wordsOf(field.name), wordsOf(labelled.label)).recall < 0.8) return false
  const numbers = findNumbers(text)
  const isMoney = intentOf(field) === 'money'
  return (
    struck.length === 0 &&
    numbers.length === 1 &&
    numbers.every(
      ({ unit, readings }) => (unit === 'money') === isMoney && !readings.includes(value),
    )
  )
}

const isRivalName = (
  value: string,
  { labelled }: GroundLine,
  taken: readonly unknown[],
): boolean => {
  const other = labelled?.value ?? ''
  return isName(other) && !isSame(value, other) && !taken.some(one => isSame(one, other))
}

export const isName = (text: string): boolean =>
  text.length <= maxNameChars && (shapeOf(text).name >= 0.8 || unspaced.test(text))

const maxNameChars = 60

/** Scripts without capitals. */
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana} 　・]{2,12}$/u
