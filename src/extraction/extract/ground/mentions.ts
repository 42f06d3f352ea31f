import { findDates } from '../values/dates.ts'
import { findDurations } from '../values/durations.ts'
import { findNumbers } from '../values/numbers.ts'
import type { Line, Stream } from './stream.ts'

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
    if (line.alt || !/\p{N}/u.test(line.text) || budget <= 0) continue
    const text = line.text.slice(0, 50_000)
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

const maxMentions = 100_000
const perValue = 40

const add = <K>(map: Map<K, Mention[]>, key: K, line: Line, quote: string, time?: string) => {
  const list = map.get(key)
  if (!list) map.set(key, [{ line, quote, time }])
  else if (list.length < perValue) list.push({ line, quote, time })
}
