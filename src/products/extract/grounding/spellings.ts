import { memoize, memoizeObjects } from '../../../kit/memoize.ts'
import type { Field } from '../schema/fields.ts'
import { asksCurrency, currencySigns, otherDollars } from '../values/currencies.ts'
import { states } from '../values/states.ts'
import { perValue } from './mentions.ts'
import { placeIn, type QuotePosition } from './place.ts'
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
export const findCodes = (stream: Stream, text: string): QuotePosition[] => {
  const wanted = alphanumeric(text)
  return wanted.length < 6 ? [] : (runsOf(stream).get(wanted) ?? [])
}

/**
 * A telephone number with or without the code of its country, or the 0 that stands for it at home.
 * The number of a place without its area says too little: seven digits are many people's.
 */
export const findPhones = (stream: Stream, text: string): QuotePosition[] => {
  const given = withoutZeros(alphanumeric(text))
  const isSame = (long: string, short: string) =>
    short.length >= 8 && long.endsWith(short) && long.length - short.length <= 3
  const others = [...runsOf(stream)].flatMap(([run, places]) => {
    const page = withoutZeros(run)
    return isSame(page, given) || isSame(given, page) ? places : []
  })
  return [...findCodes(stream, text), ...others]
}

const withoutZeros = (digits: string) => digits.replace(/^0+/, '')

/** The stretches of digits and capitals of a page, however they are grouped there: asked for each entry of a list. */
const runsOf = memoizeObjects(({ lines }: Stream) => {
  const runs = new Map<string, QuotePosition[]>()
  for (const line of lines) {
    if (line.alt || line.text.length > 2000) continue
    for (const [run] of line.text.matchAll(/\+?\(?[A-Z\d][A-Z\d\s()./–-]{4,30}[A-Z\d]/g))
      for (const part of [run, ...run.split(/\s(?=\D)|(?<=[A-Z])\s/)])
        for (const one of new Set([part, part.replace('(0)', '')].map(alphanumeric))) {
          const places = runs.get(one) ?? []
          if (places.length < perValue) places.push(placeIn(line, part))
          runs.set(one, places)
        }
  }
  return runs
})

const alphanumeric = (text: string) => text.replace(/[^A-Za-z\d]/g, '')

/** € is EUR: a sign that only one currency has. Dollars are the American ones if none else is named. */
export const findCurrency = (stream: Stream, field: Field, text: string): QuotePosition[] => {
  const sign = currencySigns.get(text.toUpperCase())
  if (!sign || !asksCurrency(field.name)) return []
  if (sign === '$' && stream.lines.some(one => otherDollars.test(one.text))) return []
  return findSigns(stream, sign)
}

/** Signs that are no words, as they are. */
export const findSigns = (stream: Stream, signs: string): QuotePosition[] => signsIn(stream)(signs)

const signsIn = memoizeObjects(({ lines }: Stream) =>
  memoize((signs: string) =>
    lines
      .filter(one => !one.alt && one.text.includes(signs))
      .slice(0, perValue)
      .map(line => placeIn(line, signs)),
  ),
)
