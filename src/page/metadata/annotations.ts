import { safeUrl } from '../html/addresses.ts'
import type { HtmlElement, HtmlNode } from '../html/html.ts'
import { shortName } from './short-name.ts'
import { wordsOf } from './text.ts'

/** A thing that an element and what stands in it describe. */
export type AnnotatedItem = { types: string[]; id: string | undefined }

/** What one element of a page says in attributes for machines. */
export type Annotation = {
  element: HtmlElement
  names: string[]
  /** The item around it; none where the names stand outside of every item. */
  about: AnnotatedItem | undefined
  /** The item that begins with the element, and is what it says. */
  opens: AnnotatedItem | undefined
  /** What it says where it opens no item. */
  value: string
}

/** In page order; an item comes before what is said of it. */
export const readMicrodata = (root: HtmlElement, base: string): Annotation[] =>
  readAnnotations(root, base, microdata)

export const readRdfa = (root: HtmlElement, base: string): Annotation[] =>
  readAnnotations(root, base, rdfa)

/** Microdata and RDFa differ in their words, not in their ways. */
type Dialect = {
  /** The types an element opens an item with, or undefined when it opens none. */
  opens: (element: HtmlElement) => string[] | undefined
  names: (element: HtmlElement) => string[]
}

/** Few elements say anything, and every element of the page is asked. */
const shortNames = (value: string | undefined): string[] =>
  value === undefined ? [] : value.trim().split(/\s+/).filter(Boolean).map(shortName)

const microdata: Dialect = {
  opens: ({ attributes }) =>
    attributes.itemscope === undefined ? undefined : shortNames(attributes.itemtype),
  names: ({ attributes }) => shortNames(attributes.itemprop),
}

const rdfa: Dialect = {
  opens: ({ attributes }) =>
    attributes.typeof === undefined ? undefined : shortNames(attributes.typeof),
  // `og:title` and its kin are meta tags, not RDFa, whatever the attribute says.
  names: ({ name, attributes }) =>
    name === 'meta' && /:/.test(attributes.property ?? '') ? [] : shortNames(attributes.property),
}

const maxAnnotations = 20_000
/** Of all values together: elements that lie inside each other repeat their words. */
const maxChars = 4_000_000

type Step = { node: HtmlElement; about: AnnotatedItem | undefined }

const readAnnotations = (root: HtmlElement, base: string, dialect: Dialect): Annotation[] => {
  const found: Annotation[] = []
  let chars = 0
  const stack: Step[] = [{ node: root, about: undefined }]
  for (let step = stack.pop(); step && found.length < maxAnnotations; step = stack.pop()) {
    const { node, about } = step
    const types = dialect.opens(node)
    const names = dialect.names(node)
    if (names.length > maxNames) names.length = maxNames
    const opens = types && { types, id: node.attributes.itemid ?? node.attributes.resource }
    if (opens || names.length > 0) {
      const value = opens || chars > maxChars ? '' : statedValue(node, base, names)
      chars += value.length
      found.push({ element: node, names, about, opens, value })
    }
    pushChildren(stack, node.children, opens ?? about)
  }
  return found
}

const maxNames = 20

/** `url`, `contentUrl`, `sameAs`, and the step that a trail of links has. */
const ofAddresses = /^(?:item|sameAs|image|logo|(?:\w{1,20}U|u)rl)$/

const pushChildren = (stack: Step[], children: HtmlNode[], about: AnnotatedItem | undefined) => {
  for (let i = children.length - 1; i >= 0; i--) {
    const child = children[i] as HtmlNode
    if (child.type === 'element') stack.push({ node: child, about })
  }
}

const statedValue = (element: HtmlElement, base: string, names: string[]): string => {
  const { name, attributes } = element
  if (attributes.content !== undefined) return attributes.content.trim().slice(0, 20_000)
  if (name === 'a' || name === 'area' || name === 'link')
    // In microdata a link's value is its address, but authors mean its words where they name no address.
    return names.some(one => ofAddresses.test(one)) && attributes.href
      ? (safeUrl(attributes.href, base) ?? '')
      : wordsOf(element, { maxChars: 2_000 }) || (safeUrl(attributes.href, base) ?? '')
  const source = attributes['data-src'] ?? attributes.src
  if (/^(img|audio|video|iframe|embed|source)$/.test(name) && source)
    return safeUrl(source, base) ?? ''
  if (attributes.datetime) return attributes.datetime.trim()
  if ((name === 'data' || name === 'meter') && attributes.value) return attributes.value.trim()
  return wordsOf(element)
}
