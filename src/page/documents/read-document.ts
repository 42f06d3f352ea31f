import { AppError } from '../../kit/errors.ts'
import { build } from '../html/builder.ts'
import { decodeHtml } from '../html/encoding.ts'
import type { HtmlElement } from '../html/html.ts'
import { toMarkdown } from '../markdown/markdown.ts'
import { bareAddresses } from './bare-addresses.ts'
import { csvToTree, parseCsv } from './csv.ts'
import { feedToTree, readFeed } from './feed.ts'
import { readFrontMatter } from './front-matter.ts'
import { indentJson } from './indent-json.ts'
import { absoluteMarkdown } from './markdown-links.ts'
import { readRecognized } from './ocr/read-recognized.ts'
import { type PdfOptions, type PdfPageBlocks, readPdf } from './pdf/read-pdf.ts'
import type { Ocr, RecognizedPages } from './pdf/recognized.ts'
import type { ContentKind } from './sniff.ts'

export type DocumentReading = {
  markdown: string
  /** The same content as a tree, for whoever wants HTML or links of it. */
  root: HtmlElement
  /** Where they cannot be read from the tree. */
  links: string[] | undefined
  title: string | undefined
  author: string | undefined
  description: string | undefined
  language: string | undefined
  published: string | undefined
  created: string | undefined
  modified: string | undefined
  pageCount: number | undefined
  sheetCount: number | undefined
  slideCount: number | undefined
  ocr: Ocr | undefined
  /** What was lost on the way. */
  warning: string | undefined
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
  }: {
    contentType?: string | undefined
    baseUrl: string
    pdf?: PdfOptions | undefined
    recognized?: RecognizedPages | undefined
  },
): Promise<DocumentReading> => {
  if (kind === 'image' && recognized) return pictureReading(recognized, baseUrl)
  if (kind === 'image' || kind === 'binary')
    throw new AppError('page_unsupported', `The address holds ${nouns[kind]}, not text.`)
  if (bytes.length === 0) throw new AppError('page_empty', 'The file is empty.')
  // Those are not read here: see `office/read-converted.ts`.
  if (kind === 'office') throw new Error('an office file came to a thread as it is')
  if (kind === 'pdf') return pdfReading(bytes, baseUrl, pdf ?? {}, recognized)
  if (kind === 'email') return emailReading(bytes, baseUrl)
  const text = decodeHtml(bytes, contentType)
    .text.replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
  if (text.trim() === '') throw new AppError('page_empty', 'The file is empty.')
  return textReading(kind, text, baseUrl)
}

const nouns = { image: 'a picture', binary: 'a binary file' }

/** The picture itself, where it has an address, and the text in it. */
const pictureReading = (recognized: RecognizedPages, baseUrl: string): DocumentReading => {
  const name = decodeURIComponent(URL.parse(baseUrl)?.pathname.split('/').at(-1) ?? '')
  const picture = build('p', {}, [build('img', { src: baseUrl, alt: name }, [])])
  const text = readRecognized(recognized)
  const blocks = baseUrl.startsWith('http') ? [picture, ...text.blocks] : text.blocks
  if (blocks.length === 0)
    throw new AppError('page_empty', 'The file is a picture in which no text was recognised.')
  return treeReading(build('body', {}, blocks), baseUrl, {
    ...{ ocr: text.ocr, pageCount: text.pageCount, warning: text.warning },
  })
}

const pdfReading = async (
  bytes: Uint8Array,
  baseUrl: string,
  options: PdfOptions,
  recognized: RecognizedPages | undefined,
): Promise<DocumentReading> => {
  const { pages, title, author, pageCount, ocr, warning } = await readPdf(
    bytes,
    options,
    recognized,
  )
  const marked = options.pageMarkers ? markedPages(pages, baseUrl) : undefined
  const root = build(
    'body',
    {},
    pages.flatMap(({ blocks }) => blocks),
  )
  return {
    ...nothingSaid,
    markdown: marked ?? toMarkdown(root, { baseUrl }),
    root,
    title,
    author,
    pageCount,
    ocr,
    warning,
  }
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

const textReading = (
  kind: 'text' | 'json' | 'xml' | 'feed' | 'csv' | 'markdown',
  text: string,
  baseUrl: string,
): DocumentReading => {
  switch (kind) {
    case 'text':
      return reading(build('pre', {}, [text]), text.trim(), { links: bareAddresses(text) })
    case 'markdown':
      return markdownReading(text, baseUrl)
    case 'json':
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

const markdownReading = (source: string, baseUrl: string): DocumentReading => {
  const { text, ...facts } = readFrontMatter(source)
  const { text: markdown, links } = absoluteMarkdown(text, baseUrl)
  return reading(build('pre', {}, [text]), markdown.trim(), { ...facts, links })
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
  return treeReading(tree, baseUrl, { links: bareAddresses(isXml ? withoutNames(text) : text) })
}

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
  return {
    markdown,
    root: root.name === 'body' ? root : build('body', {}, [root]),
    ...nothingSaid,
    ...rest,
  }
}

const nothingSaid = {
  links: undefined,
  title: undefined,
  author: undefined,
  description: undefined,
  language: undefined,
  published: undefined,
  created: undefined,
  modified: undefined,
  pageCount: undefined,
  sheetCount: undefined,
  slideCount: undefined,
  ocr: undefined,
  warning: undefined,
}
