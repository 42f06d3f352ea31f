import { appendTo, build } from '../../html/builder.ts'
import type { HtmlElement, HtmlNode } from '../../html/html.ts'
import type { PdfItem } from './page.ts'

/** What cells hold, by their element. */
type Boxes = ReadonlyMap<HtmlElement, readonly PdfItem[]>
type Span = { left: number; right: number }

/**
 * Browsers write no tag for an empty cell, and none of the tags that pdf.js gives tells of cells that
 * span others: in rows with fewer cells than others, each goes below the column that it stands in.
 */
export const placeCells = (table: HtmlElement, boxes: Boxes): void => {
  const rows = rowsOf(table)
  const count = rows.reduce((most, row) => Math.max(most, cellsOf(row).length), 0)
  const full = rows.map(cellsOf).filter(cells => cells.length === count)
  const columns = Array.from({ length: count }, (_, at) =>
    spanOf(full.flatMap(cells => boxes.get(cells[at] as HtmlElement) ?? [])),
  )
  const isMirrored = (columns[0]?.left ?? 0) > (columns.at(-1)?.left ?? 0)
  const place = (span: Span): Span => (isMirrored ? { left: -span.right, right: -span.left } : span)
  const placed = columns.map(place)
  if (placed.some(({ left }, at) => at > 0 && left < (placed[at - 1] as Span).right)) return
  for (const row of rows) {
    const cells = cellsOf(row)
    if (cells.length === count) continue
    row.children = row.children.filter(child => !isCell(child))
    let next = 0
    for (const [at, cell] of cells.entries()) {
      const within = placed.slice(next, count - (cells.length - at - 1))
      const column = next + columnOf(within, place(spanOf(boxes.get(cell) ?? [])))
      for (; next < column; next++) appendTo(row, build(cell.name, {}, []))
      appendTo(row, cell)
      next++
    }
  }
}

export const isCell = (node: HtmlNode): node is HtmlElement =>
  node.type === 'element' && (node.name === 'td' || node.name === 'th')

const rowsOf = ({ children }: HtmlElement): HtmlElement[] =>
  children
    .filter(child => child.type === 'element')
    .flatMap(child =>
      child.name === 'tr' ? child : /^t(?:head|body|foot)$/.test(child.name) ? rowsOf(child) : [],
    )

const cellsOf = ({ children }: HtmlElement): HtmlElement[] => children.filter(isCell)

const spanOf = (items: readonly PdfItem[]): Span => {
  const span = { left: Infinity, right: -Infinity }
  for (const { text, x, width } of items) {
    if (text.trim() === '') continue
    span.left = Math.min(span.left, x)
    span.right = Math.max(span.right, x + width)
  }
  return span
}

/** The first column that much of the cell stands below; an empty cell is where it is. */
const columnOf = (columns: readonly Span[], cell: Span): number => {
  if (cell.left > cell.right) return 0
  const overlaps = columns.map(({ left, right }) => {
    const shared = Math.min(right, cell.right) - Math.max(left, cell.left)
    return shared / Math.max(1, Math.min(right - left, cell.right - cell.left))
  })
  const first = overlaps.findIndex(share => share >= 0.5)
  return first < 0 ? overlaps.indexOf(Math.max(...overlaps)) : first
}
