import { descendants, type HtmlDocument } from '../html/html.ts'
import { readHead } from '../metadata/head.ts'
import { type JsonLd, readJsonLd, typesOf } from '../metadata/json-ld.ts'
import { shortName } from '../metadata/short-name.ts'
import { collapse } from './blocks.ts'
import { statedTexts } from './stated-texts.ts'
import { hashesOf, hashWord, mixHash, readText } from './words.ts'

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
export type ContentFacts = {
  title: string
  description: string
  ogType: string
  generator: string
  /** Hashes of the types named in JSON-LD and microdata. */
  types: Set<number>
  /** Runs of three words in JSON-LD texts (articleBody, description, reviewBody, text). */
  declared: Set<number>
  /** Short texts that JSON-LD states of the page's subject. */
  stated: Set<number>
  titleWords: Set<number>
  descriptionWords: Set<number>
  /** Words of the path, in order. */
  path: string[]
  query: boolean
}

export const readContentFacts = (document: HtmlDocument, url: string | undefined): ContentFacts => {
  const facts: ContentFacts = {
    title: '',
    description: '',
    ogType: '',
    generator: '',
    types: new Set(),
    declared: new Set(),
    stated: new Set(),
    titleWords: new Set(),
    descriptionWords: new Set(),
    path: [],
    query: false,
  }
  const head = readHead(document.root)
  const said = (...keys: string[]) => {
    const meta = head.metas.find(({ key }) => key !== undefined && keys.includes(key))
    return collapse(meta?.content.slice(0, maxMetaChars) ?? '')
  }
  const ogTitle = said('og:title')
  facts.title = collapse(head.title ?? '')
  facts.description = said('description', 'og:description')
  facts.ogType = said('og:type').toLowerCase()
  facts.generator = said('generator').toLowerCase()
  for (const { attributes } of descendants(document.root))
    if (attributes.itemtype !== undefined) addType(shortName(attributes.itemtype), facts)
  const data = readJsonLd(document.root)
  addDeclared(data, facts)
  facts.stated = statedTexts(data)
  facts.title = ogTitle.length > 0 && ogTitle.length < facts.title.length ? ogTitle : facts.title
  if (facts.title === '') facts.title = ogTitle
  facts.titleWords = new Set(readText(facts.title).hashes)
  facts.descriptionWords = new Set(readText(facts.description).hashes)
  readAddress(url, facts)
  return facts
}

const maxMetaChars = 1000

const textKeys = ['articleBody', 'description', 'reviewBody', 'text']

const addDeclared = ({ all }: JsonLd, facts: ContentFacts) => {
  for (const object of all) {
    for (const type of typesOf(object)) addType(type, facts)
    for (const key of textKeys) {
      const text = object[key]
      if (typeof text === 'string') declare(text, facts)
    }
  }
}

const addType = (type: string, facts: ContentFacts) =>
  facts.types.add(hashWord(type.slice(0, 60).toLowerCase()))

const declare = (text: string, facts: ContentFacts) => {
  const hashes = hashesOf(text)
  for (let i = 2; i < hashes.length; i++) facts.declared.add(trigram(hashes, i))
}

/** The three words that end at `at`, as one hash. */
export const trigram = (hashes: Int32Array, at: number): number =>
  mixHash(mixHash(hashes[at - 2] ?? 0, hashes[at - 1] ?? 0), hashes[at] ?? 0)

const readAddress = (url: string | undefined, facts: ContentFacts) => {
  if (url === undefined || !URL.canParse(url)) return
  const { pathname, search, hostname } = new URL(url)
  facts.query = search.length > 1
  const words = `${hostname} ${pathname}`.toLowerCase().slice(0, 300)
  facts.path = words.split(/[^a-z0-9]+/).filter(word => word !== '')
}
