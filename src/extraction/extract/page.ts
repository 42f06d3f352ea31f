import { type PageFacts, readFacts } from '../../site/facts/facts.ts'
import type { HtmlDocument } from '../../site/html.ts'
import { type PageNodes, readNodes } from '../../site/nodes/nodes.ts'

/** A page as extraction reads it: what people see, and what it says of itself for machines. */
export type Page = PageNodes & { facts: PageFacts }

export const readPage = (document: HtmlDocument, page: { url: string }): Page => ({
  ...readNodes(document, page),
  facts: readFacts(document, page),
})
