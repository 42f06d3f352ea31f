import { styleValue } from '../css/inline-style.ts'
import { descendants, type HtmlElement, textContent } from '../html/html.ts'
import {
  type GridCell,
  type GridRow,
  layOutTable,
  spanOf,
  type TableGrid,
  tablePart,
} from '../html/table-grid.ts'
import type { Alignment, Cell, TableBlock, TextBlock } from './blocks.ts'

/** Where the content of each cell element goes. */
type Cells = Map<HtmlElement, TextBlock>

/**
 * The grid of a data table with spans spread out, or undefined where the table only arranges the
 * page. Its cells, which are added to `cells`, stay empty here: they are filled while the page is
 * walked.
 */
export const readTable = (
  element: HtmlElement,
  content: TableContent,
  { cells, labels }: { cells: Cells; labels: Set<HtmlElement> },
): TableBlock | undefined => {
  const grid = layOutTable(element)
  if (!grid || isLayout(element, grid.rows, content)) return undefined
  const lines = grid.rows.map(row => lineOf(row, cells))
  repeatSpans(grid, lines, cells)
  const titled = isTitle(grid) ? 1 : 0
  const below = grid.rows.slice(titled)
  const headed = titled + (isHead(below) ? headRows(below) : 0)
  for (const label of repeatedHeads(grid.rows, headed)) labels.add(label)
  return {
    kind: 'table',
    title: titled ? lines[0]?.[0] : undefined,
    heads: lines.slice(titled, headed),
    rows: lines.slice(headed),
    alignments: alignmentsOf(grid, columnAlignments(element)),
  }
}

/** What stands in the cells besides text: parts of a page, or only tables and forms. */
export type TableContent = 'text' | 'nested' | 'page'

const lineOf = (row: GridRow, cells: Cells): Cell[] => {
  const line: Cell[] = []
  for (const { element, column } of row.cells) {
    const block: TextBlock = { kind: 'cell', level: 0, pieces: [] }
    cells.set(element, block)
    while (line.length < column) line.push(undefined)
    line.push(block)
  }
  return line
}

/**
 * A cell that covers several rows or columns is said in each of them: a row is read by itself. A
 * cell as wide as the table is a title, and one that begins its row a label; those stand there once.
 */
const repeatSpans = ({ rows, width }: TableGrid, lines: Cell[][], blocks: Cells): void => {
  const isHeaded = rows[0] !== undefined && isHeadRow(rows[0])
  rows.forEach((row, at) => {
    for (const cell of row.cells) {
      if (cell.columns >= width || (cell.rows === 1 && cell.columns === 1)) continue
      const isOfHead = isHeadCell(cell) || row.section === 'thead'
      const isOfEach = isOfHead || (isHeaded && cell.column > 0 && isShort(cell))
      const columns = isOfEach ? Math.min(cell.columns, width - cell.column) : 1
      for (let line = at; line < Math.min(at + cell.rows, lines.length); line++)
        for (let column = cell.column; column < cell.column + columns; column++)
          fill(lines[line] as Cell[], column, blocks.get(cell.element))
    }
  })
}

const fill = (line: Cell[], column: number, block: TextBlock | undefined): void => {
  while (line.length <= column) line.push(undefined)
  line[column] ??= block
}

const isShort = ({ element }: GridCell): boolean =>
  textContent(element).trim().length <= maxRepeated
const maxRepeated = 40

/** What each cell of a column says of its head again, for screens too narrow for the head. */
const repeatedHeads = (rows: GridRow[], headed: number): HtmlElement[] => {
  const labels: { column: number; label: HtmlElement }[] = []
  const heads = new Map(rows[headed - 1]?.cells.map(head => [head.column, nameOf(head.element)]))
  for (const cell of rows.slice(headed).flatMap(({ cells }) => cells)) {
    const name = heads.get(cell.column)
    if (!name || isBare(cell)) continue
    const label = labelOf(cell.element, name)
    if (!label) heads.delete(cell.column)
    else labels.push({ column: cell.column, label })
  }
  return labels.flatMap(({ column, label }) => (heads.has(column) ? label : []))
}

/** The first of several parts of a cell, where it says just that. */
const labelOf = (cell: HtmlElement, name: string): HtmlElement | undefined => {
  const [first, ...more] = cell.children.filter(
    child => child.type === 'element' || child.text.trim() !== '',
  )
  if (first?.type !== 'element') return undefined
  if (more.length === 0) return labelOf(first, name)
  return nameOf(first) === name ? first : undefined
}

/** The one text that an element says, without its colon. */
const nameOf = (element: HtmlElement): string => {
  const texts = [...descendants(element).take(maxParts)].flatMap(({ children }) => children)
  const said = [...element.children, ...texts].filter(
    node => node.type === 'text' && node.text.trim() !== '',
  )
  const [only] = said
  return said.length === 1 && only?.type === 'text' ? only.text.trim().replace(/\s{0,9}:$/, '') : ''
}
const maxParts = 8

