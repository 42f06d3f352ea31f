import { bestBy } from '../../../../kit/best-by.ts'
import type { FactItem } from '../../../../page/metadata/facts/item.ts'
import { overlap, stemOf, wordsOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import type { Page } from '../../source/page.ts'
import { toQuery } from '../rank/query.ts'
import { leastMatch, type MarkupScope, matchItem, pageTypes, typeOf } from './markup.ts'

/** Of all things a page describes (the shop, the site, the trail of links …), which one is meant? */
export const chooseScope = (page: Page, fields: Field[]): MarkupScope => {
  const { items, meta } = page.facts
  const things = items.flatMap(mainEntities)
  // What visitors ask is not what the page is about.
  const questions = items.filter(item => typeOf(item) === 'Question')
  const asked = new Set([
    ...items.flatMap(item => (typeOf(item) === 'FAQPage' ? mainEntities(item) : [])),
    ...(questions.length > 1 ? questions : []),
  ])
  const asksQuestion = fields.some(
    ({ kind, name }) => kind !== 'array' && wordsOf(name).some(({ stem }) => stem === questionStem),
  )
  const isSubject = createSubjectTest(page)
  const alike = Map.groupBy(things, typeOf)
  const scoreOf = (item: FactItem): number => {
    if (asked.has(item) && !asksQuestion) return 0
    const isBackground = background.has(typeOf(item))
    const isKnown = isSubject(item)
    // The site, its owner and the page itself are not what the page is about, unless it says so.
    if (isBackground && !isKnown) return 0
    // Of several of a kind it is the one that the heading names.
    const isOneOfMany = (alike.get(typeOf(item))?.length ?? 0) > 1 && !isKnown
    return fitOf(item, fields) * (isBackground || isOneOfMany ? 0.4 : 1)
  }
  const main = bestBy(things, scoreOf, 0)
  const isPage = !main || pageTypes.has(typeOf(main)) || background.has(typeOf(main))
  return { main, others: things.filter(item => item !== main), meta, isPage }
}

const questionStem = stemOf('question')

/** Whether the page's heading, or the beginning of its title, is the thing's name. */
const createSubjectTest = (page: Page) => {
  const headings = page.nodes.filter(({ level }) => level === 1).slice(0, 3)
  const shown = headings.map(({ text }) => wordsOf(text))
  const title = wordsOf(page.title)
  return ({ properties }: FactItem): boolean => {
    const name = properties.get('name')?.[0] ?? properties.get('headline')?.[0]
    if (typeof name !== 'string') return false
    const words = wordsOf(name)
    const starts = words.length > 0 && words.every((word, at) => word.stem === title[at]?.stem)
    return starts || shown.some(heading => overlap(words, heading).recall > 0.8)
  }
}

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
    if (match && match.score >= leastMatch) sum += match.score
  }
  return sum
}

/** A schema may put all that it asks for into one box. */
const scalars = (field: Field): Field[] =>
  field.kind === 'object' ? [field, ...field.properties] : [field]

/** Things that stand on every page and are seldom what a caller asks about. */
const background = new Set(
  'WebSite WebPage Organization Person ImageObject BreadcrumbList SiteNavigationElement WPHeader WPFooter SearchAction ListItem CollectionPage VideoObject Corporation NewsMediaOrganization ItemList FAQPage Review Comment OfferCatalog PostalAddress ContactPoint AggregateRating'.split(
    ' ',
  ),
)
