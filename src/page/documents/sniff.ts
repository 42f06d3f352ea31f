import { parseJson } from '../../kit/parse-json.ts'
import { decodeHtml } from '../html/encoding.ts'
import { codeLanguageOf } from './code-languages.ts'

export type ContentKind =
  | 'html'
  | 'pdf'
  | 'text'
  | 'json'
  | 'xml'
  | 'feed'
  | 'csv'
  | 'markdown'
  | 'email'
  | 'office'
  | 'image'
  | 'binary'

/**
 * What an answer holds. Bytes that cannot be mistaken come first (a PDF served as HTML is a PDF),
 * then the header, then the name of the file and a look at the text.
 */
export const sniffContentType = (
  bytes: Uint8Array,
  contentType: string | undefined,
  url?: string,
): ContentKind => {
  const magic = magicKind(bytes)
  if (magic) return magic
  const type = essenceOf(contentType)
  const { start, isUtf16 } = firstText(bytes, contentType)
  const declared = declaredKind(type)
  if (declared !== 'json' && declared !== 'xml' && isJson(bytes, start)) return 'json'
  if (declared === 'xml' || declared === 'html') return markupKind(start, declared)
  if (declared === 'image') return 'image'
  if (!isUtf16 && looksBinary(bytes)) return 'binary'
  // Browsers take TypeScript for a film.
  if (declared === 'binary' && codeLanguageOf(url ?? '')) return 'text'
  if (type === 'text/plain' && isPage(start)) return 'html'
  if (isMail(start) && (declared ?? 'text') === 'text') return 'email'
  if (declared === 'text') return extensionKind(url) ?? 'text'
  return declared ?? guess(start, url)
}

const essenceOf = (contentType: string | undefined): string =>
  (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

const declaredKind = (type: string): ContentKind | undefined => {
  const known = types[type]
  if (known) return known
  if (type.endsWith('+json')) return 'json'
  if (type.startsWith('image/')) return 'image'
  if (type.endsWith('+xml')) return 'xml'
  if (type.startsWith('text/')) return 'text'
  return /^(?:audio|video|font|model|multipart)\//.test(type) ? 'binary' : undefined
}

const types: Record<string, ContentKind> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'application/json': 'json',
  'text/json': 'json',
  'application/feed+json': 'feed',
  'application/rss+xml': 'feed',
  'application/atom+xml': 'feed',
  'application/rdf+xml': 'xml',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'text/csv': 'csv',
  'application/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'message/rfc822': 'email',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'text/plain': 'text',
  'application/javascript': 'text',
  'application/x-javascript': 'text',
  'application/yaml': 'text',
  'application/x-yaml': 'text',
  'application/toml': 'text',
  'application/x-ndjson': 'json',
  'application/ndjson': 'json',
  'application/jsonl': 'json',
  'application/sql': 'text',
}

const signatures: [kind: ContentKind, offset: number, signature: string][] = [
  ['image', 0, '\x89PNG\r\n\x1a\n'],
  ['image', 0, '\xff\xd8\xff'],
  ['image', 0, 'GIF87a'],
  ['image', 0, 'GIF89a'],
  ['image', 8, 'WEBP'],
  ['image', 4, 'ftypavif'],
  ['image', 4, 'ftypheic'],
  ['image', 0, 'II*\0'],
  ['image', 0, 'MM\0*'],
  ['image', 0, '\0\0\x01\0'],
  ['office', 0, 'PK\x03\x04'],
  ['binary', 0, '\x1f\x8b'],
  ['binary', 0, 'Rar!'],
  ['binary', 0, "7z\xbc\xaf'\x1c"],
  ['binary', 0, '\x7fELF'],
  ['binary', 0, 'MZ\x90'],
  ['binary', 0, '\0asm'],
  ['binary', 0, 'wOFF'],
  ['binary', 0, 'wOF2'],
  ['binary', 0, 'OggS'],
  ['binary', 0, 'ID3'],
  ['binary', 0, 'fLaC'],
  ['binary', 0, '\x1aE\xdf\xa3'],
  ['binary', 4, 'ftyp'],
  ['office', 0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['office', 0, '{\\rtf'],
]

/**
 * Office packages are ZIP archives, and older ones OLE files; what else these may hold is found out
 * where they are opened.
 */
export const isOfficeFile = (bytes: Uint8Array): boolean => magicKind(bytes) === 'office'

/** Files that people write or scan, whose pictures and fonts make them larger than pages are. */
export const isDocumentFile = (start: Uint8Array): boolean =>
  ['office', 'pdf', 'image'].includes(magicKind(start) ?? '')

/** One that may hold text: PNG, JPEG, GIF, WebP, AVIF, TIFF, BMP. */
export const isPicture = (start: Uint8Array): boolean => magicKind(start) === 'image'

const magicKind = (bytes: Uint8Array): ContentKind | undefined => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_024))
  const text = start.toString('latin1')
  for (const [kind, offset, signature] of signatures)
    if (text.startsWith(signature, offset)) return kind
  if (text.startsWith('BM') && text.startsWith('\0\0\0\0', 6)) return 'image'
  // Readers accept up to a kilobyte before the mark; a page that mentions it is still a page.
  const mark = text.indexOf('%PDF-')
  return mark === 0 || (mark > 0 && !text.slice(0, mark).includes('<')) ? 'pdf' : undefined
}

