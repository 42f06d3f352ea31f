import { getResolvedPDFJS } from 'unpdf'
import { AppError } from '../../../kit/errors.ts'
import { build } from '../../html/builder.ts'
import type { HtmlNode } from '../../html/html.ts'
import { layoutPages } from './layout.ts'
import { type PdfField, type PdfPage, readPdfPage } from './page.ts'
import { taggedBlocks } from './tagged.ts'

export type PdfPageBlocks = { number: number; blocks: HtmlNode[] }

type PdfReading = {
  /** What stands on each page that was read; in one piece where nobody asks where pages begin. */
  pages: PdfPageBlocks[]
  title: string | undefined
  author: string | undefined
  pageCount: number
  warning: string | undefined
}

export type PdfOptions = {
  /** Numbers and ranges: `1-5,9`, `10-`. */
  pages?: string
  maxPages?: number
  pageMarkers?: boolean
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
export const readPdf = async (bytes: Uint8Array, options: PdfOptions = {}): Promise<PdfReading> => {
  const document = await openPdf(bytes)
  try {
    const wanted = pagesOf(options.pages, document.numPages)
    if (wanted.length === 0)
      throw new AppError(
        'page_empty',
        `The PDF has ${pagesIn(document.numPages)}, none of which was asked for.`,
      )
    const pages: NumberedPage[] = []
    const isFull = fullAfter(options.maxPages ?? defaultMaxPages)
    for (const number of wanted) {
      if (isFull(pages)) break
      pages.push({ number, ...(await readPdfPage(await document.getPage(number))) })
    }
    if (!pages.some(hasText))
      throw new AppError('page_empty', 'The PDF holds no text; it seems to be a scan.')
    const { info } = (await document.getMetadata()) as {
      info?: { Title?: string; Author?: string }
    }
    return {
      pages: blocksOf(pages, options.pageMarkers ?? false),
      title: info?.Title?.trim() || undefined,
      author: info?.Author?.trim() || undefined,
      pageCount: document.numPages,
      warning: cutWarning(wanted, pages.length, document.numPages),
    }
  } finally {
    await document.loadingTask.destroy()
  }
}

const hasText = ({ items, fields }: PdfPage): boolean =>
  fields.length > 0 || items.some(item => /\S/.test(item.text))

/** Those that there are, in their order, each once. */
const pagesOf = (list: string | undefined, count: number): number[] => {
  const ranges = (list ?? '1-').split(',').map(range => {
    const [first = '', last] = range.split('-')
    return { first: Number(first), last: last === '' ? count : Number(last ?? first) }
  })
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  return numbers.filter(number =>
    ranges.some(({ first, last }) => number >= first && number <= last),
  )
}

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

const pagesIn = (count: number): string => (count === 1 ? 'one page' : `${count} pages`)

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
    throw new AppError('page_unsupported', 'The PDF is damaged and cannot be read.', {
      cause: error,
    })
  }
}

/** Runs of pages without tags are laid out together, so that text flows from page to page. */
const blocksOf = (pages: readonly NumberedPage[], isByPage: boolean): PdfPageBlocks[] => {
  const read: PdfPageBlocks[] = []
  let untagged: NumberedPage[] = []
  const flush = () => {
    const laidOut = layoutPages(untagged, isByPage)
    for (const [index, { number, fields }] of untagged.entries())
      read.push({ number, blocks: [...(laidOut[index] ?? []), ...fieldBlocks(fields)] })
    untagged = []
  }
  for (const page of pages) {
    const tagged = taggedBlocks(page)
    if (tagged) {
      flush()
      read.push({ number: page.number, blocks: [...tagged, ...fieldBlocks(page.fields)] })
    } else untagged.push(page)
  }
  flush()
  return read
}

/** What was filled in is no part of a page's text, so it follows the text, by the names of the fields. */
const fieldBlocks = (fields: readonly PdfField[]): HtmlNode[] =>
  fields.length === 0
    ? []
    : [
        build(
          'ul',
          {},
          fields.map(({ name, value }) => build('li', {}, [`${name}: ${value}`])),
        ),
      ]
