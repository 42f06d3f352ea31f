import type { HtmlElement } from '../../../site/html.ts'
import type { PageNode } from '../../../site/nodes/nodes.ts'
import type { PageRecord } from './regions.ts'

/** Records that are spread over neighbouring elements. */
export type Spread = {
  records: PageRecord[]
  /** How many elements a record has besides its own one, on average. */
  extra: number
  /** Nothing stands before the first record. */
  leads: boolean
  /** The elements take turns without a fault: one of them alone is no record. */
  regular: boolean
}

/**
 * An entry may be several rows (a title, then a line about it) or a heading with its paragraphs:
 * everything from one of the repeated elements up to the next one.
 */
export const spreadRecords = (
  leaders: PageRecord[],
  below: Map<HtmlElement, PageNode[]>,
): Spread[] => {
  const byParent = new Map<HtmlElement, Set<HtmlElement>>()
  for (const { element } of leaders) {
    if (!element.parent) continue
    const members = byParent.get(element.parent) ?? new Set()
    members.add(element)
    byParent.set(element.parent, members)
  }
  return [...byParent].flatMap(([parent, members]) =>
    members.size < minRecords ? [] : (spreadIn(parent, members, below) ?? []),
  )
}

const minRecords = 3
const maxExtra = 6

type Run = { element: HtmlElement; nodes: PageNode[]; extra: PageNode[][] }

const spreadIn = (
  parent: HtmlElement,
  members: Set<HtmlElement>,
  below: Map<HtmlElement, PageNode[]>,
): Spread | undefined => {
  const runs: Run[] = []
  const before: { element: HtmlElement; nodes: PageNode[] }[] = []
  for (const child of parent.children) {
    const nodes = child.type === 'element' ? below.get(child) : undefined
    if (child.type !== 'element' || !nodes || !nodes.some(saysSomething)) continue
    if (members.has(child)) runs.push({ element: child, nodes, extra: [] })
    else if (runs.length === 0) before.push({ element: child, nodes })
    else runs.at(-1)?.extra.push(nodes)
  }
  if (runs.length < minRecords) return undefined
  const inner = runs.slice(0, -1).map(({ extra }) => extra.length)
  const total = inner.reduce((sum, extra) => sum + extra, 0)
  if (total < inner.length / 2 || Math.max(...inner) > maxExtra) return undefined
  const usual = [...inner].sort((a, b) => a - b)[inner.length >> 1] ?? 1
  const regular = usual > 0 && inner.every(extra => extra === usual)
  const tail = runs.at(-1)?.extra.length ?? 0
  const spread = { extra: total / inner.length, leads: before.length === 0, regular }
  // The repeated element ends its record when nothing follows the last one.
  const first = before.at(-usual)
  if (regular && tail === 0 && first) return { ...spread, records: endingIn(runs, before, usual) }
  return {
    ...spread,
    // Behind the last record the page may go on with something else.
    records: runs.map(({ element, nodes, extra }, at) => ({
      element,
      nodes: [...nodes, ...(at < inner.length ? extra : extra.slice(0, usual)).flat()],
    })),
  }
}

/** Dots and strokes between the entries of a menu are no part of them. */
const saysSomething = ({ text }: PageNode) => /[\p{L}\p{N}]{2}|\p{N}/u.test(text)

const endingIn = (
  runs: Run[],
  before: { element: HtmlElement; nodes: PageNode[] }[],
  usual: number,
): PageRecord[] =>
  runs.map(({ element, nodes }, at) => {
    const ahead =
      at === 0 ? before.slice(-usual).map(one => one.nodes) : (runs[at - 1]?.extra ?? [])
    return { element, nodes: [...ahead.flat(), ...nodes] }
  })
