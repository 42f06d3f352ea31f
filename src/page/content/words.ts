import { codeAt } from '../../kit/code-at.ts'
import { int32s } from '../../kit/small-arrays.ts'
import { characterKinds, kinds, lowerCodes } from './characters.ts'

/**
 * One pass over a block's text: the counts and word hashes that every later step reads, so that
 * the text itself is looked at only once. Words are runs of letters, digits and underscores; where
 * a script puts no spaces between words, two or four of its characters are one.
 */
export type TextFacts = {
  words: number
  /** Characters that are not white space. */
  chars: number
  /** Of these, the ones of scripts in which two characters say as much as five Latin letters. */
  dense: number
  digits: number
  uppers: number
  /** Commas and their kin in other scripts. */
  commas: number
  /** Full stops, question and exclamation marks at the end of a word. */
  stops: number
  /** Currency signs next to digits are what a price looks like. */
  currencies: number
  /** Bars, bullets, arrows and slashes between words: menus and breadcrumbs. */
  separators: number
  /** The last character that is not white space. */
  lastCode: number
  firstCode: number
  /** Hashes of the first words, lower case, at most as many as were asked for. */
  hashes: Int32Array
  /** Hash of all words in order: equal for equal texts. */
  digest: number
}

const maxHashes = 48
const mostHashes = 20_000

const scratch = new Int32Array(mostHashes)
/** Hashes are signed: V8 keeps those without an object for each, wherever they stand. */
export const hashStart = 0x811c9dc5 | 0
const fnvPrime = 0x01000193
/** FNV-1a, one character at a time. */
export const hashNext = (hash: number, code: number): number => Math.imul(hash ^ code, fnvPrime)

/** So many characters are a word; none where spaces say it. */
const wordSizes = Uint8Array.from({ length: 16 }, (_, kind) =>
  kind === kinds.pair ? 2 : kind === kinds.four ? 4 : 0,
)

export const readText = (text: string, most: number = maxHashes): TextFacts => {
  let words = 0
  let chars = 0
  let dense = 0
  let digits = 0
  let uppers = 0
  let commas = 0
  let stops = 0
  let currencies = 0
  let separators = 0
  let lastCode = 0
  let firstCode = 0
  let digest = hashStart
  let hash = 0
  // Characters of the word so far; 0 between words.
  let length = 0
  let size = 0
  let before: number = kinds.space
  const end = text.length
  for (let i = 0; i <= end; i++) {
    const code = i < end ? codeAt(text, i) : 32
    const kind = characterKinds[code] as number
    const isLetter = kind >= kinds.letter
    const ownSize = wordSizes[kind] as number
    if (length > 0 && (!isLetter || ownSize !== size || length === size)) {
      if (words < most) scratch[words] = hash
      digest = Math.imul(digest ^ hash, fnvPrime)
      words++
      length = 0
    }
    if (isLetter) {
      if (length === 0) hash = hashStart
      size = ownSize
      length++
      if (kind === kinds.digit) digits++
      else if (kind === kinds.upper) uppers++
      else if (kind === kinds.pair) dense++
      if (before === kinds.digit && isMoneyWord(code)) currencies++
      hash = Math.imul(
        hash ^ (kind === kinds.upper ? (lowerCodes[code] as number) : code),
        fnvPrime,
      )
    } else if (kind === kinds.space) {
      // Where words have no spaces between them a space is what a comma is elsewhere.
      if (before === kinds.four && i < end) commas++
      before = kind
      continue
    } else if (kind === kinds.comma) commas++
    else if (kind === kinds.stop) stops++
    else if (kind === kinds.point) {
      const next = characterKinds[i + 1 < end ? codeAt(text, i + 1) : 32] as number
      if (next < kinds.letter || next === kinds.upper) stops++
    } else if (kind === kinds.currency) currencies++
    else if (kind === kinds.separator) separators++
    before = kind
    chars++
    lastCode = code
    if (firstCode === 0) firstCode = code
    if (kind !== kinds.letter && kind !== kinds.upper) continue
    // Most characters are small letters behind another letter, and need nothing else.
    for (; i + 1 < end; i++) {
      const next = codeAt(text, i + 1)
      if (characterKinds[next] !== kinds.letter) break
      hash = Math.imul(hash ^ next, fnvPrime)
      length++
      chars++
      lastCode = next
    }
  }
  const hashes = int32s(Math.min(words, most, mostHashes))
  for (let at = 0; at < hashes.length; at++) hashes[at] = scratch[at] as number
  return {
    words,
    chars,
    dense,
    digits,
    uppers,
    commas,
    stops,
    currencies,
    separators,
    lastCode,
    firstCode,
    hashes,
    digest,
  }
}

/** 円, 元 and 원: behind a number these letters are what `$` is before it. */
const isMoneyWord = (code: number) => code === 0x5186 || code === 0x5143 || code === 0xc6d0

/** All the words of a long text. */
export const hashesOf = (text: string): Int32Array => readText(text, mostHashes).hashes

/** Hash of one lower-case word, as `readText` makes it. */
export const hashWord = (word: string): number => {
  let hash = hashStart
  const { length } = word
  for (let i = 0; i < length; i++) hash = hashNext(hash, codeAt(word, i))
  return hash
}

/** Two hashes in order, as one. */
export const mixHash = (first: number, second: number): number =>
  Math.imul(Math.imul(first ^ 0x9e3779b9, fnvPrime) ^ second, 0x85ebca6b)
