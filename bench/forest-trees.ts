import type { Trees } from '../src/page/learned/trees.ts'
import type { Forest, Tree } from './gbdt.ts'

/** The mean of several forests as one flat list of trees, each answer times a factor plus a shift. */
export const toTrees = (forests: Forest[], factor: number, shift: number): Trees => {
  const trees: Trees = { roots: [0], feature: [], value: [], right: [] }
  const base = forests.reduce((sum, forest) => sum + forest.base, 0) / forests.length
  add(trees, -1, round(base * factor + shift))
  for (const { trees: grown, edges } of forests)
    for (const tree of grown) {
      trees.roots.push(trees.feature.length)
      const top = tree.features.length === 0 ? -1 : 0
      addNode(trees, tree, top, edges, factor / forests.length)
    }
  return trees
}

const addNode = (
  trees: Trees,
  tree: Tree,
  node: number,
  edges: Float32Array[],
  factor: number,
): void => {
  if (node < 0) {
    add(trees, -1, round((tree.leaves[~node] ?? 0) * factor))
    return
  }
  const feature = tree.features[node] ?? 0
  const at = add(trees, feature, edges[feature]?.[tree.thresholds[node] ?? 0] ?? 0)
  addNode(trees, tree, tree.lefts[node] ?? -1, edges, factor)
  trees.right[at] = trees.feature.length
  addNode(trees, tree, tree.rights[node] ?? -1, edges, factor)
}

const add = (trees: Trees, feature: number, value: number): number => {
  trees.feature.push(feature)
  trees.value.push(value)
  return trees.right.push(0) - 1
}

const round = (value: number) => Math.round(value * 1e5) / 1e5
