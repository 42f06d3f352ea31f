import type { HtmlElement, HtmlNode } from './html.ts'

/**
 * Trees of our own making, for what comes as something else than HTML: whatever reads pages
 * (Markdown, clean HTML, links) then reads feeds, tables and PDFs as well.
 */
export const build = (
  name: string,
  attributes: Record<string, string>,
  children: (HtmlNode | string)[],
): HtmlElement => {
  const element: HtmlElement = {
    type: 'element',
    name,
    namespace: undefined,
    attributes,
    children: [],
    parent: undefined,
    depth: 0,
  }
  for (const child of children) appendTo(element, child)
  return element
}

export const appendTo = (parent: HtmlElement, child: HtmlNode | string): void => {
  const node: HtmlNode = typeof child === 'string' ? { type: 'text', text: child, parent } : child
  node.parent = parent
  parent.children.push(node)
}
