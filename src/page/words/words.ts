import { addTo } from '../../kit/add-to.ts'
import { memoizeTexts } from '../../kit/memoize.ts'
import { thesaurus } from './thesaurus.ts'

/**
 * The words of field names, labels and markup, made comparable: split, folded, stemmed, and
 * each with the things that it may stand for.
 */
export type Word = { stem: string; concepts: readonly number[] }

/** `datePublished`, `date_published` and `Date published:` give the same words. */
export const wordsOf = memoizeTexts({ most: 20_000 }, (text): Word[] => {
  const words: Word[] = []
  const parts = splitCase(withoutPlural(text.slice(0, 400))).match(/[\p{L}\p{M}]+|\p{N}+/gu)
  for (const raw of parts ?? []) {
    words.push(...wordsIn(raw))
    if (words.length >= 40) break
  }
  // "by" alone is what some pages call an author.
  if (words.length === 0 && /^\W*by\W*$/i.test(text)) words.push(toWord('by'))
  return words
})

/** Texts differ, and are made of the same words. */
const wordsIn = memoizeTexts({ most: 20_000 }, (raw): readonly Word[] =>
  partsOf(raw).flatMap(stem => (stem && !stopWords.has(stem) ? toWord(stem) : [])),
)

/** "Genre(s)" */
const withoutPlural = (text: string): string =>
  text.includes('(') ? text.replace(pluralEnd, '') : text
const pluralEnd = /(?<=\p{L})\((?:e?s|e?n)\)/gu

/** `releasedate`, `Kochzeit`: two known words written as one are two. */
const partsOf = (raw: string): string[] => {
  const whole = stemOf(raw)
  if (raw.length < 7 || raw.length > 24 || concepts.has(whole)) return [whole]
  const word = fold(raw)
  for (let at = word.length - 3; at >= 3; at--) {
    const first = stemOf(word.slice(0, at))
    if (!concepts.has(first) || Math.max(at, word.length - at) <= 3) continue
    const second = stemOf(word.slice(at))
    if (concepts.has(second)) return [first, second]
  }
  return [whole]
}

/** The things that a word may stand for. */
export const conceptsOf = (stem: string): readonly number[] => concepts.get(stem) ?? none

const toWord = (stem: string): Word => ({ stem, concepts: conceptsOf(stem) })

/** 1 for the same word, less for another word of the same thing, 0 for strangers. */
const sameness = (a: Word, b: Word): number => {
  if (a.stem === b.stem) return 1
  for (const concept of a.concepts) if (b.concepts.includes(concept)) return 0.85
  return 0
}

/** How much of `wanted` stands in `given`, and how much of `given` is explained by `wanted`. */
export const overlap = (wanted: Word[], given: Word[]): { recall: number; precision: number } => {
  if (wanted.length === 0 || given.length === 0) return { recall: 0, precision: 0 }
  if (areJoined(wanted, given) || areJoined(given, wanted)) return { recall: 1, precision: 1 }
  return { recall: meanSameness(wanted, given), precision: meanSameness(given, wanted) }
}

const meanSameness = (words: Word[], others: Word[]): number => {
  let sum = 0
  let total = 0
  for (const word of words) {
    const weight = generic.has(word.stem) ? 0.4 : 1
    sum += bestSameness(word, others) * weight
    total += weight
  }
  return sum / total
}

const bestSameness = (word: Word, others: Word[]): number => {
  let top = 0
  for (const other of others) {
    const score = sameness(word, other)
    if (score > top) top = score
    if (top === 1) break
  }
  return top
}

/** `lifespan` and "Life span". */
const areJoined = (one: Word[], two: Word[]): boolean => {
  if (one.length !== 1 || two.length !== 2) return false
  const [{ stem }] = one as [Word]
  const [first, second] = two as [Word, Word]
  return (
    stem.length === first.stem.length + second.stem.length &&
    stem.startsWith(first.stem) &&
    stem.endsWith(second.stem)
  )
}

/** Words that say what shape a value has; which thing it is stands beside them. */
const generic = new Set(
  'name titl valu text number date time url link id typ cod info detail list data item field'.split(
    ' ',
  ),
)

export const fold = (text: string): string =>
  (isPlain(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase()

/** Most words of most pages need none of what the others do. */
const isPlain = (text: string): boolean => !/[^\0-\x7f]/.test(text)

export const stemOf = (raw: string): string => {
  const word = fold(raw)
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ss|x|zz|ch|sh)es$/.test(word)) return word.slice(0, -2)
  if (/[^su]s$/.test(word) && !/(?:is|as)$/.test(word)) return stemVerb(word.slice(0, -1))
  return stemVerb(word)
}

const stemVerb = (word: string): string => {
  if (word.length > 6 && word.endsWith('ing')) return word.slice(0, -3).replace(/(.)\1$/, '$1')
  if (word.length > 5 && word.endsWith('ed')) return word.slice(0, -2).replace(/(.)\1$/, '$1')
  if (word.length > 4 && word.endsWith('e')) return word.slice(0, -1)
  return word
}

const splitCase = (text: string) =>
  isPlain(text) && !/[A-Z]/.test(text)
    ? text
    : text.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')

const stopWords = new Set(
  'a an the of in on at to for and or is are be was by with from as it its this that which if any all your our their his her you we i der die das ein eine und le la les un une de du des et el los las y il lo e o os um uma van het een en av och'.split(
    ' ',
  ),
)

const none: readonly number[] = []

/** The first lines keep apart what they do not join: a later one only adds words to theirs. */
const concepts: Map<string, number[]> = (() => {
  const map = new Map<string, number[]>()
  let count = 0
  const join = (words: Iterable<string>) => {
    for (const word of words) addTo(map, word, count)
    count++
  }
  const stemsIn = (line: string) => new Set(line.split(' ').map(stemOf))
  for (const line of thesaurus.plain) join(stemsIn(line))
  const known = new Set(map.keys())
  for (const line of thesaurus.more) {
    const stems = stemsIn(line)
    const others = stems.difference(known)
    const anchors = stems.intersection(known)
    if (anchors.size === 0) join(others)
    else if (others.size > 0) for (const anchor of anchors) join([anchor, ...others])
  }
  return map
})()
