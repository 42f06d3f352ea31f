import type { Trees } from '../src/page/learned/trees.ts'

/** Logistic gradient boosting over histograms, small enough to read and the same on every machine. */
export type TrainingSet = {
  rows: Float32Array[]
  labels: Uint8Array
  weights: Float32Array
  /** Log-odds that the trees begin from; without it they learn one themselves. */
  prior?: Float32Array
}
export type TrainingOptions = {
  trees: number
  leaves: number
  rate: number
  minWeight: number
  rowShare: number
  featureShare: number
  l2: number
  seed: number
  /** 1: more can only be better; -1: more can only be worse; by feature. */
  monotone: number[]
}

export const defaultOptions: TrainingOptions = {
  trees: 120,
  leaves: 20,
  rate: 0.1,
  minWeight: 3,
  rowShare: 0.7,
  featureShare: 0.5,
  l2: 3,
  seed: 7,
  monotone: [],
}

const maxBins = 48

export const train = (set: TrainingSet, options = defaultOptions): Trees => {
  const random = generator(options.seed)
  const count = set.rows.length
  const width = set.rows[0]?.length ?? 0
  const edges = Array.from({ length: width }, (_, feature) => binEdges(set.rows, feature))
  const columns = edges.map((edge, feature) => binColumn(set.rows, feature, edge))
  const scores = new Float64Array(count)
  const gradient = new Float64Array(count)
  const hessian = new Float64Array(count)
  const trees: Trees = { roots: [], feature: [], value: [], right: [] }
  const start = set.prior ? 0 : logOdds(set)
  trees.roots.push(0)
  trees.feature.push(-1)
  trees.value.push(round(start))
  trees.right.push(0)
  scores.fill(start)
  if (set.prior) scores.set(set.prior)
  for (let tree = 0; tree < options.trees; tree++) {
    for (let i = 0; i < count; i++) {
      const p = 1 / (1 + Math.exp(-(scores[i] as number)))
      const weight = set.weights[i] as number
      gradient[i] = (p - (set.labels[i] as number)) * weight
      hessian[i] = Math.max(1e-6, p * (1 - p)) * weight
    }
    const rows = Int32Array.from({ length: count }, (_, i) => i).filter(
      () => random() < options.rowShare,
    )
    const features = Array.from({ length: width }, (_, i) => i).filter(
      () => random() < options.featureShare,
    )
    const root = grow(columns, edges, gradient, hessian, rows, features, options)
    const at = append(trees, root)
    for (let i = 0; i < count; i++)
      scores[i] = (scores[i] as number) + walk(trees, at, set.rows[i] as Float32Array)
  }
  return trees
}

type Node = {
  rows: Int32Array
  gain: number
  feature: number
  bin: number
  threshold: number
  score: number
  left: Node | undefined
  right: Node | undefined
}

const grow = (
  columns: Uint8Array[],
  edges: Float32Array[],
  gradient: Float64Array,
  hessian: Float64Array,
  rows: Int32Array,
  features: number[],
  options: TrainingOptions,
): Node => {
  const make = (part: Int32Array) =>
    bestSplit(columns, edges, gradient, hessian, part, features, options)
  const root = make(rows)
  const open = [root]
  for (let leaves = 1; leaves < options.leaves; leaves++) {
    open.sort((a, b) => b.gain - a.gain)
    const node = open.shift()
    if (!node || node.gain <= 1e-6) break
    const column = columns[node.feature] as Uint8Array
    node.left = make(node.rows.filter(i => (column[i] as number) <= node.bin))
    node.right = make(node.rows.filter(i => (column[i] as number) > node.bin))
    open.push(node.left, node.right)
  }
  return root
}

