import { shownPage } from '../../../page/content/shown.ts'
import type { HtmlDocument, HtmlElement } from '../../../page/html/html.ts'
import { type PageFacts, readFacts } from '../../../page/metadata/facts/facts.ts'
import { readNodes } from '../../../page/text/nodes.ts'
import type { PageNodes } from '../../../page/text/page-nodes.ts'

/** A page as extraction reads it: what people see, and what it says of itself for machines. */
export type Page = PageNodes & { facts: PageFacts; document: HtmlDocument }

/** `shown` is the part whose text counts; what the page says for machines is about all of it. */
export const readPage = (
  document: HtmlDocument,
  page: { url: string },
  shown: HtmlDocument = shownPage(document),
): Page => ({
  ...readNodes(shown, page),
  facts: readFacts(document, page),
  document: shown,
})

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
