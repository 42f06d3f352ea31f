import type { HtmlElement } from '../../html.ts'
import { build } from '../../html-builder.ts'
import { type Line, type Segment, segmentText } from './lines.ts'

/**
 * A table that starts at a line: at least three lines of several pieces each, standing in the
 * same columns. Lines of one piece inside it continue the cell above.
 */
export const readTableAt = (
  lines: Line[],
  at: number,
): { element: HtmlElement; end: number } | undefined => {
  const first = lines[at]
  if (!first || first.segments.length < 2) return undefined
  let end = at + 1
  while (end < lines.length && continues(lines[end - 1] as Line, lines[end] as Line)) end++
  const rows = lines.slice(at, end)
  if (rows.length < 3) return undefined
  const columns = columnsOf(rows)
  if (columns.length < 2 || columns.length > maxColumns) return undefined
  const cells = rows.map(row => place(row, columns))
  if (cells.some(row => row === undefined)) return undefined
  return { element: toTable(cells as string[][]), end }
}

const maxColumns = 20

const continues = (previous: Line, line: Line): boolean =>
  line.segments.length >= 2 &&
  line.page === previous.page &&
  line.y < previous.y &&
  previous.y - line.y < Math.max(line.size, previous.size) * 3.5

type Column = { left: number; right: number }

/** Bands that pieces of different lines share; what overlaps is one column. */
const columnsOf = (rows: Line[]): Column[] => {
  const bands = rows
    .flatMap(row => row.segments)
    .map(({ x, end }) => ({ left: x, right: end }))
    .sort((a, b) => a.left - b.left)
  const columns: Column[] = []
  for (const band of bands) {
    const last = columns.at(-1)
    if (last && band.left <= last.right) last.right = Math.max(last.right, band.right)
    else columns.push({ ...band })
  }
  return columns
}

/** One piece a column at most, else these are not columns. */
const place = (row: Line, columns: Column[]): string[] | undefined => {
  const cells = columns.map(() => '')
  for (const segment of row.segments) {
    const index = columns.findIndex(column => overlaps(segment, column))
    if (index < 0 || cells[index] !== '') return undefined
    cells[index] = segmentText(segment).trim()
  }
  return cells
}

const overlaps = (segment: Segment, column: Column): boolean =>
  segment.x <= column.right && segment.end >= column.left

const toTable = ([head = [], ...rest]: string[][]): HtmlElement => {
  const line = (cells: string[], name: string) =>
    build(
      'tr',
      {},
      cells.map(cell => build(name, {}, [cell])),
    )
  return build('table', {}, [
    build('thead', {}, [line(head, 'th')]),
    build(
      'tbody',
      {},
      rest.map(row => line(row, 'td')),
    ),
  ])
}
