import { cleanText } from '../../html/clean-text.ts'
import { type HtmlElement, type HtmlNode, parseHtml, textContent } from '../../html/html.ts'

/** A thing the page describes for machines: JSON-LD, microdata, RDFa or meta tags, all alike. */
export type FactItem = {
  source: FactSource
  /** `Recipe`, `Product`: without the vocabulary's address. */
  types: string[]
  id: string | undefined
  properties: Map<string, FactValue[]>
}
export type FactValue = string | FactItem
type FactSource = 'json-ld' | 'microdata' | 'rdfa' | 'meta'

export const newItem = (source: FactSource, types: string[], id?: string): FactItem => ({
  source,
  types,
  id,
  properties: new Map(),
})

export const addProperty = (item: FactItem, name: string, value: FactValue) => {
  const values = item.properties.get(name)
  if (!values) item.properties.set(name, [value])
  else if (values.length < maxValues) values.push(value)
}

/** `http://schema.org/Recipe`, `schema:Recipe` and `Recipe` are one. */
export const shortName = (name: string): string =>
  name
    .trim()
    .replace(/^https?:\/\/[^/]*schema\.org\//i, '')
    .replace(/^schema:/i, '')
    .replace(/^https?:\/\/.*[/#]/, '')

/** Markup often holds HTML or entities inside its strings. Lines stay lines. */
export const plainText = (text: string): string => {
  const bounded = text.length > maxTextChars ? text.slice(0, maxTextChars) : text
  if (!/[<&]/.test(bounded)) return cleanLines(bounded)
  // Twice: WordPress plug-ins escape what is escaped already.
  const once = stripTags(bounded)
  return cleanLines(/&(#\d+|#x[\da-f]+|\w+);|<\w/i.test(once) ? stripTags(once) : once)
}

const cleanLines = (text: string): string =>
  text.includes('\n') ? text.split('\n').map(cleanText).filter(Boolean).join('\n') : cleanText(text)

/** The text below an element with blocks kept apart, never more than the limit. */
export const boundedText = (from: HtmlElement, maxChars = 20_000): string => {
  const parts: string[] = []
  let left = maxChars
  const stack: HtmlNode[] = [from]
  for (let node = stack.pop(); node && left > 0; node = stack.pop()) {
    if (node.type === 'text') {
      parts.push(node.text.slice(0, left))
      left -= node.text.length
    } else if (node.name !== 'script' && node.name !== 'style' && node.name !== 'template') {
      if (!inline.has(node.name)) parts.push('\n')
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as HtmlNode)
    }
  }
  return cleanText(parts.join(''))
}

const maxValues = 2000
const maxTextChars = 100_000

const inline = new Set([
  'a',
  'b',
  'i',
  'em',
  'strong',
  'span',
  'small',
  'sup',
  'sub',
  'time',
  'u',
  'abbr',
  'mark',
  'font',
])

const stripTags = (text: string): string =>
  textContent(parseHtml(text.replace(/<(br|\/p|\/li|\/div)\b/gi, '\n<$1')).root)
