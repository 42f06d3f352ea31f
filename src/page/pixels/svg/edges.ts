import type { Linear } from './geometry.ts'
import type { Outline } from './outline.ts'

/** How large an outline is on the canvas, and how hard its edges are for a scan converter. */
export type Extent = {
  width: number
  height: number
  area: number
  length: number
  /** Heights of all edges together: each costs something on every scan line it passes. */
  scanned: number
  /** Edges on a scan line, squared, on average: a line with many is slow to put together. */
  crowding: number
  /** Pairs of edges so close that they may cross, which is what re-sorting costs. */
  pairs: number
}

export type EdgeMeter = (outline: Outline, linear: Linear) => Extent

const rows = 1024
const columns = 256
/** Longest walk of one edge through the grid; beyond the canvas the grid repeats. */
const maxSteps = 2048
/** One for all files, since a fresh megabyte each time took longer than the counting. */
const counts = new Int32Array(rows * columns)
const changes = new Float64Array(rows + 1)

/**
 * Counts edges in the cells of a grid laid over the canvas. Cells are small, because the paths of
 * a detailed logo are thousands of short edges side by side that never meet. `onWork` hears how
 * many cells were visited, so that the counting itself stays bounded.
 */
export const createEdgeMeter = (onWork: (cells: number) => void): EdgeMeter => {
  return ({ points }, [a, b, c, d]) => {
    const box = { left: 0, right: 0, top: 0, bottom: 0 }
    const touched: number[] = []
    let length = 0
    let scanned = 0
    let pairs = 0
    let crowding = 0
    let lastX = Number.NaN
    let lastY = Number.NaN
    try {
      for (let i = 0; i + 1 < points.length; i += 2) {
        const px = points[i] ?? 0
        const py = points[i + 1] ?? 0
        const x = a * px + c * py
        const y = b * px + d * py
        if (i === 0 || Number.isNaN(box.left))
          Object.assign(box, { left: x, right: x, top: y, bottom: y })
        if (!Number.isNaN(x) && !Number.isNaN(lastX)) {
          length += Math.hypot(x - lastX, y - lastY)
          scanned += Math.min(1, Math.abs(y - lastY))
          const steps = stepsOf(x - lastX, y - lastY)
          onWork(steps)
          addToRows(lastY, y)
          let last = -1
          for (let step = 0; step <= steps; step++) {
            const part = steps === 0 ? 0 : step / steps
            const row = Math.floor((lastY + (y - lastY) * part) * rows) & (rows - 1)
            const column = Math.floor((lastX + (x - lastX) * part) * columns) & (columns - 1)
            const cell = row * columns + column
            if (cell === last) continue
            last = cell
            const before = counts[cell] ?? 0
            if (before === 0) touched.push(cell)
            pairs += before
            counts[cell] = before + 1
          }
        }
        lastX = x
        lastY = y
        if (Number.isNaN(x)) continue
        box.left = Math.min(box.left, x)
        box.right = Math.max(box.right, x)
        box.top = Math.min(box.top, y)
        box.bottom = Math.max(box.bottom, y)
      }
      crowding = takeCrowding()
    } finally {
      changes.fill(0)
      for (const cell of touched) counts[cell] = 0
    }
    const [width, height] = [box.right - box.left || 0, box.bottom - box.top || 0]
    return {
      width,
      height,
      area: Math.min(1, width) * Math.min(1, height),
      length,
      scanned,
      crowding,
      pairs,
    }
  }
}

/** Beyond the canvas the rows repeat, as the cells do; an edge higher than it counts on all. */
const addToRows = (from: number, to: number): void => {
  const height = Math.abs(to - from) * rows
  if (!(height < rows)) {
    changes[0] = (changes[0] ?? 0) + 1
    return
  }
  const first = Math.floor(Math.min(from, to) * rows) & (rows - 1)
  const part = Math.min(1, height)
  const end = first + Math.max(1, Math.ceil(height))
  changes[first] = (changes[first] ?? 0) + part
  if (end < rows) changes[end] = (changes[end] ?? 0) - part
  else {
    changes[0] = (changes[0] ?? 0) + part
    changes[end - rows] = (changes[end - rows] ?? 0) - part
  }
}

const takeCrowding = (): number => {
  let active = 0
  let sum = 0
  for (let row = 0; row < rows; row++) {
    active += changes[row] ?? 0
    sum += active ** 2
  }
  return sum / rows
}

const stepsOf = (dx: number, dy: number): number => {
  const steps = Math.ceil(Math.max(Math.abs(dx) * columns, Math.abs(dy) * rows))
  return Number.isFinite(steps) ? Math.min(maxSteps, steps) : maxSteps
}
