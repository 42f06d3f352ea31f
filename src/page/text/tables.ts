import type { HtmlElement } from '../html/html.ts'

/** Which cells name a cell: the head of its row and the head of its column. */
type CellHeaders = { row: HtmlElement | undefined; column: HtmlElement | undefined }
export type TableHeaders = Map<HtmlElement, CellHeaders>

/**
 * Only the table's own rows are read, never those of tables inside it, so that pages laid out
 * with nested tables stay linear.
 */
export const readTable = (table: HtmlElement, headers: TableHeaders) => {
  const rows = ownRows(table)
  const heads = columnHeads(rows[0])
  rows.forEach((row, index) => {
    const cells = cellsOf(row)
    const first = cells[0]
    // A row of a label and its value; with more columns only a real `<th>` names the row.
    const named = first && (first.name === 'th' || cells.length === 2) ? first : undefined
    let column = 0
    for (const cell of cells) {
      const head = index > 0 ? heads[column] : undefined
      headers.set(cell, {
        row: cell === named ? undefined : named,
        column: head && head !== cell ? head : undefined,
      })
      column += span(cell)
    }
  })
}

const ownRows = (table: HtmlElement): HtmlElement[] => {
  const rows: HtmlElement[] = []
  for (const child of table.children) {
    if (child.type === 'text') continue
    if (child.name === 'tr') rows.push(child)
    else if (/^(tbody|thead|tfoot)$/.test(child.name))
      for (const row of child.children)
        if (row.type === 'element' && row.name === 'tr') rows.push(row)
  }
  return rows
}

const cellsOf = (row: HtmlElement): HtmlElement[] =>
  row.children.filter(
    (cell): cell is HtmlElement =>
      cell.type === 'element' && (cell.name === 'td' || cell.name === 'th'),
  )

/** The first row heads the columns if all of it is `<th>`, or it stands in a `<thead>`. */
const columnHeads = (row: HtmlElement | undefined): HtmlElement[] => {
  if (!row) return []
  const cells = cellsOf(row)
  const isHead =
    row.parent?.name === 'thead' || (cells.length > 1 && cells.every(c => c.name === 'th'))
  return isHead ? cells.flatMap(cell => Array<HtmlElement>(span(cell)).fill(cell)) : []
}

const span = (cell: HtmlElement) =>
  Math.min(100, Math.max(1, Math.trunc(Number(cell.attributes.colspan ?? 1)) || 1))
