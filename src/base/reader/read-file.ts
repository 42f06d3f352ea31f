import { type DocumentReading, readDocument } from '../../page/documents/read-document.ts'
import type { ContentKind } from '../../page/documents/sniff.ts'
import { decodeHtml } from '../../page/html/encoding.ts'
import { textContent } from '../../page/html/html.ts'
import { readImages } from '../../page/html/images.ts'
import { readLinks } from '../../page/html/links.ts'
import { toCleanHtml } from '../../page/markdown/clean-html.ts'
import type { ScrapeAnswer } from './answer.ts'
import { factsOf, type PageOutcome, type PageTask } from './page-task.ts'
import type { PageFormat } from './request.ts'

/** PDFs, feeds, JSON and the like: their text in the same formats as a page's. */
export const readFileAsPage = async (
  task: PageTask,
  kind: Exclude<ContentKind, 'html'>,
): Promise<PageOutcome> => {
  const baseUrl = task.finalUrl
  const contentType = task.headers['content-type']
  const read = await readDocument(kind, task.bytes, { contentType, baseUrl })
  const wants = (format: PageFormat) => task.formats.includes(format)
  const warning = [task.warning, read.warning].filter(text => text !== undefined).join(' ')
  const answer: ScrapeAnswer = {
    url: task.finalUrl,
    ...(wants('markdown') && { markdown: read.markdown }),
    ...(wants('html') && { html: toCleanHtml(read.root, { baseUrl }) }),
    ...(wants('source') && { source: sourceOf(read, kind, baseUrl) }),
    ...(wants('rawHtml') &&
      kind !== 'pdf' && { rawHtml: decodeHtml(task.bytes, contentType).text }),
    ...(wants('links') && { links: read.links ?? readLinks(read.root, { baseUrl }) }),
    ...(wants('images') && { images: readImages(read.root, { baseUrl }) }),
    ...(wants('metadata') && {
      metadata: {
        ...(read.title && { title: read.title }),
        ...(read.description && { description: read.description }),
        ...(read.language && { language: read.language }),
        ...(read.author && { author: read.author }),
        ...(read.published && { published: read.published }),
        ...(read.pageCount !== undefined && { pageCount: read.pageCount }),
        ...factsOf(task),
      },
    }),
    ...(warning && { warning }),
  }
  return { is: 'answer', answer }
}

const sourceOf = ({ root, title }: DocumentReading, kind: ContentKind, baseUrl: string): string => {
  const head = title ? `<title>${title.replaceAll('<', '&lt;')}</title>` : ''
  // Data for machines is read as pages' own data for machines is.
  const data =
    kind === 'json'
      ? `<script type="application/ld+json">${textContent(root).replaceAll('<', '\\u003c')}</script>`
      : ''
  return `${head}${data}${toCleanHtml(root, { baseUrl })}`
}
