import { memoizeObjects } from '../../kit/memoize.ts'
import { bitCount, editDistance, lettersOf } from './distance.ts'
import { exchangeSuffix } from './exchanges.ts'
import { isFreeMail } from './free-mail.ts'
import { bareKey, coreWords, nameKeys, withoutPrivateForms } from './names.ts'
import type { Company, CompanyTable, Spellings } from './table.ts'

/** What a company is asked for by. */
export type IdentifierKind = 'name' | 'ticker' | 'crypto' | 'email'

export type Resolution = {
  /** A host that the image API can answer for; undefined: nobody, and `reason` says why. */
  domain: string | undefined
  name: string | undefined
  confidence: number
  reason: string
  company?: Company
  /** The name is several companies’. */
  isAmbiguous?: boolean
  /** An address at a mail service: there is no company to stand in for. */
  isNobody?: boolean
}

const maxLength = 200

/** Whose a name, symbol or address is. What fits two companies is nobody's. */
export const resolveIdentifier = (
  table: CompanyTable,
  kind: IdentifierKind,
  text: string,
): Resolution => {
  const asked = text.trim()
  if (asked === '') return nobody(`The ${nouns[kind]} is empty.`)
  if (asked.length > maxLength)
    return nobody(`A ${nouns[kind]} has at most ${maxLength} characters.`)
  if (/\p{Cc}/u.test(asked)) return nobody(`The ${nouns[kind]} contains control characters.`)
  return finders[kind](table, asked)
}

const nouns: Record<IdentifierKind, string> = {
  ...{ name: 'name', ticker: 'ticker symbol', crypto: 'coin symbol', email: 'mail address' },
}

const nobody = (reason: string): Resolution => ({
  ...{ domain: undefined, name: undefined, confidence: 0, reason },
})

const found = (company: Company, confidence: number, reason: string): Resolution => ({
  ...{ domain: company.domain, name: company.name, confidence, reason, company },
})

const resolveName = (table: CompanyTable, asked: string): Resolution => {
  const { full, short } = nameKeys(asked)
  if (short === '') return nobody('The name contains no letters.')
  const words = coreWords(asked)
  const core = withoutPrivateForms(words)
  const plain = core?.join('')
  const bare = bareKey(core ?? words)
  const tries = [
    ['full', full === short ? undefined : full, 1, 'The name and its legal form match.'],
    ['short', short, 0.95, 'The name matches.'],
    ['short', plain, 0.95, 'The name matches without its legal form.'],
    ['bare', short, 0.85, 'The name matches without words such as “Group”.'],
    ['short', bare, 0.85, 'The name matches without words such as “Group”.'],
  ] as const
  let several: Company[] | undefined
  for (const [by, key, confidence, reason] of tries) {
    const companies = key === undefined ? [] : table.named(by, key)
    const [company] = companies
    if (company && companies.length === 1) return found(company, confidence, reason)
    // One of two namesakes may be the one that everybody means by the short name.
    if (company && by !== 'full') return ambiguous(domainsOf(companies))
    if (company) several = companies
  }
  return several ? ambiguous(domainsOf(several)) : resolveMisspelled(table, plain ?? short)
}

export const ambiguous = (domains: readonly string[]): Resolution => ({
  ...nobody(`The name fits ${domains.length} companies: ${domains.slice(0, 5).join(', ')}.`),
  isAmbiguous: true,
})

const domainsOf = (companies: readonly Company[]) => companies.map(({ domain }) => domain)

/** Short names are too near to each other: a slip in four letters is as often another company. */
const leastLength = 7
const secondSlipLength = 14

/** One slip, or two in a long name; and only where no other company is as near, or nearly so. */
const resolveMisspelled = (table: CompanyTable, key: string): Resolution => {
  const unknown = nobody('No company of this name is known.')
  if (key.length < leastLength) return unknown
  const most = key.length >= secondSlipLength ? 2 : 1
  const near = nearest(table, key, most + 1)
  const [best] = near
  if (!best || best.edits > most) return unknown
  const rivals = near.filter(
    ({ company, edits: count }) =>
      company.domain !== best.company.domain && count <= best.edits + 1,
  )
  if (rivals.length > 0) return ambiguous([best, ...rivals].map(({ company }) => company.domain))
  return found(best.company, 0.75, `The name is spelled almost like ${best.company.name}.`)
}

const nearest = (table: CompanyTable, key: string, most: number) => {
  const near = table.spellings().flatMap(spellings => nearestOf(spellings, key, most))
  return near.sort((a, b) => a.edits - b.edits)
}

