import { readFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import { type SortedLines, sortedLines } from './sorted-lines.ts'

/** The companies that Siteray knows, frozen by `npm run companies` (docs/companies.md). */
export type Company = {
  domain: string
  name: string
  tickers: readonly string[]
  source: 'known' | 'mark' | 'listing' | 'operator'
}

export type CompanyTable = {
  /** Who has this name: with its legal form, without it, or without words such as “Group”. */
  named(by: 'full' | 'short' | 'bare', key: string): Company[]
  /** At an exchange (`SAP.DE`), in the United States (`AAPL`), and wherever it is listed (`SAP`). */
  listed(symbol: string): Company | undefined
  listedAnywhere(base: string): Company[]
  coin(symbol: string): Company | undefined
  /** Companies with a name that starts with this key; the best known first, as everywhere. */
  startingWith(key: string, most: number): Company[]
  /** With a name in which a word starts with these words. */
  withWords(words: string, most: number): Company[]
  /** Every name without its legal form, and whose it is. */
  spellings(): readonly Spellings[]
}

export type Spellings = {
  /** In order. */
  keys: readonly string[]
  /** The places of those that start with a letter. */
  startingWith(letter: string): { from: number; to: number }
  /** The rows of the companies with the key at this place; the best known have the lowest. */
  rowAt(at: number): number[]
  companyOn(row: number): Company
}

/** Read once, at the first question: a process that is never asked pays nothing. */
export const readTable = (): CompanyTable => readPacked(zstdDecompressSync(readFileSync(file)))

/** A table as `pack` wrote it. */
export const readPacked = (packed: Buffer): CompanyTable => {
  const [rows, names, symbols, coins] = sections(packed)
  const starts = lineStarts(rows)
  const companyOn = (line: number) => toCompany(lineOf(rows, starts, line))
  const companies = (lines: string | undefined) =>
    lines === undefined ? [] : lines.split(',').map(line => companyOn(Number(line)))
  const byName = sortedLines(names)
  const bySymbol = sortedLines(symbols)
  const byCoin = sortedLines(coins)
  return {
    named: (by, key) => companies(byName.get(initials[by] + key)),
    listed: symbol => companies(bySymbol.get(symbol))[0],
    listedAnywhere: base => numbersIn(bySymbol.startingWith(`${base}.`)).map(companyOn),
    coin(symbol) {
      const [domain, name] = byCoin.get(symbol)?.split('\t') ?? []
      if (domain === undefined || name === undefined) return undefined
      return { domain, name, tickers: [symbol], source: 'known' }
    },
    startingWith: (key, most) =>
      numbersIn(byName.startingWith(initials.short + key))
        .slice(0, most)
        .map(companyOn),
    withWords: (words, most) => linesWith(rows, starts, words, most).map(companyOn),
    spellings: once(() => [readSpellings(byName, companyOn)]),
  }
}

const file = new URL('companies.generated.bin', import.meta.url)
const initials = { full: 'f', short: 's', bare: 'b' } as const

/** Four tables, an empty line between them (pack.ts). */
const sections = (text: Buffer): [Buffer, Buffer, Buffer, Buffer] => {
  const parts: Buffer[] = []
  let start = 0
  for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n', start)) {
    parts.push(text.subarray(start, end))
    start = end + 2
  }
  const [rows, names, symbols] = parts
  if (!rows || !names || !symbols) throw new Error('The table of companies is not whole.')
  return [rows, names, symbols, text.subarray(start)]
}

const lineStarts = (text: Buffer): Uint32Array => {
  const starts: number[] = [0]
  for (let at = text.indexOf(0x0a); at >= 0; at = text.indexOf(0x0a, at + 1)) starts.push(at + 1)
  return Uint32Array.from(starts)
}

const lineOf = (text: Buffer, starts: Uint32Array, line: number): string =>
  text.toString('utf8', starts[line], (starts[line + 1] ?? text.length + 1) - 1)

const toCompany = (row: string): Company => {
  const [domain = '', name = '', source = '', tickers = ''] = row.split('\t')
  return {
    ...{ domain, name, source: source as Company['source'] },
    tickers: tickers === '' ? [] : tickers.split(' '),
  }
}

/** The rows that lines name, each once, in order: the best known come first in the table. */
const numbersIn = (lines: readonly string[]): number[] => {
  const numbers = new Set<number>()
  for (const line of lines)
    for (const number of line.slice(line.indexOf('\t') + 1).split(',')) numbers.add(Number(number))
  return [...numbers].sort((a, b) => a - b)
}

/** The lines with a word that starts so, by a search through all of them: a millisecond. */
const linesWith = (text: Buffer, starts: Uint32Array, words: string, most: number): number[] => {
  const lines: number[] = []
  for (let at = text.indexOf(words); at >= 0 && lines.length < most; ) {
    const line = lineAt(starts, at)
    // Every word of the last column stands behind a space.
    const isWord = text[at - 1] === 0x20
    if (isWord) lines.push(line)
    const next = isWord ? starts[line + 1] : at + 1
    at = next === undefined ? -1 : text.indexOf(words, next)
  }
  return lines
}

const lineAt = (starts: Uint32Array, at: number): number => {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low
}

const readSpellings = (byName: SortedLines, companyOn: (line: number) => Company): Spellings => {
  const lines = byName.startingWith(initials.short)
  const keys = lines.map(line => line.slice(initials.short.length, line.indexOf('\t')))
  const letters = new Map<string, { from: number; to: number }>()
  for (const [at, key] of keys.entries()) {
    const letter = key.charAt(0)
    letters.set(letter, { from: letters.get(letter)?.from ?? at, to: at + 1 })
  }
  return {
    keys,
    startingWith: letter => letters.get(letter) ?? { from: 0, to: 0 },
    rowAt: at => numbersIn([lines[at] ?? '']),
    companyOn,
  }
}

const once = <Value>(make: () => Value): (() => Value) => {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
