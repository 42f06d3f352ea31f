import { coreWords } from './names.ts'
import type { Company, CompanyTable, Spellings } from './table.ts'

export type Hit = { company: Company; confidence: number }

/** Beyond these a search costs more than it finds. */
const maxLength = 100
const fuzzyLength = 4

/**
 * Companies for somebody who is still typing: the symbol, names that start so, names with a word
 * that starts so, and where there are none, names that start almost so. The best known come first.
 */
export const searchCompanies = (table: CompanyTable, text: string, limit: number): Hit[] => {
  const asked = text.slice(0, maxLength)
  const words = coreWords(asked)
  const key = words.join('')
  const hits = new Map<string, Hit>()
  const add = (companies: readonly Company[], confidence: number) => {
    for (const company of companies)
      if (!hits.has(company.domain)) hits.set(company.domain, { company, confidence })
  }
  if (key === '') return []
  add(table.named('short', key), 0.95)
  add(bySymbol(table, asked), 0.9)
  add(table.startingWith(key, limit), 0.7)
  if (hits.size < limit) add(table.withWords(words.join(' '), limit), 0.5)
  if (hits.size === 0 && key.length >= fuzzyLength) add(almost(table, key, limit), 0.3)
  return [...hits.values()].slice(0, limit)
}

const bySymbol = (table: CompanyTable, asked: string): Company[] => {
  const symbol = asked.trim().toUpperCase()
  const listed = /^[A-Z0-9][A-Z0-9.-]{0,11}$/.test(symbol) ? table.listed(symbol) : undefined
  return listed ? [listed] : []
}

/** One slip in what was typed so far; the first letter is right. */
const almost = (table: CompanyTable, key: string, most: number): Company[] =>
  table.spellings().flatMap(spellings => almostOf(spellings, key, most))

const almostOf = (spellings: Spellings, key: string, most: number): Company[] => {
  const { keys, startingWith, rowAt, companyOn } = spellings
  const rows: number[] = []
  const { from, to } = startingWith(key.charAt(0))
  for (let at = from; at < to; at++)
    if (startsWithSlip(keys[at] ?? '', key)) rows.push(...rowAt(at))
  return [...new Set(rows)]
    .sort((a, b) => a - b)
    .slice(0, most)
    .map(companyOn)
}

/** One letter wrong, missing, too many, or swapped with the next. */
const startsWithSlip = (spelling: string, key: string): boolean => {
  let at = 0
  while (at < key.length && spelling[at] === key[at]) at++
  const rest = key.slice(at + 1)
  if (spelling.startsWith(rest, at + 1) || spelling.startsWith(rest, at)) return true
  if (spelling.startsWith(key.slice(at), at + 1)) return true
  const isSwapped = spelling[at] === key[at + 1] && spelling[at + 1] === key[at]
  return isSwapped && spelling.startsWith(key.slice(at + 2), at + 2)
}
