import { descendants, textContent } from '../../html/html.ts'
import type { FileProperties } from '../read-document.ts'
import { parseXml } from '../xml.ts'
import { unpackEntry, type ZipEntry } from './zip.ts'

const maxPropertyBytes = 200_000
const maxChars = 1_000

/** Elements by the property they hold, in the order in which they are trusted. */
const elements = {
  title: ['dc:title'],
  author: ['meta:initial-creator', 'dc:creator'],
  description: ['dc:description', 'dc:subject'],
  language: ['dc:language'],
  created: ['dcterms:created', 'meta:creation-date'],
  modified: ['dcterms:modified', 'dc:date'],
  pages: ['pages'],
}

/** From the parts in which Office (`docProps`), OpenDocument (`meta.xml`) and EPUB (`.opf`) keep them. */
export const readProperties = async (
  file: Buffer,
  entries: readonly ZipEntry[],
): Promise<FileProperties> => {
  const said = new Map<string, string>()
  for (const entry of entries.filter(({ name }) => propertyPart.test(name)).slice(0, 3)) {
    const xml = await unpackEntry(file, entry, maxPropertyBytes)
    if (!xml) continue
    for (const element of descendants(parseXml(xml.toString('utf8')))) {
      const text = textContent(element).replace(/\s+/g, ' ').trim()
      if (text && !said.has(element.name)) said.set(element.name, text.slice(0, maxChars))
      const pages = element.attributes['meta:page-count']
      if (pages) said.set('pages', pages)
    }
  }
  const first = (names: readonly string[]) =>
    names.map(name => said.get(name)).find(text => text !== undefined)
  const count = (pattern: RegExp) => entries.filter(({ name }) => pattern.test(name)).length
  return {
    title: first(elements.title),
    author: first(elements.author),
    description: first(elements.description),
    language: first(elements.language),
    created: dateOf(first(elements.created)),
    modified: dateOf(first(elements.modified)),
    pageCount: numberOf(first(elements.pages)),
    sheetCount: count(/^xl\/worksheets\/[^/]+\.(?:xml|bin)$/) || undefined,
    slideCount: count(/^ppt\/slides\/[^/]+\.xml$/) || undefined,
  }
}

const propertyPart = /^docProps\/(?:core|app)\.xml$|^meta\.xml$|\.opf$/

const dateOf = (text: string | undefined): string | undefined =>
  text && /^\d{4}-\d\d-\d\d/.test(text) ? text : undefined

const numberOf = (text: string | undefined): number | undefined =>
  text && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined
