import { documentBase, safeUrl } from '../../html/addresses.ts'
import { cleanText } from '../../html/clean-text.ts'
import { descendants, type HtmlDocument, type HtmlElement, textContent } from '../../html/html.ts'
import { readMicrodata, readRdfa } from './annotated.ts'
import { addProperty, type FactItem, newItem, plainText } from './item.ts'
import { readJsonLd } from './json-ld.ts'

export type PageFacts = {
  /** Things described by JSON-LD, microdata and RDFa, best source first. */
  items: FactItem[]
  /** Meta tags, `<link rel>` addresses, `<title>` and the language, as one item. */
  meta: FactItem
}

/** Everything a page says of itself for machines. */
export const readFacts = (document: HtmlDocument, page: { url: string }): PageFacts => {
  const base = documentBase(document.root, page.url)
  return {
    items: [
      ...readJsonLd(document.root),
      ...readMicrodata(document.root, base),
      ...readRdfa(document.root, base),
    ],
    meta: readMeta(document.root, base),
  }
}

const readMeta = (root: HtmlElement, base: string): FactItem => {
  const meta = newItem('meta', ['meta'])
  for (const element of descendants(root)) {
    const { name, attributes } = element
    if (name === 'html') {
      const language = attributes.lang ?? attributes['xml:lang']
      if (language?.trim()) addProperty(meta, 'inLanguage', language.trim())
    } else if (name === 'title' && !element.namespace && !meta.properties.has('title')) {
      const title = cleanText(textContent(element))
      if (title) addProperty(meta, 'title', title.slice(0, 2000))
    } else if (name === 'meta') addMeta(meta, attributes)
    else if (name === 'link') addLink(meta, attributes, base)
  }
  return meta
}

const addMeta = (meta: FactItem, attributes: Record<string, string>) => {
  const key = attributes.property ?? attributes.name ?? attributes['http-equiv']
  const content =
    attributes.content === undefined ? '' : plainText(attributes.content.slice(0, 20_000))
  if (key && content && key.length < 100) addProperty(meta, key.trim().toLowerCase(), content)
}

const addLink = (meta: FactItem, attributes: Record<string, string>, base: string) => {
  const url = safeUrl(attributes.href, base)
  if (!url) return
  for (const rel of (attributes.rel ?? '').toLowerCase().split(/\s+/))
    if (rel === 'canonical' || rel === 'author' || rel === 'image_src' || rel === 'license')
      addProperty(meta, `link:${rel}`, url)
}
