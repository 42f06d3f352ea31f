import { documentBase } from '../../site/base-url.ts'
import { selectContent } from '../../site/content/select.ts'
import { contentText } from '../../site/content/text.ts'
import { visibleTree } from '../../site/content/visible.ts'
import { type HtmlDocument, type HtmlElement, parseHtml } from '../../site/html.ts'
import { toMarkdown } from '../../site/markdown/markdown.ts'
import { judgePage, type Verdict } from '../../site/verdict/judge.ts'
import { answerWith } from '../../threads-entry.ts'
import type { ScrapeAnswer } from './answer.ts'
import type { Format } from './request.ts'

/** What the thread is given: a page as it came, and what the caller wants of it. */
export type PageTask = {
  bytes: Uint8Array
  requestedUrl: string
  finalUrl: string
  status: number
  headers: Readonly<Record<string, string>>
  rendered: boolean
  screenshot: Uint8Array | undefined
  warning: string | undefined
  /** No other way of reading is left: a shell is read for what it holds. */
  isLast: boolean
  formats: readonly Format[]
  onlyMainContent: boolean
  includeTags: readonly string[]
  excludeTags: readonly string[]
  trace: boolean
}

export type PageResult =
  | { is: 'answer'; answer: ScrapeAnswer }
  | Exclude<Verdict, { is: 'page' }>
  /** A status that is no success, and no wall either. */
  | { is: 'status' }

/** Below this the choice of content is little more than a guess. */
const doubtfulConfidence = 0.35

const workOnPage = (task: PageTask): PageResult => {
  const html = new TextDecoder().decode(task.bytes)
  const document = parseHtml(html)
  const verdict = judgePage(document, task)
  if (verdict.is === 'wall') return verdict
  if (task.status >= 400) return { is: 'status' }
  if (verdict.is !== 'page' && !(verdict.is === 'shell' && task.isLast)) return verdict
  const { tree, warnings, trace } = choose(task, document)
  if (contentText(tree).trim() === '')
    return {
      is: 'nothing',
      sentence: `${new URL(task.finalUrl).hostname} sent a page without text.`,
    }
  const wants = (format: Format) => task.formats.includes(format)
  const baseUrl = documentBase(document.root, task.finalUrl)
  const warning = [task.warning, ...warnings].filter(text => text !== undefined).join(' ')
  return {
    is: 'answer',
    answer: {
      url: task.finalUrl,
      ...(wants('markdown') ? { markdown: toMarkdown(tree, { baseUrl }) } : {}),
      ...(wants('rawHtml') ? { rawHtml: html } : {}),
      ...(wants('screenshot') && task.screenshot ? { screenshot: dataUrl(task.screenshot) } : {}),
      ...(wants('metadata') ? { metadata: metadataOf(task) } : {}),
      ...(warning ? { warning } : {}),
      ...(trace ? { trace } : {}),
    },
  }
}

type Choice = { tree: HtmlElement; warnings: string[]; trace: unknown[] | undefined }

const choose = (task: PageTask, document: HtmlDocument): Choice => {
  const cut = document.truncated ? ['The page is very large: its end was left out.'] : []
  if (!task.onlyMainContent) return { tree: visibleTree(document), warnings: cut, trace: undefined }
  const content = selectContent(document, { url: task.finalUrl, trace: task.trace })
  const doubt =
    content.confidence < doubtfulConfidence
      ? ['It is doubtful which part of the page is its main content.']
      : []
  return { tree: content.tree, warnings: [...cut, ...doubt], trace: content.trace }
}

const metadataOf = (task: PageTask): NonNullable<ScrapeAnswer['metadata']> => ({
  statusCode: task.status,
  sourceUrl: task.requestedUrl,
  rendered: task.rendered,
  ...(task.headers['content-type'] ? { contentType: task.headers['content-type'] } : {}),
})

const dataUrl = (png: Uint8Array) => `data:image/png;base64,${Buffer.from(png).toString('base64')}`

answerWith(workOnPage)
