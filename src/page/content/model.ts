import { readFileSync } from 'node:fs'
import type { Lexicon, TokenTable } from './lexicon.ts'

/**
 * The learned part, as `bench/content-train.ts` writes it: trees and word tables in base64, a few
 * numbers beside them. Loaded once, on first use.
 */
export type ModelFile = {
  version: number
  /** How many numbers a block's rows and a page's row hold; a mismatch is a stale model. */
  blockFeatures: number
  pageFeatures: number
  blocks: ForestFile[]
  secondFeatures: number
  second: ForestFile
  types: ForestFile[]
  lexicon: Record<Exclude<keyof Lexicon, 'types'>, TableFile>
  typeWords: TableFile[]
}
export type ForestFile = {
  base: number
  /** Splits of each tree. */
  sizes: string
  features: string
  thresholds: string
  lefts: string
  rights: string
  leaves: string
  leafScale: number
}
/** Hashes of three bytes, as distances of seven bits a byte, and a byte of odds for each. */
export type TableFile = { hashes: string; odds: string }

export const modelVersion = 2
/** Log-odds are stored as signed bytes of this part of one. */
export const oddsScale = 24

export type Model = { blocks: Forest[]; second: Forest; types: Forest[]; lexicon: Lexicon }

export type Forest = {
  base: number
  /** First split and first leaf of each tree, with the end as last entry. */
  splitStarts: Int32Array
  leafStarts: Int32Array
  features: Uint16Array
  thresholds: Float32Array
  lefts: Int8Array
  rights: Int8Array
  leaves: Float32Array
}

let loaded: Model | undefined

export const loadModel = (): Model => {
  loaded ??= decodeModel(
    JSON.parse(readFileSync(new URL('../learned/content.generated.json', import.meta.url), 'utf8')),
  )
  return loaded
}

export const decodeModel = (file: ModelFile): Model => {
  if (file.version !== modelVersion)
    throw new Error(`Content model of version ${file.version}; this code reads ${modelVersion}.`)
  return {
    blocks: file.blocks.map(decodeForest),
    second: decodeForest(file.second),
    types: file.types.map(decodeForest),
    lexicon: {
      markup: decodeTable(file.lexicon.markup),
      text: decodeTable(file.lexicon.text),
      prose: decodeTable(file.lexicon.prose),
      heading: decodeTable(file.lexicon.heading),
      goodsMarkup: decodeTable(file.lexicon.goodsMarkup),
      goodsText: decodeTable(file.lexicon.goodsText),
      types: file.typeWords.map(decodeTable),
    },
  }
}

export const decodeForest = (file: ForestFile): Forest => {
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
    features: new Uint16Array(bytes(file.features).buffer),
    thresholds: new Float32Array(bytes(file.thresholds).buffer),
    lefts: new Int8Array(bytes(file.lefts).buffer),
    rights: new Int8Array(bytes(file.rights).buffer),
    leaves: Float32Array.from(leaves, leaf => leaf * file.leafScale),
  }
}

/** A copy with a buffer of its own, so that wider arrays can lie over it. */
const bytes = (base64: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(base64, 'base64'))

/** Open addressing over typed arrays: several times faster than a Map of large numbers. */
const decodeTable = (file: TableFile): TokenTable => {
  const steps = bytes(file.hashes)
  const odds = new Int8Array(bytes(file.odds).buffer)
  let size = 16
  while (size < odds.length * 2) size *= 2
  const mask = size - 1
  const keys = new Uint32Array(size)
  // Zero stands for an empty slot: odds that small are not stored.
  const values = new Float32Array(size)
  let hash = 0
  let at = 0
  for (const value of odds) {
    for (let shift = 0, more = true; more; shift += 7) {
      const byte = steps[at++] ?? 0
      hash += (byte & 127) << shift
      more = byte > 127
    }
    let slot = hash & mask
    while (values[slot] !== 0) slot = (slot + 1) & mask
    keys[slot] = hash
    values[slot] = value / oddsScale
  }
  return {
    get: whole => {
      const hash = whole & 0xffffff
      let slot = hash & mask
      while (values[slot] !== 0) {
        if (keys[slot] === hash) return values[slot]
        slot = (slot + 1) & mask
      }
      return undefined
    },
  }
}

/**
 * The forest's log-odds for one row. Half the blocks of a page are menus: below `floor` after a
 * third of the trees the others cannot change the answer, and are not asked.
 */
export const scoreRow = (forest: Forest, row: Float32Array, floor = -Infinity): number => {
  const { splitStarts, leafStarts, features, thresholds, lefts, rights, leaves } = forest
  let score = forest.base
  const third = Math.floor(splitStarts.length / 3)
  for (let tree = 0; tree + 1 < splitStarts.length; tree++) {
    if (tree === third && score < floor) break
    const from = splitStarts[tree] as number
    let node = splitStarts[tree + 1] === from ? -1 : 0
    while (node >= 0) {
      const at = from + node
      node =
        (row[features[at] as number] as number) <= (thresholds[at] as number)
          ? (lefts[at] as number)
          : (rights[at] as number)
    }
    score += leaves[(leafStarts[tree] as number) + ~node] as number
  }
  return score
}

export const sigmoid = (score: number): number => 1 / (1 + Math.exp(-score))
