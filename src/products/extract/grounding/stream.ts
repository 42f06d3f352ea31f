import type { GroundLine, PageLines } from './lines.ts'
import type { QuotePosition } from './place.ts'
import { unspacedLetter } from './run-ons.ts'

/** The page's words in order, to look up sequences of them. */
export type Stream = {
  lines: GroundLine[]
  tokens: number[]
  line: Int32Array
  start: Int32Array
  end: Int32Array
  ids: Map<string, number>
  places: Map<number, number[]>
  /** The words that a reader sees. */
  seen: Set<number>
  /** The page is JSON or code: that its lines are not written for readers says nothing. */
  isData: boolean
  /** Word sequences of lines that give orders to a model. */
  suspects: Set<string>
}

export const readStream = ({ lines, orders }: Pick<PageLines, 'lines' | 'orders'>): Stream => {
  const suspects = new Set<string>()
  for (const order of orders) addShingles(suspects, order)
  return { ...index(lines), lines, isData: isData(lines), suspects }
}

const isData = (lines: GroundLine[]): boolean => {
  const shown = lines.filter(line => line.node !== undefined)
  return shown.filter(line => /^["{}[\]]/.test(line.text)).length * 2 > shown.length
}

/**
 * Words, numbers with their inner marks, and the signs that change a meaning. Scripts without spaces
 * do not say where a word ends, so each of their letters is a token.
 */
export const tokenise = (text: string): { token: string; start: number; end: number }[] => {
  const found: { token: string; start: number; end: number }[] = []
  // "10 × 20" and "10 x 20" are the same.
  for (const match of text.replaceAll('×', 'x').matchAll(tokenPattern)) {
    const token = normalToken(match[0])
    // A minus between words or numbers ("10-20", "ZX-81") is a dash.
    if (token === '-' && /[^\s(]/.test(text[match.index - 1] ?? ' ')) continue
    if (token) found.push({ token, start: match.index, end: match.index + match[0].length })
    if (found.length >= maxTokens) break
  }
  return found
}

/** The first places where a sequence of words stands, as [first, last] token indexes. */
export const findSequence = (
  stream: Stream,
  text: string,
  limit: number,
  isIn: (line: GroundLine | undefined) => boolean = () => true,
): [number, number][] => {
  const wanted: number[] = []
  for (const { token } of tokenise(text)) {
    const id = stream.ids.get(token)
    if (id === undefined) return []
    wanted.push(id)
  }
  if (wanted.length === 0) return []
  let rarest = 0
  for (let i = 1; i < wanted.length; i++)
    if (placesOf(stream, wanted[i]).length < placesOf(stream, wanted[rarest]).length) rarest = i
  const found: [number, number][] = []
  let budget = maxComparisons
  for (const place of placesOf(stream, wanted[rarest])) {
    const from = place - rarest
    if (from < 0 || from + wanted.length > stream.tokens.length) continue
    let at = 0
    while (at < wanted.length && stream.tokens[from + at] === wanted[at]) at++
    budget -= at + 1
    if (at === wanted.length && isIn(stream.lines[stream.line[from] ?? -1]))
      found.push([from, from + wanted.length - 1])
    if (found.length >= limit || budget < 0) break
  }
  return found
}

/**
 * The same of a text whose parts stand apart, in their order and a few lines at most from each
 * other: an address that the page writes under each other, with a note in between.
 */
export const findApart = (
  stream: Stream,
  text: string,
  find: (part: string) => [number, number][],
): [number, number][] => {
  const parts = text.split(/[,;\n]/).filter(part => tokenise(part).length > 0)
  if (parts.length < 2 || parts.length > maxParts) return []
  const [heads = [], ...others] = parts.map(find)
  return heads.flatMap(([first, last]): [number, number][] => {
    let end = last
    for (const places of others) {
      const next = places.find(([from]) => from > end && areNear(stream, end, from))
      if (!next) return []
      end = next[1]
    }
    return [[first, end]]
  })
}

const maxParts = 12
const maxApart = 4

const areNear = ({ lines, line }: Stream, from: number, to: number): boolean => {
  const [a, b] = [lines[line[from] ?? -1]?.node, lines[line[to] ?? -1]?.node]
  return a !== undefined && b !== undefined && b >= a && b - a <= maxApart
}

/** The page's own words between two tokens. */
export const quoteOf = (stream: Stream, first: number, last: number): QuotePosition => {
  const from = stream.line[first] ?? 0
  const to = stream.line[last] ?? from
  const line = stream.lines[from] as GroundLine
  const start = stream.start[first] ?? 0
  const end = (from === to ? stream.end[last] : undefined) ?? line.text.length
  if (from === to) return { quote: line.text.slice(start, end), line, start, end }
  const parts = [line.text.slice(stream.start[first])]
  for (let at = from + 1; at < to; at++) parts.push(stream.lines[at]?.text ?? '')
  parts.push((stream.lines[to]?.text ?? '').slice(0, stream.end[last]))
  return { quote: parts.join(' '), line, start, end }
}

/** Most of these words stand only where no reader looks. */
export const isUnseen = (stream: Stream, text: string): boolean => {
  const tokens = tokenise(text).map(({ token }) => stream.ids.get(token) ?? -1)
  return tokens.filter(id => stream.seen.has(id)).length * 2 < tokens.length
}

const maxTokens = 20_000
const maxComparisons = 2_000_000
const shingleSize = 4

const tokenPattern = new RegExp(
  [
    "\\p{N}+(?:[.,'’]\\p{N}+)*",
    `${unspacedLetter}\\p{M}*`,
    `(?:(?!${unspacedLetter})[\\p{L}\\p{M}])+`,
    '[\\p{Sc}%+#@°]',
    '[-−](?=\\p{Sc}?\\p{N})',
  ].join('|'),
  'gu',
)

const normalToken = (raw: string) =>
  raw
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('’', "'")
    .replace('−', '-')

const index = (lines: GroundLine[]) => {
  const tokens: number[] = []
  const line: number[] = []
  const start: number[] = []
  const end: number[] = []
  const ids = new Map<string, number>()
  const places = new Map<number, number[]>()
  const seen = new Set<number>()
  lines.forEach((one, at) => {
    for (const found of tokenise(one.text)) {
      let id = ids.get(found.token)
      if (id === undefined) {
        id = ids.size + 1
        ids.set(found.token, id)
        places.set(id, [])
      }
      places.get(id)?.push(tokens.length)
      if (!one.unseen && !one.faint && !one.alt) seen.add(id)
      tokens.push(id)
      line.push(at)
      start.push(found.start)
      end.push(found.end)
    }
    // Words of two markup values, or of markup and text, never make one sentence; neighbouring
    // lines may, unless a line between them was left out.
    const next = lines[at + 1]
    const adjacent = !one.fact && one.node !== undefined && next?.node === one.node + 1
    if (!adjacent) {
      tokens.push(0)
      line.push(at)
      start.push(one.text.length)
      end.push(one.text.length)
    }
  })
  return {
    tokens,
    line: Int32Array.from(line),
    start: Int32Array.from(start),
    end: Int32Array.from(end),
    ids,
    places,
    seen,
  }
}

const placesOf = (stream: Stream, id: number | undefined) => stream.places.get(id ?? -1) ?? []

const addShingles = (into: Set<string>, text: string) => {
  const tokens = tokenise(text).map(one => one.token)
  for (let i = 0; i + shingleSize <= tokens.length && into.size < 50_000; i++)
    into.add(tokens.slice(i, i + shingleSize).join(' '))
}

export const sharesShingle = (shingles: Set<string>, text: string): boolean => {
  if (shingles.size === 0) return false
  const tokens = tokenise(text).map(one => one.token)
  for (let i = 0; i + shingleSize <= tokens.length; i++)
    if (shingles.has(tokens.slice(i, i + shingleSize).join(' '))) return true
  return false
}
