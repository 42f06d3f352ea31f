import { getResolvedPDFJS } from 'unpdf'
import { AppError } from '../../../kit/errors.ts'
import { build } from '../../html/builder.ts'
import type { HtmlNode } from '../../html/html.ts'
import { placeAttributes } from '../places/places.ts'
import { layoutPages } from './layout.ts'
import { type PdfField, type PdfPage, readPdfPage } from './page.ts'
import {
  joined,
  noneAskedFor,
  numbersOf,
  ocrOf,
  ocrWarning,
  pagesIn,
  pagesOf,
  type RecognizedPages,
} from './recognized.ts'
import { taggedBlocks } from './tagged.ts'

export type PdfPageBlocks = { number: number; blocks: HtmlNode[] }

export type PdfOptions = {
  /** Numbers and ranges: `1-5,9`, `10-`. */
  pages?: string
  maxPages?: number
  pageMarkers?: boolean
  /** `auto` recognises the text of pages that have none of their own. */
  ocr?: 'auto' | 'never' | 'always'
  /** Of recognition: BCP 47 tags, or Tesseract's own names. */
  languages?: readonly string[]
}

/** Pages that are to be recognised before the PDF can be read. */
export class PagesWithoutText extends Error {
  readonly pages: number[]
  /** The pages among them that have a few letters. */
  readonly lettered: number[]

  constructor(pages: number[], lettered: number[]) {
    super('Some pages have no text.')
    this.pages = pages
    this.lettered = lettered
  }
}

const defaultMaxPages = 500
const maxItems = 400_000
/** Of the 5 s that a thread has: laying the text out and writing it down takes the rest. */
const readingCpuMs = 3_000

type NumberedPage = PdfPage & { number: number }

/**
 * The text of a PDF as a page: by its own tags where it has them (headings, lists and tables are
 * then told, not guessed), else by where the text stands. A hostile file is bounded by the limits
 * here and by whoever runs this in a worker that can be ended.
 */
export const readPdf = async (
  bytes: Uint8Array,
  options: PdfOptions = {},
  recognized?: RecognizedPages,
) => {
  const document = await openPdf(bytes)
  try {
    const wanted = pagesOf(options.pages, document.numPages)
    if (wanted.length === 0) throw noneAskedFor('PDF', document.numPages)
    const drawn: NumberedPage[] = []
    const isFull = fullAfter(options.maxPages ?? defaultMaxPages)
    for (const number of wanted) {
      if (isFull(drawn)) break
      drawn.push({ number, ...(await readPdfPage(await document.getPage(number))) })
    }
    if (!recognized) askForOcr(drawn, options.ocr ?? 'never')
    const pages = drawn.map(page => withRecognized(page, recognized))
    if (!pages.some(hasText))
      throw new AppError(
        'page_empty',
        recognized
          ? 'The PDF holds no text, and none could be recognised in its pictures.'
          : 'The PDF holds no text; it seems to be a scan. "documents": {"ocr": "auto"} recognises its text.',
      )
    const { info } = await document.getMetadata()
    const said: Partial<Record<string, unknown>> = { ...info }
    return {
      // In one piece where nobody asks where pages begin.
      pages: blocksOf(pages, options.pageMarkers ?? false),
      // Browsers name so what a program gave them without a title.
      title: said.Title === 'about:blank' ? undefined : textOf(said.Title),
      author: textOf(said.Author),
      language: textOf(said.Language),
      created: dateOf(said.CreationDate),
      modified: dateOf(said.ModDate),
      pageCount: document.numPages,
      ocr: recognized && ocrOf(recognized),
      warning: joined(cutWarning(wanted, pages.length, document.numPages), ocrWarning(recognized)),
    }
  } finally {
    await document.loadingTask.destroy()
  }
}

const textOf = (value: unknown): string | undefined =>
  (typeof value === 'string' && value.trim()) || undefined

