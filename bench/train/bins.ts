import { createRandom } from './random.ts'

/** Bin numbers, a column for each feature: training reads one feature of many rows at a time. */
export type Binned = { columns: Uint8Array[]; rows: number; edges: Float32Array[] }

export const maxBins = 64

/**
 * Where to cut the values of each column. `rareToo`: half of the cuts by count and half by value,
 * for columns whose few large values say most (a label that fits is rare).
 */
export const findEdges = (
  rows: Float32Array[],
  { seed, rareToo = false }: { seed: number; rareToo?: boolean },
): Float32Array[] => {
  const random = createRandom(seed)
  const sample = rows.length > 20_000 ? rows.filter(() => random() < 20_000 / rows.length) : rows
  const column = new Float32Array(sample.length)
  return Array.from({ length: rows[0]?.length ?? 0 }, (_, at) => {
    sample.forEach((row, index) => {
      column[index] = row[at] ?? 0
    })
    column.sort()
    const distinct = Float32Array.from(new Set(column))
    if (distinct.length <= maxBins) return middlesOf(distinct)
    if (!rareToo) return quantilesOf(column, maxBins)
    const both = [...quantilesOf(column, maxBins / 2), ...quantilesOf(distinct, maxBins / 2)]
    return Float32Array.from(new Set(both)).sort()
  })
}

const middlesOf = (values: Float32Array): Float32Array =>
  values.slice(1).map((value, at) => (value + (values[at] as number)) / 2)

const quantilesOf = (sorted: Float32Array, parts: number): Float32Array => {
  const edges = new Set<number>()
  for (let part = 1; part < parts; part++)
    edges.add(sorted[Math.floor((part * sorted.length) / parts)] as number)
  return Float32Array.from(edges)
}

export const binRows = (rows: Float32Array[], edges: Float32Array[]): Binned => {
  const columns = edges.map(() => new Uint8Array(rows.length))
  rows.forEach((row, at) => {
    for (let feature = 0; feature < edges.length; feature++) {
      const column = columns[feature] as Uint8Array
      column[at] = binOf(row[feature] as number, edges[feature] as Float32Array)
    }
  })
  return { columns, rows: rows.length, edges }
}

/** The number of edges below the value. */
const binOf = (value: number, edges: Float32Array): number => {
  let low = 0
  let high = edges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (value > (edges[middle] as number)) low = middle + 1
    else high = middle
  }
  return low
}
