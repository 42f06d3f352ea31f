import { AppError } from '../../../errors.ts'
import { selectContent } from '../../../page/content/select.ts'
import { filterTags } from '../../../page/content/selectors.ts'
import type { HtmlDocument, HtmlElement } from '../../../page/html/html.ts'
import { type Page, readPage } from './page.ts'

/** Which part of a page counts. */
export type PagePart = {
  url: string
  onlyMainContent: boolean
  includeTags: readonly string[]
  excludeTags: readonly string[]
}

/** The part of a page that the caller wants to be read; its main content as a scrape gives it. */
export const openPage = (whole: HtmlDocument, part: PagePart): Page => {
  const document = filterTags(whole, part)
  const shown =
    part.onlyMainContent && part.includeTags.length === 0
      ? withBody(document, selectContent(document, { url: part.url, essentials: true }).tree)
      : document
  const page = readPage(document, part, shown)
  if (page.nodes.length === 0 && page.facts.items.length === 0)
    throw new AppError('page_empty', `${new URL(part.url).hostname} sent a page without text.`)
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
