import { getResolvedPDFJS } from 'unpdf'
import { AppError } from '../../../kit/errors.ts'
import { build } from '../../html/builder.ts'
import type { HtmlElement, HtmlNode } from '../../html/html.ts'
import { layoutPages } from './layout.ts'
import { type PdfPage, readPdfPage } from './page.ts'
import { taggedBlocks } from './tagged.ts'

type PdfReading = {
  root: HtmlElement
  title: string | undefined
  author: string | undefined
  pageCount: number
  warning: string | undefined
}

type PdfLimits = { maxPages: number; maxItems: number }

const defaultLimits: PdfLimits = { maxPages: 300, maxItems: 400_000 }

/**
 * The text of a PDF as a page: by its own tags where it has them (headings, lists and tables are
 * then told, not guessed), else by where the text stands. A hostile file is bounded by the limits
 * here and by whoever runs this in a worker that can be ended.
 */
export const readPdf = async (
  bytes: Uint8Array,
  limits: PdfLimits = defaultLimits,
): Promise<PdfReading> => {
  const document = await openPdf(bytes)
  try {
    const pages: PdfPage[] = []
    const last = Math.min(document.numPages, limits.maxPages)
    let items = 0
    for (let number = 1; number <= last && items <= limits.maxItems; number++) {
      const page = await readPdfPage(await document.getPage(number))
      items += page.items.length
      pages.push(page)
    }
    if (!pages.some(page => page.items.some(item => /\S/.test(item.text))))
      throw new AppError('page_empty', 'The PDF holds no text; it seems to be a scan.')
    const { info } = (await document.getMetadata()) as {
      info?: { Title?: string; Author?: string }
    }
    return {
      root: build('body', {}, blocksOf(pages)),
      title: info?.Title?.trim() || undefined,
      author: info?.Author?.trim() || undefined,
      pageCount: document.numPages,
      warning:
        pages.length < document.numPages
          ? `Only the first ${pages.length} of ${document.numPages} pages were read.`
          : undefined,
    }
  } finally {
    await document.loadingTask.destroy()
  }
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
const blocksOf = (pages: PdfPage[]): HtmlNode[] => {
  const blocks: HtmlNode[] = []
  let untagged: PdfPage[] = []
  const flush = () => {
    blocks.push(...layoutPages(untagged))
    untagged = []
  }
  for (const page of pages) {
    const tagged = taggedBlocks(page)
    if (tagged) {
      flush()
      blocks.push(...tagged)
    } else untagged.push(page)
  }
  flush()
  return blocks
}
