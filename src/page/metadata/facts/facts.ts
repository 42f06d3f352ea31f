import { documentBase, safeUrl } from '../../html/addresses.ts'
import { cleanText } from '../../html/clean-text.ts'
import type { HtmlDocument } from '../../html/html.ts'
import { type AnnotatedItem, type Annotation, readMicrodata, readRdfa } from '../annotations.ts'
import { type PageHead, readHead } from '../head.ts'
import { readJsonLd } from '../json-ld.ts'
import { withoutMarkup } from '../text.ts'
import { addProperty, type FactItem, newItem } from './item.ts'
import { jsonLdItems } from './json-ld-items.ts'

export type PageFacts = {
  /** Things described by JSON-LD, microdata and RDFa, best source first. */
  items: FactItem[]
  /** Meta tags, `<link rel>` addresses, `<title>` and the language, as one item. */
  meta: FactItem
}

/** Everything a page says of itself for machines. */
export const readFacts = ({ root }: HtmlDocument, page: { url: string }): PageFacts => {
  const base = documentBase(root, page.url)
  return {
    items: [
      ...jsonLdItems(readJsonLd(root)),
      ...annotatedItems(readMicrodata(root, base), 'microdata'),
      ...annotatedItems(readRdfa(root, base), 'rdfa'),
    ],
    meta: headItem(readHead(root), base),
  }
}

const headItem = ({ title, language, metas, links }: PageHead, base: string): FactItem => {
  const item = newItem('meta', ['meta'])
  const add = (name: string, value: string | undefined) => {
    if (value) addProperty(item, name, value)
  }
  add('inLanguage', language?.trim())
  for (const { key, content } of metas)
    if (key && key.length < 100) add(key, withoutMarkup(content.slice(0, 20_000)))
  // After the metas: a meta title is the thing's own, the tab's often has the site's name in it.
  add('title', title && cleanText(title).slice(0, 2000))
  for (const rel of ['canonical', 'author', 'image_src', 'license'])
    for (const href of links.get(rel) ?? []) add(`link:${rel}`, safeUrl(href, base))
  return item
}

/** The items of microdata or RDFa that are no part of another, those without a word left out. */
const annotatedItems = (annotations: Annotation[], source: 'microdata' | 'rdfa'): FactItem[] => {
  const items = new Map<AnnotatedItem, FactItem>()
  const top: FactItem[] = []
  for (const { names, about, opens, value } of annotations) {
    const holder = about && items.get(about)
    const item = opens && newItem(source, opens.types, opens.id)
    if (opens && item) items.set(opens, item)
    const said = item ?? value
    if (item && (!holder || names.length === 0)) top.push(item)
    else if (holder && said) for (const name of names) addProperty(holder, name, said)
  }
  return top.filter(item => item.properties.size > 0)
}
