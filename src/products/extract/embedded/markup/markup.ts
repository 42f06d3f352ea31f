import type { FactItem, FactValue } from '../../../../page/metadata/facts/item.ts'
import { sayAny, sayOnly, stemsOf } from '../../../../page/words/stems.ts'
import { overlap, stemOf, type Word, wordsOf } from '../../../../page/words/words.ts'
import { asksForOld } from '../../source/struck.ts'
import { addressPartOf } from '../../values/address-parts.ts'
import type { Query } from '../rank/query.ts'
import { itemsIn } from './markup-values.ts'
import metaNames from './meta-names.json' with { type: 'json' }

/** A value of the page's own markup that fits a field, with the words that say where it stood. */
export type MarkupMatch = { values: FactValue[]; path: string; score: number; item: FactItem }

/** The described things that a schema may be about, with the one that fits it best in front. */
export type MarkupScope = {
  main: FactItem | undefined
  others: FactItem[]
  meta: FactItem
  /** What is stated of the page as a whole may be said of what was asked for. */
  isPage: boolean
}

export const typeOf = ({ types }: FactItem) => types[0] ?? ''

/** The best property for a field: of the thing itself, of the page around it, of the meta tags. */
export const matchMarkup = (scope: MarkupScope, query: Query): MarkupMatch | undefined => {
  const site = siteName(scope, query)
  if (site) return site
  const own = scope.main ? matchItem(scope.main, query) : undefined
  const meta = matchItem(scope.meta, query)
  // A page may show a thing in many pictures; the one it chose to be shared with is the main one.
  const picture = query.intent === 'image' && meta?.path === 'og:image' && meta.score >= leastMatch
  if (picture) return meta
  const best = own && own.score + ownBonus >= (meta?.score ?? 0) ? own : meta
  return best && best.score >= leastMatch ? best : undefined
}

/** `site`, `site_name`, `websiteName`: what the page says that its site is called. */
const siteName = ({ meta }: MarkupScope, { name, field }: Query): MarkupMatch | undefined => {
  const stems = name.map(({ stem }) => stem)
  const isName = stems.includes(nameStem) || stems.join() === siteStem
  if (!isName || !stems.every(stem => stem === nameStem || siteStems.has(stem))) return undefined
  const values = meta.properties.get('og:site_name')
  if (!stems.some(stem => siteStems.has(stem)) || field.format || !values) return undefined
  return { values, path: 'og:site_name', score: 1, item: meta }
}

const nameStem = stemOf('name')
const siteStem = stemOf('site')
const siteStems = new Set([siteStem, stemOf('website'), stemOf('blog')])

/** Asks for something of the page or the site itself. */
export const isAboutPage = ({ name }: Query) => sayAny(name, pageWords)
const pageWords = stemsOf('site website page language canonical permalink domain')

export const matchItem = (item: FactItem, query: Query): MarkupMatch | undefined => {
  let best = matchAddress(item, query)
  for (const [name, values] of item.properties) {
    const said = item.source === 'meta' ? metaWords(name) : name
    if (said === undefined || besides.has(name)) continue
    if (saysOther(query, said) || isNameOfOther(query, item, name)) continue
    const score = Math.max(
      pathScore(query, [said], item.types.flatMap(wordsOf)),
      dayScore(query, said),
      bodyScore(query, item, name),
      voteScore(query, name),
    )
    best = better(best, { values, path: name, score, item })
    for (const child of values.slice(0, maxChildren))
      if (typeof child !== 'string') best = better(best, matchBelow(item, query, name, child))
  }
  return best && best.score > 0 ? best : undefined
}

