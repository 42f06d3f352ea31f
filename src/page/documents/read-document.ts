import { decodeSafely } from '../../kit/decode-safely.ts'
import { AppError } from '../../kit/errors.ts'
import { build } from '../html/builder.ts'
import { decodeHtml } from '../html/encoding.ts'
import { descendants, type HtmlElement, textContent } from '../html/html.ts'
import { toMarkdown } from '../markdown/markdown.ts'
import { bareAddresses } from './bare-addresses.ts'
import { codeLanguageOf, scriptLanguageOf } from './code-languages.ts'
import { csvToTree, parseCsv } from './csv.ts'
import { feedToTree, readFeed } from './feed.ts'
import { readFrontMatter } from './front-matter.ts'
import { indentJson } from './indent-json.ts'
import { absoluteMarkdown } from './markdown-links.ts'
import { readRecognized } from './ocr/read-recognized.ts'
import { type PdfOptions, type PdfPageBlocks, readPdf } from './pdf/read-pdf.ts'
import type { Ocr, RecognizedPages } from './pdf/recognized.ts'
import type { ContentKind } from './sniff.ts'

/** What a file says of itself. */
export type FileProperties = {
  title?: string | undefined
  author?: string | undefined
  description?: string | undefined
  language?: string | undefined
  created?: string | undefined
  modified?: string | undefined
  pageCount?: number | undefined
  sheetCount?: number | undefined
  slideCount?: number | undefined
}

export type DocumentReading = FileProperties & {
  markdown: string
  /** The same content as a tree, for whoever wants HTML or links of it. */
  root: HtmlElement
  /** Where they cannot be read from the tree. */
  links?: string[] | undefined
  published?: string | undefined
  ocr?: Ocr | undefined
  /** What was lost on the way. */
  warning?: string | undefined
}

/**
 * What is not HTML, as text: PDFs, feeds and tables become pages, JSON and XML are shown as code,
 * plain text and Markdown stay as they are. Empty files and files without text are errors.
 */
export const readDocument = async (
  kind: Exclude<ContentKind, 'html'>,
  bytes: Uint8Array,
  {
    contentType,
    baseUrl,
    pdf,
    recognized,
    name = baseUrl,
  }: {
    contentType?: string | undefined
    baseUrl: string
    /** Where the file has another name than its address. */
    name?: string | undefined
    pdf?: PdfOptions | undefined
    recognized?: RecognizedPages | undefined
  },
): Promise<DocumentReading> => {
  if (kind === 'image' && recognized) return pictureReading(recognized, baseUrl, pdf ?? {})
  if (kind === 'image' || kind === 'binary')
    throw new AppError('page_unsupported', unreadable[kind])
  if (bytes.length === 0) throw new AppError('page_empty', 'The file is empty.')
  // Those are not read here: see `office/read-converted.ts`.
  if (kind === 'office') throw new Error('an office file came to a thread as it is')
  if (kind === 'pdf') return pdfReading(bytes, baseUrl, pdf ?? {}, recognized)
  if (kind === 'email') return emailReading(bytes, baseUrl)
  const text = decodeHtml(bytes, contentType)
    .text.replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
  if (text.trim() === '') throw new AppError('page_empty', 'The file is empty.')
  return textReading(kind, text, baseUrl, name)
}

const unreadable = {
  image:
    'The file is a picture of a kind that Siteray cannot read. Text is recognised in PNG, JPEG, WebP, TIFF, GIF, AVIF and BMP.',
  binary:
    'The file is a binary file of a kind that Siteray cannot read. It reads HTML, PDF, office files, e-mail, pictures and text.',
}

/** The picture itself, where it has an address, and the text in it. */
const pictureReading = (
  recognized: RecognizedPages,
  baseUrl: string,
  { pageMarkers }: PdfOptions,
): DocumentReading => {
  // `100%.png` and, from before UTF-8, `caf%E9.png` stay as they are.
  const name = decodeSafely(URL.parse(baseUrl)?.pathname.split('/').at(-1) ?? '')
  const picture = build('p', {}, [build('img', { src: baseUrl, alt: name }, [])])
  const isMarked = pageMarkers === true && recognized.pageCount > 1
  const { pages, ...text } = readRecognized(recognized, isMarked)
  const before = baseUrl.startsWith('http') ? [picture] : []
  const blocks = [...before, ...pages.flatMap(page => page.blocks)]
  if (blocks.length === 0)
    throw new AppError('page_empty', 'The file is a picture in which no text was recognised.')
  const reading = treeReading(build('body', {}, blocks), baseUrl, text)
  if (!isMarked) return reading
  const shown = before.map(block => toMarkdown(build('body', {}, [block]), { baseUrl }))
  return { ...reading, markdown: [...shown, markedPages(pages, baseUrl)].join('\n\n') }
}

const pdfReading = async (
  bytes: Uint8Array,
  baseUrl: string,
  options: PdfOptions,
  recognized: RecognizedPages | undefined,
): Promise<DocumentReading> => {
  const { pages, ...said } = await readPdf(bytes, options, recognized)
  const marked = options.pageMarkers ? markedPages(pages, baseUrl) : undefined
  const root = build(
    'body',
    {},
    pages.flatMap(({ blocks }) => blocks),
  )
  return { markdown: marked ?? toMarkdown(root, { baseUrl }), root, ...said }
}

