import { parse } from 'tldts'
import type { Brand } from './sources.ts'

/**
 * A package's statement that a brand lives at a domain, and how far to trust it. A wrong mark is
 * worse than none (the site's own icon is found anyway), so every rule here gives up recall.
 */
export type Claim = {
  domain: string
  brand: Brand
  /** The domain's own label, or the whole domain, is a name of the brand. */
  exact: boolean
  /** The same, by the brand's title rather than by a slug or an alias. */
  byTitle: boolean
  /** The address is the bare site: apex or www, no path or a locale. */
  home: boolean
  apex: boolean
}

export type Decision =
  | { domain: string; accepted: true; claims: Claim[] }
  | { domain: string; accepted: false; reason: string; claims: Claim[] }

/** One decision for each domain that some brand claims, in order of domains. */
export const decide = (brands: Brand[]): Decision[] => {
  const claims = brands.flatMap(claimOf)
  const byDomain = Map.groupBy(claims, claim => claim.domain)
  const homes = new Map<string, Set<string>>()
  for (const claim of claims) {
    if (!claim.exact) continue
    const name = nameOf(claim.domain)
    homes.set(name, (homes.get(name) ?? new Set()).add(claim.domain))
  }
  return [...byDomain]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([domain, all]) => decideDomain(domain, all, homes))
}

/** Letters and digits only: "Cal.com", "cal-com" and "CalCom" are one name. */
export const normalise = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/\+/g, 'plus')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The registrable domain's first label, as a name. */
export const nameOf = (domain: string): string => normalise(domain.split('.')[0] ?? '')

const claimOf = (brand: Brand): Claim[] => {
  if (!brand.url || !URL.canParse(brand.url)) return []
  const url = new URL(brand.url)
  const host = parse(url.hostname, { allowPrivateDomains: true })
  // On a private suffix (github.io, vercel.app) the name belongs to a customer of the suffix.
  if (!host.domain || host.isPrivate || host.isIp) return []
  const apex = host.subdomain === '' || host.subdomain === 'www'
  const here = [nameOf(host.domain), normalise(host.domain)]
  return [
    {
      domain: host.domain,
      brand,
      exact: brand.names.some(name => here.includes(normalise(name))),
      byTitle: here.includes(normalise(brand.title)),
      apex,
      home: apex && /^\/?$|^\/[a-z]{2}([-_][a-z]{2})?\/?$/i.test(url.pathname),
    },
  ]
}

/** Brands keep style guides there, and others take the name of a known .com. */
const trapSuffixes = /\.(design|net|google|page|foundation|social|world|info|us|biz|xyz|link|site)$/

/** Suffixes where a brand's press page on its own domain is proof enough without a second source. */
const plainSuffixes = /^[^.]+\.(com|org|io|dev|ai|app)$/

const decideDomain = (domain: string, all: Claim[], homes: Map<string, Set<string>>): Decision => {
  const refuse = (reason: string): Decision => ({ domain, accepted: false, reason, claims: all })
  const exact = all.filter(claim => claim.exact)
  // An umbrella (google.com has 47 brands) keeps the one that bears its name.
  const own = exact.some(claim => claim.byTitle) ? exact.filter(claim => claim.byTitle) : exact
  if (own.length === 0) return refuse('no brand has the name of the domain')
  const accept = (): Decision => ({ domain, accepted: true, claims: own })

  const supporters = independent(own)
  const others = [...(homes.get(nameOf(domain)) ?? [])].filter(other => other !== domain)
  const wholeName = own.some(claim => normalise(claim.brand.title) === normalise(domain))
  if (others.length > 0 && supporters < 2)
    return refuse(`the name also lives at ${others.join(', ')}`)
  if (trapSuffixes.test(domain) && supporters < 2 && !wholeName) return refuse('a suffix of traps')
  if (own.some(claim => claim.home) || supporters >= 2) return accept()
  if (own.some(claim => claim.apex) && plainSuffixes.test(domain)) return accept()
  return refuse('one source, and not its home page')
}

/** Packages copy addresses from one another: the same address twice is one voice. */
const independent = (claims: Claim[]): number =>
  Math.min(
    new Set(claims.map(claim => claim.brand.source)).size,
    new Set(claims.map(claim => claim.brand.url?.replace(/^https?:\/\/(www\.)?|\/$/g, ''))).size,
  )
