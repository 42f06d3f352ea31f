import { findDates } from '../values/dates.ts'
import { findDurations } from '../values/durations.ts'
import { findNumbers } from '../values/numbers.ts'
import type { Line } from './lines.ts'
import type { Stream } from './stream.ts'

/** A number, day or length of time somewhere on the page. */
export type Mention = { line: Line; quote: string; time: string | undefined }

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
    for (const [run] of text.matchAll(/[★⭐]{1,10}[☆✩]{0,10}/gu))
      add(mentions.numbers, [...run].filter(star => /[★⭐]/u.test(star)).length, line, run)
    for (const [word] of text.matchAll(numberWords)) {
      const number = numerals.get(word.toLowerCase())
      if (number !== undefined) add(mentions.numbers, number, line, word)
    }
    if (!/\p{N}/u.test(text)) continue
    for (const { start, end, readings } of findNumbers(text)) {
      budget--
      for (const value of readings) add(mentions.numbers, value, line, text.slice(start, end))
    }
    for (const { start, end, readings, time } of findDates(text))
      for (const value of readings) add(mentions.dates, value, line, text.slice(start, end), time)
    for (const { start, end, seconds } of findDurations(text))
      add(mentions.seconds, seconds, line, text.slice(start, end))
  }
  return mentions
}

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

const add = <K>(map: Map<K, Mention[]>, key: K, line: Line, quote: string, time?: string) => {
  const list = map.get(key)
  if (!list) map.set(key, [{ line, quote, time }])
  else if (list.length < perValue) list.push({ line, quote, time })
}
