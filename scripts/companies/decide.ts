import { parse } from 'tldts'
import { bareKey, coreWords, nameKeys } from '../../src/products/companies/names.ts'
import type { PackedCompany } from '../../src/products/companies/pack.ts'
import type { Listing, Sources } from './sources.ts'

/**
 * Which company lives where, and who may be called what. Silence is better than a wrong company:
 * a claim that contradicts another without being the likelier one by the site's own name makes
 * the name ambiguous, and a site that many strangers claim belongs to none of them.
 */
export type Company = PackedCompany & {
  names: Set<string>
  onlyInFull: Set<string>
  tickers: Set<string>
  source: 'known' | 'mark' | 'listing'
  /** How often it is listed: the order of equals in a search. */
  weight: number
}

export const decide = (sources: Sources): Company[] => {
  const companies = new Map<string, Company>()
  addListings(companies, namesByVotes(ownedListings(sources.listings)))
  addMarks(companies, sources)
  addKnown(companies, sources.known)
  addUsTickers(companies, sources.usTickers)
  addLabels(companies)
  return [...companies.values()].sort((a, b) => fame(b) - fame(a) || (a.domain < b.domain ? -1 : 1))
}

const fame = ({ source, weight }: Company): number =>
  weight + (source === 'known' ? 50 : source === 'mark' ? 10 : 0)

const labelOf = (domain: string): string => {
  const { domainWithoutSuffix, publicSuffix } = parse(domain, { allowPrivateDomains: true })
  // `group.ntt`, `home.barclays`: the brand is the ending.
  const isBrandEnding = /^(?:home|global|group|corporate)$/.test(domainWithoutSuffix ?? '')
  return ((isBrandEnding ? publicSuffix : domainWithoutSuffix) ?? domain).replaceAll('-', '')
}

/** Whether a site's name can come from the company's: by a whole word, or by its initials. */
const agrees = (name: string, domain: string): boolean => {
  const words = coreWords(name)
  const label = labelOf(domain)
  for (let joined = '', at = 0; at < words.length; at++) {
    joined += words[at]
    if (joined === label || (label.length >= 5 && joined.startsWith(label))) return true
  }
  const initials = words.map(word => word[0]).join('')
  if (initials.length >= 3 && label.startsWith(initials)) return true
  if (label.length >= 3 && initials.startsWith(label)) return true
  const [first = ''] = words
  if (first.length >= 3 && label.startsWith(first)) return true
  return words.some(word => word.length >= 5 && label.includes(word))
}

/** Of a site that several companies claim, those whose name it can be; a host for investors has none. */
const ownedListings = (listings: readonly Listing[]): Listing[] =>
  [...Map.groupBy(listings, ({ domain }) => domain).values()].flatMap(claims => {
    const names = new Set(claims.map(({ name }) => nameKeys(name).short))
    if (names.size === 1) return claims
    const own = claims.filter(({ name, domain }) => agrees(name, domain))
    if (own.length > 0) return own
    return names.size === 2 ? claims : []
  })

/** Of a company with several sites, those that can be its own. */
const namesByVotes = (listings: readonly Listing[]): Listing[] =>
  [...Map.groupBy(listings, ({ name }) => nameKeys(name).short).values()].flatMap(claims => {
    if (new Set(claims.map(({ domain }) => domain)).size === 1) return claims
    const own = claims.filter(({ name, domain }) => agrees(name, domain))
    return own.length > 0 ? own : claims
  })

const companyAt = (
  companies: Map<string, Company>,
  domain: string,
  source: Company['source'],
): Company => {
  const known = companies.get(domain)
  if (known) return known
  const made: Company = {
    ...{ domain, source, name: '', weight: 0 },
    ...{ names: new Set(), onlyInFull: new Set(), tickers: new Set() },
  }
  companies.set(domain, made)
  return made
}

const addListings = (companies: Map<string, Company>, listings: readonly Listing[]): void => {
  for (const { domain, name, symbol } of listings) {
    const company = companyAt(companies, domain, 'listing')
    company.names.add(name)
    company.tickers.add(symbol)
    company.weight++
  }
  for (const [domain, rows] of Map.groupBy(listings, ({ domain }) => domain)) {
    const company = companyAt(companies, domain, 'listing')
    company.name = mostUsed(rows.map(({ name }) => name))
  }
  for (const [short, claimants] of claimsOf(companies)) {
    if (claimants.length < 2) continue
    const parent = parentOf(claimants)
    if (parent) giveTo(parent, short, claimants)
  }
}

const mostUsed = (names: readonly string[]): string => {
  const counts = Map.groupBy(names, name => name)
  const [best = ''] = [...counts].toSorted(
    ([a, as], [b, bs]) => bs.length - as.length || a.length - b.length || (a < b ? -1 : 1),
  )
  return best[0] ?? ''
}

const shortsOf = ({ names, onlyInFull }: Company): Set<string> =>
  new Set([...names].filter(name => !onlyInFull.has(name)).map(name => nameKeys(name).short))

const claimsOf = (companies: Map<string, Company>): Map<string, Company[]> => {
  const claims = new Map<string, Company[]>()
  for (const company of companies.values())
    for (const short of shortsOf(company))
      claims.set(short, [...(claims.get(short) ?? []), company])
  return claims
}

