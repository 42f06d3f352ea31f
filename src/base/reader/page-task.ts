import type { CommentsOption } from '../../page/content/comments.ts'
import type { HiddenOption } from '../../page/content/shown.ts'
import type { ConvertedFile } from '../../page/documents/office/convert.ts'
import type { RecognizedPages } from '../../page/documents/pdf/recognized.ts'
import type { HtmlDocument } from '../../page/html/html.ts'
import type { Verdict } from '../../page/verdict/judge.ts'
import type { ChosenWay } from '../ways/ways.ts'
import type { Performed, Picture } from './actions/run.ts'
import type { FollowedAnswer, PageMetadata } from './answer.ts'
import type { Reading } from './fetch-page.ts'
import type { PageFormat } from './formats.ts'
import type { DocumentOptions, PageRequest } from './page-request.ts'

/** What the thread is given: a page as it came, and what the caller wants of it. */
export type PageTask = {
  bytes: Uint8Array
  /** In place of `bytes`, where they are an office file. */
  converted?: ConvertedFile
  /** Of a picture, or of those pages of a PDF that have no text. */
  recognized?: RecognizedPages | undefined
  /** Of a file that was sent, whose ending may tell what it holds. */
  fileName?: string | undefined
  requestedUrl: string
  finalUrl: string
  status: number
  headers: Readonly<Record<string, string>>
  rendered: boolean
  screenshot: Picture | undefined
  /** What came of the caller's steps on it. */
  performed?: Performed | undefined
  warning: string | undefined
  /** By which it came, where the caller chose. */
  chosen?: ChosenWay
  /** No other way of reading is left: a shell is read for what it holds. */
  isLast: boolean
  formats: readonly PageFormat[]
  /** Option of the format `chunks`. */
  chunkTokens?: number | undefined
  onlyMainContent: boolean
  comments?: CommentsOption | undefined
  hidden?: HiddenOption | undefined
  documents?: DocumentOptions | undefined
  includeTags: readonly string[]
  excludeTags: readonly string[]
  trace: boolean
  /** Lines of the site's robots.txt on how the page may be used. */
  robotsLines?: readonly string[] | undefined
  /** A page whose site asks not to be used this way is not read. */
  respectPreferences?: boolean | undefined
  /** Whether it is also asked where the page leads. */
  follow?: boolean
}

export type PageOutcome<Answer = FollowedAnswer> =
  | { is: 'answer'; answer: Answer }
  | Exclude<Verdict, { is: 'page' }>
  /** A status that is no success, and no wall either. */
  | { is: 'status' }
  /** Its site asks not to use it, and the caller respects that. */
  | { is: 'refused'; sentence: string }
  /** Pages of a PDF that seem to be pictures; those in `lettered` have a few letters too. */
  | { is: 'scan'; pages: number[]; lettered: number[] }

/** What a thread is given of a page that came, however it came. */
export const taskOf = (request: PageRequest, reading: Reading, isLast: boolean): PageTask => ({
  bytes: reading.bytes,
  fileName: reading.fileName,
  requestedUrl: request.url.href,
  finalUrl: reading.url.href,
  status: reading.status,
  headers: reading.headers,
  rendered: reading.rendered,
  screenshot: reading.screenshot,
  performed: reading.performed,
  warning: reading.warning,
  isLast,
  formats: request.formats,
  chunkTokens: request.chunkTokens,
  onlyMainContent: request.onlyMainContent,
  comments: request.comments,
  hidden: request.hidden,
  documents: request.documents,
  includeTags: request.includeTags,
  excludeTags: request.excludeTags,
  trace: request.trace,
  respectPreferences: request.respectPreferences,
  follow: request.follow,
})

/** A page as HTML, whatever kind of file it is: as it came, or made from its content. */
export type OpenPage = {
  url: string
  html: string
  /** What the caller's selectors leave of it. */
  document: HtmlDocument
  warning: string | undefined
}

/** What is known of every answer, whatever it holds. */
export const factsOf = (task: PageTask): PageMetadata => {
  const contentType = task.headers['content-type']
  const { way, country, tried = [] } = task.chosen ?? {}
  return {
    ...(contentType && { contentType }),
    statusCode: task.status,
    sourceUrl: task.requestedUrl,
    rendered: task.rendered,
    ...(way && { way }),
    ...(country && { country }),
    ...(tried.length > 0 && { tried: [...tried] }),
  }
}
