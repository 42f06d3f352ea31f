import type { HtmlElement } from '../../../site/html.ts'
import type { PageNode } from '../../../site/nodes/nodes.ts'
import type { PageRecord } from './regions.ts'

/** Records that are spread over neighbouring elements. */
export type Spread = {
  records: PageRecord[]
  /** How many elements follow the first one of a record, on average. */
  extra: number
  /** Nothing stands before the first record. */
  leads: boolean
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

const spreadIn = (
  parent: HtmlElement,
  members: Set<HtmlElement>,
  below: Map<HtmlElement, PageNode[]>,
): Spread | undefined => {
  const records: (PageRecord & { extra: PageNode[][] })[] = []
  let before = 0
  for (const child of parent.children) {
    const nodes = child.type === 'element' ? below.get(child) : undefined
    if (child.type !== 'element' || !nodes) continue
    if (members.has(child)) records.push({ element: child, nodes: [...nodes], extra: [] })
    else if (records.length === 0) before++
    else records.at(-1)?.extra.push(nodes)
  }
  const inner = records.slice(0, -1).map(({ extra }) => extra.length)
  const total = inner.reduce((sum, extra) => sum + extra, 0)
  if (total < inner.length / 2 || Math.max(...inner) > maxExtra) return undefined
  const usual = [...inner].sort((a, b) => a - b)[inner.length >> 1] ?? 1
  return {
    // Behind the last record the page may go on with something else.
    records: records.map(({ element, nodes, extra }, at) => ({
      element,
      nodes: [...nodes, ...(at < inner.length ? extra : extra.slice(0, usual)).flat()],
    })),
    extra: total / inner.length,
    leads: before === 0,
  }
}
