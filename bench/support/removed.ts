import type { HtmlDocument } from '../../src/page/html/html.ts'
import type { FactItem, FactValue } from '../../src/page/metadata/facts/item.ts'
import type { PageNode } from '../../src/page/text/page-nodes.ts'
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

/**
 * How a page lacks a value: its place is empty; the next line follows its name; or the page does
 * not name it either.
 */
export const gaps = ['empty', 'closed', 'unnamed'] as const

/** The page as if it never said these values: not in a line, nor in its title, nor in its markup. */
export const withoutValues = (
  page: Page,
  values: readonly string[],
  gap: (typeof gaps)[number] = 'empty',
): Page => {
  const longest = Math.max(...values.map(value => value.length)) * 1.5 + 40
  const isOne = (text: string) =>
    text.length <= longest && values.some(value => sameValue(text, value))
  const plain = values.map(normal).filter(value => value.length > 2)
  const holds = (text: string) => plain.some(value => ` ${normal(text)} `.includes(` ${value} `))
  const nodes = page.nodes.map(node => withoutPieces(node, isOne))
  if (gap === 'unnamed') dropNames(page.nodes, nodes)
  return {
    ...page,
    title: holds(page.title) ? '' : page.title,
    nodes: gap === 'empty' ? nodes : closeUp(nodes),
    facts: {
      items: page.facts.items.map(item => withoutFacts(item, holds)),
      meta: withoutFacts(page.facts.meta, holds),
    },
  }
}

/** What stood before a value that is gone, and reads as its name, goes too. */
const dropNames = (before: readonly PageNode[], after: PageNode[]) => {
  before.forEach((node, at) => {
    if (node.text === '' || after[at]?.text !== '') return
    const name = before[(node.term ?? at) - 1]
    if (!name || name.text.length > maxName) return
    const isName =
      node.term !== undefined ||
      /[:：]\s*$/.test(name.text) ||
      (name.cell !== node.cell && name.cell?.parent === node.cell?.parent)
    if (isName) after[name.id - 1] = { ...name, text: '', pieces: [] }
  })
}

const maxName = 40

/** Without the empty lines; the others get new numbers. */
const closeUp = (nodes: readonly PageNode[]): PageNode[] => {
  const kept = nodes.filter(({ text }) => text !== '')
  const numbers = new Map(kept.map(({ id }, at) => [id, at + 1]))
  return kept.map((node, at) => ({
    ...node,
    id: at + 1,
    headings: node.headings.flatMap(id => numbers.get(id) ?? []),
    term: node.term === undefined ? undefined : numbers.get(node.term),
  }))
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