const nearestOf = (spellings: Spellings, key: string, most: number) => {
  const { keys, startingWith, rowAt, companyOn } = spellings
  const letters = lettersOfAll(keys)
  const own = lettersOf(key)
  const near: { company: Company; edits: number }[] = []
  // The first letter is hardly ever the wrong one, and a twentieth of all names start with it.
  const { from, to } = startingWith(key.charAt(0))
  for (let at = from; at < to; at++) {
    const spelling = keys[at] ?? ''
    if (Math.abs(spelling.length - key.length) > most) continue
    if (bitCount((letters[at] ?? 0) ^ own) > 2 * most) continue
    const count = editDistance(spelling, key, most)
    if (count <= most)
      for (const row of rowAt(at)) near.push({ company: companyOn(row), edits: count })
  }
  return near
}

const lettersOfAll = memoizeObjects((keys: readonly string[]) => Uint32Array.from(keys, lettersOf))

/** `AAPL`, `$AAPL`, `SAP.DE`, `NASDAQ: AAPL`, `SAP:ETR`, `BRK.B`. */
const resolveTicker = (table: CompanyTable, asked: string): Resolution => {
  const parts = asked.toUpperCase().replace(/^\$/, '').split(':')
  const text = parts.map(part => part.trim().replace(/[\s/]+/g, '-')).join(':')
  const [, one, other] = /^([^:]+):(.+)$/.exec(text) ?? []
  if (one !== undefined && other !== undefined) {
    const isBehind = exchangeSuffix(one) === undefined && exchangeSuffix(other) !== undefined
    return isBehind ? listedAt(table, one, other) : listedAt(table, other, one)
  }
  const dot = text.lastIndexOf('.')
  const ending = dot > 0 ? text.slice(dot + 1) : ''
  // A single letter is an exchange (VOD.L) or a class of shares (BRK.B).
  const classed = ending.length === 1 ? table.listed(text.replaceAll('.', '-')) : undefined
  if (classed) return listed(classed)
  return ending === '' ? listedAnywhere(table, text) : listedAt(table, text.slice(0, dot), ending)
}

/** Exchanges that people take for one: a share has the same symbol on all of a line. */
const families = [
  ['DE', 'F', 'BE', 'MU', 'DU', 'HM', 'HA', 'SG'],
  ['L', 'IL'],
  ['KS', 'KQ'],
]

const listedAt = (table: CompanyTable, base: string, exchange: string): Resolution => {
  const suffix = exchangeSuffix(exchange)
  if (suffix === undefined) return nobody(`No exchange is known as ${exchange.slice(0, 20)}.`)
  const symbol = suffix === 'HK' ? base.replace(/^0+/, '').padStart(4, '0') : base
  const family = families.find(each => each.includes(suffix)) ?? []
  const suffixes = [suffix, ...family]
  const symbols = suffixes.map(each => (each ? `${symbol}.${each}` : symbol.replaceAll('.', '-')))
  const company = symbols.map(table.listed).find(Boolean)
  return company ? listed(company) : nobody('The symbol is not known at this exchange.')
}

/** In the United States, or wherever it is the same company's everywhere. */
const listedAnywhere = (table: CompanyTable, symbol: string): Resolution => {
  const us = table.listed(symbol)
  const [company, another] = us ? [us] : table.listedAnywhere(symbol)
  if (!company) return nobody('No share of this symbol is known.')
  return another
    ? nobody('The symbol is another company’s at each exchange: name the exchange, as in SAP.DE.')
    : listed(company)
}

const listed = (company: Company): Resolution => found(company, 0.99, 'The symbol is listed.')

const resolveCoin = (table: CompanyTable, asked: string): Resolution => {
  const company = table.coin(asked.toUpperCase())
  return company
    ? found(company, 0.99, 'The coin is known.')
    : nobody('No coin of this symbol is known.')
}

const resolveAddress = (_: CompanyTable, asked: string): Resolution => {
  const [, domain] = /^[^@\s]+@([^@\s]+)$/.exec(asked) ?? []
  if (domain === undefined) return nobody('That is not a mail address.')
  const host = domain.toLowerCase().replace(/\.$/, '')
  if (isFreeMail(host))
    return { ...nobody(`${host} is a mail service, not a company.`), isNobody: true }
  return { domain: host, name: undefined, confidence: 0.9, reason: 'The domain of the address.' }
}

const finders: Record<IdentifierKind, (table: CompanyTable, asked: string) => Resolution> = {
  ...{ name: resolveName, ticker: resolveTicker, crypto: resolveCoin, email: resolveAddress },
}
