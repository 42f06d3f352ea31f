import { styleValue } from '../css/inline-style.ts'
import type { HtmlElement } from '../html/html.ts'
import type { Alignment, Cell, Table, TextBlock } from './blocks.ts'
import { tablePart } from './elements.ts'

type TableReading = {
  table: Table
  /** Where the content of each cell element goes. */
  cells: Map<HtmlElement, TextBlock>
}

/**
 * The grid of a data table with spans spread out, or undefined where the table only arranges the
 * page. Cells stay empty here: they are filled while the page is walked.
 */
export const readTable = (
  element: HtmlElement,
  content: TableContent,
): TableReading | undefined => {
  const rows = ownRows(element)
  if (isLayout(element, rows, content)) return undefined
  const grid = spread(rows) ?? spread(rows, true)
  if (!grid) return undefined
  const width = widthOf(grid.lines)
  const hasHead = isHead(rows)
  const empty: Cell[] = Array.from({ length: width }, () => undefined)
  const [head, ...rest] = grid.lines
  return {
    cells: grid.cells,
    table: {
      kind: 'table',
      head: hasHead && head ? head : empty,
      rows: hasHead ? rest : grid.lines,
      alignments: alignmentsOf(rows, grid, width, columnAlignments(element)),
    },
  }
}

/** What stands in the cells besides text: parts of a page, or only tables and forms. */
export type TableContent = 'text' | 'nested' | 'page'

type Row = { cells: HtmlElement[]; section: string }

const ownRows = (table: HtmlElement): Row[] => {
  const sections: Record<string, Row[]> = { thead: [], tbody: [], tfoot: [] }
  const add = (row: HtmlElement, section: string) => {
    const cells = row.children.filter(child => child.type === 'element').filter(isCell)
    if (cells.length > 0) sections[section]?.push({ cells, section })
  }
  for (const child of table.children) {
    if (child.type === 'text') continue
    const part = tablePart(child)
    if (part === 'tr') add(child, 'tbody')
    else if (sections[part])
      for (const row of child.children)
        if (row.type === 'element' && tablePart(row) === 'tr') add(row, part)
  }
  return Object.values(sections).flat()
}

const isCell = (element: HtmlElement): boolean => {
  const part = tablePart(element)
  return part === 'td' || part === 'th'
}

const isHeadCell = (cell: HtmlElement): boolean => tablePart(cell) === 'th'

const isBare = ({ children }: HtmlElement): boolean =>
  children.every(child => child.type === 'text' && child.text.trim() === '')

const isLayout = (table: HtmlElement, rows: Row[], content: TableContent): boolean => {
  const { role } = table.attributes
  if (role === 'presentation' || role === 'none' || rows.length === 0) return true
  if (content === 'page') return true
  const headed = rows.some(row => row.cells.some(isHeadCell))
  const captioned = table.children.some(
    child => child.type === 'element' && child.name === 'caption',
  )
  if (headed || captioned || role === 'table' || role === 'grid') return false
  if (content === 'nested' || rows.length === 1) return true
  return rows.every(row => row.cells.length < 2)
}

/** A row of `<th>`, or the first of a table that has none at all. */
const isHead = (rows: Row[]): boolean => {
  const first = rows[0]
  if (!first) return false
  if (first.section === 'thead') return true
  // The corner above a column of names is often an empty `<td>`.
  if (first.cells.some(isHeadCell) && first.cells.every(cell => isHeadCell(cell) || isBare(cell)))
    return true
  return rows.length > 1 && !rows.some(row => row.cells.some(isHeadCell))
}

type Grid = { lines: Cell[][]; cells: Map<HtmlElement, TextBlock> }

/** Undefined where hostile spans would make a grid far larger than the page. */
const spread = (rows: Row[], ignoreSpans = false): Grid | undefined => {
  const cells = new Map<HtmlElement, TextBlock>()
  /** For each column, how many further rows a cell above still covers. */
  const covered: number[] = []
  const lines: Cell[][] = []
  let area = 0
  for (const [index, row] of rows.entries()) {
    const line: Cell[] = []
    let column = 0
    const skipCovered = () => {
      while ((covered[column] ?? 0) > 0) {
        covered[column] = (covered[column] ?? 1) - 1
        column++
      }
    }
    for (const element of row.cells) {
      skipCovered()
      const block: TextBlock = { kind: 'cell', level: 0, pieces: [] }
      cells.set(element, block)
      while (line.length < column) line.push(undefined)
      line.push(block)
      const columns = ignoreSpans ? 1 : span(element.attributes.colspan, maxColumns)
      const down = ignoreSpans ? 1 : rowSpan(element, rows.length - index)
      for (let i = 0; i < columns; i++, column++) covered[column] = down - 1
    }
    while (column < covered.length) {
      skipCovered()
      column++
    }
    lines.push(line)
    area += line.length
    if (!ignoreSpans && area > maxArea) return undefined
  }
  if (!ignoreSpans && widthOf(lines) * lines.length > maxArea) return undefined
  return { lines, cells }
}

const widthOf = (lines: Cell[][]): number =>
  lines.reduce((width, line) => Math.max(width, line.length), 0)

const maxColumns = 100
const maxArea = 400_000

const rowSpan = (cell: HtmlElement, left: number): number =>
  cell.attributes.rowspan?.trim() === '0' ? left : span(cell.attributes.rowspan, left)

const span = (value: string | undefined, most: number): number => {
  const number = Number.parseInt(value ?? '', 10)
  return number >= 1 ? Math.min(number, Math.max(1, most)) : 1
}

/** The head decides, else the first row that says something. */
const alignmentsOf = (
  rows: Row[],
  grid: Grid,
  width: number,
  columns: Alignment[],
): Alignment[] => {
  const alignments: Alignment[] = Array.from({ length: width }, (_, i) => columns[i])
  for (const [index, row] of rows.entries()) {
    if (index > 5) break
    for (const element of row.cells) {
      const block = grid.cells.get(element)
      const column = grid.lines[index]?.indexOf(block) ?? -1
      if (column >= 0) alignments[column] ??= alignmentOf(element)
    }
  }
  return alignments
}

const columnAlignments = (table: HtmlElement): Alignment[] => {
  const alignments: Alignment[] = []
  const add = (column: HtmlElement) => {
    const count = span(column.attributes.span, maxColumns)
    for (let i = 0; i < count && alignments.length < maxColumns; i++)
      alignments.push(alignmentOf(column))
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
