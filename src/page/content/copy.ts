import type { HtmlElement, HtmlNode } from '../html/html.ts'

/** A new tree with the nodes that `keep` accepts; what is refused goes with everything in it. */
export const copyTree = (
  root: HtmlElement,
  keep: (node: HtmlNode) => boolean,
  attributesOf = ({ attributes }: HtmlElement) => attributes,
): HtmlElement => {
  const copy: HtmlElement = { ...root, children: [], parent: undefined, depth: 0 }
  const sources = [root]
  const copies = [copy]
  for (let to = copies.pop(); to; to = copies.pop()) {
    const parent = to
    const from = sources.pop() as HtmlElement
    // A list that is mapped has no room to spare, as one that is pushed to has.
    parent.children = from.children.filter(keep).map((child): HtmlNode => {
      if (child.type === 'text') return { type: 'text', text: child.text, parent }
      const inner: HtmlElement = {
        type: 'element',
        name: child.name,
        namespace: child.namespace,
        attributes: attributesOf(child),
        children: [],
        parent,
        depth: parent.depth + 1,
      }
      sources.push(child)
      copies.push(inner)
      return inner
    })
  }
  return copy
}
