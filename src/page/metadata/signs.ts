import { descendants, type HtmlElement } from '../html/html.ts'
import { toIsoDate } from './iso-date.ts'
import { wordsOf } from './text.ts'

/** What stands on the page for people to see. */
export type PageSigns = {
  heading: string | undefined
  byLine: string | undefined
  publishedTime: string | undefined
  modifiedTime: string | undefined
  /** A date in an element that is named after it. */
  publishedText: string | undefined
}

export const readPageSigns = (root: HtmlElement): PageSigns => {
  const signs: PageSigns = {
    heading: undefined,
    byLine: undefined,
    publishedTime: undefined,
    modifiedTime: undefined,
    publishedText: undefined,
  }
  for (const element of descendants(root)) {
    const { name, attributes } = element
    if (name === 'h1') signs.heading ??= words(element)
    if (name === 'time' && !isElsewhere(element)) readTime(signs, element)
    if (signs.publishedText === undefined && dateClass.test(attributes.class ?? ''))
      signs.publishedText = dateText(element)
    if (signs.byLine !== undefined) continue
    if (attributes.rel === 'author' || byLineClass.test(attributes.class ?? ''))
      signs.byLine = byLineOf(element)
  }
  return signs
}

/** Comments and teasers have dates of their own. */
const isElsewhere = (element: HtmlElement): boolean => {
  let around = element.parent
  for (let level = 0; around && level < 12; level++, around = around.parent) {
    if (around.name === 'aside' || around.name === 'footer' || around.name === 'nav') return true
    const { class: classes = '', id = '' } = around.attributes
    if (elsewhere.test(`${id} ${classes}`)) return true
  }
  return false
}

const elsewhere =
  /(?:^|[\s_-])(?:comments?|replies|related|recommended|sidebar|widget)(?:$|[\s_-])/i

const byLineClass =
  /(?:^|\s)(?:by-?line|by-?line-name|author|author-name|post-author|entry-author|article-author|p-author)(?:\s|$)/i

const dateClass =
  /(?:^|\s)(?:[\w-]*[-_])?(?:date|published|pubdate|posted|posted-on|publish-date)(?:\s|$)/i

const dateText = (element: HtmlElement): string | undefined => {
  const text = words(element)?.replace(
    /^(?:first\s+)?(?:published|posted|date)?(?:\s+on)?[:\s]*/i,
    '',
  )
  return text && text.length <= 40 && toIsoDate(text) ? text : undefined
}

const byLineOf = (element: HtmlElement): string | undefined => {
  const name = words(element)
    ?.replace(/^(?:written\s+|posted\s+)?by[:\s]+/i, '')
    .trim()
  // More than a few words are a portrait of the author, not a name.
  return name && name.length <= 80 && name.split(' ').length <= 8 ? name : undefined
}

const readTime = (signs: PageSigns, element: HtmlElement): void => {
  const { datetime, class: classes = '', itemprop = '' } = element.attributes
  const value = datetime?.trim() || words(element)
  if (!value) return
  if (/updated|modified/i.test(`${classes} ${itemprop}`)) signs.modifiedTime ??= value
  else signs.publishedTime ??= value
}

/** The first words only: such elements may hold whole pages, and lie inside each other. */
const words = (element: HtmlElement): string | undefined =>
  wordsOf(element, { maxChars: 1_000, maxNodes: 200 }) || undefined
