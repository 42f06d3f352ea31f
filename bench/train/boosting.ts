import { type Binned, maxBins } from './bins.ts'
import { createRandom } from './random.ts'

/**
 * The one trainer of boosted trees: gradient boosting for weighted logistic loss, labels from 0 to 1.
 * Histograms over at most 64 bins a column, leaf-wise growth, every random choice from one seed:
 * the same rows give the same trees.
 */
export type TrainOptions = {
  trees: number
  leaves: number
  rate: number
  /** Shares of features and rows each tree looks at. */
  featureShare: number
  rowShare: number
  minLeafWeight: number
  l2: number
  seed: number
  /** For each column: 1 if more can only be better, -1 if more can only be worse, else 0. */
  monotone?: readonly number[]
}

export type Examples = {
  data: Binned
  labels: Float32Array
  weights: Float32Array
  /** Log-odds that the trees begin from and only correct; without them they learn one themselves. */
  prior?: Float32Array
}

export type Tree = {
  /** Inner nodes: feature, last bin of the left side, children (negative: leaf ~index). */
  features: number[]
  thresholds: number[]
  lefts: number[]
  rights: number[]
  leaves: number[]
}

export type Forest = { base: number; edges: Float32Array[]; trees: Tree[] }

/** `use` says which of the rows are learned from; all of them, if it is left out. */
export const trainForest = (
  { data, labels, weights, prior }: Examples,
  options: TrainOptions,
  use?: Uint8Array,
): Forest => {
  const random = createRandom(options.seed)
  const rows = indexesWhere(data.rows, use)
  const base = prior ? 0 : oddsOf(rows, labels, weights)
  const scores = new Float64Array(data.rows).fill(base)
  if (prior) scores.set(prior)
  const gradients = new Float64Array(data.rows)
  const hessians = new Float64Array(data.rows)
  const trees: Tree[] = []
  const scratch: Scratch = {
    rows: new Int32Array(rows.length),
    gradients: new Float64Array(rows.length),
    hessians: new Float64Array(rows.length),
  }
  const scored = rows.slice()
  for (let at = 0; at < options.trees; at++) {
    for (const row of rows) {
      const p = 1 / (1 + Math.exp(-(scores[row] as number)))
      const weight = weights[row] as number
      gradients[row] = (p - (labels[row] as number)) * weight
      hessians[row] = Math.max(p * (1 - p), 1e-6) * weight
    }
    const sample = sampleRows(rows, options.rowShare, random)
    const features = pickFeatures(data.columns.length, options.featureShare, random)
    const tree = growTree(data, sample, features, gradients, hessians, options, scratch)
    trees.push(tree)
    addTree(tree, data, scored, scores, scratch)
  }
  return { base, edges: data.edges, trees }
}

const oddsOf = (rows: Int32Array, labels: Float32Array, weights: Float32Array): number => {
  let positive = 0
  let total = 0
  for (const row of rows) {
    positive += (labels[row] ?? 0) * (weights[row] ?? 0)
    total += weights[row] ?? 0
  }
  return Math.log((positive + 1e-9) / (total - positive + 1e-9))
}

/**
 * Every row with the same chance. Preferring rows with large gradients learned faster and worse:
 * those are the rows whose labels are wrong.
 */
const sampleRows = (rows: Int32Array, share: number, random: () => number): Int32Array =>
  share >= 1 ? rows.slice() : rows.filter(() => random() < share)

/** Room that every tree uses again: arrays made for each split cost more than the splits. */
type Scratch = { rows: Int32Array; gradients: Float64Array; hessians: Float64Array }

const indexesWhere = (count: number, use: Uint8Array | undefined): Int32Array => {
  const list = new Int32Array(count)
  let filled = 0
  for (let row = 0; row < count; row++) if (!use || use[row]) list[filled++] = row
  return list.slice(0, filled)
}

const pickFeatures = (count: number, share: number, random: () => number): Int32Array => {
  const picked = []
  for (let feature = 0; feature < count; feature++) if (random() < share) picked.push(feature)
  return Int32Array.from(picked)
}

type Leaf = {
  rows: Int32Array
  histogram: Float64Array
  gradient: number
  hessian: number
  split: Split
  parent: number
  side: 'left' | 'right' | 'root'
}
type Split = { gain: number; feature: number; bin: number }

