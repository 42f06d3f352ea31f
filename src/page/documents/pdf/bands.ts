import type { TextLine } from './placed-text.ts'
import { beginsSmall, fullLines, type TextColumn } from './text-columns.ts'

/** A part of columns from one height to another. */
export type Band = { columns: TextColumn[]; isTable: boolean }

/**
 * From the top, what is set apart by more than the usual distance of lines in all of the columns, or
 * is a table that stands where columns do: lines that end early in all of them, again and again.
 */
export const bandsOf = (columns: readonly TextColumn[]): Band[] => {
  const rows = rowsAcross(columns)
  const areFull = columns.map(({ lines }) => fullLines(lines))
  const areCells = rows.map(row =>
    columns.every((_, at) =>
      row.some(({ line, column }) => column === at && !areFull[at]?.has(line)),
    ),
  )
  const isTable = areCells.map((_, at) => runLength(areCells, at) >= 3)
  const cuts = rows.flatMap((row, at) =>
    at > 0 && (isBehindGap(rows, at, columns) || isTable[at] !== isTable[at - 1])
      ? [{ y: heightOf(row), isTable: isTable[at] }]
      : [],
  )
  return bandsAt(
    columns,
    cuts.map(({ y }) => y),
  ).map((band, at) => ({
    columns: band,
    isTable: (at === 0 ? isTable[0] : cuts[at - 1]?.isTable) ?? false,
  }))
}

type Row = { line: TextLine; column: number }[]

export const rowsAcross = (columns: readonly TextColumn[]): Row[] => {
  const rows: Row[] = []
  const lines = columns.flatMap(({ lines }, column) => lines.map(line => ({ line, column })))
  for (const each of lines.sort((a, b) => b.line.y - a.line.y)) {
    const row = rows.at(-1)
    if (row && heightOf(row) - each.line.y < each.line.size * 0.3) row.push(each)
    else rows.push([each])
  }
  return rows
}

const heightOf = (row: Row | undefined): number => row?.[0]?.line.y ?? 0

export const isBehindGap = (
  rows: readonly Row[],
  at: number,
  columns: readonly TextColumn[],
): boolean => {
  const pitch = Math.max(...columns.map(column => column.pitch), rows[at]?.[0]?.line.size ?? 0)
  return heightOf(rows[at - 1]) - heightOf(rows[at]) > pitch * 1.35
}

const runLength = (flags: readonly boolean[], at: number): number => {
  if (!flags[at]) return 0
  let [from, to] = [at, at]
  while (flags[from - 1]) from--
  while (flags[to + 1]) to++
  return to - from + 1
}

/** The columns cut above these heights. */
export const bandsAt = (
  columns: readonly TextColumn[],
  heights: readonly number[],
): TextColumn[][] => {
  const bands = [...heights, -Infinity].map(() =>
    columns.map(({ pitch }): TextColumn => ({ lines: [], pitch })),
  )
  for (const [at, { lines }] of columns.entries()) {
    let band = 0
    for (const line of lines) {
      while (line.y <= (heights[band] ?? -Infinity) + line.size * 0.3) band++
      bands[band]?.[at]?.lines.push(line)
    }
  }
  return bands
}

/**
 * The tops of rows whose cells are paragraphs, as in contracts in two languages: wherever a column
 * goes on behind a gap, the others begin anew at the same height.
 */
export const rowsOfText = (columns: readonly TextColumn[]): number[] => {
  const starts = columns.flatMap(({ lines, pitch }) =>
    lines.filter((line, at) => at > 0 && (lines[at - 1] as TextLine).y - line.y > pitch * 1.3),
  )
  const beginsRow = ({ y, size }: TextLine) =>
    columns.every(({ lines }) => {
      const line = lines.find(other => Math.abs(other.y - y) < size * 0.3)
      return line !== undefined && !beginsSmall(line.text)
    })
  const rows = starts.filter(beginsRow)
  const tops = [...new Set(rows.map(({ y }) => Math.round(y)))].sort((a, b) => b - a)
  return rows.length >= starts.length * 0.8 && rows.length >= 3 ? tops : []
}
