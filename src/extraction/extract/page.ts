import { type PageFacts, readFacts } from '../../site/facts/facts.ts'
import type { HtmlDocument, HtmlElement } from '../../site/html.ts'
import { type PageNodes, readNodes } from '../../site/nodes/nodes.ts'

/** A page as extraction reads it: what people see, and what it says of itself for machines. */
export type Page = PageNodes & { facts: PageFacts }

export const readPage = (document: HtmlDocument, page: { url: string }): Page => ({
  ...readNodes(document, page),
  facts: readFacts(document, page),
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
