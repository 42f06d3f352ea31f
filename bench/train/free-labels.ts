import type { FactItem, FactValue } from '../../src/page/metadata/facts/item.ts'
import { findDates } from '../../src/products/extract/values/dates.ts'
import { findNumbers } from '../../src/products/extract/values/numbers.ts'
import { normal, sameValue } from '../support/extract-data.ts'

/** A value that a page states for machines, to be found again among what it shows to people. */
export type FreeLabel = { key: string; value: string; matches: (text: string) => boolean }

/**
 * JSON-LD and microdata label pages for free: each value of the thing that a page is about is a
 * question with a known answer, once the markup is gone. Things that a page has several of, and
 * those that are about the whole site, are left out: of those it is not said which one is meant.
 */
export const freeLabels = (items: readonly FactItem[]): FreeLabel[] => {
  const byType = Map.groupBy(items, ({ types }) => types[0] ?? '')
  const labels = new Map<string, FreeLabel>()
  for (const [type, [item, ...more]] of byType) {
    if (!item || more.length > 0 || aboutSite.has(type)) continue
    for (const [name, values] of item.properties) addLabels(labels, type, [name], values)
  }
  return [...labels.values()]
}

const aboutSite = new Set(
  ' WebSite WebPage BreadcrumbList ListItem ImageObject SearchAction SiteNavigationElement Person CollectionPage WPHeader WPFooter ItemList Review Comment FAQPage AggregateRating Offer Rating SpeakableSpecification'.split(
    ' ',
  ),
)
/** Of the site's owner only what a caller would ask of any page. */
const ownerTypes = new Set(['Organization', 'Corporation', 'NewsMediaOrganization'])
const ownerNames = new Set(['telephone', 'email', 'streetAddress', 'addressLocality', 'postalCode'])

const entered = new Set(
  'offers author creator brand manufacturer publisher address aggregateRating hiringOrganization jobLocation location organizer performer nutrition baseSalary value priceSpecification director contactPoint'.split(
    ' ',
  ),
)

const addLabels = (
  labels: Map<string, FreeLabel>,
  type: string,
  path: string[],
  values: readonly FactValue[],
) => {
  const [value, ...more] = values
  if (value === undefined || path.length > 3) return
  if (typeof value !== 'string') {
    if (!entered.has(path.at(-1) ?? '') || more.length > 0) return
    for (const [name, inner] of value.properties) addLabels(labels, type, [...path, name], inner)
    return
  }
  const key = keyOf(path)
  if (ownerTypes.has(type) && !ownerNames.has(key)) return
  if (skipped.test(key) || value.length < 2 || value.length > 150 || /^https?:/.test(value)) return
  if (more.length > 0 || labels.has(key)) return
  labels.set(key, { key, value, matches: matcherOf(key, value) })
}

/** `author.name` is the author, `offers.price` the price. */
const keyOf = (path: string[]): string => {
  const [outer, last = ''] = path.slice(-2) as [string, string?]
  if (!last) return outer
  return /^(name|value|legalName)$/.test(last) && !/^(offers|nutrition)$/.test(outer) ? outer : last
}

const skipped =
  /^(@|url$|id$|image|logo|sameAs|inLanguage|articleBody|text$|thumbnail|embedUrl|contentUrl|width$|height$|bestRating|worstRating|priceCurrency|currency|availability|itemCondition|position$|mainEntity|potential|target|upvoteCount|wordCount|dateline|encoding|context|type$|isAccessible|copyrightYear|unitText|unitCode|commentCount|interaction|userInteraction|numberOfItems|identifier|uploadDate|articleSection$|keywords$|alternateName|slogan|legalName|additionalType|disambiguating|priceValidUntil|offerCount|latitude|longitude|addressCountry)/i

export const matcherOf = (key: string, value: string): ((text: string) => boolean) => {
  if (isDateKey(key)) {
    const day = /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0] ?? findDates(value)[0]?.readings[0]
    return text =>
      day !== undefined &&
      text.length <= 80 &&
      /\d/.test(text) &&
      findDates(text).some(({ readings }) => readings.includes(day))
  }
  if (/^[\d.,\s]+$/.test(value)) {
    const wanted = Number(value.replace(/,/g, ''))
    return text =>
      text.length <= 30 &&
      /\d/.test(text) &&
      findNumbers(text).some(
        ({ readings, unit }) =>
          readings.includes(wanted) && (!/price/i.test(key) || unit === 'money'),
      )
  }
  const longest = value.length * 1.5 + 40
  return text =>
    text.length <= longest &&
    (sameValue(text, value) || (isPhone(key) && digits(text) === digits(value)))
}

export const isDateKey = (key: string) => /date|^(startTime|endTime|published|modified)/i.test(key)
const isPhone = (key: string) => /phone|fax/i.test(key)
const digits = (text: string) => text.replace(/\D/g, '').slice(-9) || normal(text)
