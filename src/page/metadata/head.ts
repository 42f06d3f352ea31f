import { descendants, type HtmlElement, parseHtml, textContent } from '../html/html.ts'

/** What stands in the head of a page, as it was declared. */
export type PageHead = {
  title: string | undefined
  language: string | undefined
  canonical: string | undefined
  icon: string | undefined
  touchIcon: string | undefined
  imageSource: string | undefined
  robots: string[]
  tags: string[]
  /** Papers name each in an element of its own. */
  citedAuthors: string[]
  /** By `name`, `property`, `itemprop` or `http-equiv`, lower case; the first of each. */
  meta: Map<string, string>
  openGraph: Record<string, string>
  twitter: Record<string, string>
}

export const readHead = (root: HtmlElement): PageHead => {
  const head: PageHead = {
    title: undefined,
    language: undefined,
    canonical: undefined,
    icon: undefined,
    touchIcon: undefined,
    imageSource: undefined,
    robots: [],
    tags: [],
    citedAuthors: [],
    meta: new Map(),
    openGraph: {},
    twitter: {},
  }
  for (const element of descendants(root)) {
    const { name, attributes, namespace } = element
    if (name === 'html') head.language ??= attributes.lang ?? attributes['xml:lang']
    else if (name === 'title' && !namespace) head.title ||= clean(decodeAgain(textContent(element)))
    else if (name === 'meta') readMeta(head, attributes)
    else if (name === 'link') readLink(head, attributes)
  }
  return head
}

const readMeta = (head: PageHead, attributes: Record<string, string>): void => {
  const content = clean(decodeAgain(attributes.content ?? ''))
  if (!content) return
  for (const attribute of ['property', 'name', 'itemprop', 'http-equiv']) {
    const name = attributes[attribute]?.trim().toLowerCase()
    if (!name) continue
    if (!head.meta.has(name)) head.meta.set(name, content)
    if (name.startsWith('og:')) head.openGraph[name.slice(3)] ??= content
    else if (name.startsWith('twitter:')) head.twitter[name.slice(8)] ??= content
    else if (name === 'robots' && !head.robots.includes(content)) head.robots.push(content)
    else if (name === 'article:tag' && head.tags.length < maxTags) head.tags.push(content)
    else if (name === 'citation_author' && head.citedAuthors.length < maxTags)
      head.citedAuthors.push(content)
  }
}

const readLink = (head: PageHead, { rel = '', href }: Record<string, string>): void => {
  if (!href) return
  const kinds = rel.toLowerCase().split(/\s+/)
  if (kinds.includes('canonical')) head.canonical ??= href
  if (kinds.includes('icon')) head.icon ??= href
  if (kinds.includes('apple-touch-icon')) head.touchIcon ??= href
  if (kinds.includes('image_src')) head.imageSource ??= href
}

const maxTags = 100

/** One line, of a length that is still a statement. */
export const clean = (value: string): string =>
  value.slice(0, maxLength).replace(/\s+/g, ' ').trim()

/** Programs that write pages often escape what is escaped already: `&amp;hellip;`. */
export const decodeAgain = (value: string): string =>
  escaped.test(value)
    ? textContent(parseHtml(value.slice(0, maxLength).replaceAll('<', '&lt;')).root)
    : value

const escaped = /&(?:#\d{1,6}|#x[\da-f]{1,5}|[a-z]{2,8});/i

const maxLength = 5_000
