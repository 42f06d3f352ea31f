/**
 * One pass over a block's text: the counts and word hashes that every later step reads, so that
 * the text itself is looked at only once. Words are runs of letters, digits and underscores.
 */
export type TextFacts = {
  words: number
  /** Characters that are not white space. */
  chars: number
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
  /** Hashes of the first words, lower case, at most `maxHashes`. */
  hashes: Uint32Array
  /** Hash of all words in order: equal for equal texts. */
  digest: number
}

const maxHashes = 48

const kinds = { other: 0, letter: 1, upper: 2, digit: 3, space: 4 }
const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 48 && code <= 57) return kinds.digit
  if (code >= 65 && code <= 90) return kinds.upper
  if ((code >= 97 && code <= 122) || code === 95) return kinds.letter
  return code === 32 || (code >= 9 && code <= 13) ? kinds.space : kinds.other
})

const kindOf = (code: number): number => {
  if (code < 128) return asciiKinds[code] as number
  if (code === 0xa0 || code === 0x3000 || code === 0xfeff) return kinds.space
  if (code < 0xc0)
    return code === 0xaa || code === 0xb5 || code === 0xba ? kinds.letter : kinds.other
  if (code === 0xd7 || code === 0xf7) return kinds.other
  if (code >= 0x2000 && code <= 0x200a) return kinds.space
  if (code >= 0x2010 && code <= 0x2bff) return kinds.other
  if (code >= 0x3001 && code <= 0x3020) return kinds.other
  if (code >= 0xfe10 && code <= 0xfe6f) return kinds.other
  if (code >= 0xff01 && code <= 0xff0f) return kinds.other
  if (code === 0xff1a || code === 0xff1b || code === 0xff1f) return kinds.other
  if (code >= 0xd800 && code <= 0xdfff) return kinds.other
  return kinds.letter
}

const scratch = new Uint32Array(maxHashes)
export const hashStart = 0x811c9dc5
const fnvPrime = 0x01000193
/** FNV-1a, one character at a time. */
export const hashNext = (hash: number, code: number): number => Math.imul(hash ^ code, fnvPrime)

export const readText = (text: string): TextFacts => {
  let words = 0
  let chars = 0
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
  let inWord = false
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 32
    const kind = kindOf(code)
    if (kind === kinds.letter || kind === kinds.upper || kind === kinds.digit) {
      if (!inWord) {
        inWord = true
        hash = hashStart
      }
      if (kind === kinds.digit) digits++
      // Beyond ASCII a letter's case is not worth a string per word.
      else if (kind === kinds.upper) uppers++
      hash = Math.imul(hash ^ (kind === kinds.upper ? code + 32 : code), fnvPrime)
    } else {
      if (inWord) {
        inWord = false
        if (words < maxHashes) scratch[words] = hash
        digest = Math.imul(digest ^ hash, fnvPrime)
        words++
      }
      if (kind === kinds.space) continue
      if (code === 44 || code === 0x3001 || code === 0xff0c || code === 0x60c) commas++
      else if (code === 46 || code === 33 || code === 63 || code === 0x3002 || code === 0xff1f) {
        if (kindOf(i + 1 < text.length ? text.charCodeAt(i + 1) : 32) !== kinds.letter) stops++
      } else if (code === 36 || code === 0xa3 || (code >= 0x20a0 && code <= 0x20bf)) currencies++
      else if (isSeparator(code)) separators++
    }
    chars++
    lastCode = code
    if (firstCode === 0) firstCode = code
  }
  return {
    words,
    chars,
    digits,
    uppers,
    commas,
    stops,
    currencies,
    separators,
    lastCode,
    firstCode,
    hashes: scratch.slice(0, Math.min(words, maxHashes)),
    digest: digest >>> 0,
  }
}

const isSeparator = (code: number) =>
  code === 124 ||
  code === 47 ||
  code === 62 ||
  code === 0xab ||
  code === 0xb7 ||
  code === 0xbb ||
  code === 0x2022 ||
  code === 0x203a ||
  (code >= 0x2190 && code <= 0x21ff)

/** Hash of one lower-case word, as `readText` makes it. */
export const hashWord = (word: string): number => {
  let hash = hashStart
  for (let i = 0; i < word.length; i++) hash = hashNext(hash, word.charCodeAt(i))
  return hash >>> 0
}

/** Two hashes in order, as one. */
export const mixHash = (first: number, second: number): number =>
  Math.imul(Math.imul(first ^ 0x9e3779b9, fnvPrime) ^ second, 0x85ebca6b) >>> 0
