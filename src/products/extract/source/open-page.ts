import { AppError } from '../../../kit/errors.ts'
import { selectContent } from '../../../page/content/select.ts'
import type { HtmlDocument, HtmlElement } from '../../../page/html/html.ts'
import { type Page, readPage } from './page.ts'

/** The part of a page that the caller wants to be read; its main content as a scrape gives it. */
export const openPage = (
  document: HtmlDocument,
  { url, onlyMainContent }: { url: string; onlyMainContent: boolean },
): Page => {
  const main = onlyMainContent
    ? withBody(document, selectContent(document, { url, essentials: true }).tree)
    : undefined
  const page = readPage(document, { url }, main)
  if (page.nodes.length === 0 && page.facts.items.length === 0)
    throw new AppError('page_empty', `${new URL(url).hostname} sent a page without text.`)
  return page
}

/** The same document around another body: the head still says title, language and base address. */
const withBody = (document: HtmlDocument, body: HtmlElement): HtmlDocument => {
  const replaceIn = (
    element: HtmlElement,
    name: string,
    by: (old: HtmlElement) => HtmlElement,
  ) => ({
    ...element,
    children: element.children.map(child =>
      child.type === 'element' && child.name === name ? by(child) : child,
    ),
  })
  const root = replaceIn(document.root, 'html', html => replaceIn(html, 'body', () => body))
  return { ...document, root }
}
