import { isObject } from '../../../kit/is-object.ts'
import { percentDecode } from '../../../kit/percent.ts'
import { descendants, type HtmlDocument } from '../../../page/html/html.ts'
import { isOfType, type JsonLdObject, listOf, readJsonLd } from '../../../page/metadata/json-ld.ts'
import { claim, type Value } from '../profile/value.ts'
import { type SocialNetwork, socialOf } from './socials.ts'

/** What a site says of the company behind it, in its own markup. */
export type CompanyFacts = {
  name: Value<string> | null
  legalName: Value<string> | null
  description: Value<string> | null
  industry: Value<string> | null
  founded: Value<string> | null
  addresses: Value<string>[]
  telephones: Value<string>[]
  socials: (Value<string> & { network: SocialNetwork })[]
}

const mostOfEach = 10
const longestText = 2_000
const organisations =
  /(?:Organization|Corporation|Business|Store|Restaurant|Hotel|Airline|Bank|NGO|Brand|Company)$/

export const readCompany = ({ root }: HtmlDocument, url: string): CompanyFacts => {
  const { things, resolve } = readJsonLd(root)
  const organisation = things
    .filter(thing => isOfType(thing, organisations))
    .toSorted((a, b) => Object.keys(b).length - Object.keys(a).length)[0]
  const said = (property: string, confidence: number): Value<string> | null => {
    const text = textOf(resolve(organisation?.[property]))
    return text ? claim(text, confidence, [evidenceOf(property)]) : null
  }
  const links = readLinks(root, url)
  return {
    name: said('name', 0.9),
    legalName: said('legalName', 0.95),
    description: said('description', 0.9),
    industry: said('industry', 0.9) ?? said('naics', 0.9) ?? said('isicV4', 0.9),
    founded: said('foundingDate', 0.9),
    addresses: addressesOf(organisation, resolve),
    telephones: unique([...telephonesOf(organisation, resolve), ...links.telephones]),
    socials: unique([
      ...listOf(organisation?.sameAs).flatMap(link => {
        const social = typeof link === 'string' ? socialOf(link) : undefined
        return social ? [toSocial(social, 0.95, evidenceOf('sameAs'))] : []
      }),
      ...links.socials,
    ]),
  }
}

const evidenceOf = (property: string) => ({
  source: 'meta' as const,
  detail: `${property} of the organisation in JSON-LD`,
})

const textOf = (value: unknown): string | undefined => {
  const [first] = listOf(value)
  const text = isObject(first) ? first.name : first
  if (typeof text !== 'string' && typeof text !== 'number') return undefined
  return String(text).replace(/\s+/g, ' ').trim().slice(0, longestText) || undefined
}

const addressParts = [
  ...['streetAddress', 'postOfficeBoxNumber', 'postalCode', 'addressLocality'],
  ...['addressRegion', 'addressCountry'],
]

const addressesOf = (
  organisation: JsonLdObject | undefined,
  resolve: (value: unknown) => unknown,
): Value<string>[] => {
  const given = listOf(organisation?.address).map(resolve)
  const texts = given.flatMap(address =>
    isObject(address)
      ? addressParts.flatMap(part => textOf(resolve(address[part])) ?? []).join(', ')
      : (textOf(address) ?? ''),
  )
  return unique(texts.filter(Boolean).map(text => claim(text, 0.9, [evidenceOf('address')])))
}

const telephonesOf = (
  organisation: JsonLdObject | undefined,
  resolve: (value: unknown) => unknown,
): Value<string>[] => {
  const points = listOf(organisation?.contactPoint).map(resolve).filter(isObject)
  return [organisation, ...points].flatMap(owner =>
    listOf(owner?.telephone).flatMap(each => {
      const text = textOf(each)
      return text ? [claim(text, 0.9, [evidenceOf('telephone')])] : []
    }),
  )
}

/** A link to the company's own account stands in its header or footer; one in an article may not. */
const readLinks = (root: HtmlDocument['root'], url: string) => {
  const telephones: Value<string>[] = []
  const socials: CompanyFacts['socials'] = []
  for (const { name, attributes } of descendants(root)) {
    if (name !== 'a' || !attributes.href) continue
    const { href } = attributes
    const number = numberIn(href)
    if (number !== undefined && telephones.length < mostOfEach)
      telephones.push(claim(number, 0.6, [{ source: 'meta', detail: 'a tel: link' }]))
    const target = URL.parse(href, url)?.href
    const social = target === undefined ? undefined : socialOf(target)
    if (social)
      socials.push(toSocial(social, 0.7, { source: 'meta', detail: 'a link of the page' }))
  }
  return { telephones, socials }
}

/** The number of a `tel:` link, without what is dialled after it (`;ext=5`, `,,5#`). */
const numberIn = (href: string): string | undefined => {
  const [, said = ''] = /^\s*tel:(?:\/\/)?([^;,]*)/i.exec(href) ?? []
  const number = percentDecode(said).toString().replace(/\s+/g, ' ').trim()
  return /^[+(\d][\d\s()./\p{Pd}]{4,30}$/u.test(number) ? number : undefined
}

const toSocial = (
  { network, url }: { network: SocialNetwork; url: string },
  confidence: number,
  evidence: ReturnType<typeof evidenceOf>,
) => ({ network, ...claim(url, confidence, [evidence]) })

/** The first of each, which is the surest. */
const unique = <T extends Value<string>>(values: readonly T[]): T[] => {
  const known = new Map<string, T>()
  for (const value of values) {
    const key = value.value.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
    if (!known.has(key)) known.set(key, value)
  }
  return [...known.values()].slice(0, mostOfEach)
}
