import { filterTags } from '../../page/content/selectors.ts'
import { shownPage } from '../../page/content/shown.ts'
import { readConverted } from '../../page/documents/office/read-converted.ts'
import { placeAttributeNames } from '../../page/documents/places/places.ts'
import { type DocumentReading, readDocument } from '../../page/documents/read-document.ts'
import type { ContentKind } from '../../page/documents/sniff.ts'
import { decodeHtml } from '../../page/html/encoding.ts'
import { textContent } from '../../page/html/html.ts'
import { readLinks } from '../../page/html/links.ts'
import { parsePage } from '../../page/html/parse-page.ts'
import { toCleanHtml } from '../../page/markdown/clean-html.ts'
import { toMarkdown } from '../../page/markdown/markdown.ts'
import { readPreferences } from '../../page/metadata/preferences.ts'
import type { FollowedAnswer, PageMetadata } from './answer.ts'
import { followFile } from './follow-page.ts'
import { factsOf, type OpenPage, type PageOutcome, type PageTask } from './page-task.ts'
import { type Readable, writeFormats } from './write-formats.ts'

/** PDFs, feeds, JSON and the like: their text in the same formats as a page's. */
export const readFileAsPage = async (task: PageTask, kind: FileKind): Promise<PageOutcome> => {
  const baseUrl = task.finalUrl
  const { read, warning } = await readContent(task, kind)
  const readable: Readable = {
    ...{ content: read.root, root: read.root, baseUrl, markdown: read.markdown },
    screenshot: undefined,
    rawHtml: () =>
      ['pdf', 'office', 'image'].includes(kind)
        ? undefined
        : decodeHtml(task.bytes, task.headers['content-type']).text,
    source: () => sourceOf(read, kind, baseUrl),
    links: () => read.links ?? readLinks(read.root, { baseUrl }),
    metadata: () => metadataOf(task, read),
  }
  const answer: FollowedAnswer = {
    url: task.finalUrl,
    ...writeFormats(task, readable),
    ...(warning && { warning }),
    ...(task.follow && { follow: followFile(read.markdown) }),
  }
  return { is: 'answer', answer }
}

const metadataOf = (task: PageTask, read: DocumentReading): PageMetadata => ({
  ...preferencesOf(task),
  ...(read.title && { title: read.title }),
  ...(read.description && { description: read.description }),
  ...(read.language && { language: read.language }),
  ...(read.author && { author: read.author }),
  ...(read.published && { published: read.published }),
  ...(read.created && { created: read.created }),
  ...(read.modified && { modified: read.modified }),
  ...(read.pageCount !== undefined && { pageCount: read.pageCount }),
  ...(read.sheetCount !== undefined && { sheetCount: read.sheetCount }),
  ...(read.slideCount !== undefined && { slideCount: read.slideCount }),
  ...(read.ocr && { ocr: read.ocr }),
  ...factsOf(task),
})

const preferencesOf = (task: PageTask) => {
  const preferences = readPreferences(task)
  return preferences.length > 0 ? { preferences } : {}
}

/** The same for whoever reads on in the same thread. */
export const openFile = async (task: PageTask, kind: FileKind): Promise<PageOutcome<OpenPage>> => {
  const { read, warning } = await readContent(task, kind)
  const html = sourceOf(read, kind, task.finalUrl, placeAttributeNames)
  const document = filterTags(parsePage(html), task)
  return { is: 'answer', answer: { url: task.finalUrl, html, document, warning } }
}

export type FileKind = Exclude<ContentKind, 'html'>

const readContent = async (task: PageTask, kind: FileKind) => {
  const all = await documentOf(task, kind)
  const mayHide = holdMarkup.has(kind) && task.hidden !== 'include'
  const read = mayHide ? shownReading(all, task.finalUrl) : all
  const warnings = [task.warning, read.warning].filter(text => text !== undefined)
  return { read, warning: warnings.length > 0 ? warnings.join(' ') : undefined }
}

/** What their authors write may be HTML, and hide as pages do. */
const holdMarkup: ReadonlySet<FileKind> = new Set(['markdown', 'email', 'feed', 'json'])

const shownReading = (read: DocumentReading, baseUrl: string): DocumentReading => {
  const { root } = shownPage({ root: read.root, truncated: false })
  return root === read.root ? read : { ...read, root, markdown: toMarkdown(root, { baseUrl }) }
}

const documentOf = (task: PageTask, kind: FileKind): DocumentReading | Promise<DocumentReading> => {
  const baseUrl = task.finalUrl
  if (task.converted) return readConverted(task.converted, baseUrl)
  const contentType = task.headers['content-type']
  return readDocument(kind, task.bytes, {
    contentType,
    baseUrl,
    name: task.fileName && `file:///${encodeURIComponent(task.fileName)}`,
    pdf: { ocr: 'auto', ...task.documents },
    recognized: task.recognized,
  })
}

const sourceOf = (
  { root, title }: DocumentReading,
  kind: ContentKind,
  baseUrl: string,
  keep: readonly string[] = [],
): string => {
  const head = title ? `<title>${title.replaceAll('<', '&lt;')}</title>` : ''
  // Data for machines is read as pages' own data for machines is.
  const data =
    kind === 'json'
      ? `<script type="application/ld+json">${textContent(root).replaceAll('<', '\\u003c')}</script>`
      : ''
  return `${head}${data}${toCleanHtml(root, { baseUrl, keep })}`
}
