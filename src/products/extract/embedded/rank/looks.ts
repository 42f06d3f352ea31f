import { type Word, wordsOf } from '../../../../page/words/words.ts'
import type { Candidate } from './candidates.ts'
import { maxChars } from './lengths.ts'

type Looks = {
  words: number
  digits: number
  capitals: number
  sentence: number
  /** Share of its words that pages name things with: "Part number" is rather a label. */
  known: number
}

/** The same for every field: counted once. */
export const looksOf = (candidate: Candidate): Looks => {
  const known = looks.get(candidate)
  if (known) return known
  const { text } = candidate
  const found = {
    words: Math.min(200, text.split(' ').length),
    digits: (text.match(/\d/g)?.length ?? 0) / (text.length || 1),
    capitals: (text.match(/\p{Lu}/gu)?.length ?? 0) / (text.length || 1),
    sentence: Number(/[.!?]$/.test(text)),
    known: text.length <= maxChars.label ? knownShare(wordsOf(text)) : 0,
  }
  looks.set(candidate, found)
  return found
}

const knownShare = (words: Word[]) =>
  words.filter(({ concepts }) => concepts.length > 0).length / (words.length || 1)

const looks = new WeakMap<Candidate, Looks>()
