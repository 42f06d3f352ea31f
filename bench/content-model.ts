import {
  type ForestFile,
  type ModelFile,
  modelVersion,
  oddsScale,
  type TableFile,
} from '../src/page/content/model.ts'
import type { Tables } from './content-tables.ts'
import type { Forest } from './gbdt.ts'

export type TrainedModel = {
  blocks: Forest[]
  second: Forest
  types: Forest[]
  lexicon: Tables
  blockFeatures: number
  secondFeatures: number
  pageFeatures: number
}

/** The model as the file the run time reads: little-endian arrays in base64. */
export const encodeModel = (model: TrainedModel): ModelFile => ({
  version: modelVersion,
  blockFeatures: model.blockFeatures,
  pageFeatures: model.pageFeatures,
  blocks: model.blocks.map(encodeForest),
  secondFeatures: model.secondFeatures,
  second: encodeForest(model.second),
  types: model.types.map(encodeForest),
  lexicon: {
    markup: encodeTable(model.lexicon.markup),
    text: encodeTable(model.lexicon.text),
    prose: encodeTable(model.lexicon.prose),
    heading: encodeTable(model.lexicon.heading),
    goodsMarkup: encodeTable(model.lexicon.goodsMarkup),
    goodsText: encodeTable(model.lexicon.goodsText),
  },
  typeWords: model.lexicon.types.map(encodeTable),
})

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
    features: base64(Uint16Array.from(all(tree => tree.features))),
    thresholds: base64(Float32Array.from(thresholds)),
    lefts: base64(Int8Array.from(all(tree => tree.lefts))),
    rights: base64(Int8Array.from(all(tree => tree.rights))),
    leaves: base64(Int16Array.from(leaves, leaf => Math.round(leaf / leafScale))),
    leafScale,
  }
}

/**
 * Three bytes of each hash are enough: one unknown word in a thousand is taken for a known. In
 * order they are close together, so each is stored as its distance from the one before, seven
 * bits a byte.
 */
const encodeTable = (table: Map<number, number>): TableFile => {
  const short = new Map<number, number>()
  for (const [hash, odds] of table) short.set(hash & 0xffffff, odds)
  const entries = [...short].sort((a, b) => a[0] - b[0])
  const steps: number[] = []
  let last = 0
  for (const [hash] of entries) {
    let step = hash - last
    last = hash
    for (; step > 127; step >>>= 7) steps.push((step & 127) | 128)
    steps.push(step)
  }
  return {
    hashes: base64(Uint8Array.from(steps)),
    odds: base64(Int8Array.from(entries, ([, odds]) => Math.round(odds * oddsScale))),
  }
}

const base64 = (
  array: Uint8Array | Uint16Array | Uint32Array | Int8Array | Int16Array | Float32Array,
) => Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64')