/** `city` and `zip` of the one address that a thing, or the place where it is, has. */
const matchAddress = (item: FactItem, { name, field }: Query): MarkupMatch | undefined => {
  const isOnly = name.every(({ stem }) => partNames.has(stem))
  const part = isOnly ? addressPartOf(field) : undefined
  const path = part && addressProperties[part]
  if (!path) return undefined
  const one = (from: FactItem, property: string): FactItem | undefined => {
    const items = itemsIn(from.properties.get(property) ?? [])
    return items.length === 1 ? items[0] : undefined
  }
  for (const place of [item, one(item, 'location'), one(item, 'jobLocation')]) {
    const address = place && (one(place, 'address') ?? place)
    const values = address?.properties.get(path)
    if (values) return { values, path: `address.${path}`, score: 0.95, item: address as FactItem }
  }
  return undefined
}

const partNames = stemsOf('street address city town locality state province zip postal post code')
const addressProperties = {
  street: 'streetAddress',
  city: 'addressLocality',
  state: 'addressRegion',
  zip: 'postalCode',
}

/**
 * What a meta element is about, in words; nothing for those that speak to browsers, robots and
 * networks. Most names that sites make up are about the site, so only known ones count.
 */
const metaWords = (name: string): string | undefined =>
  knownNames.get(name.toLowerCase()) ?? (families.test(name) ? name : undefined)

const families =
  /^(?:og:(?!type$|locale:|image:)|twitter:(?!card|site|creator|label|data|app)|article:|book:|product:|music:|video:|dc\.|dcterms\.|citation_|parsely-|sailthru\.|link:)|^(?:title|description|keywords|news_keywords|author|inLanguage)$/i

const knownNames = new Map(Object.entries(metaNames))

const maxChildren = 8

/** What is said of the thing that a property stands for: the price of an offer. */
const matchBelow = (
  { types }: FactItem,
  query: Query,
  name: string,
  child: FactItem,
): MarkupMatch | undefined => {
  let best: MarkupMatch | undefined
  for (const [below, values] of child.properties) {
    if (isPriceNow(query, below) || isNameOfOther(query, child, below)) continue
    const score = pathScore(query, [name, below], types.flatMap(wordsOf)) * nestedWeight
    best = better(best, { values, path: `${name}.${below}`, score, item: child })
  }
  return best
}

const nestedWeight = 0.98

/** `said`: what a property is about, in words. It may be something else than what is asked for. */
const saysOther = (query: Query, said: string): boolean =>
  isPriceNow(query, said) ||
  // What somebody does is not who that is: `author_role`.
  (query.name.length > 1 &&
    query.name.some(
      ({ stem }) => ownSides.has(stem) && !wordsOf(said).some(one => one.stem === stem),
    ))

/** What is to be paid now is not what it cost before. */
const isPriceNow = ({ intent, field }: Query, said: string): boolean =>
  intent === 'money' && plainPrice.test(said) && asksForOld(field)
const plainPrice = /^(?:low)?price$/i
/** What a page or a site consists of is not said of the thing. */
const besides = new Set(['isPartOf', 'hasPart', 'potentialAction'])

/** A company is not called as the article or the page about it. */
const isNameOfOther = ({ intent }: Query, { types, source }: FactItem, name: string): boolean =>
  intent === 'organization' &&
  bareNames.test(name) &&
  (source === 'meta' || types.some(type => noFirm.test(type)))

const bareNames = /^(?:(?:og|twitter):)?(?:name|title|headline)$/
const noFirm =
  /(?:Article|Posting|Page|Question|Answer|Product|Offer|Rating|Review|Event|Recipe|Object|Book|Movie|Course|HowTo|List|Catalog|Game|Application|SourceCode|Vehicle|Car|Person|Dataset)$/

const ownSides = stemsOf('role job occupation position bio biography')
/** Who asks for a date alone means the day it came out, or begins; not that of the last change. */
const dayScore = ({ intent, name }: Query, said: string): number => {
  if (intent !== 'date' || !name.every(isDayName)) return 0
  const words = new Set(wordsOf(said).map(({ stem }) => stem))
  const at = firstDays.findIndex(stem => words.has(stem))
  return at < 0 || !(words.has('date') || words.has('time')) ? 0 : 0.9 - 0.05 * at
}

