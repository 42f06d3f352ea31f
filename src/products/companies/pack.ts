import { bareKey, coreWords, nameKeys } from './names.ts'
import type { Company } from './table.ts'

export type PackedCompany = Pick<Company, 'domain' | 'name' | 'source'> & {
  /** Every spelling that is its own. */
  names: ReadonlySet<string>
  /** Those that count only together with their legal form: another company has the short name. */
  onlyInFull: ReadonlySet<string>
  tickers: ReadonlySet<string>
}
type Coin = { symbol: string; domain: string; name: string }

/**
 * Four tables in one text, an empty line between them, as table.ts reads them: the companies, and in
 * the order of their bytes who has a name, who has a symbol, and whose a coin is. A number is that of
 * the company's row; the best known have the lowest.
 */
export const pack = (companies: readonly PackedCompany[], coins: readonly Coin[]): string => {
  const names = new Map<string, Set<number>>()
  const symbols = new Map<string, Set<number>>()
  const add = (lines: typeof names, key: string, line: number) =>
    lines.set(key, (lines.get(key) ?? new Set()).add(line))
  companies.forEach((company, line) => {
    for (const key of keysOf(company)) add(names, key, line)
    for (const symbol of company.tickers) if (!symbols.has(symbol)) add(symbols, symbol, line)
  })
  return [
    companies.map(toRow).join('\n'),
    sorted(names),
    sorted(symbols),
    coins
      .map(({ symbol, domain, name }) => `${symbol}\t${domain}\t${name}`)
      .sort(byBytes)
      .join('\n'),
  ].join('\n\n')
}

/** The last column has the words that a search looks for, each behind a space. */
const toRow = ({ domain, name, source, tickers, names }: PackedCompany): string =>
  [
    ...[domain, name, source, [...tickers].sort().join(' ')],
    [...new Set([name, ...names].map(each => ` ${coreWords(each).join(' ')}`))].sort().join(''),
  ].join('\t')

const keysOf = ({ names, onlyInFull }: PackedCompany): Set<string> => {
  const keys = new Set<string>()
  for (const name of names) {
    const { full, short } = nameKeys(name)
    if (short === '') continue
    keys.add(`f${full}`)
    if (onlyInFull.has(name)) continue
    keys.add(`s${short}`)
    const bare = bareKey(coreWords(name))
    if (bare !== undefined) keys.add(`b${bare}`)
  }
  return keys
}

const sorted = (lines: Map<string, Set<number>>): string =>
  [...lines]
    .map(([key, numbers]) => `${key}\t${[...numbers].join(',')}`)
    .sort(byBytes)
    .join('\n')

const byBytes = (a: string, b: string): number => Buffer.compare(keyOf(a), keyOf(b))
const keyOf = (line: string): Buffer => Buffer.from(line.slice(0, line.indexOf('\t')))
