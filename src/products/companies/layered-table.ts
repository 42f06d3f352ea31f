import type { Company, CompanyTable } from './table.ts'

/** Two tables as one. Where both know a name or a symbol, `top` decides. */
export const layeredTable = (top: CompanyTable, base: CompanyTable): CompanyTable => {
  const ifNone = (own: Company[], others: () => Company[]) => (own.length > 0 ? own : others())
  const both = (own: Company[], others: Company[], most: number) => {
    const domains = new Set(own.map(({ domain }) => domain))
    return [...own, ...others.filter(({ domain }) => !domains.has(domain))].slice(0, most)
  }
  return {
    named: (by, key) => ifNone(top.named(by, key), () => base.named(by, key)),
    listed: symbol => top.listed(symbol) ?? base.listed(symbol),
    listedAnywhere: symbol => ifNone(top.listedAnywhere(symbol), () => base.listedAnywhere(symbol)),
    coin: base.coin,
    startingWith: (key, most) =>
      both(top.startingWith(key, most), base.startingWith(key, most), most),
    withWords: (words, most) => both(top.withWords(words, most), base.withWords(words, most), most),
    spellings: () => [...top.spellings(), ...base.spellings()],
  }
}
