import { addTo } from '../../../kit/add-to.ts'
import { appendTo, build } from '../../html/builder.ts'
import { type HtmlElement, type HtmlNode, textContent } from '../../html/html.ts'
import { layoutPages } from './layout.ts'
import { allRightToLeft, isRightToLeft, joinLines, readLines } from './lines.ts'
import { linkedText } from './linked-text.ts'
import type { PdfItem, PdfPage, StructureNode } from './page.ts'
import { isCell, placeCells } from './tagged-table.ts'

/**
 * The blocks of a page by its tags, or undefined where it has none or they leave out much of the
 * text (files are often tagged in parts, and of what browsers print, plain boxes tell nothing).
 */
export const taggedBlocks = (page: PdfPage): HtmlNode[] | undefined => {
  const { items, structure } = page
  if (!structure) return undefined
  const byMark = groupByMark(inReadingDirection(page))
  const reading: Reading = { page, byMark, used: new Map(), loose: [], boxes: new Map(), box: [] }
  const root = build('div', {}, [])
  addChildren(root, structure, reading, false, 0)
  addLoose(root, reading)
  if (coverage(items, reading.used) < 0.8) return undefined
  return root.children
}

type Reading = {
  page: PdfPage
  byMark: ReadonlyMap<string, PdfItem[]>
  /** The marks that tags lead to, and whether one of those tags says what the text is. */
  used: Map<string, boolean>
  /** Text that tags only group, until the next that they tell of. */
  loose: PdfItem[]
  /** What is drawn in each cell of a table, and in the one that is read. */
  boxes: Map<HtmlElement, PdfItem[]>
  box: PdfItem[]
}

/** Files draw a line of Arabic or Hebrew from the left, letter by letter or word by word. */
const inReadingDirection = (page: PdfPage): PdfItem[] => {
  if (!page.items.some(({ text }) => text.match(allRightToLeft))) return page.items
  return readLines(page, 0).flatMap(line => {
    const segments = isRightToLeft(line) ? line.segments.toReversed() : line.segments
    return segments.flatMap(({ items }) =>
      items.map((item, at) => ({ ...item, endsLine: at === items.length - 1 })),
    )
  })
}

const groupByMark = (items: PdfItem[]): Map<string, PdfItem[]> => {
  const byMark = new Map<string, PdfItem[]>()
  for (const item of items) {
    const mark = item.marks.at(-1)
    if (mark !== undefined) addTo(byMark, mark, item)
  }
  return byMark
}

/** Where less than half of the text is told of, the places of all of it say more. */
const coverage = (items: PdfItem[], used: ReadonlyMap<string, boolean>): number => {
  let [all, covered, told] = [0, 0, 0]
  for (const { text, marks } of items) {
    const length = text.trim().length
    all += length
    if (marks.some(mark => used.has(mark))) covered += length
    if (marks.some(mark => used.get(mark))) told += length
  }
  return all === 0 || told < all / 2 ? 0 : covered / all
}

/** Tags nest a few levels; a file that nests them a hundred deep is not worth following. */
const maxDepth = 60

const addChildren = (
  parent: HtmlElement,
  node: StructureNode,
  reading: Reading,
  isTold: boolean,
  depth: number,
): void => {
  for (const child of node.children ?? []) {
    if (child.type === 'content' && child.id) {
      reading.used.set(child.id, isTold)
      const items = reading.byMark.get(child.id) ?? []
      if (isTold) for (const part of contentOf(items)) appendTo(parent, part)
      for (const item of items) (isTold ? reading.box : reading.loose).push(item)
    } else if (child.role && depth < maxDepth) addElement(parent, child, reading, isTold, depth + 1)
  }
}

const addElement = (
  parent: HtmlElement,
  node: StructureNode,
  reading: Reading,
  isWithin: boolean,
  depth: number,
): void => {
  const role = node.role ?? ''
  const name = alike.test(role) ? role.toLowerCase() : (elements[role] ?? 'span')
  const element = build(name, {}, [])
  const isTold = isWithin || !groups.has(name)
  if (isTold && !isWithin) addLoose(parent, reading)
  const outer = reading.box
  if (isCell(element)) {
    reading.box = []
    reading.boxes.set(element, reading.box)
  }
  addChildren(element, node, reading, isTold, depth)
  reading.box = outer
  if (name === 'figure' && element.children.length === 0 && node.alt)
    appendTo(element, node.alt.trim())
  if (name === 'ul') orderList(element)
  if (name === 'li') dropBullet(element)
  if (name === 'table') placeCells(element, reading.boxes)
  // Of code, spaces at its ends are none of it.
  if (name === 'code' && /^\s/.test(textContent(element))) appendTo(parent, ' ')
  appendTo(parent, element)
}

/** What stands in boxes that say nothing of it is read by its place. */
const addLoose = (parent: HtmlElement, reading: Reading): void => {
  const { page, loose } = reading
  reading.loose = []
  if (!loose.some(({ text }) => text.trim() !== '')) return
  const [blocks = []] = layoutPages([{ ...page, items: loose, number: undefined }])
  for (const block of blocks) appendTo(parent, block)
}

const groups = new Set(['div', 'span', 'code', 'strong', 'em'])

/** Roles that are called like their element. */
const alike =
  /^(?:H[1-6]|P|BlockQuote|Figure|LI|Table|T(?:Head|Body|Foot|R|H|D)|Code|Strong|Em|Div)$/

const elements: Record<string, string> = {
  Document: 'div',
  Part: 'div',
  Art: 'div',
  Sect: 'div',
  Aside: 'div',
  Title: 'h1',
  H: 'h2',
  Caption: 'p',
  Formula: 'p',
  Note: 'p',
  FENote: 'p',
  TOC: 'ul',
  TOCI: 'li',
  L: 'ul',
  LBody: 'div',
}

/** The text of the first label says whether the list counts. */
const orderList = (list: HtmlElement): void => {
  const first = list.children[0]
  const number = first?.type === 'element' ? first.attributes['data-number'] : undefined
  if (number === undefined) return
  list.name = 'ol'
  list.attributes.start = number
}

/** Bullets and numbers are made by the list: what stands for them in the text goes. */
const dropBullet = (item: HtmlElement): void => {
  const text = firstText(item)
  if (!text) return
  const number = /^\s*\(?(\d{1,4})[.)](?:\s+|$)/.exec(text.text)
  if (number?.[1]) item.attributes['data-number'] = number[1]
  text.text = text.text.replace(/^\s*(?:[•◦▪■●○‣–—·*-]|\(?\d{1,4}[.)])(?:\s+|$)/, '')
}

const firstText = (from: HtmlElement): Extract<HtmlNode, { type: 'text' }> | undefined => {
  let element: HtmlElement | undefined = from
  for (let depth = 0; element && depth < maxDepth; depth++) {
    const first: HtmlNode | undefined = element.children.find(
      child => child.type === 'element' || child.text.trim() !== '',
    )
    if (first?.type === 'text') return first
    element = first
  }
  return undefined
}

/** Lines joined, stretches under a link wrapped in it. */
const contentOf = (items: PdfItem[]): (HtmlNode | string)[] => {
  const parts: (HtmlNode | string)[] = []
  for (let at = 0; at < items.length; ) {
    const link = items[at]?.link
    let end = at
    while (end < items.length && items[end]?.link === link) end++
    const text = joinLines(
      items.slice(at, end).map(item => (item.endsLine ? `${item.text}\n` : item.text)),
    )
    parts.push(...linkedText(text, link))
    at = end
  }
  return parts
}
