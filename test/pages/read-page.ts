import { openHtmlPage } from '../../src/base/reader/open-html.ts'
import type { PageTask } from '../../src/base/reader/page-task.ts'
import { readHtmlPage } from '../../src/base/reader/read-html.ts'
import { answerWithoutModel } from '../../src/products/extract/embedded/answer.ts'
import { openPage } from '../../src/products/extract/source/open-page.ts'

/** What is asked of a page: `asked.json` beside it. */
export type Asked = {
  url: string
  contentType?: string
  links?: true
  schema?: Record<string, unknown>
}

/** What a scrape does in its thread, and what an extract without a model does. */
export const readPage = (bytes: Uint8Array, asked: Asked) => {
  const task: PageTask = {
    bytes,
    requestedUrl: asked.url,
    finalUrl: asked.url,
    status: 200,
    headers: { 'content-type': asked.contentType ?? 'text/html' },
    rendered: false,
    screenshot: undefined,
    warning: undefined,
    isLast: false,
    formats: ['markdown', 'metadata', 'links'],
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    trace: false,
  }
  const outcome = readHtmlPage(task)
  const data = outcome.is === 'answer' && asked.schema ? dataOf(task, asked.schema) : undefined
  return { outcome, data }
}

const dataOf = (task: PageTask, schema: NonNullable<Asked['schema']>): unknown => {
  const opened = openHtmlPage(task)
  if (opened.is !== 'answer') return undefined
  const { url, document } = opened.answer
  const page = openPage(document, { url, onlyMainContent: false })
  return answerWithoutModel(page, { schema, prompt: undefined }).data
}
