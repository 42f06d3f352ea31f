import { workOnHtml } from '../../src/base/reader/html-work.ts'
import { extractWithoutModel } from '../../src/products/extract/embedded/work.ts'

/** What is asked of a page: `asked.json` beside it. */
export type Asked = {
  url: string
  contentType?: string
  links?: true
  schema?: Record<string, unknown>
}

/** What a scrape does in its thread, and an extract without a model after it. */
export const readPage = (bytes: Uint8Array, asked: Asked) => {
  const outcome = workOnHtml({
    bytes,
    requestedUrl: asked.url,
    finalUrl: asked.url,
    status: 200,
    headers: { 'content-type': asked.contentType ?? 'text/html' },
    rendered: false,
    screenshot: undefined,
    warning: undefined,
    isLast: false,
    formats: ['markdown', 'metadata', 'links', 'source'],
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    trace: false,
    asJson: false,
  })
  if (outcome.is !== 'answer') return { outcome, data: undefined }
  return { outcome, data: asked.schema && dataOf(outcome.answer.source ?? '', asked) }
}

const dataOf = (html: string, { url, schema }: Asked): unknown =>
  extractWithoutModel({
    page: { html, url, onlyMainContent: false, includeTags: [], excludeTags: [] },
    wish: { schema, prompt: undefined },
  }).data