/** `D:20240301090000+01'00'`, of which all but the year may be missing; without a day it says little. */
const pdfDate = /^D:(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)(?:(Z)|([+-]\d\d)'(\d\d))?)?/

const dateOf = (value: unknown): string | undefined => {
  const [, year, month, day, hour, minute, second, utc, hours, minutes] =
    pdfDate.exec(textOf(value) ?? '') ?? []
  if (!year) return undefined
  const zone = utc ?? (hours ? `${hours}:${minutes}` : '')
  const date = `${year}-${month}-${day}${hour ? `T${hour}:${minute}:${second}${zone}` : ''}`
  return Number.isNaN(Date.parse(date)) ? undefined : date
}

/** Fewer letters are a stamp or a page number on a scan. */
const fewLetters = 20

const askForOcr = (pages: readonly NumberedPage[], ocr: 'auto' | 'never' | 'always'): void => {
  const wanted = pages.filter(
    page => ocr === 'always' || (page.fields.length === 0 && lettersOf(page) < fewLetters),
  )
  if (ocr === 'never' || wanted.length === 0) return
  const lettered = ocr === 'always' ? [] : wanted.filter(page => lettersOf(page) > 0)
  throw new PagesWithoutText(numbersOf(wanted), numbersOf(lettered))
}

const lettersOf = ({ items }: PdfPage): number =>
  items.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0)

/** What was recognised stands for all that the page shows, the little text that it has as well. */
const withRecognized = (
  page: NumberedPage,
  recognized: RecognizedPages | undefined,
): NumberedPage => {
  const found = recognized?.pages.find(({ number }) => number === page.number)
  if (!found || found.items.length === 0) return page
  return { ...page, items: found.items, height: found.height, structure: undefined }
}

const hasText = ({ items, fields }: PdfPage): boolean =>
  fields.length > 0 || items.some(item => /\S/.test(item.text))

const fullAfter = (maxPages: number) => {
  const begun = process.threadCpuUsage()
  let items = 0
  let counted = 0
  return (pages: readonly NumberedPage[]): boolean => {
    for (const page of pages.slice(counted)) items += page.items.length
    counted = pages.length
    const { user, system } = process.threadCpuUsage(begun)
    const isSlow = (user + system) / 1_000 > readingCpuMs
    return pages.length >= maxPages || items > maxItems || (isSlow && pages.length > 0)
  }
}

const cutWarning = (wanted: readonly number[], read: number, count: number): string | undefined => {
  const next = wanted[read]
  if (next === undefined) return undefined
  const what = wanted.length === count ? `${pagesIn(count)}` : `${pagesIn(wanted.length)} asked for`
  return `Only the first ${read} of ${what} were read. "documents": {"pages": "${next}-"} reads on.`
}

const openPdf = async (bytes: Uint8Array) => {
  const { getDocument, VerbosityLevel } = await getResolvedPDFJS()
  try {
    return await getDocument({
      // pdf.js takes the buffer over; the caller keeps its own.
      data: new Uint8Array(bytes),
      // No code is ever made from a file, no fonts are loaded, nothing is fetched.
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      useWorkerFetch: false,
      enableXfa: false,
      verbosity: VerbosityLevel.ERRORS,
    }).promise
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'PasswordException')
      throw new AppError(
        'page_unsupported',
        'The PDF is protected by a password. Send a copy without one.',
        { cause: error },
      )
    throw new AppError(
      'page_unsupported',
      'The PDF is damaged and cannot be read: save it again, and send that.',
      {
        cause: error,
      },
    )
  }
}

/** Runs of pages without tags are laid out together, so that text flows from page to page. */
const blocksOf = (pages: readonly NumberedPage[], isByPage: boolean): PdfPageBlocks[] => {
  const read: PdfPageBlocks[] = []
  let untagged: NumberedPage[] = []
  const flush = () => {
    const laidOut = layoutPages(untagged, isByPage)
    for (const [index, { number, fields }] of untagged.entries())
      read.push({ number, blocks: [...(laidOut[index] ?? []), ...fieldBlocks(fields, number)] })
    untagged = []
  }
  for (const page of pages) {
    const tagged = taggedBlocks(page)
    if (tagged) {
      flush()
      for (const block of tagged)
        if (block.type === 'element')
          Object.assign(block.attributes, placeAttributes({ page: page.number }))
      const { number, fields } = page
      read.push({ number, blocks: [...tagged, ...fieldBlocks(fields, number)] })
    } else untagged.push(page)
  }
  flush()
  return read
}

/** What was filled in is no part of a page's text, so it follows the text, by the names of the fields. */
const fieldBlocks = (fields: readonly PdfField[], page: number): HtmlNode[] =>
  fields.length === 0
    ? []
    : [
        build(
          'ul',
          placeAttributes({ page }),
          fields.map(({ name, value }) => build('li', {}, [`${name}: ${value}`])),
        ),
      ]
