import { isHidden } from '../css/hidden.ts'
import type { HtmlDocument, HtmlElement, HtmlNode } from '../html/html.ts'
import { copyTree } from './copy.ts'
import { mediaTags, silentTags } from './tags.ts'
import { contentText } from './text.ts'

/** The whole page as a reader without scripts sees it: nothing silent, nothing hidden. */
export const visibleTree = (document: HtmlDocument): HtmlElement =>
  copyTree(bodyOf(document.root), isVisible)

/** Without what says that the element is not shown; no click opens a part of a formula. */
export const unhiddenAttributes = (element: HtmlElement): Record<string, string> => {
  if (element.namespace !== undefined || !isHidden(element, 'declared')) return element.attributes
  const { hidden, style, ...rest } = element.attributes
  return rest
}

/** Its text, without a copy of the tree. */
export const visibleText = (document: HtmlDocument, maxChars: number): string =>
  contentText(bodyOf(document.root), { keep: node => !isHidden(node, 'declared'), maxChars })

const isVisible = (node: HtmlNode): boolean =>
  node.type === 'text' || (isShown(node) && !isHidden(node, 'declared'))

/** Media and form choices hold no text of the page but are part of what it shows. */
export const isShown = ({ name }: HtmlElement) =>
  !silentTags.has(name) || mediaTags.has(name) || name === 'source' || name === 'track'

export const bodyOf = (root: HtmlElement): HtmlElement => {
  const html = root.children.find(child => child.type === 'element' && child.name === 'html')
  if (html?.type !== 'element') return root
  const body = html.children.find(child => child.type === 'element' && child.name === 'body')
  return body?.type === 'element' ? body : html
}