/** siemens.com of siemens.co.in, pfizer.com of pfizerindia.com: the same name, more widely listed. */
const parentOf = (claimants: readonly Company[]): Company | undefined => {
  const [most, ...others] = claimants.toSorted((a, b) => b.weight - a.weight)
  if (!most) return undefined
  const label = labelOf(most.domain)
  const isParent = others.every(
    ({ domain, weight }) =>
      weight < most.weight &&
      (labelOf(domain) === label || countries.some(country => labelOf(domain) === label + country)),
  )
  return isParent ? most : undefined
}
const countries =
  'india thailand indonesia brasil brazil malaysia china japan korea pakistan bangladesh nigeria kenya mexico chile argentina peru turkey egypt philippines vietnam reit'.split(
    ' ',
  )

const giveTo = (owner: Company, short: string, claimants: readonly Company[]): void => {
  for (const company of claimants) {
    if (company === owner) continue
    for (const name of company.names)
      if (nameKeys(name).short === short) company.onlyInFull.add(name)
  }
}

/** A mark's site is the one that people visit: coca-cola.com before coca-colacompany.com. */
const addMarks = (companies: Map<string, Company>, { marks, known }: Sources): void => {
  const claims = claimsOf(companies)
  const taken = new Set(known.flatMap(({ name, others }) => [name, ...others].map(shortOf)))
  for (const { title, domains } of marks) {
    const short = shortOf(title)
    const named = domains.filter(each => labelOf(each) === short)
    const domain = named.find(each => each.endsWith('.com')) ?? named[0] ?? domains[0]
    if (!domain || short === '' || taken.has(short)) continue
    const isListed = companies.has(domain)
    const company = companyAt(companies, domain, 'mark')
    if (company.name === '') company.name = title
    company.names.add(title)
    const label = labelOf(domain)
    const namesakes = claims.get(short) ?? []
    if (!isListed && namesakes.every(({ domain: other }) => isKin(label, labelOf(other))))
      giveTo(company, short, namesakes)
  }
}

const shortOf = (name: string): string => nameKeys(name).short

const isKin = (a: string, b: string) => a.startsWith(b) || b.startsWith(a)

const addKnown = (companies: Map<string, Company>, known: Sources['known']): void => {
  for (const { domain, name, others, onlyInFull } of known) {
    const company = companyAt(companies, domain, 'known')
    company.source = 'known'
    company.name = name
    for (const each of [name, ...others]) company.names.add(each)
    for (const each of onlyInFull ? company.names : []) company.onlyInFull.add(each)
  }
  const claims = claimsOf(companies)
  for (const { domain, name, others } of known) {
    const owner = companyAt(companies, domain, 'known')
    for (const each of [name, ...others]) {
      const { short } = nameKeys(each)
      const claimants = claims.get(short) ?? []
      if (claimants.includes(owner))
        giveTo(
          owner,
          short,
          claimants.filter(({ source }) => source !== 'known'),
        )
    }
  }
}

/** By the name with its legal form; without it only at a site that is called the same. */
const addUsTickers = (companies: Map<string, Company>, tickers: Sources['usTickers']): void => {
  const byFull = new Map<string, Set<Company>>()
  for (const company of companies.values())
    for (const name of company.names) {
      const { full } = nameKeys(name)
      byFull.set(full, (byFull.get(full) ?? new Set()).add(company))
    }
  const byShort = claimsOf(companies)
  for (const { symbol, title } of tickers) {
    const { full, short } = nameKeys(title)
    const [company, rival] = byFull.get(full) ?? []
    const [namesake, another] = byShort.get(short) ?? []
    const isNamed = namesake && !another && short.length >= 3 && isUsSite(namesake, short)
    const found = company && !rival ? company : !company && isNamed ? namesake : undefined
    if (!found) continue
    found.tickers.add(symbol.toUpperCase())
    const name = title === title.toUpperCase() ? inTitleCase(title) : title
    if (!shortsOf(found).has(short)) found.onlyInFull.add(name)
    found.names.add(name)
    found.weight++
  }
}

const isUsSite = ({ domain, source }: Company, short: string): boolean =>
  source === 'known' || (labelOf(domain) === short && /\.(?:com|net|org|ai|io|co)$/.test(domain))

const inTitleCase = (title: string): string =>
  title.toLowerCase().replace(/(?<![\p{L}\p{N}'])\p{L}/gu, letter => letter.toUpperCase())

/** What people call a company whose site has the first words of its name: Marriott, Chipotle. */
const addLabels = (companies: Map<string, Company>): void => {
  const claims = claimsOf(companies)
  const labels = Map.groupBy(
    [...companies.values()].filter(company => calledBy(company) !== undefined),
    company => calledBy(company) ?? '',
  )
  for (const [label, [company, another]] of labels) {
    if (!company || another) continue
    const rivals = (claims.get(label) ?? []).filter(rival => rival !== company)
    // A widely listed one makes the name of a smaller one ambiguous.
    if (
      rivals.length === 0 ||
      (company.weight >= 5 && rivals.every(({ source }) => source === 'listing'))
    )
      company.names.add(label)
  }
}

const calledBy = ({ domain, name }: Company): string | undefined => {
  const label = labelOf(domain)
  const words = coreWords(name)
  let joined = ''
  for (const word of words) {
    if (joined.length >= 4 && joined === label) break
    joined += word
  }
  return joined === label && joined !== words.join('') && bareKey(words) !== label
    ? label
    : undefined
}
