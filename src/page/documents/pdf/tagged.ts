import { addTo } from '../../../kit/add-to.ts'
import { appendTo, build } from '../../html/builder.ts'
import type { HtmlElement, HtmlNode } from '../../html/html.ts'
import { joinLines } from './lines.ts'
import { linkedText } from './linked-text.ts'
import type { PdfItem, PdfPage, StructureNode } from './page.ts'

/**
 * The blocks of a page by its tags, or undefined where it has none or they leave out much of the
 * text (files are often tagged in parts).
 */
export const taggedBlocks = ({ items, structure }: PdfPage): HtmlNode[] | undefined => {
  if (!structure) return undefined
  const byMark = groupByMark(items)
  const used = new Set<string>()
  const root = build('div', {}, [])
  addChildren(root, structure, byMark, used, 0)
  if (coverage(items, used) < 0.8) return undefined
  return root.children
}

const groupByMark = (items: PdfItem[]): Map<string, PdfItem[]> => {
  const byMark = new Map<string, PdfItem[]>()
  for (const item of items) {
    const mark = item.marks.at(-1)
    if (mark !== undefined) addTo(byMark, mark, item)
  }
  return byMark
}

const coverage = (items: PdfItem[], used: ReadonlySet<string>): number => {
  let all = 0
  let covered = 0
  for (const { text, marks } of items) {
    const length = text.trim().length
    all += length
    if (marks.some(mark => used.has(mark))) covered += length
  }
  return all === 0 ? 0 : covered / all
}

/** Tags nest a few levels; a file that nests them a hundred deep is not worth following. */
const maxDepth = 60

const addChildren = (
  parent: HtmlElement,
  node: StructureNode,
  byMark: ReadonlyMap<string, PdfItem[]>,
  used: Set<string>,
  depth: number,
): void => {
  for (const child of node.children ?? []) {
    if (child.type === 'content' && child.id) {
      used.add(child.id)
      for (const part of contentOf(byMark.get(child.id) ?? [])) appendTo(parent, part)
    } else if (child.role && depth < maxDepth) addElement(parent, child, byMark, used, depth + 1)
  }
}

const addElement = (
  parent: HtmlElement,
  node: StructureNode,
  byMark: ReadonlyMap<string, PdfItem[]>,
  used: Set<string>,
  depth: number,
): void => {
  const role = node.role ?? ''
  const name = alike.test(role) ? role.toLowerCase() : (elements[role] ?? 'span')
  const element = build(name, {}, [])
  addChildren(element, node, byMark, used, depth)
  if (name === 'figure' && element.children.length === 0 && node.alt)
    appendTo(element, node.alt.trim())
  if (name === 'ul') orderList(element)
  if (name === 'li') dropBullet(element)
  appendTo(parent, element)
}

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
