import { stemsOf } from '../../../../page/words/stems.ts'
import type { Query } from '../rank/query.ts'

/** The title of nothing but the page; that of a thing need not be the page's. */
export const isPlainTitle = ({ name, context }: Query): boolean =>
  name.some(({ stem }) => titleWords.has(stem)) &&
  name.every(({ stem }) => titleWords.has(stem) || storyWords.has(stem)) &&
  context.every(({ stem }) => titleWords.has(stem) || pageWords.has(stem))

/** A heading is asked for, not what the tab says. */
export const asksHeading = ({ name }: Query): boolean =>
  name.some(({ stem }) => headingWords.has(stem))

/** "Main heading of the insurance page" says so, whatever the page is about. */
export const saysHeading = ({ field, name }: Query): boolean =>
  mainHeading.test(field.description) &&
  name.every(({ stem }) => titleWords.has(stem) || pageWords.has(stem))

const mainHeading = /\b(?:main|page|top) head(?:ing|line)\b|\bh1\b|hauptüberschrift/i

const headingWords = stemsOf('heading headline h1 überschrift ueberschrift')
const titleWords = stemsOf(
  'title heading headline h1 überschrift ueberschrift hauptüberschrift main question thread titulo titre titel titolo tytul nadpis rubrik otsikko naslov baslik заголовок τιτλος عنوان 标题 標題 タイトル 제목 शीर्षक',
)
/** A page's title is that of its tab; a story's is its headline. */
const storyWords = stemsOf('article post story')
const pageWords = stemsOf(
  'page webpage landing home homepage front startseite article document post story',
)
