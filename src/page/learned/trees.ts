/** Gradient-boosted trees, flat: `feature[i] < 0` marks a leaf whose score is `value[i]`. */
export type Trees = {
  /** Where each tree begins. */
  roots: number[]
  feature: number[]
  /** Threshold of a split (go left when the feature is at most this), or a leaf's score. */
  value: number[]
  /** Right child; the left one follows its parent. */
  right: number[]
}

/** The sum of all trees: the log-odds that a candidate is the field's value. */
export const scoreTrees = (trees: Trees, row: Float32Array): number => {
  let sum = 0
  for (const root of trees.roots) {
    let at = root
    for (let feature = trees.feature[at] ?? -1; feature >= 0; feature = trees.feature[at] ?? -1)
      at = (row[feature] ?? 0) <= (trees.value[at] ?? 0) ? at + 1 : (trees.right[at] ?? 0)
    sum += trees.value[at] ?? 0
  }
  return sum
}
