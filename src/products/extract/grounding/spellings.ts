import type { Field } from '../schema/fields.ts'
import { asksCurrency, currencySigns, otherDollars } from '../values/currencies.ts'
import { states } from '../values/states.ts'
import type { GroundLine } from './lines.ts'
import type { QuotePosition } from './place.ts'
import type { Stream } from './stream.ts'

/* The same thing in another way of writing. */

/** A text as it is given, and in the other ways that pages write it. */
export const spellingsOf = (text: string): string[] => {
  const others = rewrites.flatMap(rewrite => rewrite(text))
  return [text, ...others.filter(other => other !== text)]
}

const rewrites: readonly ((text: string) => string | string[])[] = [
  // "Dayton, OH 45402" and "Dayton, Ohio 45402"
  text => text.replace(stateCode, code => states.get(code) ?? code),
  text => text.replace(stateName, name => stateCodes.get(name) ?? name),
  // manager[at]mill.example, manager at mill dot example
  text =>
    /^[^\s@]+@[^\s@]+$/.test(text)
      ? [text.replace('@', ' at '), text.replace('@', ' at ').replaceAll('.', ' dot ')]
      : [],
]

const stateCodes = new Map([...states].map(([code, name]) => [name, code]))
const beforePostal = '(?=,?\\s+\\d{5}\\b|$)'
const stateCode = new RegExp(`(?<=^|,? )[A-Z]{2}${beforePostal}`)
const stateName = new RegExp(`(?<=^|, )(?:${[...states.values()].join('|')})${beforePostal}`)

/** Many digits and capitals, which people group as they like: an ISBN, an article number. */
export const isCode = (text: string) =>
  /^[A-Z\d][A-Z\d .-]{5,30}$/.test(text) && (text.match(/\d/g)?.length ?? 0) >= 6

/** Written with other spaces, hyphens and brackets, but with the same digits and letters. */
export const findCode = (stream: Stream, text: string): QuotePosition | undefined => {
  const wanted = alphanumeric(text)
  return wanted.length < 6 ? undefined : findRun(stream, run => run === wanted)
}

/**
 * A telephone number with or without the code of its country, or the 0 that stands for it at home.
 * The number of a place without its area says too little: seven digits are many people's.
 */
export const findPhone = (stream: Stream, text: string): QuotePosition | undefined => {
  const wanted = alphanumeric(text)
  const isSame = (long: string, short: string) =>
    short.length >= 8 && long.endsWith(short) && long.length - short.length <= 3
  return (
    findCode(stream, text) ??
    findRun(stream, run => {
      const [page, given] = [run, wanted].map(one => one.replace(/^0+/, '')) as [string, string]
      return isSame(page, given) || isSame(given, page)
    })
  )
}

/** The first stretch of digits and capitals, however they are grouped, that passes. */
const findRun = (stream: Stream, test: (run: string) => boolean): QuotePosition | undefined => {
  for (const line of stream.lines) {
    if (line.alt || line.text.length > 2000) continue
    for (const [run] of line.text.matchAll(/\+?\(?[A-Z\d][A-Z\d\s()./–-]{4,30}[A-Z\d]/g))
      for (const part of [run, ...run.split(/\s(?=\D)|(?<=[A-Z])\s/)])
        if (test(alphanumeric(part)) || test(alphanumeric(part.replace('(0)', ''))))
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
