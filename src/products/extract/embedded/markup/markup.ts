import type { FactItem, FactValue } from '../../../../page/metadata/facts/item.ts'
import { stemsOf } from '../../../../page/words/stems.ts'
import { overlap, stemOf, type Word, wordsOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import type { Page } from '../../source/page.ts'
import { asksForOld } from '../../source/struck.ts'
import { type Query, things, toQuery } from '../rank/query.ts'
import { counterOf, voteScore } from './markup-counts.ts'
import { metaWords } from './meta-names.ts'

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
  let main: FactItem | undefined
  let top = 0
  for (const item of things) {
    if (asked.has(item) && !asksQuestion) continue
    const isBackground = background.has(typeOf(item))
    const isKnown = isSubject(item)
    // The site, its owner and the page itself are not what the page is about, unless it says so.
    if (isBackground && !isKnown && !isNamed(item, fields)) continue
    // Of several of a kind it is the one that the heading names.
    const isOneOfMany = (alike.get(typeOf(item))?.length ?? 0) > 1 && !isKnown
    const score = fitOf(item, fields) * (isBackground || isOneOfMany ? 0.4 : 1)
    if (score > top) {
      top = score
      main = item
    }
  }
  const isPage = !main || pageTypes.has(typeOf(main)) || background.has(typeOf(main))
  return { main, others: things.filter(item => item !== main), meta, isPage }
}

const typeOf = ({ types }: FactItem) => types[0] ?? ''
const questionStem = stemOf('question')

/** The caller says which thing is meant: `company_name` of an Organization. */
const isNamed = ({ types }: FactItem, fields: Field[]): boolean => {
  const type = types.flatMap(wordsOf)
  return fields.flatMap(scalars).some(field => overlap(type, wordsOf(field.name)).recall > 0.8)
}

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

/** The best property for a field: of the thing itself, of the page around it, of the meta tags. */
export const matchMarkup = (scope: MarkupScope, query: Query): MarkupMatch | undefined => {
  const site = siteName(scope, query)
  if (site) return site
  const answer = ofAnswer(scope, query)
  if (answer) return answer.match
  const own = scope.main ? matchItem(scope.main, query) : undefined
  const isOfPage = scope.isPage || isAboutPage(query)
  const page = isOfPage
    ? matchAny(
        scope.others.filter(item => pageTypes.has(typeOf(item))),
        query,
        0.95,
      )
    : undefined
  const meta = matchItem(scope.meta, query)
  // A page may show a thing in many pictures; the one it chose to be shared with is the main one.
  const picture = query.intent === 'image' && meta?.path === 'og:image' && meta.score >= leastMatch
  if (picture) return meta
  const other = better(page, meta)
  const best = own && own.score + ownBonus >= (other?.score ?? 0) ? own : other
  return best && best.score >= leastMatch ? best : undefined
}

/** `solution_author`, `acceptedAnswerVotes`: what is said of the answer that was taken, and of no other. */
const ofAnswer = (
  { main, others }: MarkupScope,
  query: Query,
): { match: MarkupMatch | undefined } | undefined => {
  if (!query.name.some(({ stem }) => accepted.has(stem))) return undefined
  const things = [...(main ? [main] : []), ...others]
  if (!things.some(({ types }) => types.some(type => /Question|Posting/.test(type))))
    return undefined
  const name = query.name.filter(({ stem }) => !accepted.has(stem) && stem !== answerStem)
  const plain: Query = { ...query, name, names: [{ words: name, weight: 1 }] }
  for (const { properties } of things) {
    const [answer] = properties.get('acceptedAnswer') ?? []
    if (!answer || typeof answer === 'string') continue
    const match =
      name.length === 0 && query.intent === 'person'
        ? matchItem(answer, {
            ...plain,
            name: authorWord,
            names: [{ words: authorWord, weight: 1 }],
          })
        : matchItem(answer, plain)
    return { match: match && match.score >= leastMatch ? match : undefined }
  }
  return { match: undefined }
}

const accepted = stemsOf('accepted solution solved')
const answerStem = stemOf('answer')
const authorWord = wordsOf('author')

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
export const isAboutPage = ({ name }: Query) => name.some(({ stem }) => pageWords.has(stem))
const pageWords = stemsOf('site website page language canonical permalink domain')

