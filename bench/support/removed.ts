import type { HtmlDocument } from '../../src/page/html/html.ts'
import type { FactItem, FactValue } from '../../src/page/metadata/facts/item.ts'
import type { PageNode } from '../../src/page/text/nodes.ts'
import type { Page } from '../../src/products/extract/source/page.ts'
import { normal, sameValue } from './extract-data.ts'

/** The same of a document: the text of the values is deleted from its tree. */
export const deleteTexts = ({ root }: HtmlDocument, values: readonly string[]) => {
  const stack = [root]
  for (let element = stack.pop(); element; element = stack.pop())
    for (const child of element.children)
      if (child.type === 'element') stack.push(child)
      else if (values.some(value => sameValue(child.text, value))) child.text = ''
}

/** The page as if it never said these values: not in a line, nor in its title, nor in its markup. */
export const withoutValues = (page: Page, values: readonly string[]): Page => {
  const longest = Math.max(...values.map(value => value.length)) * 1.5 + 40
  const isOne = (text: string) =>
    text.length <= longest && values.some(value => sameValue(text, value))
  const plain = values.map(normal).filter(value => value.length > 2)
  const holds = (text: string) => plain.some(value => ` ${normal(text)} `.includes(` ${value} `))
  return {
    ...page,
    title: holds(page.title) ? '' : page.title,
    nodes: page.nodes.map(node => withoutPieces(node, isOne)),
    facts: {
      items: page.facts.items.map(item => withoutFacts(item, holds)),
      meta: withoutFacts(page.facts.meta, holds),
    },
  }
}

/** Lines keep their numbers, which others point to. */
const withoutPieces = (node: PageNode, isOne: (text: string) => boolean): PageNode => {
  if (isOne(node.text)) return { ...node, text: '', pieces: [] }
  const pieces = node.pieces.filter(piece => !isOne(piece.text))
  return pieces.length === node.pieces.length
    ? node
    : { ...node, text: pieces.map(piece => piece.text).join(' '), pieces }
}

const withoutFacts = (item: FactItem, holds: (text: string) => boolean): FactItem => {
  const stays = (value: FactValue) => typeof value !== 'string' || !holds(value)
  const kept = [...item.properties].map(
    ([name, values]) => [name, values.filter(stays)] as [string, FactValue[]],
  )
  return { ...item, properties: new Map(kept.filter(([, values]) => values.length > 0)) }
}
