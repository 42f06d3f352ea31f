import { descendants, type HtmlDocument, type HtmlElement, textContent } from '../html/html.ts'
import { collapse } from './blocks.ts'
import { hashWord, mixHash, readText } from './words.ts'

export const pageTypes = [
  'article',
  'documentation',
  'service',
  'product',
  'forum',
  'listing',
  'collection',
] as const
export type PageType = (typeof pageTypes)[number]

/** What the head, the address and the JSON-LD of a page say about it. */
export type PageFacts = {
  title: string
  description: string
  ogType: string
  generator: string
  author: string
  /** Hashes of the types named in JSON-LD and microdata. */
  types: Set<number>
  /** Runs of three words in JSON-LD texts (articleBody, description, reviewBody, text). */
  declared: Set<number>
  titleWords: Set<number>
  descriptionWords: Set<number>
  /** Words of the path, in order. */
  path: string[]
  query: boolean
}

export const readPageFacts = (document: HtmlDocument, url: string | undefined): PageFacts => {
  const facts: PageFacts = {
    title: '',
    description: '',
    ogType: '',
    generator: '',
    author: '',
    types: new Set(),
    declared: new Set(),
    titleWords: new Set(),
    descriptionWords: new Set(),
    path: [],
    query: false,
  }
  let ogTitle = ''
  for (const element of descendants(document.root)) {
    const { name } = element
    if (name === 'title' && facts.title === '' && element.namespace === undefined)
      facts.title = collapse(textContent(element))
    else if (name === 'meta') {
      const key = (element.attributes.property ?? element.attributes.name ?? '').toLowerCase()
      const content = collapse((element.attributes.content ?? '').slice(0, maxMetaChars))
      if (key === 'description' || key === 'og:description') facts.description ||= content
      else if (key === 'og:type') facts.ogType ||= content.toLowerCase()
      else if (key === 'og:title') ogTitle ||= content
      else if (key === 'generator') facts.generator ||= content.toLowerCase()
      else if (key === 'author') facts.author ||= content
    } else if (name === 'script' && element.attributes.type === 'application/ld+json')
      readJsonLd(element, facts)
    else if (element.attributes.itemtype !== undefined)
      facts.types.add(hashWord(lastSegment(element.attributes.itemtype).toLowerCase()))
  }
  facts.title = ogTitle.length > 0 && ogTitle.length < facts.title.length ? ogTitle : facts.title
  if (facts.title === '') facts.title = ogTitle
  facts.titleWords = new Set(readText(facts.title).hashes)
  facts.descriptionWords = new Set(readText(facts.description).hashes)
  readAddress(url, facts)
  return facts
}

const maxMetaChars = 1000
const maxJsonLdChars = 1_000_000

const lastSegment = (address: string) => address.slice(address.lastIndexOf('/') + 1).slice(0, 60)

const textKeys = new Set(['articleBody', 'description', 'reviewBody', 'text'])

const readJsonLd = (script: HtmlElement, facts: PageFacts) => {
  const source = textContent(script)
  if (source.length > maxJsonLdChars) return
  let json: unknown
  try {
    json = JSON.parse(source)
  } catch {
    // Pages often carry broken JSON-LD; then it simply says nothing.
    return
  }
  const stack: unknown[] = [json]
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === 'object') stack.push(inner)
      if (key === '@type') {
        for (const type of Array.isArray(inner) ? inner : [inner])
          if (typeof type === 'string') facts.types.add(hashWord(type.toLowerCase()))
      } else if (typeof inner === 'string' && textKeys.has(key)) declare(inner, facts)
    }
  }
}

const declare = (text: string, facts: PageFacts) => {
  // readText keeps only the first hashes, so a long text goes in by sentences.
  for (let from = 0; from < text.length; from += 200) {
    const { hashes } = readText(text.slice(from, from + 260))
    for (let i = 2; i < hashes.length; i++) facts.declared.add(trigram(hashes, i))
  }
}

/** The three words that end at `at`, as one hash. */
export const trigram = (hashes: Uint32Array, at: number): number =>
  mixHash(mixHash(hashes[at - 2] ?? 0, hashes[at - 1] ?? 0), hashes[at] ?? 0)

const readAddress = (url: string | undefined, facts: PageFacts) => {
  if (url === undefined || !URL.canParse(url)) return
  const { pathname, search, hostname } = new URL(url)
  facts.query = search.length > 1
  const words = `${hostname} ${pathname}`.toLowerCase().slice(0, 300)
  facts.path = words.split(/[^a-z0-9]+/).filter(word => word !== '')
}