const firstText = (bytes: Uint8Array, contentType: string | undefined) => {
  const { text, encoding } = decodeHtml(bytes.subarray(0, 4_096), contentType)
  return { start: text.replace(/^[\s\ufeff]+/, ''), isUtf16: encoding.startsWith('utf-16') }
}

/** Control characters that no text has; half of the bytes of UTF-16 may look like them. */
const looksBinary = (bytes: Uint8Array): boolean => {
  const length = Math.min(bytes.length, 1_024)
  for (let i = 0; i < length; i++) {
    const byte = bytes[i] as number
    if (byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32)) return true
  }
  return false
}

/** Interfaces often answer as if they were pages or plain text. */
const isJson = (bytes: Uint8Array, start: string): boolean => {
  if (!/^(?:\{\s*["}]|\[\s*["{[\]\d-])/.test(start) || bytes.length > maxJson) return false
  return parseJson(decodeHtml(bytes, undefined).text.replace(/^\ufeff/, '')) !== undefined
}
const maxJson = 2_000_000

/** A head of a message before its first empty line, also as mailboxes and servers keep it. */
const isMail = (start: string): boolean => {
  const [head = ''] = start.replace(/\r/g, '').split('\n\n', 1)
  const [first = '', ...lines] = head.split('\n')
  const fields = /^From \S/.test(first) ? lines : [first, ...lines]
  const areFields = fields.every(line => /^(?:[ \t]|[\w-]{1,60}:)/.test(line))
  const has = (name: RegExp) => fields.some(line => name.test(line))
  return areFields && has(/^From:/i) && has(/^(?:Message-ID|MIME-Version|Received):/i)
}

/** A whole page, which its server does not know for one; a snippet stays what it is said to be. */
const isPage = (start: string): boolean =>
  /^<!doctype html/i.test(start) || rootName(start) === 'html'

const feedRoot = /^(?:rss|rdf:rdf|(?:[\w-]+:)?feed)$/

const markupKind = (start: string, declared: 'xml' | 'html'): ContentKind => {
  const root = rootName(start)
  if (feedRoot.test(root)) return 'feed'
  return root === 'html' ? 'html' : declared
}

/** The first element of a document, behind declarations and comments. */
const rootName = (start: string): string => {
  // The source of a page, which its server has not run.
  if (/^<\?(?:php|=)/i.test(start)) return ''
  let at = 0
  for (;;) {
    while (at < start.length && /\s/.test(start[at] as string)) at++
    const close = start.startsWith('<!--', at)
      ? '-->'
      : /^<[?!]/.test(start.slice(at, at + 2))
        ? '>'
        : undefined
    if (!close) break
    const end = start.indexOf(close, at + 2)
    if (end < 0) return ''
    at = end + close.length
  }
  return /^<([a-z][\w:-]*)/i.exec(start.slice(at, at + 100))?.[1]?.toLowerCase() ?? ''
}

const guess = (start: string, url: string | undefined): ContentKind => {
  if (/^<!doctype html/i.test(start)) return 'html'
  const root = rootName(start)
  if (start.startsWith('<?xml')) return markupKind(start, 'xml')
  if (feedRoot.test(root)) return 'feed'
  const language = codeLanguageOf(url ?? '')
  const isPage = htmlElements.has(root) && !/^(?:vue|svelte)$/.test(language ?? '')
  if (isPage) return 'html'
  if (language) return 'text'
  const named = extensionKind(url)
  if (named) return named
  // Logs, settings and templates begin with such signs too.
  if (/^(?:\{(?![{%])|\[[\s[]*(?:["{\]]|-?[\d.]+\s*,|(?:true|false|null)\b))/.test(start))
    return 'json'
  return root ? 'xml' : 'text'
}

const htmlElements = new Set(
  'html head body title meta script style div p a table h1 h2 h3 ul ol br b font iframe link center span section main article nav header'.split(
    ' ',
  ),
)

const extensionKind = (url: string | undefined): ContentKind | undefined => {
  const path = URL.parse(url ?? '')?.pathname ?? ''
  const extension = /\.([a-z]{2,8})$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  return extensions[extension]
}

const extensions: Record<string, ContentKind> = {
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'markdown',
  eml: 'email',
  csv: 'csv',
  tsv: 'csv',
  mkd: 'markdown',
  rmd: 'markdown',
  qmd: 'markdown',
  json: 'json',
  jsonc: 'json',
  jsonl: 'json',
  ndjson: 'json',
  geojson: 'json',
  ipynb: 'json',
  xml: 'xml',
}
