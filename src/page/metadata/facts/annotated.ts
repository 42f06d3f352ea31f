import { safeUrl } from '../../html/addresses.ts'
import type { HtmlElement, HtmlNode } from '../../html/html.ts'
import { addProperty, boundedText, type FactItem, newItem, shortName } from './item.ts'

/** Markup in attributes: microdata and RDFa differ in their words, not in their ways. */
type Dialect = {
  source: 'microdata' | 'rdfa'
  /** The types an element opens an item with, or undefined when it opens none. */
  opens: (element: HtmlElement) => string[] | undefined
  names: (element: HtmlElement) => string[]
}

export const readMicrodata = (root: HtmlElement, base: string): FactItem[] =>
  readAnnotated(root, base, microdata)

export const readRdfa = (root: HtmlElement, base: string): FactItem[] =>
  readAnnotated(root, base, rdfa)

const words = (value: string | undefined) => (value ?? '').trim().split(/\s+/).filter(Boolean)

const microdata: Dialect = {
  source: 'microdata',
  opens: ({ attributes }) =>
    attributes.itemscope === undefined ? undefined : words(attributes.itemtype).map(shortName),
  names: ({ attributes }) => words(attributes.itemprop).map(shortName),
}

const rdfa: Dialect = {
  source: 'rdfa',
  opens: ({ attributes }) =>
    attributes.typeof === undefined ? undefined : words(attributes.typeof).map(shortName),
  // `og:title` and its kin are meta tags, not RDFa, whatever the attribute says.
  names: ({ name, attributes }) =>
    name === 'meta' && /:/.test(attributes.property ?? '')
      ? []
      : words(attributes.property).map(shortName),
}

type Step = { node: HtmlElement; item: FactItem | undefined }

const maxItems = 5000

const readAnnotated = (root: HtmlElement, base: string, dialect: Dialect): FactItem[] => {
  const top: FactItem[] = []
  let count = 0
  const stack: Step[] = [{ node: root, item: undefined }]
  for (let step = stack.pop(); step && count < maxItems; step = stack.pop()) {
    const { node, item } = step
    const types = dialect.opens(node)
    let inner = item
    if (types) {
      count++
      inner = newItem(dialect.source, types, node.attributes.itemid ?? node.attributes.resource)
      const names = item ? dialect.names(node) : []
      if (item && names.length > 0) for (const name of names) addProperty(item, name, inner)
      else top.push(inner)
    } else if (item) {
      const names = dialect.names(node)
      const value = names.length > 0 ? statedValue(node, base) : ''
      if (value) for (const name of names) addProperty(item, name, value)
    }
    pushChildren(stack, node.children, inner)
  }
  return top.filter(item => item.properties.size > 0)
}

const pushChildren = (stack: Step[], children: HtmlNode[], item: FactItem | undefined) => {
  for (let i = children.length - 1; i >= 0; i--) {
    const child = children[i] as HtmlNode
    if (child.type === 'element') stack.push({ node: child, item })
  }
}

const statedValue = (element: HtmlElement, base: string): string => {
  const { name, attributes } = element
  if (attributes.content !== undefined) return attributes.content.trim().slice(0, 20_000)
  if (name === 'a' || name === 'area' || name === 'link') {
    // In microdata a link's value is its address, but authors mean its words.
    const text = boundedText(element, 2000)
    return text || (safeUrl(attributes.href, base) ?? '')
  }
  const source = attributes.src ?? attributes['data-src']
  if (/^(img|audio|video|iframe|embed|source)$/.test(name) && source)
    return safeUrl(attributes['data-src'] ?? source, base) ?? ''
  if (name === 'time' && attributes.datetime) return attributes.datetime.trim()
  if ((name === 'data' || name === 'meter') && attributes.value) return attributes.value.trim()
  return boundedText(element)
}
