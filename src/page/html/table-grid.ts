import type { HtmlElement } from './html.ts'

/** A table laid out: where each cell stands when spans are spread out. */
export type TableGrid = {
  rows: GridRow[]
  /** Columns that a cell begins in. */
  width: number
}
export type GridRow = { section: TableSection; cells: GridCell[] }
export type GridCell = {
  element: HtmlElement
  column: number
  /** How many columns and rows it covers. */
  columns: number
  rows: number
}
type TableSection = 'thead' | 'tbody' | 'tfoot'

/**
 * Only the table's own rows are read, never those of tables inside it, so that pages laid out
 * with nested tables stay linear. Undefined where the grid would be far larger than the page;
 * spans that would make it so are ignored first.
 */
export const layOutTable = (table: HtmlElement): TableGrid | undefined => {
  const rows = ownRows(table)
  return place(rows, spansOf) ?? place(rows, () => ({ columns: 1, rows: 1 }))
}

/**
 * What a part of a table is: its own name, or what a role makes of a plain box or of an element of
 * the site's own making. Grids drawn with them are told apart from words on a line by nothing else.
 */
export const tablePart = ({ name, attributes }: HtmlElement): string =>
  attributes.role !== undefined && (isPlainBox(name) || name === 'span')
    ? (tableRoles[attributes.role] ?? name)
    : name

const isPlainBox = (name: string): boolean => name === 'div' || name.includes('-')

const tableRoles: Record<string, string> = {
  table: 'table',
  grid: 'table',
  treegrid: 'table',
  rowgroup: 'tbody',
  row: 'tr',
  columnheader: 'th',
  rowheader: 'th',
  cell: 'td',
  gridcell: 'td',
}

/** A number of columns or rows as the page writes it, within what is left for it. */
export const spanOf = (value: string | undefined, most = maxColumns): number => {
  const number = Number.parseInt(value ?? '', 10)
  return number >= 1 ? Math.min(number, Math.max(1, most)) : 1
}

const maxColumns = 100
const maxArea = 400_000

type Row = { section: TableSection; group: HtmlElement; cells: HtmlElement[] }

/** In the order they are shown in; rows without a cell show nothing. */
const ownRows = (table: HtmlElement): Row[] => {
  const sections: Record<TableSection, Row[]> = { thead: [], tbody: [], tfoot: [] }
  const add = (row: HtmlElement, section: TableSection, group: HtmlElement) => {
    const cells = partsOf(row).filter(isCell)
    if (cells.length > 0) sections[section].push({ cells, section, group })
  }
  for (const child of partsOf(table)) {
    const part = tablePart(child)
    if (part === 'tr') add(child, 'tbody', table)
    else if (part === 'thead' || part === 'tbody' || part === 'tfoot')
      for (const row of partsOf(child)) if (tablePart(row) === 'tr') add(row, part, child)
  }
  return [...sections.thead, ...sections.tbody, ...sections.tfoot]
}

/** Grids drawn with boxes have further boxes around their parts, to scroll in. */
const partsOf = (around: HtmlElement, depth = 0): HtmlElement[] =>
  around.children.flatMap(child => {
    if (child.type === 'text') return []
    const { role } = child.attributes
    const isFrame =
      isPlainBox(child.name) && (role === undefined || role === 'presentation' || role === 'none')
    return isFrame ? (depth < maxFrames ? partsOf(child, depth + 1) : []) : [child]
  })
const maxFrames = 6

const isCell = (element: HtmlElement): boolean => {
  const part = tablePart(element)
  return part === 'td' || part === 'th'
}

type Spans = (cell: HtmlElement, rowsLeft: number) => { columns: number; rows: number }

const spansOf: Spans = ({ attributes: { colspan, rowspan } }, rowsLeft) => ({
  columns: spanOf(colspan),
  rows: rowspan?.trim() === '0' ? rowsLeft : spanOf(rowspan, rowsLeft),
})

const place = (rows: Row[], spans: Spans): TableGrid | undefined => {
  /** For each column, the first row that no cell above covers. */
  const free: number[] = []
  const placed: GridRow[] = []
  let width = 0
  let area = 0
  // No cell reaches into the next group of rows.
  const ends = new Map(rows.map(({ group }, index) => [group, index + 1]))
  for (const [index, { section, group, cells }] of rows.entries()) {
    const rowsLeft = (ends.get(group) ?? rows.length) - index
    let column = 0
    let end = 0
    const row = cells.map((element): GridCell => {
      while ((free[column] ?? 0) > index) column++
      const first = column
      const span = spans(element, rowsLeft)
      end = column + 1
      for (let i = 0; i < span.columns; i++, column++) free[column] = index + span.rows
      return { element, column: first, columns: span.columns, rows: span.rows }
    })
    placed.push({ section, cells: row })
    width = Math.max(width, end)
    area += end
    if (area > maxArea) return undefined
  }
  return width * rows.length > maxArea ? undefined : { rows: placed, width }
}
