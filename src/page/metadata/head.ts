import { addTo } from '../../kit/add-to.ts'
import { headElements } from '../html/head-elements.ts'
import { type HtmlElement, textContent } from '../html/html.ts'

/** What stands in the head of a page, as it was declared. */
export type PageHead = {
  /** The first with a word in it. */
  title: string | undefined
  language: string | undefined
  /** Addresses by relation, lower case. */
  links: Map<string, string[]>
  metas: Meta[]
}

/** A `<meta>` with a content. */
type Meta = {
  /** Its `property`, `name` or `http-equiv`, lower case. */
  key: string | undefined
  /** All of these, and its `itemprop`: many pages confuse them. */
  names: string[]
  content: string
}

export const readHead = (root: HtmlElement): PageHead => {
  const head: PageHead = { title: undefined, language: undefined, links: new Map(), metas: [] }
  for (const element of headElements(root)) {
    const { name, attributes, namespace } = element
    if (name === 'html') head.language ??= attributes.lang ?? attributes['xml:lang']
    else if (name === 'title' && !namespace) head.title ??= titleOf(element)
    else if (name === 'meta') readMeta(head, attributes)
    else if (name === 'link') readLink(head, attributes)
  }
  return head
}

const titleOf = (element: HtmlElement): string | undefined => {
  const title = textContent(element)
  return title.trim() === '' ? undefined : title
}

const readMeta = ({ metas }: PageHead, attributes: Record<string, string>): void => {
  const content = attributes.content?.trim()
  if (!content) return
  const { property, name, itemprop } = attributes
  const pragma = attributes['http-equiv']
  const names = [property, name, itemprop, pragma].flatMap(nameOf)
  const [key] = nameOf(property ?? name ?? pragma)
  if (names.length > 0) metas.push({ key, names, content })
}

const nameOf = (value: string | undefined): string[] => {
  const name = value?.trim().toLowerCase()
  return name ? [name] : []
}

const readLink = ({ links }: PageHead, { rel = '', href }: Record<string, string>): void => {
  if (!href) return
  for (const kind of rel.toLowerCase().split(/\s+/)) addTo(links, kind, href)
}
