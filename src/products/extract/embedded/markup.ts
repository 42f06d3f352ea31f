import type { FactItem, FactValue } from '../../../page/metadata/facts/item.ts'
import type { Field } from '../schema/fields.ts'
import type { Page } from '../source/page.ts'
import { overlap, type Word, wordsOf } from '../words/words.ts'
import { type Query, toQuery } from './features.ts'

/** A value of the page's own markup that fits a field, with the words that say where it stood. */
type MarkupMatch = { values: FactValue[]; path: string; score: number; item: FactItem }

/** The described things that a schema may be about, with the one that fits it best in front. */
export type MarkupScope = { main: FactItem | undefined; others: FactItem[]; meta: FactItem }

/** Of all things a page describes (the shop, the site, the trail of links …), which one is meant? */
export const chooseScope = (page: Page, fields: Field[]): MarkupScope => {
  const { items, meta } = page.facts
  const things = items.flatMap(mainEntities)
  let main: FactItem | undefined
  let top = 0
  for (const item of things) {
    const score = fitOf(item, fields) * (background.has(item.types[0] ?? '') ? 0.4 : 1)
    if (score > top) {
      top = score
      main = item
    }
  }
  return { main, others: things.filter(item => item !== main), meta }
}

/** The described thing that an object field is called after: `product` → the page's Product. */
export const itemOfType = ({ main, others }: MarkupScope, name: string): FactItem | undefined =>
  [...(main ? [main] : []), ...others].find(
    ({ types }) => overlap(wordsOf(name), types.flatMap(wordsOf)).recall > 0.99,
  )

/** The best property for a field: of the thing itself, of the page around it, of the meta tags. */
export const matchMarkup = (scope: MarkupScope, query: Query): MarkupMatch | undefined => {
  const own = scope.main ? matchItem(scope.main, query) : undefined
  const page = matchAny(
    scope.others.filter(item => pageTypes.has(item.types[0] ?? '')),
    query,
    0.95,
  )
  const meta = matchItem(scope.meta, query)
  // A page may show a thing in many pictures; the one it chose to be shared with is the main one.
  const picture = query.intent === 'image' && meta?.path === 'og:image' && meta.score >= minScore
  if (picture) return meta
  const other = better(page, meta)
  const best = own && own.score + ownBonus >= (other?.score ?? 0) ? own : other
  return best && best.score >= minScore ? best : undefined
}

export const matchItem = (item: FactItem, query: Query): MarkupMatch | undefined => {
  let best: MarkupMatch | undefined
  const typeWords = item.types.flatMap(wordsOf)
  for (const [name, values] of item.properties) {
    if (technical.test(name)) continue
    const score = pathScore(query, [name], typeWords, item)
    best = better(best, { values, path: name, score, item })
    for (const child of values.slice(0, 3)) {
      if (typeof child === 'string') continue
      for (const [below, inner] of child.properties) {
        const nested = pathScore(query, [name, below], typeWords, item) * 0.98
        const path = `${name}.${below}`
        best = better(best, { values: inner, path, score: nested, item: child })
      }
    }
  }
  return best && best.score > 0 ? best : undefined
}

const minScore = 0.6
const ownBonus = 0.15

/** Things that stand on every page and are seldom what a caller asks about. */
const background = new Set(
  'WebSite WebPage Organization Person ImageObject BreadcrumbList SiteNavigationElement WPHeader WPFooter SearchAction ListItem CollectionPage VideoObject Corporation NewsMediaOrganization ItemList FAQPage Review Comment'.split(
    ' ',
  ),
)
const pageTypes = new Set(
  'WebPage WebSite Article NewsArticle BlogPosting CollectionPage ItemPage'.split(' '),
)

const mainEntities = (item: FactItem): FactItem[] => [
  item,
  ...['mainEntity', 'mainEntityOfPage', 'item', 'itemOffered'].flatMap(name =>
    (item.properties.get(name) ?? []).filter(
      (value): value is FactItem => typeof value !== 'string' && value.properties.size > 1,
    ),
  ),
]

const fitOf = (item: FactItem, fields: Field[]): number => {
  let sum = 0
  for (const field of fields.flatMap(scalars).slice(0, 60)) {
    const match = matchItem(item, toQuery(field))
    if (match && match.score >= minScore) sum += match.score
  }
  return sum
}

/** A schema may put all that it asks for into one box. */
const scalars = (field: Field): Field[] =>
  field.kind === 'object' ? [field, ...field.properties] : [field]

const matchAny = (items: FactItem[], query: Query, factor: number): MarkupMatch | undefined => {
  let best: MarkupMatch | undefined
  for (const item of items.slice(0, 20)) {
    const match = matchItem(item, query)
    if (match) best = better(best, { ...match, score: match.score * factor })
  }
  return best
}

const better = (a: MarkupMatch | undefined, b: MarkupMatch | undefined) =>
  !a || (b && b.score > a.score) ? b : a

/** Containers that add no meaning of their own: an offer's price is the price. */
const transparent = new Set(
  'offers offer aggregateRating mainEntity nutrition address geo location hiringOrganization jobLocation baseSalary value priceSpecification itemReviewed reviewRating contentLocation'.split(
    ' ',
  ),
)
/** Meta tags for browsers and networks, not about the page's subject. */
const technical =
  /^(og:type|og:locale:|og:image:|twitter:(card|site|creator|label\d)|viewport|generator|robots|theme-color|fb:|msapplication|apple-|google|format-detection|referrer|.*verif)/

/** Words that name the vocabulary or the shape of a value, not the thing. */
const freeWords = new Set(
  'og twitter article product music book video dc dcterm parsely sailthru fb al meta link schema aggregat list valu main of page in text item data str card'.split(
    ' ',
  ),
)

const pathScore = (query: Query, path: string[], typeWords: Word[], item: FactItem): number => {
  const label = path.length === 1 ? twitterLabel(item, path[0] ?? '') : undefined
  const last = label ?? path.at(-1) ?? ''
  const isFree = (word: Word) =>
    freeWords.has(word.stem) || typeWords.some(type => type.stem === word.stem)
  const words = wordsOf(last)
  const meaning = words.filter(word => !isFree(word))
  const container = path.length > 1 && !transparent.has(path[0] ?? '') ? wordsOf(path[0] ?? '') : []
  const wanted = query.name.filter(word => !freeWords.has(word.stem) || query.name.length === 1)
  const given = [...container, ...(meaning.length > 0 ? meaning : words)]
  const match = overlap(wanted, given.length > 0 ? given : words)
  if (match.recall === 0) return 0
  const whole = overlap(wanted, [...wordsOf(path.join(' ')), ...typeWords])
  const recall = Math.max(match.recall, whole.recall * 0.95)
  return (2 * recall * match.precision) / (recall + match.precision)
}

/** `twitter:label1` names `twitter:data1`. */
const twitterLabel = (item: FactItem, name: string): string | undefined => {
  const number = /^twitter:data(\d)$/.exec(name)?.[1]
  const label = number ? item.properties.get(`twitter:label${number}`)?.[0] : undefined
  return typeof label === 'string' ? label : undefined
}
