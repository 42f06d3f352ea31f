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
  /** The place of each tree's first split, or its only leaf as `~leaf`. */
  starts: Int32Array
  /**
   * Four numbers for each split, side by side so that one look into memory finds them all: which
   * number of the row, the largest that goes left, and both children as `starts` has them.
   */
  splits: Int32Array
  /** The same memory: the second of each four is a fraction. */
  thresholds: Float32Array
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
  const columns = new Uint16Array(bytes(file.columns).buffer)
  const largest = new Float32Array(bytes(file.thresholds).buffer)
  const lefts = new Int8Array(bytes(file.lefts).buffer)
  const rights = new Int8Array(bytes(file.rights).buffer)
  const leaves = new Int16Array(bytes(file.leaves).buffer)
  const starts = new Int32Array(sizes.length)
  const splits = new Int32Array(4 * columns.length)
  const thresholds = new Float32Array(splits.buffer)
  let split = 0
  let leaf = 0
  sizes.forEach((size, tree) => {
    const placeOf = (child: number) => (child >= 0 ? 4 * (split + child) : ~(leaf + ~child))
    starts[tree] = placeOf(size === 0 ? -1 : 0)
    for (let at = split; at < split + size; at++) {
      splits[4 * at] = columns[at] ?? 0
      thresholds[4 * at + 1] = largest[at] ?? 0
      splits[4 * at + 2] = placeOf(lefts[at] ?? 0)
      splits[4 * at + 3] = placeOf(rights[at] ?? 0)
    }
    split += size
    leaf += size + 1
  })
  return {
    base: file.base,
    starts,
    splits,
    thresholds,
    leaves: Float32Array.from(leaves, value => value * file.leafScale),
  }
}

/** A copy with a buffer of its own, so that wider arrays can lie over it. */
const bytes = (base64: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(base64, 'base64'))

/**
 * The forest's log-odds for one row. Below `floor` after a third of the trees the others cannot
 * change the answer, and are not asked: half the blocks of a page are menus.
 *
 * Three trees are gone down side by side: while the processor waits for a number of one, it goes on
 * with the others. For the same reason the child is reckoned from the answer: a branch would be
 * guessed wrong half the time.
 */
export const scoreRow = (forest: Forest, row: Float32Array, floor = -Infinity): number => {
  const { starts, splits, thresholds, leaves } = forest
  const child = (at: number): number => {
    const goesLeft = (row[splits[at] as number] as number) <= (thresholds[at + 1] as number)
    return splits[at + 3 - Number(goesLeft)] as number
  }
  let sum = forest.base
  let tree = 0
  let end = Math.floor((starts.length + 1) / 3)
  for (;;) {
    for (; tree + 2 < end; tree += 3) {
      let a = starts[tree] as number
      let b = starts[tree + 1] as number
      let c = starts[tree + 2] as number
      while (a >= 0 && b >= 0 && c >= 0) {
        a = child(a)
        b = child(b)
        c = child(c)
      }
      while (a >= 0) a = child(a)
      while (b >= 0) b = child(b)
      while (c >= 0) c = child(c)
      // In this order, since sums of fractions depend on it.
      sum += leaves[~a] as number
      sum += leaves[~b] as number
      sum += leaves[~c] as number
    }
    for (; tree < end; tree++) {
      let at = starts[tree] as number
      while (at >= 0) at = child(at)
      sum += leaves[~at] as number
    }
    if (end === starts.length || sum < floor) return sum
    end = starts.length
  }
}

export const sigmoid = (score: number): number => 1 / (1 + Math.exp(-score))
