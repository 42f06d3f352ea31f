import { AppError } from '../../../errors.ts'
import { selectContent } from '../../../page/content/select.ts'
import { filterTags } from '../../../page/content/selectors.ts'
import type { HtmlDocument, HtmlElement } from '../../../page/html/html.ts'
import { parsePage } from '../../../page/html/parse-page.ts'
import { type PageFacts, readFacts } from '../../../page/metadata/facts/facts.ts'
import { type PageNodes, readNodes } from '../../../page/text/nodes.ts'
import type { PageSource } from '../task.ts'

/** A page as extraction reads it: what people see, and what it says of itself for machines. */
export type Page = PageNodes & { facts: PageFacts; document: HtmlDocument }

export const readPage = (document: HtmlDocument, page: { url: string }): Page => ({
  ...readNodes(document, page),
  facts: readFacts(document, page),
  document,
})

/** The part of a page that the caller wants to be read; its main content as a scrape gives it. */
export const openPage = (source: PageSource): Page => {
  const document = filterTags(parsePage(source.html), source)
  const narrowed =
    source.onlyMainContent && source.includeTags.length === 0
      ? withBody(document, selectContent(document, { url: source.url, essentials: true }).tree)
      : document
  const page = {
    ...readNodes(narrowed, source),
    facts: readFacts(document, source),
    document: narrowed,
  }
  if (page.nodes.length === 0 && page.facts.items.length === 0)
    throw new AppError('page_empty', `${new URL(source.url).hostname} sent a page without text.`)
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

/** What table cells say, to read a cell's row and column heads. */
export const cellTexts = (page: Page): Map<HtmlElement, string> => {
  const texts = new Map<HtmlElement, string>()
  for (const node of page.nodes) {
    if (!node.cell) continue
    const text = texts.get(node.cell)
    if (text === undefined) texts.set(node.cell, node.text.slice(0, 100))
    else if (text.length < 100) texts.set(node.cell, `${text} ${node.text}`.slice(0, 100))
  }
  return texts
}
