import { sayAny, sayOnly, stemsOf } from '../../../../page/words/stems.ts'
import type { Word } from '../../../../page/words/words.ts'
import type { Query } from '../rank/query.ts'

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