const growTree = (
  data: Binned,
  rows: Int32Array,
  features: Int32Array,
  gradients: Float64Array,
  hessians: Float64Array,
  options: TrainOptions,
  scratch: Scratch,
): Tree => {
  const tree: Tree = { features: [], thresholds: [], lefts: [], rights: [], leaves: [] }
  const histogramOf = (own: Int32Array) => {
    const histogram = new Float64Array(features.length * maxBins * 2)
    const { gradients: ownGradients, hessians: ownHessians } = scratch
    for (let i = 0; i < own.length; i++) {
      ownGradients[i] = gradients[own[i] as number] as number
      ownHessians[i] = hessians[own[i] as number] as number
    }
    for (let k = 0; k < features.length; k++) {
      const column = data.columns[features[k] as number] as Uint8Array
      const base = k * maxBins
      for (let i = 0; i < own.length; i++) {
        const slot = (base + (column[own[i] as number] as number)) << 1
        histogram[slot] = (histogram[slot] as number) + (ownGradients[i] as number)
        histogram[slot + 1] = (histogram[slot + 1] as number) + (ownHessians[i] as number)
      }
    }
    return histogram
  }
  const leafOf = (
    own: Int32Array,
    histogram: Float64Array,
    parent: number,
    side: Leaf['side'],
  ): Leaf => {
    let gradient = 0
    let hessian = 0
    for (let bin = 0; bin < maxBins; bin++) {
      gradient += histogram[bin * 2] ?? 0
      hessian += histogram[bin * 2 + 1] ?? 0
    }
    const split = bestSplit(histogram, features, gradient, hessian, options)
    return { rows: own, histogram, gradient, hessian, split, parent, side }
  }
  const open: Leaf[] = [leafOf(rows, histogramOf(rows), -1, 'root')]
  while (open.length < options.leaves) {
    let at = -1
    open.forEach((leaf, i) => {
      if (leaf.split.gain > 1e-6 && (at < 0 || leaf.split.gain > (open[at]?.split.gain ?? 0)))
        at = i
    })
    const leaf = open[at]
    if (!leaf) break
    const node = tree.features.length
    tree.features.push(leaf.split.feature)
    tree.thresholds.push(leaf.split.bin)
    tree.lefts.push(0)
    tree.rights.push(0)
    link(tree, leaf, node)
    const [left, right] = partition(data, leaf.rows, leaf.split.feature, leaf.split.bin, scratch)
    const small = left.length < right.length ? histogramOf(left) : histogramOf(right)
    const large = leaf.histogram
    for (let i = 0; i < large.length; i++) large[i] = (large[i] as number) - (small[i] as number)
    const leftFirst = left.length < right.length
    open[at] = leafOf(left, leftFirst ? small : large, node, 'left')
    open.push(leafOf(right, leftFirst ? large : small, node, 'right'))
  }
  for (const leaf of open) {
    link(tree, leaf, ~tree.leaves.length)
    tree.leaves.push((-leaf.gradient / (leaf.hessian + options.l2)) * options.rate)
  }
  return tree
}

const link = (tree: Tree, leaf: Leaf, target: number) => {
  if (leaf.side === 'left') tree.lefts[leaf.parent] = target
  else if (leaf.side === 'right') tree.rights[leaf.parent] = target
}

const bestSplit = (
  histogram: Float64Array,
  features: Int32Array,
  gradient: number,
  hessian: number,
  options: TrainOptions,
): Split => {
  const best: Split = { gain: 0, feature: -1, bin: 0 }
  const { l2, minLeafWeight, monotone } = options
  const whole = (gradient * gradient) / (hessian + l2)
  for (let k = 0; k < features.length; k++) {
    let leftGradient = 0
    let leftHessian = 0
    const from = k * maxBins * 2
    const way = monotone?.[features[k] as number] ?? 0
    for (let bin = 0; bin < maxBins - 1; bin++) {
      leftGradient += histogram[from + bin * 2] as number
      leftHessian += histogram[from + bin * 2 + 1] as number
      if (leftHessian < minLeafWeight) continue
      const rightHessian = hessian - leftHessian
      if (rightHessian < minLeafWeight) break
      const rightGradient = gradient - leftGradient
      const gain =
        (leftGradient * leftGradient) / (leftHessian + l2) +
        (rightGradient * rightGradient) / (rightHessian + l2) -
        whole
      if (gain <= best.gain) continue
      const rise = leftGradient / (leftHessian + l2) - rightGradient / (rightHessian + l2)
      if (rise * way < 0) continue
      best.gain = gain
      best.feature = features[k] as number
      best.bin = bin
    }
  }
  return best
}

/** Sorts the rows in place: those of the left side first, both sides in their old order. */
const partition = (
  data: Binned,
  rows: Int32Array,
  feature: number,
  bin: number,
  scratch: Scratch,
): [Int32Array, Int32Array] => {
  const column = data.columns[feature] as Uint8Array
  let lefts = 0
  let rights = 0
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number
    if ((column[row] as number) <= bin) rows[lefts++] = row
    else scratch.rows[rights++] = row
  }
  rows.set(scratch.rows.subarray(0, rights), lefts)
  return [rows.subarray(0, lefts), rows.subarray(lefts)]
}

/** Adds a tree's answers to the scores of rows, split by split over whole columns. */
const addTree = (
  tree: Tree,
  data: Binned,
  rows: Int32Array,
  scores: Float64Array,
  scratch: Scratch,
) => {
  const stack: [number, Int32Array][] = [[tree.features.length === 0 ? -1 : 0, rows]]
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const [node, own] = entry
    if (node < 0) {
      const leaf = tree.leaves[~node] as number
      for (const row of own) scores[row] = (scores[row] as number) + leaf
      continue
    }
    const feature = tree.features[node] as number
    const [left, right] = partition(data, own, feature, tree.thresholds[node] as number, scratch)
    stack.push([tree.lefts[node] as number, left], [tree.rights[node] as number, right])
  }
}
