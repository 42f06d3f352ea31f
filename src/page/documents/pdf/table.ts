import { build } from '../../html/builder.ts'
import type { HtmlElement } from '../../html/html.ts'
import { type PdfLine, type Segment, segmentText } from './lines.ts'

/**
 * A table that starts at a line: at least three lines of several pieces each, standing in the
 * same columns. Its head may stand closer together than its body.
 */
export const readTableAt = (
  lines: PdfLine[],
  at: number,
): { element: HtmlElement; end: number } | undefined => {
  const first = lines[at]
  if (!first) return undefined
  if (first.segments.length > 1) return readBodyAt(lines, at, undefined)
  const next = lines[at + 1]
  return next && continues(first, next) ? readBodyAt(lines, at + 1, first) : undefined
}

const readBodyAt = (
  lines: PdfLine[],
  at: number,
  head: PdfLine | undefined,
): { element: HtmlElement; end: number } | undefined => {
  let end = at + 1
  while (end < lines.length && continues(lines[end - 1] as PdfLine, lines[end] as PdfLine)) end++
  const found = lines.slice(at, end)
  const rows = found.slice(0, endOfTable(found))
  end = at + rows.length
  // The rest of a table of the page before may be short.
  if (rows.length < (rows.length < found.length ? 2 : 3)) return undefined
  const table = cellsIn(rows, columnsOf(rows)) ?? cellsIn(rows, columnsOf(fullRows(rows)))
  if (!table) return undefined
  const { cells, columns } = table
  if (!head) return { element: toTable(cells), end }
  const names = headOf(head, columns)
  return names && { element: toTable([names, ...cells]), end }
}

const cellsIn = (
  rows: readonly PdfLine[],
  columns: Column[],
): { cells: string[][]; columns: Column[] } | undefined => {
  if (columns.length < 2 || columns.length > maxColumns) return undefined
  const cells = rows.map(row => place(row, columns)).filter(row => row !== undefined)
  return cells.length === rows.length ? { cells, columns } : undefined
}

/**
 * Rows with a piece for each column, if most have: in the others, cells that stand close together
 * are one piece. None where that would be a guess.
 */
const fullRows = (rows: PdfLine[]): PdfLine[] => {
  const most = Math.max(...rows.map(row => row.segments.length))
  const full = rows.filter(row => row.segments.length === most)
  return full.length >= 3 && full.length * 2 > rows.length ? full : []
}

/** Where another table begins right below: behind a gap, with a head in a font of its own. */
const endOfTable = (rows: readonly PdfLine[]): number => {
  const gapAbove = (at: number) => (rows[at - 1]?.y ?? 0) - (rows[at]?.y ?? 0)
  const pitch = Math.min(...rows.slice(1).map((_, at) => gapAbove(at + 1)))
  const fonts = rows.map(fontOf)
  const next = rows.findIndex(
    (_, at) =>
      at > 0 &&
      fonts[at] !== undefined &&
      fonts[at] !== fonts[at - 1] &&
      fonts[at - 1] === fonts[at + 1] &&
      gapAbove(at) > pitch * 1.2,
  )
  return next < 0 ? rows.length : next
}

const fontOf = (line: PdfLine): string | undefined => {
  const fonts = new Set(line.segments.flatMap(({ items }) => items).map(({ font }) => font))
  return fonts.size === 1 ? [...fonts][0] : undefined
}

/**
 * The words of a line as names of columns: one for each, standing as names do, at its left, in its
 * middle or at its right. A caption may be as long as its table, but is not so aligned.
 */
const headOf = (line: PdfLine, columns: Column[]): string[] | undefined => {
  const words = wordsOf(line.segments)
  const isAligned = ({ left, right }: Column, column: Column) =>
    Math.min(
      Math.abs(left - column.left),
      Math.abs(right - column.right),
      Math.abs(left + right - column.left - column.right) / 2,
    ) <
    line.size * 0.8
  const fits = columns.every((column, index) => words[index] && isAligned(words[index], column))
  return fits && words.length === columns.length ? words.map(({ text }) => text) : undefined
}

/** Files often draw several words as one; where each stands follows from its letters. */
const wordsOf = (segments: readonly Segment[]): (Column & { text: string })[] =>
  segments
    .flatMap(({ items }) => items)
    .flatMap(({ text, x, width }) => {
      const letter = width / Math.max(1, text.length)
      return [...text.matchAll(/\S+/g)].map(({ index, 0: word }) => {
        const left = x + index * letter
        return { left, right: left + word.length * letter, text: word }
      })
    })

const maxColumns = 20

const continues = (previous: PdfLine, line: PdfLine): boolean =>
  line.segments.length >= 2 &&
  line.page === previous.page &&
  line.y < previous.y &&
  previous.y - line.y < Math.max(line.size, previous.size) * 3.5

type Column = { left: number; right: number }

/** Bands that pieces of different lines share; what overlaps is one column. */
const columnsOf = (rows: readonly PdfLine[]): Column[] => {
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
const place = (row: PdfLine, columns: Column[]): string[] | undefined => {
  const cells = columns.map(() => '')
  for (const segment of row.segments)
    for (const { text, ...band } of piecesOf(segment, columns)) {
      const index = columns.findIndex(column => overlaps(band, column))
      if (index < 0 || cells[index] !== '') return undefined
      cells[index] = text
    }
  return cells
}

/** A piece over several columns is cut between its words, if each stands in a column of its own. */
const piecesOf = (segment: Segment, columns: readonly Column[]): (Column & { text: string })[] => {
  const band = { left: segment.x, right: segment.end }
  const covered = columns.filter(column => overlaps(band, column))
  const words = covered.length > 1 ? wordsOf([segment]) : []
  const isCell = (column: Column) => words.filter(word => overlaps(word, column)).length === 1
  return words.length === covered.length && covered.every(isCell)
    ? words
    : [{ ...band, text: segmentText(segment).trim() }]
}

const overlaps = (band: Column, column: Column): boolean =>
  band.left <= column.right && band.right >= column.left

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
