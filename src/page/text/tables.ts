import type { HtmlElement } from '../html/html.ts'
import { type GridCell, type GridRow, layOutTable, type TableGrid } from '../html/table-grid.ts'

/** Which cells name a cell: the head of its row and the head of its column. */
type CellHeaders = { row: HtmlElement | undefined; column: HtmlElement | undefined }
export type TableHeaders = Map<HtmlElement, CellHeaders>

export const readTable = (table: HtmlElement, headers: TableHeaders) => {
  const grid = layOutTable(table)
  if (!grid) return
  let heads: HtmlElement[] = []
  const edges = leftEdge(grid)
  for (const [index, row] of grid.rows.entries()) {
    const own = columnHeads(grid.rows, index)
    if (own.length > 0) heads = own
    const isHead = own.length > 0
    const named = isHead ? undefined : rowHead(row, edges[index])
    for (const { element, column } of row.cells) {
      const head = isHead ? undefined : heads[column]
      headers.set(element, {
        row: element === named ? undefined : named,
        column: head && head !== element ? head : undefined,
      })
    }
  }
}

/**
 * The first row heads the columns if all of it is `<th>`, or if it stands in a `<thead>`; any row,
 * for those below it, if it is set off from the next, as head rows of plain cells are.
 */
const columnHeads = (rows: readonly GridRow[], index: number): HtmlElement[] => {
  const { section, cells } = rows[index] as GridRow
  const isHead =
    (index === 0 && (section === 'thead' || (cells.length > 1 && cells.every(isTh)))) ||
    isSetOff(rows, index)
  return isHead
    ? cells.flatMap(({ element, columns }) => Array<HtmlElement>(columns).fill(element))
    : []
}

const isTh = ({ element }: GridCell) => element.name === 'th'

/**
 * Every cell bold, or the row called a head, or all of a class that the cells below do not have, nor
 * every other row: stripes are no heads.
 */
const isSetOff = (rows: readonly GridRow[], index: number): boolean => {
  const { cells } = rows[index] as GridRow
  const next = rows[index + 1]
  if (cells.length < 2 || next?.cells.length !== cells.length) return false
  const [own, below] = [classOf(cells), classOf(next.cells)]
  const others = [rows[index - 2], rows[index + 2]].map(row => row && classOf(row.cells))
  const isStripe =
    others.includes(own) || (index > 0 && classOf(rows[index - 1]?.cells ?? []) === below)
  if (own && below !== undefined && own !== below && !isStripe) return true
  if (cells.length < 3 || next.cells.some(isBold)) return false
  return cells.every(isBold) || headName.test(cells[0]?.element.parent?.attributes.class ?? '')
}

/** The class that all cells of a row have; none where they differ, as a label and its value do. */
const classOf = (cells: readonly GridCell[]): string | undefined => {
  const names = new Set(cells.map(({ element }) => element.attributes.class ?? ''))
  return names.size === 1 ? [...names][0] : undefined
}

const headName = /(?:^|[\s_-])(?:col(?:umn)?-?)?head(?:er|ers|ing|ings|s)?(?:$|[\s_-])/i

/** All that the cell says stands in one bold element. */
const isBold = ({ element }: GridCell): boolean => {
  let inside = element
  for (let depth = 0; depth < 3; depth++) {
    const [only, ...more] = inside.children.filter(
      child => child.type === 'element' || child.text.trim() !== '',
    )
    if (only?.type !== 'element' || more.length > 0) return false
    if (only.name === 'b' || only.name === 'strong') return true
    inside = only
  }
  return false
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
