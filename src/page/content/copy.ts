import { addChild, type HtmlElement, type HtmlNode } from '../html/html.ts'

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
    for (const child of from.children) {
      if (!keep(child)) continue
      if (child.type === 'text') {
        addChild(parent, { type: 'text', text: child.text, parent })
        continue
      }
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
      addChild(parent, inner)
    }
    // A list that is cut out has no room to spare, as one that is pushed to has.
    if (parent.children.length > 2) parent.children = parent.children.slice()
  }
  return copy
}
