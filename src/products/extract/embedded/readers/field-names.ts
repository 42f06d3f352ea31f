import { sayAny, sayOnly, stemsOf } from '../../../../page/words/stems.ts'
import { type Word, wordsOf } from '../../../../page/words/words.ts'
import type { Query } from '../rank/query.ts'
import type { Question } from '../state/state.ts'
import { asksNeighbour } from './neighbours.ts'

/** What a field asks for by its name, as far as several readers must know it. */

/** `company`, `firm_name`, `provider` and nothing else: whose site it is. */
export const asksOwner = ({ field, name, intent }: Query): boolean =>
  intent !== 'url' &&
  (field.kind === 'string' || field.kind === 'any') &&
  !field.format &&
  sayOnly(name, owners, nameWords)

/** `product_name`, `tool_title`: of what articles are written about. */
export const asksGoodsName = ({ name }: Query): boolean => name.length > 1 && sayAny(name, goods)

/** The title of nothing but the page; that of a thing need not be the page's. */
export const asksPageTitle = ({ name, context }: Query): boolean =>
  sayOnly(name, titleWords, storyWords) && context.every(isOfPageTitle)

const isOfPageTitle = ({ stem }: Word): boolean => titleWords.has(stem) || pageWords.has(stem)

/** The board of a forum that a thread stands on. */
export const asksBoard = ({ name }: Query): boolean => sayAny(name, boards)

const nameWords = stemsOf('name')
const owners = stemsOf(
  'company organization organisation business firm provider agency shop store retailer merchant vendor publisher institution brand site website',
)
const goods = stemsOf('product item company brand app tool software service course event job')
const boards = stemsOf('board forum subforum unterforum')
const titleWords = stemsOf(
  'title heading headline h1 überschrift ueberschrift hauptüberschrift main question thread titulo titre titel titolo tytul nadpis rubrik otsikko naslov baslik заголовок τιτλος عنوان 标题 標題 タイトル 제목 शीर्षक',
)
/** A page's title is that of its tab; a story's is its headline. */
const storyWords = stemsOf('article post story')
const pageWords = stemsOf(
  'page webpage landing home homepage front startseite article document post story',
)

/** Asks for something that a page shows beside what it is about: the page's own heading, address and owner are not that thing's. */
export const belongsToSideContent = ({ field, parents }: Question): boolean =>
  isInSideContent(parents) || asksNeighbour(field, parents) !== undefined

/** `lead_story.title`, `testimonial.company`, `case_study.url`. */
export const isInSideContent = (parents: string[]): boolean =>
  parents.some(name => {
    const words = wordsOf(name)
    return sayAny(words, shown) || isFirst(name) || lastOf.test(uncapped(name))
  })

/** `lead_story`, "Top product", `premiereRecette`. */
export const isFirst = (name: string): boolean =>
  firstOf.test(uncapped(name)) && !sayAny(wordsOf(name), leaders)

/** A lead author comes first in no list. */
const leaders = stemsOf(
  'author actor actress singer developer engineer instructor investigator time',
)
const uncapped = (name: string) => name.slice(0, 1).toLowerCase() + name.slice(1)
const firstOf =
  /^(?:first|latest|newest|lead|top|most[\s_-]?recent|premi[eè]re?|erste[rs]?|primer[ao]?|prim[ao])(?=[\s_-]|\p{Lu})/u
const lastOf = /^(?:last|letzte[rs]?|derni[eè]re?|[uú]ltim[ao])(?=[\s_-]|\p{Lu})/u

const shown = stemsOf(
  'testimonial quote next previous prev related featured sponsored promoted recommended similar case',
)

/**
 * `agency.name` may well be what the page is called, and `pricing.sku` is the page's own thing's;
 * `passing_leader.player` and `limited_edition.name` are names of something else.
 */
export const isNameOfPart = ({ query: { intent }, parents }: Question): boolean =>
  (intent === 'title' || intent === 'organization') && belongsToPart(parents)

export const belongsToPart = (parents: string[]): boolean =>
  parents.some(name => !sayAny(wordsOf(name), subjects))

const subjects = stemsOf(
  'page article post story thread topic question product item goods recipe book course event job listing property place hotel restaurant movie film company agency organization organisation business site website store shop firm provider service document profile person player vehicle car camera school university publisher seller vendor brand manufacturer general basic overview metadata meta header info information details data result',
)
