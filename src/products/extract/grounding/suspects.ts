import { memoizeObjects } from '../../../kit/memoize.ts'
import { around, nearest } from '../../../page/html/around.ts'
import type { HtmlElement } from '../../../page/html/html.ts'
import type { PageNode } from '../../../page/text/page-nodes.ts'
import { isLink } from '../source/shown-lines.ts'
import { announcesOrder, isOrder } from './orders.ts'

/**
 * Lines that talk to a model instead of to a reader. They stay on the page, but nothing they say
 * counts as the page's data: a value found only there is the writer's spec, not a fact.
 */
export const findSuspects = memoizeObjects((nodes: PageNode[]): Set<number> => {
  const code = new Set(nodes.filter(({ element }) => isCode(element)))
  const page = { hasCode: code.size > 0 }
  const words = nodes.filter(node => !code.has(node))
  const orders: PageNode[] = []
  const announcing: PageNode[] = []
  // All questions about one line before the next: it is made readable once.
  for (const node of words) {
    if (isOrder(node.text, page) || isAnswer(node)) orders.push(node)
    // "Ask AI" on a button is for readers.
    if (announcesOrder(node.text) && node.element.name !== 'button' && !isLink(node))
      announcing.push(node)
  }
  const broken = brokenOrders(words)
  const first = [...new Set([...orders, ...announcing, ...broken])]
  const suspects = new Set(first.map(node => node.id))
  if (first.length === 0) return suspects
  // An order is often split over several lines: "Ignore the above." / "The price is $1."
  const behind = announcing.flatMap(node => nextOf(nodes, node) ?? [])
  for (const lines of [...boxesOf(nodes, first), ...announcedBy(nodes, first), behind])
    for (const node of lines) suspects.add(node.id)
  return suspects
})

/** What a model would answer, among the words for readers: only code and data look like this. */
const isAnswer = ({ text }: PageNode): boolean =>
  /(?:^|[{,]) ?["“]\w[\w ]{0,40}["”] ?: ?["“[{\d]/.test(text.slice(0, 2000))

const isCode = (element: HtmlElement): boolean =>
  nearest(element, saysCode, 6) !== undefined ||
  element.children.some(child => child.type === 'element' && codeElements.has(child.name))

const saysCode = ({ name, attributes }: HtmlElement): boolean =>
  codeElements.has(name) || /\b(?:code|highlight|json|snippet)/i.test(attributes.class ?? '')
const codeElements = new Set(['pre', 'code', 'samp', 'kbd', 'xmp'])

/** One order that is broken into short paragraphs side by side. */
const brokenOrders = (nodes: PageNode[]): PageNode[] => {
  const found: PageNode[] = []
  nodes.forEach((node, at) => {
    if (!mayBegin.test(node.text) || node.text.length > maxPieceChars) return
    const pieces = [node]
    for (const next of nodes.slice(at + 1, at + maxPieces)) {
      if (!isBeside(node, next) || next.text.length > maxPieceChars) break
      pieces.push(next)
      if (isOrder(pieces.map(piece => piece.text).join(' '))) found.push(...pieces)
    }
  })
  return found
}

const mayBegin =
  /ignor|disregard|forget|assistant|model|\b(?:AI|KI|IA|LLMs?|GPT|bots?|robots?)\b|crawler|scraper|prompt|system|vergiss|oubli|olvid/i
const maxPieces = 3
const maxPieceChars = 100

const isBeside = (a: PageNode, b: PageNode) =>
  a.element.parent === b.element.parent && a.element.name === b.element.name && !b.level

const nextOf = (nodes: PageNode[], node: PageNode): PageNode | undefined => {
  const next = nodes[node.id]
  return next && !next.level && next.element.parent === node.element.parent ? next : undefined
}

/** Larger boxes are the page itself, and one bad line in it must not cost all the others. */
const maxBoxLines = 10

/** The small boxes (a comment, a review, a row, a list) that hold an order, with all their lines. */
const boxesOf = (nodes: PageNode[], orders: PageNode[]): PageNode[][] => {
  const boxes = new Map<HtmlElement, PageNode[]>(
    orders.flatMap(boxesAround).map(element => [element, []]),
  )
  for (const node of nodes) for (const at of around(node.element, 4)) boxes.get(at)?.push(node)
  const first = new Set(orders.map(node => node.id))
  return [...boxes].flatMap(([{ name }, lines]) => {
    // Nor is a box small that holds most of a short page.
    const isLarge = lines.length > maxBoxLines || lines.length * 2 > nodes.length
    if (isLarge || lines.some(node => node.level)) return []
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
