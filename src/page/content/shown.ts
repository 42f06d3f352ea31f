import { findHiddenParts } from '../css/hidden-parts.ts'
import type { HtmlDocument, HtmlNode } from '../html/html.ts'
import { copyTree } from './copy.ts'

/** By default what a page hides from its readers is left out. */
export type HiddenOption = 'exclude' | 'include'

/** A page as its readers see it, or could by a click. The page itself is not changed. */
export const shownPage = (document: HtmlDocument): HtmlDocument => {
  const hidden: ReadonlySet<HtmlNode> = findHiddenParts(document.root)
  if (hidden.size === 0) return document
  return { ...document, root: copyTree(document.root, node => !hidden.has(node)) }
}
