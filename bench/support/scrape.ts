import type { PageOutcome, PageTask } from '../../src/base/reader/page-task.ts'
import { readHtmlPage } from '../../src/base/reader/read-html.ts'

type Wish = Pick<PageTask, 'formats'> & Partial<Pick<PageTask, 'isLast' | 'trace'>>

/** All that a thread does with the HTML of a page that a scrape has fetched. */
export const scrapeHtml = (html: string, url: string, wish: Wish): PageOutcome =>
  scrapeBytes(Buffer.from(html), url, wish)

export const scrapeBytes = (bytes: Buffer, url: string, wish: Wish): PageOutcome =>
  readHtmlPage({
    bytes,
    requestedUrl: url,
    finalUrl: url,
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    rendered: false,
    screenshot: undefined,
    warning: undefined,
    isLast: true,
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    trace: false,
    ...wish,
  })
