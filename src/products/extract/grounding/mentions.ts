import { addTo } from '../../../kit/add-to.ts'
import { monthOf } from '../../../page/metadata/months.ts'
import { findDates } from '../values/dates.ts'
import { findLengths } from '../values/lengths.ts'
import { findNumbers } from '../values/numbers.ts'
import { findTimes } from '../values/times.ts'
import { findWholes, type Whole } from './parts.ts'
import type { QuotePosition } from './place.ts'
import type { Stream } from './stream.ts'
import { unitAfter } from './units.ts'

/** A number, day or length of time somewhere on the page. */
export type Mention = QuotePosition & {
  time?: string | undefined
  /** What the number is only a part of. */
  inside?: Whole | undefined
  unit?: ReturnType<typeof unitAfter>
  isUnlikely?: boolean
}

export type Mentions = {
  numbers: Map<number, Mention[]>
  dates: Map<string, Mention[]>
  seconds: Map<number, Mention[]>
  /** By `19:30`. */
  times: Map<string, Mention[]>
  /** By the number of the month that is named. */
  months: Map<number, Mention[]>
}

/** Read once for a page: every leaf is then a look-up. */
export const readMentions = (stream: Stream, language: string | undefined): Mentions => {
  const mentions: Mentions = {
    ...{ numbers: new Map(), dates: new Map() },
    ...{ seconds: new Map(), times: new Map(), months: new Map() },
  }
  const numerals = numeralsOf(stream, language)
  let budget = maxMentions
  for (const line of stream.lines) {
    if (line.alt || budget <= 0) continue
    const text = line.text.slice(0, 50_000)
    const at = (start: number, end: number): QuotePosition => ({
      ...{ line, start, end },
      quote: text.slice(start, end),
    })
    addWords(mentions, text, numerals, at)
    if (!/\p{N}/u.test(text)) continue
    const wholeOf = findWholes(text)
    for (const { start, end, readings, unit } of findNumbers(text)) {
      budget--
      const mention: Mention = {
        ...at(start, end),
        inside: wholeOf({ start, end }),
        unit: unit ?? unitAfter(text.slice(end, end + 24)),
      }
      // 37,000 may be 37, but hardly is.
      const isGrouped = /^\d{1,3}[.,]\d{3}$/.test(mention.quote)
      for (const [at, value] of readings.entries())
        add(mentions.numbers, value, { ...mention, isUnlikely: isGrouped && at > 0 })
    }
    for (const { start, end, readings, time } of findDates(text))
      for (const value of readings) add(mentions.dates, value, { ...at(start, end), time })
    for (const { start, end, seconds } of findLengths(text))
      add(mentions.seconds, seconds, at(start, end))
    for (const { start, end, time } of findTimes(text)) add(mentions.times, time, at(start, end))
    const clock = bareLength.exec(text)
    if (clock?.groups) {
      const { hours, minutes } = clock.groups
      const end = clock[0].length
      const start = end - `${hours} ${minutes}`.length
      add(mentions.seconds, Number(hours) * 3600 + Number(minutes) * 60, at(start, end))
    }
  }
  return mentions
}

/** Numbers without a digit: stars, words and months. */
const addWords = (
  { numbers, months }: Mentions,
  text: string,
  numerals: ReadonlyMap<string, number>,
  at: (start: number, end: number) => QuotePosition,
): void => {
  for (const { index, 0: run } of text.matchAll(/[★⭐]{1,10}[☆✩]{0,10}/gu))
    add(numbers, [...run].filter(star => /[★⭐]/u.test(star)).length, {
      ...at(index, index + run.length),
      unit: 'stars',
    })
  for (const { index, 0: word } of text.matchAll(/\p{L}{2,12}/gu)) {
    const number = numerals.get(word.toLowerCase())
    if (number !== undefined) add(numbers, number, at(index, index + word.length))
    const month = /^\p{Lu}\p{Ll}{2}/u.test(word) ? monthOf(word) : undefined
    if (month) add(months, month, at(index, index + word.length))
  }
}

/** "Total Time: 1 15": recipes tell hours from minutes by words that only some readers are given. */
const bareLength = /^\p{L}[\p{L} ]{2,30}:? (?<hours>\d{1,2}) (?<minutes>[0-5]?\d)$/u

/** Small numbers are often written out, in the page's own language: "once" is eleven in Spanish. */
const numerals: Record<string, string> = {
  en: 'one two three four five six seven eight nine ten eleven twelve',
  de: 'ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
  fr: 'un deux trois quatre cinq six sept huit neuf dix onze douze',
  es: 'uno dos tres cuatro cinco seis siete ocho nueve diez once doce',
}

/** As the page declares it, else the language whose small words it uses most. */
const numeralsOf = ({ ids, places }: Stream, declared: string | undefined): Map<string, number> => {
  const uses = (language: string) =>
    (smallWords[language] ?? [])
      .map(word => places.get(ids.get(word) ?? -1)?.length ?? 0)
      .reduce((sum, one) => sum + one, 0)
  const language =
    declared?.toLowerCase().split('-')[0] ??
    Object.keys(numerals).reduce((best, one) => (uses(one) > uses(best) ? one : best))
  const words = numerals[language]?.split(' ') ?? []
  return new Map(words.map((word, at) => [word, at + 1]))
}

const smallWords: Record<string, string[]> = {
  en: ['the', 'of', 'and', 'with'],
  de: ['der', 'und', 'die', 'mit'],
  fr: ['le', 'les', 'et', 'avec'],
  es: ['el', 'los', 'y', 'con'],
}

const maxMentions = 100_000
/** One for each entry of the longest list. */
export const perValue = 5_000

const add = <K>(map: Map<K, Mention[]>, key: K, mention: Mention) =>
  addTo(map, key, mention, perValue)