const dayNames = stemsOf(
  'date day datetime timestamp when posted asked answered published written replied',
)
/** Also "Datum" and "fecha". */
const isDayName = ({ stem, concepts }: Word): boolean =>
  dayNames.has(stem) || concepts.some(concept => dateWord?.concepts.includes(concept))
const [dateWord] = wordsOf('date')
const firstDays = 'published posted start upload created'.split(' ').map(stemOf)

/** Who asks for the text of a thing means what schema.org calls its body. */
const bodyScore = ({ field, name }: Query, { types }: FactItem, said: string): number => {
  if (field.kind !== 'string' || !name.every(({ stem }) => bodyNames.has(stem))) return 0
  if (bodies.has(said)) return 0.85
  return said === 'description' && types.some(type => /^(?:Review|Comment)$/.test(type)) ? 0.7 : 0
}

const bodyNames = stemsOf('text body content message comment review')
const bodies = new Set('text reviewBody articleBody commentText'.split(' '))

/** `score`, `upvotes`, `likes` of a post, and of nothing else. */
const voteScore = ({ name, field }: Query, said: string): number =>
  /^(?:upvote|like)Count$/i.test(said) &&
  (field.kind === 'integer' || field.kind === 'number') &&
  sayOnly(name, votes, posts)
    ? 0.8
    : 0

const votes = stemsOf('score vote upvote like point karma reaction')
const posts = stemsOf('question answer post comment reply thread topic count number total')

/** A property that fits less well says something else. */
export const leastMatch = 0.6
const ownBonus = 0.15

export const pageTypes = new Set(
  'WebPage WebSite Article NewsArticle BlogPosting CollectionPage ItemPage'.split(' '),
)

const better = (a: MarkupMatch | undefined, b: MarkupMatch | undefined) =>
  !a || (b && b.score > a.score) ? b : a

/** Containers that add no meaning of their own: an offer's price is the price. */
const transparent = new Set(
  'offers offer aggregateRating mainEntity nutrition address geo location hiringOrganization jobLocation baseSalary value priceSpecification itemReviewed reviewRating contentLocation'.split(
    ' ',
  ),
)

/** What is said of the judgement or the place itself. */
const ownNames = new Set(
  ['aggregateRating', 'reviewRating', 'offers', 'location', 'nutrition', 'address'].flatMap(name =>
    ['name', 'description', 'url', 'image'].map(below => `${name}.${below}`),
  ),
)

/** Words that name the vocabulary or the shape of a value, not the thing. */
const freeWords = stemsOf(
  'og twitter article product music book video dc dcterms parsely sailthru fb al meta link schema aggregate list value main of page in text item data str card citation',
)

/** By the best of the ways in which the caller says it. */
const pathScore = (query: Query, path: string[], typeWords: Word[]): number => {
  const isFree = (word: Word) =>
    freeWords.has(word.stem) || typeWords.some(type => type.stem === word.stem)
  const words = wordsOf(path.at(-1) ?? '')
  const meaning = words.filter(word => !isFree(word))
  const isClear = transparent.has(path[0] ?? '') && !ownNames.has(`${path[0]}.${path[1]}`)
  const container = path.length > 1 && !isClear ? wordsOf(path[0] ?? '') : []
  const given = [...container, ...(meaning.length > 0 ? meaning : words)]
  let best = 0
  for (const { words: name, weight } of query.names) {
    const wanted = name.filter(word => !freeWords.has(word.stem) || name.length === 1)
    const match = overlap(wanted, given.length > 0 ? given : words)
    if (match.recall === 0) continue
    const whole = overlap(wanted, [...wordsOf(path.join(' ')), ...typeWords])
    const recall = Math.max(match.recall, whole.recall * 0.95)
    best = Math.max(best, (weight * 2 * recall * match.precision) / (recall + match.precision))
  }
  return best
}
