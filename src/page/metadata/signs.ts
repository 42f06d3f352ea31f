import { descendants, type HtmlElement, type HtmlNode } from '../html/html.ts'
import { toIsoDate } from './iso-date.ts'

/** What stands on the page for people to see, and its microdata. */
export type PageSigns = {
  heading: string | undefined
  byLine: string | undefined
  publishedTime: string | undefined
  modifiedTime: string | undefined
  /** A date in an element that is named after it. */
  publishedText: string | undefined
  /** The first value of each microdata property, lower case. */
  itemprops: Map<string, string>
}

export const readPageSigns = (root: HtmlElement): PageSigns => {
  const signs: PageSigns = {
    heading: undefined,
    byLine: undefined,
    publishedTime: undefined,
    modifiedTime: undefined,
    publishedText: undefined,
    itemprops: new Map(),
  }
  for (const element of descendants(root)) {
    const { name, attributes } = element
    if (name === 'h1') signs.heading ??= words(element)
    if (name === 'time' && !isElsewhere(element)) readTime(signs, element)
    if (attributes.itemprop) readItemprop(signs, element, attributes.itemprop)
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

const readItemprop = (signs: PageSigns, element: HtmlElement, names: string): void => {
  const { attributes } = element
  const value = attributes.content ?? attributes.datetime ?? itemText(element)
  if (!value) return
  for (const name of names.toLowerCase().split(/\s+/).slice(0, 5))
    if (!signs.itemprops.has(name)) signs.itemprops.set(name, value)
}

/** A nested item (an author with a name) is known by its name. */
const itemText = (element: HtmlElement): string | undefined => {
  if (element.attributes.itemscope !== undefined) {
    let seen = 0
    for (const child of descendants(element)) {
      if (++seen > 50) break
      if (child.attributes.itemprop === 'name')
        return child.attributes.content?.trim() || words(child)
    }
  }
  return words(element)
}

/** The first words only: properties may hold whole pages, and lie inside each other. */
const words = (element: HtmlElement): string | undefined => {
  const parts: string[] = []
  const stack: HtmlNode[] = [element]
  for (let node = stack.pop(), seen = 0; node && seen < maxNodes; node = stack.pop(), seen++) {
    if (node.type === 'text') parts.push(node.text)
    else if (node.name !== 'script' && node.name !== 'style')
      for (let i = Math.min(node.children.length, maxNodes) - 1; i >= 0; i--)
        stack.push(node.children[i] as HtmlNode)
  }
  const text = parts.join('').slice(0, 1_000).replace(/\s+/g, ' ').trim()
  return text || undefined
}

const maxNodes = 200
