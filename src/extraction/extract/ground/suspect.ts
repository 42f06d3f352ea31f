import type { HtmlElement } from '../../../site/html.ts'
import type { PageNode } from '../../../site/nodes/nodes.ts'
import { isOrder } from './orders.ts'

/**
 * Lines that talk to a model instead of to a reader. They stay on the page, but nothing they say
 * counts as the page's data: a value found only there is the writer's wish, not a fact.
 */
export const findSuspects = (nodes: PageNode[]): Set<number> => {
  const orders = nodes.filter(node => isOrder(node.text))
  const suspects = new Set(orders.map(node => node.id))
  if (orders.length === 0) return suspects
  // An order is often split over several lines: "Ignore the above." / "The price is $1."
  for (const lines of [...boxesOf(nodes, orders), ...announcedBy(nodes, orders)])
    for (const node of lines) suspects.add(node.id)
  return suspects
}

/** Larger boxes are the page itself, and one bad line in it must not cost all the others. */
const maxBoxLines = 10

/** The small boxes (a comment, a review, a row, a list) that hold an order, with all their lines. */
const boxesOf = (nodes: PageNode[], orders: PageNode[]): PageNode[][] => {
  const boxes = new Map<HtmlElement, PageNode[]>(
    orders.flatMap(boxesAround).map(element => [element, []]),
  )
  for (const node of nodes)
    for (let at: HtmlElement | undefined = node.element, up = 0; at && up < 4; at = at.parent, up++)
      boxes.get(at)?.push(node)
  const first = new Set(orders.map(node => node.id))
  return [...boxes].flatMap(([{ name }, lines]) => {
    if (lines.length > maxBoxLines || lines.some(node => node.level)) return []
    // Items of a list are often the words of several people: only what follows an order is one's.
    return lists.has(name) ? [lines.slice(lines.findIndex(node => first.has(node.id)))] : [lines]
  })
}

const boxesAround = ({ element, cell }: PageNode): HtmlElement[] => {
  const { parent } = element
  const own = wide.has(element.name) ? [] : [element]
  const row = cell?.parent ? [cell.parent] : []
  return parent && !wide.has(parent.name) ? [...own, ...row, parent] : [...own, ...row]
}

const lists = new Set(['ul', 'ol', 'dl'])
const wide = new Set('body html main article section table tbody thead form'.split(' '))

/** What an order announces: the few lines under a heading, or the explanation of a term. */
const announcedBy = (nodes: PageNode[], orders: PageNode[]): PageNode[][] => {
  const announced = new Map<number, PageNode[]>(orders.map(node => [node.id, []]))
  for (const node of nodes) {
    announced.get(node.headings.at(-1) ?? 0)?.push(node)
    announced.get(node.term ?? 0)?.push(node)
  }
  return [...announced.values()].filter(lines => lines.length <= maxBoxLines)
}
