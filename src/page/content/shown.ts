import { findHiddenParts } from '../css/hidden-parts.ts'
import type { HtmlDocument, HtmlElement } from '../html/html.ts'
import { copyTree } from './copy.ts'

/** By default what a page hides from its readers is left out. */
export type HiddenOption = 'exclude' | 'include'

/** A page as its readers see it, or could by a click. The page itself is not changed. */
export const shownPage = (document: HtmlDocument): HtmlDocument => {
  const { hidden, kept } = findHiddenParts(document.root)
  if (hidden.size + kept.size === 0) return document
  // Whoever reads on must not hide again what stays.
  const attributesOf = (element: HtmlElement) => {
    if (!kept.has(element)) return element.attributes
    const { hidden: _, style, ...rest } = element.attributes
    return rest
  }
  return { ...document, root: copyTree(document.root, node => !hidden.has(node), attributesOf) }
}
