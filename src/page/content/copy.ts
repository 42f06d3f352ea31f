import { addChild, type HtmlElement, type HtmlNode } from '../html/html.ts'

/** A new tree with the nodes that `keep` accepts; what is refused goes with everything in it. */
export const copyTree = (
  root: HtmlElement,
  keep: (node: HtmlNode) => boolean,
  attributesOf = ({ attributes }: HtmlElement) => attributes,
): HtmlElement => {
  const copy: HtmlElement = { ...root, children: [], parent: undefined, depth: 0 }
  const stack: [HtmlElement, HtmlElement][] = [[root, copy]]
  for (let pair = stack.pop(); pair; pair = stack.pop()) {
    const [from, to] = pair
    for (const child of from.children) {
      if (!keep(child)) continue
      if (child.type === 'text') addChild(to, { type: 'text', text: child.text, parent: to })
      else {
        const inner: HtmlElement = {
          type: 'element',
          name: child.name,
          namespace: child.namespace,
          attributes: attributesOf(child),
          children: [],
          parent: to,
          depth: to.depth + 1,
        }
        addChild(to, inner)
        stack.push([child, inner])
      }
    }
  }
  return copy
}
