import { findDates } from '../values/dates.ts'
import { findDurations } from '../values/durations.ts'
import { findNumbers } from '../values/numbers.ts'
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
}

/** Read once for a page: every leaf is then a look-up. */
export const readMentions = (stream: Stream): Mentions => {
  const mentions: Mentions = { numbers: new Map(), dates: new Map(), seconds: new Map() }
  let budget = maxMentions
  for (const line of stream.lines) {
    if (line.alt || budget <= 0) continue
    const text = line.text.slice(0, 50_000)
    const at = (start: number, end: number): QuotePosition => ({
      ...{ line, start, end },
      quote: text.slice(start, end),
    })
    addWords(mentions.numbers, text, at)
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
    for (const { start, end, seconds } of findDurations(text))
      add(mentions.seconds, seconds, at(start, end))
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

/** Numbers without a digit: stars, and words. */
const addWords = (
  numbers: Mentions['numbers'],
  text: string,
  at: (start: number, end: number) => QuotePosition,
): void => {
  for (const { index, 0: run } of text.matchAll(/[★⭐]{1,10}[☆✩]{0,10}/gu))
    add(numbers, [...run].filter(star => /[★⭐]/u.test(star)).length, {
      ...at(index, index + run.length),
      unit: 'stars',
    })
  for (const { index, 0: word } of text.matchAll(numberWords)) {
    const number = numerals.get(word.toLowerCase())
    if (number !== undefined) add(numbers, number, at(index, index + word.length))
  }
}

/** "Total Time: 1 15": recipes tell hours from minutes by words that only some readers are given. */
const bareLength = /^\p{L}[\p{L} ]{2,30}:? (?<hours>\d{1,2}) (?<minutes>[0-5]?\d)$/u

/** Small numbers are often written out. */
const numerals = new Map(
  [
    'one two three four five six seven eight nine ten eleven twelve',
    'ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
    'un deux trois quatre cinq six sept huit neuf dix onze douze',
    'uno dos tres cuatro cinco seis siete ocho nueve diez once doce',
  ].flatMap(words => words.split(' ').map((word, at) => [word, at + 1] as const)),
)
const numberWords = new RegExp(`(?<!\\p{L})(?:${[...numerals.keys()].join('|')})(?!\\p{L})`, 'giu')

const maxMentions = 100_000
const perValue = 40

const add = <K>(map: Map<K, Mention[]>, key: K, mention: Mention) => {
  const list = map.get(key)
  if (!list) map.set(key, [mention])
  else if (list.length < perValue) list.push(mention)
}
