/**
 * Boosted trees: the one form in which they are stored, and what asks them. Arrays are
 * little-endian in base64, which is a quarter of the same numbers as JSON and loads faster.
 */
export type ForestsFile = {
  /** The names of the numbers in a row, in order. */
  columns: readonly string[]
  /** Each reads such a row. */
  forests: ForestFile[]
}
export type ForestFile = {
  base: number
  /** Splits of each tree. */
  sizes: string
  /** Of each split: which number of the row, the largest that goes left, and both children. */
  columns: string
  thresholds: string
  lefts: string
  rights: string
  leaves: string
  leafScale: number
}

export type Forest = {
  base: number
  /** First split and first leaf of each tree, with the end as last entry. */
  splitStarts: Int32Array
  leafStarts: Int32Array
  columns: Uint16Array
  thresholds: Float32Array
  /** The next split of the tree, or its leaf as `~leaf`. */
  lefts: Int8Array
  rights: Int8Array
  leaves: Float32Array
}

/** Refuses forests that were trained on other numbers than the ones the code computes now. */
export const readForests = (file: ForestsFile, names: readonly string[]): Forest[] => {
  const at = names.findIndex((name, place) => name !== file.columns[place])
  if (at >= 0 || file.columns.length !== names.length)
    throw new Error(
      `The model was trained on other columns (${file.columns.length}, here ${names.length}; first difference: "${file.columns[at]}", here "${names[at]}"). See bench/train/README.md.`,
    )
  return file.forests.map(decodeForest)
}

const decodeForest = (file: ForestFile): Forest => {
  const sizes = bytes(file.sizes)
  const splitStarts = new Int32Array(sizes.length + 1)
  const leafStarts = new Int32Array(sizes.length + 1)
  sizes.forEach((size, tree) => {
    splitStarts[tree + 1] = (splitStarts[tree] ?? 0) + size
    leafStarts[tree + 1] = (leafStarts[tree] ?? 0) + size + 1
  })
  const leaves = new Int16Array(bytes(file.leaves).buffer)
  return {
    base: file.base,
    splitStarts,
    leafStarts,
    columns: new Uint16Array(bytes(file.columns).buffer),
    thresholds: new Float32Array(bytes(file.thresholds).buffer),
    lefts: new Int8Array(bytes(file.lefts).buffer),
    rights: new Int8Array(bytes(file.rights).buffer),
    leaves: Float32Array.from(leaves, leaf => leaf * file.leafScale),
  }
}

/** A copy with a buffer of its own, so that wider arrays can lie over it. */
const bytes = (base64: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(base64, 'base64'))

/**
 * The forest's log-odds for one row. Below `floor` after a third of the trees the others cannot
 * change the answer, and are not asked: half the blocks of a page are menus.
 */
export const scoreRow = (forest: Forest, row: Float32Array, floor = -Infinity): number => {
  const { splitStarts, leafStarts, columns, thresholds, lefts, rights, leaves } = forest
  let score = forest.base
  const third = Math.floor(splitStarts.length / 3)
  for (let tree = 0; tree + 1 < splitStarts.length; tree++) {
    if (tree === third && score < floor) break
    const from = splitStarts[tree] as number
    let node = splitStarts[tree + 1] === from ? -1 : 0
    while (node >= 0) {
      const at = from + node
      node =
        (row[columns[at] as number] as number) <= (thresholds[at] as number)
          ? (lefts[at] as number)
          : (rights[at] as number)
    }
    score += leaves[(leafStarts[tree] as number) + ~node] as number
  }
  return score
}

export const sigmoid = (score: number): number => 1 / (1 + Math.exp(-score))
