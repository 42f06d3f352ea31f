import { float32s, uint8s } from '../../kit/small-arrays.ts'

/**
 * The numbers a model reads, each written beside its name: no two can change places unseen,
 * because the names are compared with those that the model was trained on.
 */
export type Columns<T> = { names: readonly string[]; fill: Fill<T> }

/** Writes the numbers of one thing into a row, from a place on. */
type Fill<T> = (of: T, row: Float32Array, from: number) => void

export const columns = <T>(values: Record<string, (of: T) => number>): Columns<T> => ({
  names: Object.keys(values),
  fill: inTurn(Object.values(values), (at, call) => `row[from + ${at}] = ${call}(of)`),
})

/** One number for each item of a list. */
export const columnsFor = <T, I>(
  items: readonly I[],
  nameOf: (item: I) => string,
  numberOf: (of: T, item: I, at: number) => number,
): Columns<T> => {
  const write: Fill<T> = (of, row, from) => {
    for (let at = 0; at < items.length; at++) row[from + at] = numberOf(of, items[at] as I, at)
  }
  return { names: items.map(nameOf), fill: write }
}

/** Columns of something that is worked out once for all of them. */
export const through = <T, U>(
  name: string,
  pick: (of: T) => U,
  { names, fill }: Columns<U>,
): Columns<T> => ({
  names: name === '' ? names : names.map(inner => `${name} ${inner}`),
  fill: inTurn([pick, fill], (at, call) =>
    at === 0 ? `const inner = ${call}(of)` : `${call}(inner, row, from)`,
  ),
})

export const sideBySide = <T>(...parts: Columns<T>[]): Columns<T> => {
  const names = parts.flatMap(part => part.names)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Error(`Two columns are called "${twice}".`)
  let width = 0
  const starts = parts.map(part => {
    width += part.names.length
    return width - part.names.length
  })
  const fills = parts.map(part => part.fill)
  return { names, fill: inTurn(fills, (at, call) => `${call}(of, row, from + ${starts[at]})`) }
}

/**
 * A function that calls others, each from a line of its own. A loop over them does the same; but
 * all loops are one place to V8, which then knows nothing of what is called there: rows of blocks
 * took 4.5 ms a page by loops and take 2 so. What is written here is only ever numbers of ours.
 */
const inTurn = <T>(
  calls: readonly unknown[],
  lineOf: (at: number, call: string) => string,
): Fill<T> => {
  const names = calls.map((_, at) => `call${at}`)
  const lines = names.map((name, at) => lineOf(at, name))
  const make = new Function(...names, `return (of, row, from) => {\n${lines.join('\n')}\n}`)
  return make(...calls)
}

export const rowOf = <T>({ names, fill }: Columns<T>, of: T): Float32Array => {
  const row = float32s(names.length)
  fill(of, row, 0)
  return row
}

/** Rows that are worked out when first asked for, and then copied. */
export type Shared = { rows: Float32Array; isFilled: Uint8Array }

export const shareRows = ({ names }: { names: readonly string[] }, count: number): Shared => ({
  rows: float32s(names.length * count),
  isFilled: uint8s(count),
})

/** Columns that many have in common: those of one thing are the same whoever asks for them. */
export const shared = <T>(
  name: string,
  { names, fill }: Columns<{ of: T; index: number }>,
  pick: (of: T) => number,
  sharedOf: (of: T) => Shared,
): Columns<T> => {
  const width = names.length
  const copy: Fill<T> = (of, row, from) => {
    const index = pick(of)
    // Of nothing every number is zero, as it is in a new row.
    if (index < 0) return
    const { rows, isFilled } = sharedOf(of)
    const start = index * width
    if (isFilled[index] === 0) {
      fill({ of, index }, rows, start)
      isFilled[index] = 1
    }
    for (let at = 0; at < width; at++) row[from + at] = rows[start + at] as number
  }
  return { names: names.map(inner => `${name} ${inner}`), fill: copy }
}

/** A row for each, all in one piece of memory: a piece for each takes longer to get than to fill. */
export const rowsOf = <T>({ names, fill }: Columns<T>, all: readonly T[]): Float32Array[] => {
  const width = names.length
  const rows = float32s(width * all.length)
  return all.map((of, at) => {
    fill(of, rows, at * width)
    return new Float32Array(rows.buffer, rows.byteOffset + 4 * at * width, width)
  })
}

/** Where a column stands; a name that is misspelt is a mistake of ours. */
export const placeOf = ({ names }: { names: readonly string[] }, name: string): number => {
  const place = names.indexOf(name)
  if (place < 0) throw new Error(`No column is called "${name}".`)
  return place
}
