import type { DefaultTreeAdapterTypes } from 'parse5'
import type { HtmlElement, HtmlNode } from '../../../src/page/html/html.ts'

/** A tree of ours or of another parser, without comments, to be compared. */
export type Plain =
  | string
  | [name: string, namespace: string, attributes: object, children: Plain[]]

export const flat = (node: HtmlNode): Plain =>
  node.type === 'text'
    ? node.text
    : [node.name, node.namespace ?? '', { ...node.attributes }, childrenOf(node)]

const childrenOf = (element: HtmlElement): Plain[] => element.children.map(flat)

/** The tree of parse5 without comments, which ours leaves out. */
export const plain = (node: DefaultTreeAdapterTypes.Node): Plain => {
  if ('value' in node) return node.value
  const attrs = 'attrs' in node ? node.attrs : []
  const named = attrs.map(({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value])
  const from = 'content' in node ? node.content : node
  const namespace = 'namespaceURI' in node && !node.namespaceURI.endsWith('xhtml')
  return [
    node.nodeName,
    namespace ? node.namespaceURI : '',
    Object.fromEntries(named),
    joined('childNodes' in from ? from.childNodes : []),
  ]
}

const joined = (nodes: readonly DefaultTreeAdapterTypes.ChildNode[]): Plain[] =>
  withoutGaps(
    nodes
      .filter(({ nodeName }) => nodeName !== '#comment' && nodeName !== '#documentType')
      .map(plain),
  )

/** Texts that only a comment parted are one. */
export const withoutGaps = (nodes: readonly Plain[]): Plain[] => {
  const all: Plain[] = []
  for (const node of nodes) {
    const last = all.at(-1)
    if (typeof node === 'string' && typeof last === 'string') all[all.length - 1] = last + node
    else all.push(node)
  }
  return all
}
