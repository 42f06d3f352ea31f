import type { Conversion } from '../../../page/taught/conversions.ts'
import type { Field } from '../schema/fields.ts'
import { inFigures } from '../values/day-first.ts'
import { findLengths } from '../values/lengths.ts'
import { findNumbers } from '../values/numbers.ts'
import { inUnitOf } from '../values/units.ts'
import { intentOf } from '../words/intent.ts'
import type { Found } from './meant.ts'

/** What was done to a text to make it the value of a field. */
export const conversionsOf = (
  field: Field,
  text: string,
  { value, quote }: Found,
  /** What it says where nobody shows how it is meant. */
  usual?: Found,
): Conversion[] => {
  const { kind, format, values } = field
  if (values) return ['one of the choices']
  if (typeof value === 'boolean') return [value ? 'phrase for true' : 'phrase for false']
  if (format === 'duration' || isDuration(field, text)) return ['length of time']
  if (typeof value === 'number') {
    const measure = inUnitOf(field, text)
    return [
      kind === 'integer' ? 'whole number' : 'number',
      ...(measure && !measure.isExact ? (['unit converted'] as const) : []),
      ...inNumber(quote, value, measure !== undefined && !measure.isExact, usual?.value),
    ]
  }
  if (format === 'date') return ['date', ...inDate(quote, String(value))]
  if (format === 'date-time') return ['date and time']
  return format === 'email' ? ['mail address'] : []
}

const isDuration = (field: Field, text: string): boolean =>
  field.kind !== 'string' && intentOf(field) === 'duration' && findLengths(text).length > 0

const inNumber = (
  quote: string,
  value: number,
  isMeasure: boolean,
  usual: unknown,
): Conversion[] => {
  const [raw = ''] = /\p{N}(?:[\p{N}.,'’\s]*\p{N})?/u.exec(quote) ?? []
  const size = Math.abs(value)
  const plain = new Set(findNumbers(raw).flatMap(({ readings }) => readings))
  const isScaled = !isMeasure && !plain.has(size)
  const marks = marksIn(raw, isMeasure || isScaled ? undefined : size)
  // Of “1,250 kg” in grams only the other reading says it.
  const isOther = marks.length === 0 && typeof usual === 'number' && Math.abs(usual) !== size
  const other: Conversion = raw.includes(',') ? 'comma as decimal' : 'dot as thousands'
  return [
    ...(isScaled ? (['factor in words'] as const) : []),
    ...(isOther ? [other] : marks),
    ...(value < 0 ? (['sign or brackets as minus'] as const) : []),
  ]
}

/** Which mark parts thousands, and which the decimals; of 1.299 only the value says it. */
const marksIn = (raw: string, size: number | undefined): Conversion[] => {
  const spaces: Conversion[] = /\p{N}[\s'’]\p{N}{3}/u.test(raw) ? ['space as thousands'] : []
  const marks = raw.match(/[.,]/g) ?? []
  const [last] = marks.slice(-1)
  const other = marks.find(mark => mark !== last)
  if (!last) return spaces
  const isThree = /[.,]\p{N}{3}$/u.test(raw)
  if (isThree && !other && marks.length === 1 && size === undefined) return spaces
  const isThousands =
    !other && (marks.length > 1 || (isThree && size !== undefined && size >= 1_000))
  const named = (mark: string) => (mark === ',' ? 'comma' : 'dot')
  return [
    ...(isThousands ? [] : [`${named(last)} as decimal` as const]),
    ...(isThousands ? [`${named(last)} as thousands` as const] : []),
    ...(other ? [`${named(other)} as thousands` as const] : []),
    ...spaces,
  ]
}

const inDate = (quote: string, iso: string): Conversion[] => {
  if (/\p{L}{3}/u.test(quote)) return ['month in words']
  const [, one, , two] = inFigures.exec(quote) ?? []
  if (one === undefined || Number(one) === Number(two)) return []
  return [Number(one) === Number(iso.slice(8)) ? 'day before month' : 'month before day']
}
