import { findDates } from '../values/dates.ts'
import { findDurations } from '../values/durations.ts'

/** A stretch of a text. */
export type TextSpan = { start: number; end: number }

/** What a number is only a part of: the 12 of "12 May 2021", the 81 of "ZX-81", the 30 of "1 h 30". */
export type Whole = 'date' | 'clock' | 'code' | 'length'

/**
 * What a number at a place of the text is only a part of: dates, times of day and codes are found
 * once for all of its numbers.
 */
export const findWholes = (text: string): ((span: TextSpan) => Whole | undefined) => {
  const kinds = new Uint8Array(text.length)
  const mark = (is: Whole, { start, end }: TextSpan) => kinds.fill(wholes.indexOf(is), start, end)
  for (const span of findDurations(text))
    if (severalNumbers.test(text.slice(span.start, span.end))) mark('length', span)
  for (const code of codes) for (const span of spansOf(text, code)) mark('code', span)
  for (const span of spansOf(text, clock)) mark('clock', span)
  // A year alone is a number as well.
  for (const { start, end, readings } of findDates(text))
    if (readings.some(reading => reading.length > 4)) mark('date', { start, end })
  for (const span of spansOf(text, timestamp)) mark('date', span)
  return ({ start, end }) => {
    const kind = kinds[start]
    return kind && kind === kinds[end - 1] ? wholes[kind] : undefined
  }
}

/** The same for a single place, by what is near it. */
export const wholeAt = (text: string, { start, end }: TextSpan): Whole | undefined => {
  const from = Math.max(0, start - nearChars)
  const near = findWholes(text.slice(from, end + nearChars))
  return near({ start: start - from, end: end - from })
}

const nearChars = 60

const wholes: readonly (Whole | undefined)[] = [undefined, 'date', 'clock', 'code', 'length']

/** "1 h 30", but not "1.5 h". */
const severalNumbers = /\d[.,]*[^\d.,]\D*\d/

const spansOf = (text: string, pattern: RegExp): TextSpan[] =>
  Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }))

const clock = /(?<![\d:.,])\d{1,2}:[0-5]\d(?::[0-5]\d)?(?![\d:])/g

const timestamp = /(?<!\d)\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:[+-]\d{2}:?\d{2})?(?!\d)/g

/** Letters that are written right before an amount. */
const beforeAmount =
  '(?:USD|EUR|GBP|CHF|JPY|CNY|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|INR|BRL|MXN|ZAR|US|CA|AU|NZ|HK|R|RM|Rs|kr|Fr|x(?=\\d{1,2}(?!\\d))|No|no|Nr|nr|[Vv]ol|[Cc]a)'

const codes: readonly RegExp[] = [
  // Addresses of pages and of people.
  /(?:https?:\/\/|www\.)\S+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g,
  // ZX81, B08N5WRWNW, 12AB34
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?!${beforeAmount}\\d)[\\p{L}_]{1,20}\\d[\\p{L}\\p{N}_]{0,30}|(?<![\\p{L}\\p{N}.,])\\d{1,12}\\p{L}{1,6}\\d[\\p{L}\\p{N}]{0,20}`,
    'gu',
  ),
  // Job# R2780: no amount of rand
  /#\s?\p{L}{1,4}-?\d[\p{L}\p{N}-]{0,20}/gu,
  // ZX-81, LH-220-B
  /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}]{0,9}\p{Lu})[\p{L}\p{N}]{1,10}(?:-[\p{Lu}\p{N}]{1,12}){1,5}(?![\p{L}\p{N}])/gu,
  // 1-800-FLOWERS
  /(?<![\p{L}\p{N}])\p{N}{1,4}(?:-[\p{Lu}\p{N}]{2,12}){2,5}(?![\p{L}\p{N}])/gu,
  // 978-1-4028-9462-6, 206-555-0100, 555-0100
  /(?<![\d.,-])\d{1,5}(?:-\d{1,7}){2,5}(?![\d-])|(?<![\d.,-])\d{3}-\d{4}(?![\d-])/g,
  // +49 30 901820, (206) 555-0100, 206.555.0100
  /\+\d[\d\s()./-]{6,20}\d|\(\d{2,5}\)\s?\d[\d\s./-]{4,15}\d|(?<![\d.,])\d{3}\.\d{3}\.\d{4}(?!\d)/g,
]