/** `taken`: properties that other fields ask for by their names. */
export const matchItem = (
  item: FactItem,
  query: Query,
  taken: ReadonlySet<string> = nothing,
): MarkupMatch | undefined => {
  let best: MarkupMatch | undefined
  const typeWords = item.types.flatMap(wordsOf)
  const isOld = query.intent === 'money' && asksForOld(query.field)
  for (const [name, values] of item.properties) {
    const said = item.source === 'meta' ? metaWords(item, name) : name
    if (
      said === undefined ||
      taken.has(name) ||
      besides.has(name) ||
      isNameOfOther(query, item, name)
    )
      continue
    // What is to be paid now is not what it cost before, nor how good it is how many say so.
    if (isOld && plainPrice.test(said)) continue
    if (query.intent === 'count' && /rating$/i.test(said) && typeof values[0] === 'string') continue
    if (isOtherAddress(query, said) || isOfOther(query, said)) continue
    const score = Math.max(
      pathScore(query, [said], typeWords),
      dayScore(query, said),
      bodyScore(query, item, name),
      thingScore(query, name, item),
      voteScore(query, name),
    )
    best = better(best, { values, path: name, score, item })
    for (const child of values.slice(0, 8)) {
      if (typeof child === 'string') continue
      const counter = counterOf(query, child)
      if (counter)
        best = better(best, { ...counter, path: `${name}.${counter.doing}`, item: child })
      for (const [below, inner] of child.properties) {
        if ((isOld && plainPrice.test(below)) || isNameOfOther(query, child, below)) continue
        const nested = pathScore(query, [name, below], typeWords) * 0.98
        const path = `${name}.${below}`
        best = better(best, { values: inner, path, score: nested, item: child })
      }
    }
  }
  return best && best.score > 0 ? best : undefined
}

const nothing: ReadonlySet<string> = new Set()
const plainPrice = /^(?:low)?price$/i
/** What a page or a site consists of is not said of the thing. */
const besides = new Set(['isPartOf', 'hasPart', 'potentialAction'])

/** A company is not called as the question, the article or the page about it. */
const isNameOfOther = ({ intent }: Query, { types, source }: FactItem, name: string): boolean =>
  intent === 'organization' &&
  bareNames.test(name) &&
  (source === 'meta' || types.some(type => noFirm.test(type)))

const bareNames = /^(?:(?:og|twitter):)?(?:name|title|headline)$/
const noFirm =
  /(?:Article|Posting|Page|Question|Answer|Product|Offer|Rating|Review|Event|Recipe|Object|Book|Movie|Course|HowTo|List|Catalog|Game|Application|SourceCode|Vehicle|Car|Person|Dataset)$/

/** `author_role` is not who the author is, and a site is not where a thing stands. */
const isOfOther = ({ intent, name }: Query, said: string): boolean => {
  if (said === 'og:site_name' && (intent === 'place' || intent === 'address')) return true
  const given = wordsOf(said)
  // When it was changed is no deadline.
  if (intent === 'date' && changed.test(said) && !name.some(({ stem }) => changeStems.has(stem)))
    return true
  return (
    name.length > 1 &&
    name.some(({ stem }) => ownSides.has(stem) && !given.some(word => word.stem === stem))
  )
}

const changed = /modif|update|revis/i
const changeStems = stemsOf('modified updated changed revised edited last update revision')
const ownSides = stemsOf('role job occupation position bio biography')

/** The address of a video is not that of the page. */
const isOtherAddress = ({ intent, name }: Query, said: string): boolean => {
  if (intent !== 'url') return false
  const meant = name.filter(({ stem }) => !addressWords.has(stem) && !things.has(stem))
  return meant.length > 0 && overlap(meant, wordsOf(said)).recall === 0
}

const addressWords = stemsOf('url uri link href address page web site source canonical permalink')

/** `question` of a Question, `event` of an Event: what it is called. */
const thingScore = ({ name, intent }: Query, said: string, item: FactItem): number =>
  name.length === 1 &&
  (intent === 'title' || intent === 'other') &&
  (said === 'name' || said === 'headline') &&
  // A DiscussionForumPosting is a posting, and no forum.
  item.types.some(type => wordsOf(type).at(-1)?.stem === name[0]?.stem)
    ? 0.85
    : 0

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

/** A property that fits less well says something else. */
export const leastMatch = 0.6
const ownBonus = 0.15

/** Things that stand on every page and are seldom what a caller asks about. */
const background = new Set(
  'WebSite WebPage Organization Person ImageObject BreadcrumbList SiteNavigationElement WPHeader WPFooter SearchAction ListItem CollectionPage VideoObject Corporation NewsMediaOrganization ItemList FAQPage Review Comment OfferCatalog PostalAddress ContactPoint AggregateRating'.split(
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
    if (match && match.score >= leastMatch) sum += match.score
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
