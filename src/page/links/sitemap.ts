import { webUrl } from '../html/addresses.ts'
import { toIsoDate } from '../metadata/iso-date.ts'
import { attributeOf, createTagScanner, plainText } from './tags.ts'
import { maxUrlLength } from './traps.ts'

export type SitemapEntry = {
  is: 'page' | 'sitemap'
  url: string
  /** ISO 8601. */
  lastModified?: string
}

/** Why a file holds nothing, or ends early. What was read until then counts. */
export type SitemapFault = 'html' | 'broken' | 'full'

export type SitemapReader = {
  /** The entries that were complete by then. */
  write(text: string): SitemapEntry[]
  end(): SitemapEntry[]
  /** Once there is one, nothing more is read. */
  fault(): SitemapFault | undefined
}

/** The protocol's own limit for a file. */
const maxEntries = 50_000

/**
 * Reads a sitemap as it comes: `<urlset>`, `<sitemapindex>`, a feed (RSS, Atom), or one URL a line.
 * Made for files as they are: any namespace or none, bare ampersands, relative addresses, an end that
 * never came. Entities of a document type are never expanded.
 */
export const createSitemapReader = (url: string): SitemapReader => {
  let start: string | undefined = ''
  let inner: SitemapReader | undefined
  const open = (text: string): SitemapReader =>
    text.trimStart().startsWith('<') ? xmlReader(url) : textReader(url)
  const write = (text: string): SitemapEntry[] => {
    if (inner) return inner.write(text)
    start += text
    // Nothing but white space says nothing yet, but it cannot go on like that.
    if (!start || (start.trim() === '' && start.length < 10_000)) return []
    inner = open(start.replace(/^\uFEFF/, '').trimStart())
    const first = start
    start = undefined
    return inner.write(first.replace(/^\uFEFF/, '').trimStart())
  }
  return { write, end: () => inner?.end() ?? [], fault: () => inner?.fault() }
}

/** One URL a line, nothing else. */
const textReader = (baseUrl: string): SitemapReader => {
  let rest = ''
  let lines = 0
  let found = 0
  let fault: SitemapFault | undefined
  const read = (line: string): SitemapEntry[] => {
    const text = line.trim()
    if (fault || text === '') return []
    lines++
    // A file of words is no sitemap: nobody means them as relative addresses.
    const url = /^https?:\/\//i.test(text) ? webUrl(text, baseUrl) : undefined
    if (!url && found === 0 && lines > 100) fault = 'broken'
    if (!url || url.length > maxUrlLength) return []
    if (++found > maxEntries) fault = 'full'
    return fault ? [] : [{ is: 'page', url }]
  }
  return {
    write(text) {
      const parts = (rest + text).split(/\r\n?|\n/)
      rest = (parts.pop() ?? '').slice(0, 2 * maxUrlLength)
      return parts.flatMap(read)
    },
    end: () => read(rest),
    fault: () => fault,
  }
}

/** What is being read: one entry, and the text of one of its elements. */
type Entry = { name: string; prefix: string; url: string; permalink: string; modified: string }

const xmlReader = (baseUrl: string): SitemapReader => {
  let ready: SitemapEntry[] = []
  let found = 0
  let fault: SitemapFault | undefined
  let tags = 0
  let entry: Entry | undefined
  let text: string | undefined

  const scanner = createTagScanner({
    open(name, source) {
      if (++tags === 1 && isWebPage(name, source)) fault = 'html'
      const { prefix, local } = partsOf(name)
      text = undefined
      if (startsEntry(local, entry)) {
        finish()
        entry = { name: local, prefix, url: '', permalink: '', modified: '' }
      } else if (entry && prefix === entry.prefix && !(local === 'guid' && isBareId(source))) {
        text = ''
        if (local === 'link' && entry.name === 'entry') entry.url ||= atomLink(source)
      }
    },
    text(raw) {
      if (text !== undefined && text.length < maxText) text += raw.slice(0, maxText)
    },
    close(name) {
      const { local } = partsOf(name)
      if (entry && text !== undefined) {
        const value = plainText(text).trim()
        if (local === addressOf[entry.name]) entry.url ||= value
        else if (local === 'guid' && /^https?:/i.test(value)) entry.permalink ||= value
        else if (dates.has(local)) entry.modified ||= value
      }
      text = undefined
      if (local === entry?.name) finish()
    },
  })
  const finish = () => {
    const address = entry && webUrl(entry.url || entry.permalink, baseUrl)
    if (entry && address && address.length <= maxUrlLength && !fault) {
      const lastModified = dateOf(entry.modified)
      const is = entries[entry.name] ?? 'page'
      if (++found > maxEntries) fault = 'full'
      else ready.push({ is, url: address, ...(lastModified && { lastModified }) })
    }
    entry = undefined
  }
  const taken = () => {
    const all = ready
    ready = []
    return all
  }
  return {
    write(more) {
      if (!fault && !scanner.write(more)) fault ??= 'broken'
      return taken()
    },
    end() {
      // A file that just stops may have had a whole address in its last entry.
      finish()
      if (found === 0 && tags === 0) fault ??= 'broken'
      return taken()
    },
    fault: () => fault,
  }
}

/** Nearly all are written as they should be, and there are thousands. */
const dateOf = (text: string): string | undefined => {
  if (text === '') return undefined
  const isIso = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?$/.test(text)
  return isIso && !Number.isNaN(Date.parse(text)) ? text : toIsoDate(text)
}

const entries: Record<string, SitemapEntry['is']> = {
  url: 'page',
  sitemap: 'sitemap',
  item: 'page',
  entry: 'page',
}
const addressOf: Record<string, string> = { url: 'loc', sitemap: 'loc', item: 'link' }
const dates = new Set(['lastmod', 'pubdate', 'updated'])
const maxText = 2 * maxUrlLength

/** An entry of a feed may have an element `<url>`. */
const startsEntry = (name: string, open: Entry | undefined): boolean =>
  Object.hasOwn(entries, name) &&
  (!open || (open.name !== 'item' && open.name !== 'entry') || open.name === name)

const isWebPage = (name: string, source: string): boolean =>
  /^(?:html|head|body|script)$/.test(name) || (name === '!doctype' && /^\S+\s+html/i.test(source))

/** Elements of an entry have its prefix: `<image:loc>` in a `<url>` is something else. */
const partsOf = (name: string): { prefix: string; local: string } => {
  const at = name.indexOf(':')
  return at < 0
    ? { prefix: '', local: name }
    : { prefix: name.slice(0, at), local: name.slice(at + 1) }
}

/** RSS: a `guid` is the item's address unless it says that it is not. */
const isBareId = (source: string): boolean =>
  attributeOf(source, 'ispermalink')?.trim().toLowerCase() === 'false'

const atomLink = (source: string): string =>
  (attributeOf(source, 'rel') ?? 'alternate') === 'alternate'
    ? (attributeOf(source, 'href') ?? '')
    : ''
