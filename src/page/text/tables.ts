import type { HtmlElement } from '../html/html.ts'
import { type GridRow, layOutTable, type TableGrid } from '../html/table-grid.ts'

/** Which cells name a cell: the head of its row and the head of its column. */
type CellHeaders = { row: HtmlElement | undefined; column: HtmlElement | undefined }
export type TableHeaders = Map<HtmlElement, CellHeaders>

export const readTable = (table: HtmlElement, headers: TableHeaders) => {
  const grid = layOutTable(table)
  if (!grid) return
  const heads = columnHeads(grid.rows[0])
  const edges = leftEdge(grid)
  for (const [index, row] of grid.rows.entries()) {
    const named = rowHead(row, edges[index])
    for (const { element, column } of row.cells) {
      const head = index > 0 ? heads[column] : undefined
      headers.set(element, {
        row: element === named ? undefined : named,
        column: head && head !== element ? head : undefined,
      })
    }
  }
}

/** The first row heads the columns if all of it is `<th>`, or it stands in a `<thead>`. */
const columnHeads = (row: GridRow | undefined): HtmlElement[] => {
  if (!row) return []
  const { section, cells } = row
  const isHead =
    section === 'thead' || (cells.length > 1 && cells.every(({ element }) => element.name === 'th'))
  return isHead
    ? cells.flatMap(({ element, columns }) => Array<HtmlElement>(columns).fill(element))
    : []
}

/** The cell that stands leftmost in each row, or reaches down into it. */
const leftEdge = ({ rows }: TableGrid): (HtmlElement | undefined)[] => {
  const edges: (HtmlElement | undefined)[] = []
  for (const [index, { cells }] of rows.entries()) {
    const first = cells[0]
    if (first?.column === 0) for (let i = 0; i < first.rows; i++) edges[index + i] = first.element
  }
  return edges
}

/**
 * A `<th>` names its row, the row's own before one that reaches down from above; else the first of
 * two cells is a label and the other its value.
 */
const rowHead = ({ cells }: GridRow, edge: HtmlElement | undefined): HtmlElement | undefined => {
  const first = cells[0]?.element
  if (first?.name === 'th') return first
  if (edge?.name === 'th' || cells.length === 1) return edge === first ? undefined : edge
  return cells.length === 2 ? first : undefined
}
