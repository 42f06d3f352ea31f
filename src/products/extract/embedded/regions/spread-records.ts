import { memoize } from '../../../../kit/memoize.ts'
import type { HtmlElement } from '../../../../page/html/html.ts'
import type { PageNode } from '../../../../page/text/page-nodes.ts'
import type { PageRecord } from './regions.ts'

/** Records that are spread over neighbouring elements. */
type Spread = {
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
export const createSpreader = (below: Map<HtmlElement, PageNode[]>) => {
  const rowsOf = memoize((parent: HtmlElement) => readRows(parent, below))
  return (leaders: PageRecord[]): Spread[] => {
    const byParent = Map.groupBy(leaders, ({ element }) => element.parent)
    return [...byParent].flatMap(([parent, members]) =>
      parent && members.length >= minRecords ? (spreadIn(rowsOf(parent), members) ?? []) : [],
    )
  }
}

const minRecords = 3
const maxExtra = 6

/** The children of an element that say something, and which of them an element is. */
type Rows = { lines: PageNode[][]; place: Map<HtmlElement, number> }

const readRows = (parent: HtmlElement, below: Map<HtmlElement, PageNode[]>): Rows => {
  const rows: Rows = { lines: [], place: new Map() }
  for (const child of parent.children) {
    const lines = child.type === 'element' ? below.get(child) : undefined
    if (child.type !== 'element' || !lines?.some(saysSomething)) continue
    rows.place.set(child, rows.lines.length)
    rows.lines.push(lines)
  }
  return rows
}

/** Dots and strokes between the entries of a menu are no part of them. */
const saysSomething = ({ text }: PageNode) => /[\p{L}\p{N}]{2}|\p{N}/u.test(text)

const spreadIn = ({ lines, place }: Rows, members: PageRecord[]): Spread | undefined => {
  const found = members.flatMap(({ element }) => {
    const at = place.get(element)
    return at === undefined ? [] : [{ element, at }]
  })
  if (found.length < minRecords) return undefined
  const gaps = found.slice(1).map(({ at }, i) => at - (found[i]?.at ?? 0) - 1)
  const total = gaps.reduce((sum, gap) => sum + gap, 0)
  if (total < gaps.length / 2 || gaps.some(gap => gap > maxExtra)) return undefined
  const usual = [...gaps].sort((a, b) => a - b)[gaps.length >> 1] ?? 1
  const regular = usual > 0 && gaps.every(gap => gap === usual)
  const first = found[0]?.at ?? 0
  const last = found.at(-1)?.at ?? 0
  // The repeated element ends its record when nothing follows the last one.
  const ends = regular && last === lines.length - 1 && first >= usual
  const records = found.map(({ element, at }, i) => {
    // Behind the last record the page may go on with something else.
    const next = found[i + 1]?.at ?? at + 1 + usual
    const own = ends ? lines.slice(at - usual, at + 1) : lines.slice(at, next)
    return { element, nodes: own.flat() }
  })
  return { records, extra: total / gaps.length, leads: first === 0, regular }
}