const bestSplit = (
  columns: Uint8Array[],
  edges: Float32Array[],
  gradient: Float64Array,
  hessian: Float64Array,
  rows: Int32Array,
  features: number[],
  options: TrainingOptions,
): Node => {
  let g = 0
  let h = 0
  for (const i of rows) {
    g += gradient[i] as number
    h += hessian[i] as number
  }
  const quality = (a: number, b: number) => (a * a) / (b + options.l2)
  const node: Node = {
    rows,
    gain: 0,
    feature: -1,
    bin: 0,
    threshold: 0,
    score: (-g / (h + options.l2)) * options.rate,
    left: undefined,
    right: undefined,
  }
  if (h < 2 * options.minWeight * 0.25) return node
  const sumG = new Float64Array(maxBins + 1)
  const sumH = new Float64Array(maxBins + 1)
  for (const feature of features) {
    const column = columns[feature] as Uint8Array
    const edge = edges[feature] as Float32Array
    if (edge.length === 0) continue
    sumG.fill(0)
    sumH.fill(0)
    for (const i of rows) {
      const bin = column[i] as number
      sumG[bin] = (sumG[bin] as number) + (gradient[i] as number)
      sumH[bin] = (sumH[bin] as number) + (hessian[i] as number)
    }
    let leftG = 0
    let leftH = 0
    for (let bin = 0; bin < edge.length; bin++) {
      leftG += sumG[bin] as number
      leftH += sumH[bin] as number
      if (leftH < options.minWeight * 0.25 || h - leftH < options.minWeight * 0.25) continue
      const way = options.monotone[feature] ?? 0
      const rise = -(g - leftG) / (h - leftH + options.l2) + leftG / (leftH + options.l2)
      if (way !== 0 && rise * way < 0) continue
      const gain = quality(leftG, leftH) + quality(g - leftG, h - leftH) - quality(g, h)
      if (gain > node.gain) {
        node.gain = gain
        node.feature = feature
        node.bin = bin
        node.threshold = edge[bin] as number
      }
    }
  }
  return node
}

const append = (trees: Trees, root: Node): number => {
  const start = trees.feature.length
  trees.roots.push(start)
  const write = (node: Node) => {
    const at = trees.feature.length
    const isSplit = node.left && node.right
    trees.feature.push(isSplit ? node.feature : -1)
    trees.value.push(round(isSplit ? node.threshold : node.score))
    trees.right.push(0)
    if (!node.left || !node.right) return
    write(node.left)
    trees.right[at] = trees.feature.length
    write(node.right)
  }
  write(root)
  return start
}

const walk = (trees: Trees, root: number, row: Float32Array): number => {
  let at = root
  for (
    let feature = trees.feature[at] as number;
    feature >= 0;
    feature = trees.feature[at] as number
  )
    at =
      (row[feature] as number) <= (trees.value[at] as number) ? at + 1 : (trees.right[at] as number)
  return trees.value[at] as number
}

const binEdges = (rows: Float32Array[], feature: number): Float32Array => {
  const step = Math.max(1, Math.floor(rows.length / 30_000))
  const sample: number[] = []
  for (let i = 0; i < rows.length; i += step)
    sample.push((rows[i] as Float32Array)[feature] as number)
  sample.sort((a, b) => a - b)
  const distinct = [...new Set(sample)]
  const middles = (values: number[]) =>
    values.slice(1).map((value, i) => round((value + (values[i] as number)) / 2))
  if (distinct.length <= maxBins) return Float32Array.from(middles(distinct))
  const quantiles = new Set<number>()
  // Rare values matter (a label that fits is rare): half of the edges by count, half by value.
  for (let i = 1; i < maxBins / 2; i++)
    quantiles.add(round(sample[Math.floor((i * sample.length * 2) / maxBins)] as number))
  for (let i = 1; i < maxBins / 2; i++)
    quantiles.add(round(distinct[Math.floor((i * distinct.length * 2) / maxBins)] as number))
  return Float32Array.from([...quantiles].sort((a, b) => a - b))
}

const binColumn = (rows: Float32Array[], feature: number, edges: Float32Array): Uint8Array =>
  Uint8Array.from(rows, row => {
    const value = row[feature] as number
    let low = 0
    let high = edges.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (value <= (edges[middle] as number)) high = middle
      else low = middle + 1
    }
    return low
  })

const logOdds = (set: TrainingSet) => {
  let positive = 0
  let total = 0
  set.labels.forEach((label, i) => {
    positive += label * (set.weights[i] as number)
    total += set.weights[i] as number
  })
  return Math.log(Math.max(1e-4, positive / total) / (1 - positive / total))
}

const round = (value: number) => Number(value.toPrecision(5))

/** Mulberry32: the same numbers everywhere. */
export const generator = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
