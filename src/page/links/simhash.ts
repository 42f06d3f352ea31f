/**
 * What a page's content looks like from afar, as plain data: `simhash` differs in few of its 64 bits
 * where two texts differ in few words; `lines` are hashes of its lines, each once, and `own` of those
 * that are more than a link; `sentences` is how many of those are of eight words or more.
 */
export type Print = { simhash: string; lines: number[]; own: number[]; sentences: number }

const maxWords = 20_000
const maxLines = 300
const maxTextLength = 500_000

/**
 * `address`: numbers that stand in it say nothing where they stand in the content's lines. `links`:
 * what the page's links say.
 */
export const printOf = (content: string, address = '', links: readonly string[] = []): Print => {
  const told = new Set(address.match(/\d+/g)?.flatMap(number => [Number(number), ...dayOf(number)]))
  const linked = Map.groupBy(
    links.map(link => link.toLowerCase()),
    firstWordOf,
  )
  const text = content.slice(0, maxTextLength).toLowerCase()
  const lines = new Set<number>()
  const own = new Set<number>()
  let sentences = 0
  for (const line of text.split('\n')) {
    const words = told.size > 0 ? withoutNumbers(line, told) : line.trim()
    if (words === '') continue
    const mark = hash(words, 1)
    lines.add(mark)
    if (!isLink(line.trim(), linked)) {
      own.add(mark)
      if (words.split(/\s+/, 8).length === 8) sentences++
    }
    if (lines.size === maxLines) break
  }
  return { simhash: simhash(text), lines: [...lines], own: [...own], sentences }
}

const firstWordOf = (text: string): string => text.split(' ', 1)[0] ?? ''

/** A link, or one with a price or a date behind it. */
const isLink = (line: string, linked: ReadonlyMap<string, readonly string[]>): boolean =>
  (linked.get(firstWordOf(line)) ?? []).some(
    text => line.startsWith(text) && line.slice(text.length).split(' ').length <= maxBehind + 1,
  )

const maxBehind = 4

/** Year, month and day of a second since 1970. */
const dayOf = (number: string): number[] => {
  if (!/^1\d{9}(?:000)?$/.test(number)) return []
  const day = new Date(Number(number.slice(0, 10)) * 1_000)
  return [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()]
}

/** Nothing where little else is said: `Thu, 5 Nov 2026`. */
const withoutNumbers = (line: string, told: ReadonlySet<number>): string => {
  const rest = line
    .replace(/\d+/g, number => (told.has(Number(number)) ? '' : number))
    .replace(/\p{L}+/gu, word => (isDateWord(word) ? '' : word))
    .trim()
  const words = rest.length < 60 ? (rest.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) : maxDateWords + 1
  return rest.length < line.trim().length && words <= maxDateWords ? '' : rest
}

const maxDateWords = 3

/** The names of days and months, in the languages that sites are most often in. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl']
let dateWords: ReadonlySet<string> | undefined

const isDateWord = (word: string): boolean => {
  dateWords ??= new Set(languages.flatMap(namesIn))
  return dateWords.has(word)
}

const namesIn = (language: string): string[] =>
  (['short', 'long'] as const).flatMap(width =>
    (['month', 'weekday'] as const).flatMap(part => {
      const { format } = new Intl.DateTimeFormat(language, { [part]: width, timeZone: 'UTC' })
      return Array.from({ length: 12 }, (_, n) =>
        format(part === 'month' ? Date.UTC(2026, n) : Date.UTC(2026, 0, n + 1))
          .toLowerCase()
          .replace('.', ''),
      )
    }),
  )

/** Whether a page says no more than what its links say. */
export const isList = ({ lines, own, sentences }: Print): boolean =>
  sentences === 0 && lines.length - own.length >= 3

/** Those of a page's lines that are not among the ones seen before. */
export const unseen = (lines: readonly number[], seen: readonly number[]): number[] => {
  const left = new Set(lines)
  for (const line of seen) left.delete(line)
  return [...left]
}

/** In how many of 64 bits they differ. */
export const distance = (one: string, other: string): number => {
  let bits = 0
  for (const at of [0, 8]) bits += ones(half(one, at) ^ half(other, at))
  return bits
}

/**
 * Each word and each pair of words votes on every bit. Votes are counted a byte at a time, by its
 * value: what a value says of its eight bits is the same for all that have it.
 */
const simhash = (text: string): string => {
  const [low, high] = [new Int32Array(4 * 256), new Int32Array(4 * 256)]
  let before = 0
  let words = 0
  for (const [word] of text.matchAll(/[\p{L}\p{N}]{1,16}/gu)) {
    const [one, two] = [hash(word, 1), hash(word, 2)]
    count(low, one)
    count(high, two)
    count(low, Math.imul(before ^ one, 0x9e3779b1))
    count(high, Math.imul(before ^ two, 0x85ebca6b))
    before = one
    if (++words === maxWords) break
  }
  return hex(majority(high, words)) + hex(majority(low, words))
}

const count = (bytes: Int32Array, value: number): void => {
  for (let at = 0; at < 4; at++) (bytes[at * 256 + ((value >>> (8 * at)) & 255)] as number) += 1
}

/** The bits that more than half of two votes a word are for; a bit that is counted is folded away. */
const majority = (bytes: Int32Array, words: number): number => {
  let bits = 0
  for (let at = 0; at < 4; at++)
    for (let bit = 7; bit >= 0; bit--) {
      let votes = 0
      for (let value = at * 256; value < at * 256 + (1 << bit); value++) {
        const set = bytes[value + (1 << bit)] as number
        votes += set
        ;(bytes[value] as number) += set
      }
      if (votes > words) bits |= 1 << (8 * at + bit)
    }
  return bits
}

/** FNV-1a with a last stir, so that near words are far apart. */
const hash = (text: string, seed: number): number => {
  let value = (0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)) >>> 0
  for (let i = 0; i < text.length; i++)
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

const hex = (value: number) => (value >>> 0).toString(16).padStart(8, '0')
const half = (print: string, at: number) => Number.parseInt(print.slice(at, at + 8), 16) | 0

const ones = (value: number): number => {
  let count = 0
  for (let rest = value; rest !== 0; rest &= rest - 1) count++
  return count
}
