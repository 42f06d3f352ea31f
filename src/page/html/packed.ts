import { createElement, type HtmlDocument, type HtmlElement, type HtmlNode } from './html.ts'

/**
 * A parsed page as bytes, for the second of two tasks on it: they pass from thread to thread as
 * they are, and unfolding them costs a fifth of parsing the page again.
 */
export type PackedHtml = Uint8Array

/** In page order, each element before its children; a text is a string. */
type Packed = { truncated: boolean; nodes: (PackedElement | string)[] }
type PackedElement = [
  children: number,
  name: string,
  attributes: Record<string, string>,
  namespace?: string,
]

export const packHtml = ({ root, truncated }: HtmlDocument): PackedHtml => {
  const nodes: Packed['nodes'] = []
  const stack: HtmlNode[] = [root]
  for (let node = stack.pop(); node; node = stack.pop()) {
    nodes.push(node.type === 'text' ? node.text : packElement(node))
    if (node.type === 'element')
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as HtmlNode)
  }
  return Buffer.from(JSON.stringify({ truncated, nodes } satisfies Packed))
}

const packElement = ({ children, name, attributes, namespace }: HtmlElement): PackedElement =>
  namespace === undefined
    ? [children.length, name, attributes]
    : [children.length, name, attributes, namespace]

export const unpackHtml = (packed: PackedHtml): HtmlDocument => {
  const { truncated, nodes } = JSON.parse(new TextDecoder().decode(packed)) as Packed
  const [first] = nodes
  if (typeof first !== 'object') throw new Error('what is packed begins with the document')
  const root = unpackElement(first, undefined)
  const open = [{ element: root, left: first[0] }]
  for (const node of nodes.slice(1)) {
    while (open.at(-1)?.left === 0) open.pop()
    const place = open.at(-1)
    if (!place) break
    place.left--
    const { element: parent } = place
    if (typeof node === 'string') parent.children.push({ type: 'text', text: node, parent })
    else {
      const element = unpackElement(node, parent)
      parent.children.push(element)
      open.push({ element, left: node[0] })
    }
  }
  return { root, truncated }
}

const unpackElement = (
  [, name, attributes, namespace]: PackedElement,
  parent: HtmlElement | undefined,
): HtmlElement => createElement(name, namespace, attributes, parent)
