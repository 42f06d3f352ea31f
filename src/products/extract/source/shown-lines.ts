import type { PageNode } from '../../../page/text/page-nodes.ts'

/**
 * A line as a model is shown it, under one number: a line of the page, a whole row of a table, a
 * piece of code, or the links of a menu side by side. Citing the number cites all of it.
 */
export type ShownLine = { number: number; nodes: PageNode[]; is: 'text' | 'row' | 'code' | 'menu' }

export const shownLines = (nodes: readonly PageNode[]): ShownLine[] => {
  const lines: ShownLine[] = []
  for (let at = 0; at < nodes.length; ) {
    const line = rowAt(nodes, at) ?? codeAt(nodes, at) ?? menuAt(nodes, at)
    const own = line?.nodes ?? nodes.slice(at, at + 1)
    lines.push({ number: own[0]?.id ?? 0, nodes: own, is: line?.is ?? 'text' })
    at += own.length
  }
  return lines
}

type Found = Pick<ShownLine, 'nodes' | 'is'> | undefined

/** A row of a table that only lays the page out holds half of the page. */
const rowAt = (nodes: readonly PageNode[], at: number): Found => {
  const row = nodes[at]?.cell?.parent
  const own = row ? runFrom(nodes, at, node => node.cell?.parent === row) : []
  const chars = own.reduce((sum, { text }) => sum + text.length, 0)
  return own.length > 0 && own.length <= maxLines && chars <= maxRowChars
    ? { nodes: own, is: 'row' }
    : undefined
}

const codeAt = (nodes: readonly PageNode[], at: number): Found => {
  const element = nodes[at]?.element
  if (element?.name !== 'pre') return undefined
  const own = runFrom(nodes, at, node => node.element === element)
  return { nodes: own.slice(0, maxLines), is: 'code' }
}

const menuAt = (nodes: readonly PageNode[], at: number): Found => {
  const own = runFrom(nodes, at, isMenuLink)
  return own.length >= leastMenuLinks ? { nodes: own.slice(0, maxLines), is: 'menu' } : undefined
}

const maxLines = 30
const maxRowChars = 1_500

/** A short line that is nothing but a link. */
const isMenuLink = (node: PageNode): boolean =>
  node.text.length < maxLinkChars &&
  node.cell === undefined &&
  node.level === undefined &&
  isLink(node)

/** All of it leads somewhere. */
export const isLink = ({ pieces }: PageNode): boolean =>
  pieces.every(({ link }) => link !== undefined)

const leastMenuLinks = 4
const maxLinkChars = 40

const runFrom = (
  nodes: readonly PageNode[],
  from: number,
  test: (node: PageNode) => boolean,
): PageNode[] => {
  let end = from
  while (end < nodes.length && test(nodes[end] as PageNode)) end++
  return nodes.slice(from, end)
}