const isHeadCell = ({ element }: { element: HtmlElement }): boolean => tablePart(element) === 'th'

const isBare = ({ element }: { element: HtmlElement }): boolean =>
  element.children.every(child => child.type === 'text' && child.text.trim() === '')

const isLayout = (table: HtmlElement, rows: GridRow[], content: TableContent): boolean => {
  const { role } = table.attributes
  if (role === 'presentation' || role === 'none' || rows.length === 0) return true
  if (content === 'page') return true
  const headed = rows.some(row => row.cells.some(isHeadCell))
  const captioned = table.children.some(
    child => child.type === 'element' && child.name === 'caption',
  )
  if (headed || captioned || role === 'table' || role === 'grid') return false
  if (content === 'nested' || rows.length === 1) return true
  return rows.every(row => row.cells.length < 2) || isOfPosts(rows)
}

/** Each with a line of links below its title, as boards are laid out. */
const isOfPosts = (rows: GridRow[]): boolean => rows.filter(isLineBelow).length * 3 >= rows.length

const isLineBelow = ({ cells: [first, ...rest] }: GridRow): boolean => {
  const said = rest.filter(cell => !isBare(cell))
  if (!first || !isBare(first) || said.length !== 1) return false
  return [...descendants((said[0] as GridCell).element)].filter(isLink).length > 1
}
const isLink = ({ name }: HtmlElement): boolean => name === 'a'

/** A row of `<th>`, or the first of a table that has none at all. */
const isHead = (rows: GridRow[]): boolean => {
  const first = rows[0]
  if (!first) return false
  if (first.section === 'thead') return true
  // The corner above a column of names is often an empty `<td>`.
  if (first.cells.some(isHeadCell) && first.cells.every(cell => isHeadCell(cell) || isBare(cell)))
    return true
  return rows.length > 1 && !rows.some(row => row.cells.some(isHeadCell))
}

/** One head over the whole table, and the heads of its columns below. */
const isTitle = ({ rows, width }: TableGrid): boolean => {
  const [first, second] = rows
  if (!first || !second || rows.length < 3 || width < 2 || !isHeadRow(first)) return false
  const [only] = first.cells
  return first.cells.length === 1 && (only?.columns ?? 0) >= width && isHeadRow(second)
}

const isHeadRow = ({ section, cells }: GridRow): boolean =>
  section === 'thead' || cells.every(isHeadCell)

/** A further row of heads stands under cells that cover several columns. */
const headRows = (rows: GridRow[]): number => {
  let count = 1
  while (count < Math.min(maxHeadRows, rows.length - 1)) {
    const above = rows[count - 1] as GridRow
    if (above.cells.length < 2 || !above.cells.some(({ columns }) => columns > 1)) break
    if (!isHeadRow(rows[count] as GridRow)) break
    count++
  }
  return count
}
const maxHeadRows = 3

/** The head decides, else the first row that says something. */
const alignmentsOf = ({ rows, width }: TableGrid, columns: Alignment[]): Alignment[] => {
  const alignments: Alignment[] = Array.from({ length: width }, (_, i) => columns[i])
  for (const { cells } of rows.slice(0, 6))
    for (const { element, column } of cells) alignments[column] ??= alignmentOf(element)
  return alignments
}

/** More columns than any table has that people read. */
const maxColumns = 100

const columnAlignments = (table: HtmlElement): Alignment[] => {
  const alignments: Alignment[] = []
  const add = (column: HtmlElement) => {
    const alignment = alignmentOf(column)
    if (alignments.length < maxColumns)
      alignments.push(...Array<Alignment>(spanOf(column.attributes.span)).fill(alignment))
  }
  for (const child of table.children) {
    if (child.type === 'text' || !child.name.startsWith('col')) continue
    const columns = child.children.filter(column => column.type === 'element')
    if (child.name === 'colgroup' && columns.length > 0) columns.forEach(add)
    else add(child)
  }
  return alignments
}

const alignmentOf = ({ attributes }: HtmlElement): Alignment => {
  const styled = attributes.style?.includes('text-align')
    ? styleValue(attributes.style, 'text-align')
    : undefined
  const value = styled ?? attributes.align?.trim().toLowerCase() ?? classAlignment(attributes.class)
  if (value === 'left' || value === 'center' || value === 'right') return value
  return value === 'end' ? 'right' : undefined
}

const classAlignment = (classes: string | undefined): string | undefined =>
  /(?:^|\s)(?:has-)?text-(?:align-)?(left|center|right)(?:\s|$)/.exec(classes ?? '')?.[1]
