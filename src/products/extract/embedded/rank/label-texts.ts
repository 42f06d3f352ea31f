import { memoizeObjects } from '../../../../kit/memoize.ts'
import { type Word, wordsOf } from '../../../../page/words/words.ts'
import type { Candidate } from './candidates.ts'
import { labelPlaces } from './labels.ts'
import { maxChars } from './lengths.ts'

/**
 * What the candidates of a page say and are called, each text once: classes and headings stand
 * around many of them, and every field is compared with all.
 */
export type LabelTexts = {
  all: { text: string; words: Word[] }[]
  /** For each candidate the numbers of its labels, place by place, and last of its own text. */
  numbers: Int32Array
}

/** How many numbers each candidate has. */
export const textsEach = labelPlaces.length + 1

/** The number of the text that says nothing. */
export const noText = 0

/** Asked for by each field. */
export const labelTextsOf = memoizeObjects((candidates: readonly Candidate[]): LabelTexts => {
  const places = new Map([['', noText]])
  const numberOf = (text: string) => {
    const number = places.get(text) ?? places.size
    places.set(text, number)
    return number
  }
  const numbers = new Int32Array(candidates.length * textsEach)
  let at = 0
  for (const { labels, text } of candidates) {
    for (const place of labelPlaces) numbers[at++] = numberOf(labels[place])
    numbers[at++] = numberOf(text.slice(0, maxChars.title))
  }
  return { all: [...places.keys()].map(text => ({ text, words: wordsOf(text) })), numbers }
})
