import type { ForestFile } from '../../src/page/learned/forest.ts'
import type { Forest } from './boosting.ts'

/** A forest as it is stored: little-endian arrays in base64. */
export const encodeForest = ({ base, edges, trees }: Forest): ForestFile => {
  const all = <T>(pick: (tree: Forest['trees'][number]) => T[]): T[] => trees.flatMap(pick)
  const leaves = all(tree => tree.leaves)
  const largest = leaves.reduce((most, leaf) => Math.max(most, Math.abs(leaf)), 1e-9)
  const leafScale = largest / 32_767
  const thresholds = all(tree =>
    tree.features.map((feature, at) => edges[feature]?.[tree.thresholds[at] ?? 0] ?? 0),
  )
  return {
    base,
    sizes: base64(Uint8Array.from(trees, tree => tree.features.length)),
    columns: base64(Uint16Array.from(all(tree => tree.features))),
    thresholds: base64(Float32Array.from(thresholds)),
    lefts: base64(Int8Array.from(all(tree => tree.lefts))),
    rights: base64(Int8Array.from(all(tree => tree.rights))),
    leaves: base64(Int16Array.from(leaves, leaf => Math.round(leaf / leafScale))),
    leafScale,
  }
}

/** The mean of several forests as one, its answers times a factor plus a shift. */
export const meanForest = (forests: Forest[], factor: number, shift: number): Forest => {
  const base = forests.reduce((sum, forest) => sum + forest.base, 0) / forests.length
  const [first] = forests
  if (!first) throw new Error('A mean needs at least one forest.')
  const trees = forests.flatMap(forest => forest.trees)
  return {
    base: base * factor + shift,
    edges: first.edges,
    trees: trees.map(tree => ({
      ...tree,
      leaves: tree.leaves.map(leaf => (leaf * factor) / forests.length),
    })),
  }
}

const base64 = (array: Uint8Array | Uint16Array | Int8Array | Int16Array | Float32Array) =>
  Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64')
