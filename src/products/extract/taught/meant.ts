import type { Conversion } from '../../../page/taught/conversions.ts'
import type { Field } from '../schema/fields.ts'
import { dateIn } from '../values/day-first.ts'
import type { normalise } from '../values/normalise.ts'
import { findNumbers } from '../values/numbers.ts'

export type Found = NonNullable<ReturnType<typeof normalise>>

/** What the examples say of how a site writes, where the usual reading may be another. */
export type Writing = {
  decimal?: ','
  /** A sign or brackets before a figure belong to it, and are no dash. */
  isSigned?: true
  /** Of 3/4/2011. */
  first?: 'day' | 'month'
}

/** How texts are written of which these conversions were seen; what contradicts itself says nothing. */
export const writingIn = (done: readonly Conversion[]): Writing => {
  const has = (one: Conversion) => done.includes(one)
  const isComma = has('comma as decimal') || has('dot as thousands')
  const isDot = has('dot as decimal') || has('comma as thousands')
  const [day, month] = [has('day before month'), has('month before day')]
  return {
    ...(isComma && !isDot && { decimal: ',' }),
    ...(has('sign or brackets as minus') && { isSigned: true }),
    ...(day !== month && { first: day ? 'day' : 'month' }),
  }
}

/** What a text says of a field where its site writes so. */
export const meantBy = (field: Field, text: string, found: Found, writing: Writing): unknown => {
  const { value, quote } = found
  if (typeof value === 'number') return numberIn(field, text.trim(), quote, value, writing)
  if (field.format === 'date' && writing.first) return dateIn(quote, writing.first) ?? value
  return value
}

const numberIn = (
  { kind }: Field,
  text: string,
  quote: string,
  value: number,
  { decimal, isSigned }: Writing,
): number => {
  // A measure is quoted with its unit.
  const [figures = ''] = /^[\p{N}.,\s'’]*\p{N}/u.exec(quote) ?? []
  const mention = findNumbers(text).find(({ start, end }) => text.slice(start, end) === figures)
  if (!mention) return value
  const raw = text.slice(mention.start, mention.end)
  const other = decimal && !value.toString().includes('e') ? otherReading(raw, value) : undefined
  // Money has no thousandths.
  const isMeant =
    other !== undefined &&
    raw.includes('.') === other > value &&
    !(mention.unit === 'money' && other < value) &&
    (kind === 'number' || Number.isInteger(other))
  const size = isMeant ? other : value
  return isSigned && mention.readings.some(reading => reading < 0) ? -Math.abs(size) : size
}

/** 1299 of “1.299” that was read as 1.299, and the other way round; in whatever unit. */
const otherReading = (raw: string, value: number): number | undefined => {
  if (!/^[1-9]\d{0,2}[.,]\d{3}$/.test(raw)) return undefined
  const [first = 0, second = 0] = findNumbers(raw)[0]?.readings ?? []
  const isSecond = value === second
  const [own, other] = isSecond ? [second, first] : [first, second]
  return Math.round((value / own) * other * 1e6) / 1e6
}
