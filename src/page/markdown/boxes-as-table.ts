import type { HtmlElement } from '../html/html.ts'
import { hasClass } from './elements.ts'

/**
 * The tables of Javadoc (since 16) are boxes one after the other, which a style sheet arranges in
 * columns: a table with rows, or the element as it is. Empty boxes may be gone.
 */
export const boxesAsTable = (element: HtmlElement): HtmlElement => {
  if (element.name !== 'div' || !hasClass(element, 'summary-table')) return element
  const table: HtmlElement = { ...element, name: 'table', attributes: {}, children: [] }
  let row: HtmlElement | undefined
  let filled: (string | undefined)[] = []
  for (const cell of element.children) {
    if (cell.type === 'text') continue
    const column = columnName.exec(cell.attributes.class ?? '')?.[1]
    if (!row || column === 'first' || filled.at(-1) === 'last' || filled.includes(column)) {
      row = { ...element, name: 'tr', attributes: {}, children: [], parent: table }
      table.children.push(row)
      filled = []
    }
    filled.push(column)
    const name = hasClass(cell, 'table-header') ? 'th' : 'td'
    row.children.push({ ...cell, name, parent: row })
  }
  return table
}
const columnName = /(?:^|\s)col-([a-z-]+)(?:\s|$)/