const markedPages = (pages: readonly PdfPageBlocks[], baseUrl: string): string =>
  pages
    .map(({ number, blocks }) => {
      const markdown = toMarkdown(build('body', {}, blocks), { baseUrl })
      return `<!-- page ${number} -->${markdown && `\n\n${markdown}`}`
    })
    .join('\n\n')

/** Loaded with the first message: hardly any page is one. */
const emailReading = async (bytes: Uint8Array, baseUrl: string): Promise<DocumentReading> => {
  const { readEmail } = await import('./email.ts')
  const { root, ...facts } = await readEmail(bytes).catch((error: unknown) => {
    throw new AppError('page_unsupported', 'The message is damaged and cannot be read.', {
      cause: error,
    })
  })
  return treeReading(root, baseUrl, facts)
}

const textReading = async (
  kind: 'text' | 'json' | 'xml' | 'feed' | 'csv' | 'markdown',
  text: string,
  baseUrl: string,
  name: string,
): Promise<DocumentReading> => {
  switch (kind) {
    case 'text': {
      const language = codeLanguageOf(name) ?? scriptLanguageOf(text)
      const links = bareAddresses(text)
      if (language) return treeReading(codeTree(text.trimEnd(), language), baseUrl, { links })
      return reading(build('pre', {}, [text]), text.trim(), { links })
    }
    case 'markdown':
      return markdownReading(text, baseUrl)
    case 'json':
      return (
        (await notebookReading(text, baseUrl)) ??
        feedReading(text, baseUrl) ??
        dataReading(text, baseUrl)
      )
    case 'feed':
      return feedReading(text, baseUrl) ?? dataReading(text, baseUrl)
    case 'xml':
      return dataReading(text, baseUrl)
    case 'csv': {
      const { rows, truncated } = parseCsv(text)
      const warning = truncated ? `Only the first ${rows.length} rows were read.` : undefined
      return treeReading(csvToTree(rows), baseUrl, { warning, links: bareAddresses(text) })
    }
  }
}

/** The Markdown stays as its author wrote it; all other formats show what it means. */
const markdownReading = async (source: string, baseUrl: string): Promise<DocumentReading> => {
  const { text, ...facts } = readFrontMatter(source)
  const { text: markdown, links } = absoluteMarkdown(text, baseUrl)
  const { markdownTree } = await import('./markdown-tree.ts')
  const isLarge = text.length > maxMarkdownTree
  const tree = markdownTree(isLarge ? text.slice(0, 5_000) : text)
  const root = isLarge ? build('pre', {}, [text]) : tree
  return reading(root, markdown.trim(), { ...facts, title: facts.title ?? headingOf(tree), links })
}

/** A file that names no title has it in its first heading, in plain words. */
const headingOf = (root: HtmlElement): string | undefined =>
  descendants(root)
    .filter(({ name }) => name === 'h1')
    .map(heading => textContent(heading).replace(/\s+/g, ' ').trim())
    .find(text => text !== '')

/** Of a file that is much larger, the tree would take the time that a thread has. */
const maxMarkdownTree = 500_000

/** Loaded with the first one. */
const notebookReading = async (
  text: string,
  baseUrl: string,
): Promise<DocumentReading | undefined> => {
  const { readNotebook } = await import('./notebook.ts')
  const root = readNotebook(text)
  return root && treeReading(root, baseUrl, { title: headingOf(root) })
}

const feedReading = (text: string, baseUrl: string): DocumentReading | undefined => {
  const feed = readFeed(text, baseUrl)
  if (!feed) return undefined
  return treeReading(feedToTree(feed), baseUrl, {
    title: feed.title || undefined,
    description: feed.summary || undefined,
    language: feed.language || undefined,
  })
}

const dataReading = (text: string, baseUrl: string): DocumentReading => {
  const isXml = /^\s*</.test(text)
  const tree = isXml ? codeTree(text, 'xml') : codeTree(indentJson(text), 'json')
  return treeReading(tree, baseUrl, {
    links: bareAddresses(isXml ? withoutNames(text) : withoutEscapes(text)),
  })
}

/** Of the strings of JSON, what they mean: PHP and Go write `&` as `\\u0026`. */
const withoutEscapes = (json: string): string =>
  json.replace(/\\(?:u([\da-f]{4})|(.))/gi, (whole, code: string | undefined, sign: string) => {
    if (code) return String.fromCharCode(Number.parseInt(code, 16))
    return sign === '/' ? sign : whole
  })

/** Names of vocabularies look like addresses. */
const withoutNames = (xml: string): string =>
  xml.replace(
    /\s(?:xmlns|xsi:)[\w:-]*\s*=\s*(?:"[^"]*"|'[^']*')|<!DOCTYPE(?:(?!<!DOCTYPE)[^>])*>/g,
    '',
  )

const codeTree = (text: string, language: string): HtmlElement =>
  build('body', {}, [build('pre', {}, [build('code', { class: `language-${language}` }, [text])])])

/** What is made of the tree of a file. */
export const treeReading = (
  root: HtmlElement,
  baseUrl: string,
  rest: Partial<DocumentReading> = {},
): DocumentReading => reading(root, toMarkdown(root, { baseUrl }), rest)

const reading = (
  root: HtmlElement,
  markdown: string,
  rest: Partial<DocumentReading> = {},
): DocumentReading => {
  if (markdown === '') throw new AppError('page_empty', 'The file holds no text.')
  return { markdown, root: root.name === 'body' ? root : build('body', {}, [root]), ...rest }
}
