import type { Field } from '../schema/fields.ts'
import { asksCurrency, currencySigns, otherDollars } from '../values/currencies.ts'
import type { GroundLine } from './lines.ts'
import type { QuotePosition } from './place.ts'
import type { Stream } from './stream.ts'

/* The same thing in another way of writing. */

/** Many digits and capitals, which people group as they like: an ISBN, an article number. */
export const isCode = (text: string) =>
  /^[A-Z\d][A-Z\d .-]{5,30}$/.test(text) && (text.match(/\d/g)?.length ?? 0) >= 6

/** Written with other spaces, hyphens and brackets, but with the same digits and letters. */
export const findCode = (stream: Stream, text: string): QuotePosition | undefined => {
  const wanted = alphanumeric(text)
  if (wanted.length < 6) return undefined
  for (const line of stream.lines) {
    if (line.alt || line.text.length > 2000) continue
    for (const [run] of line.text.matchAll(/\+?\(?[A-Z\d][A-Z\d\s()./–-]{4,30}[A-Z\d]/g))
      for (const part of [run, ...run.split(/\s(?=\D)|(?<=[A-Z])\s/)])
        if (alphanumeric(part) === wanted || alphanumeric(part.replace('(0)', '')) === wanted)
          return placeIn(line, part)
  }
  return undefined
}

const placeIn = (line: GroundLine, quote: string): QuotePosition => {
  const start = line.text.indexOf(quote)
  return { line, quote, start, end: start + quote.length }
}

const alphanumeric = (text: string) => text.replace(/[^A-Za-z\d]/g, '')

/** € is EUR: a sign that only one currency has. Dollars are the American ones if none else is named. */
export const findCurrency = (
  { lines }: Stream,
  field: Field,
  text: string,
): QuotePosition | undefined => {
  const sign = currencySigns.get(text.toUpperCase())
  if (!sign || !asksCurrency(field.name)) return undefined
  const line = lines.find(one => !one.alt && one.text.includes(sign))
  if (!line || (sign === '$' && lines.some(one => otherDollars.test(one.text)))) return undefined
  return placeIn(line, sign)
}
