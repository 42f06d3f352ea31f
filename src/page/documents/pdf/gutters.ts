import type { Placed } from './placed-text.ts'

/** A strip with nothing in it and text on both of its sides. */
export type Gutter = { x: number; top: number; bottom: number }

/**
 * The strips of a region, the tallest first, found on a grid: the work depends on the size of the
 * grid, however many words there are.
 */
export const findGutters = (words: readonly Placed[], size: number): Gutter[] => {
  const grid = drawGrid(words, size)
  if (!grid) return []
  const found: Strip[] = []
  for (let column = 1; column + stripCells < grid.columns; column++)
    found.push(...stripsAt(grid, column))
  found.sort((a, b) => b.height - a.height)
  const kept: Strip[] = []
  for (const strip of found) {
    if (kept.length >= maxGutters) break
    if (!kept.some(other => isSameGutter(other, strip))) kept.push(strip)
  }
  return kept.map(({ column, from, to }) => ({
    x: grid.left + (column + stripCells / 2) * grid.cellWidth,
    top: grid.top - from * grid.cellHeight,
    bottom: grid.top - (to + 1) * grid.cellHeight,
  }))
}

const maxGutters = 12

/** Of a letter's size: a strip is as wide as two thirds of it, where words stand a quarter apart. */
const cellsASize = 6
const stripCells = 4
/** Of rows, which are half a letter's size high: three lines. */
const minHeight = 6
const maxColumns = 1_200
const maxRows = 1_200

type Grid = {
  left: number
  top: number
  cellWidth: number
  cellHeight: number
  columns: number
  rows: number
  drawn: Uint8Array
  /** By row: the first and the last column that is drawn in. */
  first: Int32Array
  last: Int32Array
}

const drawGrid = (words: readonly Placed[], size: number): Grid | undefined => {
  const box = boundsOf(words)
  const [cellWidth, cellHeight] = [size / cellsASize, size / 2]
  const columns = Math.ceil((box.right - box.left) / cellWidth) + 1
  const rows = Math.ceil((box.top - box.bottom) / cellHeight) + 1
  if (!(columns <= maxColumns && rows <= maxRows)) return undefined
  const drawn = new Uint8Array(columns * rows)
  const [first, last] = [new Int32Array(rows).fill(columns), new Int32Array(rows).fill(-1)]
  for (const word of words) {
    const from = Math.floor((word.left - box.left) / cellWidth)
    const to = Math.floor((word.right - box.left) / cellWidth)
    const end = Math.floor((box.top - word.bottom) / cellHeight)
    for (let row = Math.floor((box.top - word.top) / cellHeight); row <= end; row++) {
      drawn.fill(1, row * columns + from, row * columns + to + 1)
      first[row] = Math.min(first[row] as number, from)
      last[row] = Math.max(last[row] as number, to)
    }
  }
  return {
    ...{ left: box.left, top: box.top, cellWidth, cellHeight },
    columns,
    rows,
    drawn,
    first,
    last,
  }
}

const boundsOf = (words: readonly Placed[]) => {
  const box = { left: Infinity, right: -Infinity, top: -Infinity, bottom: Infinity }
  for (const { left, right, top, bottom } of words) {
    box.left = Math.min(box.left, left)
    box.right = Math.max(box.right, right)
    box.top = Math.max(box.top, top)
    box.bottom = Math.min(box.bottom, bottom)
  }
  return box
}

type Strip = { column: number; from: number; to: number; height: number }

const stripsAt = (grid: Grid, column: number): Strip[] => {
  const strips: Strip[] = []
  let strip: Strip | undefined
  for (let row = 0; row < grid.rows; row++) {
    if (isDrawn(grid, column, row)) {
      if (strip && strip.height >= minHeight) strips.push(strip)
      strip = undefined
      continue
    }
    const isLeft = (grid.first[row] as number) < column
    const isRight = (grid.last[row] as number) >= column + stripCells
    if (!isLeft && !isRight) continue
    strip ??= { column, from: row, to: row, height: 0 }
    strip.to = row
    if (isLeft && isRight) strip.height++
  }
  if (strip && strip.height >= minHeight) strips.push(strip)
  return strips
}

const isDrawn = ({ drawn, columns }: Grid, column: number, row: number): boolean => {
  const at = row * columns + column
  for (let cell = at; cell < at + stripCells; cell++) if (drawn[cell] === 1) return true
  return false
}

const isSameGutter = (a: Strip, b: Strip): boolean =>
  Math.abs(a.column - b.column) < cellsASize * 3 && a.from <= b.to && b.from <= a.to
