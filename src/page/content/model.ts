import { type Forest, type ForestsFile, readForests, scoreRow, sigmoid } from '../learned/forest.ts'
import { readWordTable, type WordTableFile } from '../learned/word-table.ts'
import { blockColumns } from './features.ts'
import type { Lexicon } from './lexicon.ts'
import { pageColumns } from './page-features.ts'
import { secondColumns } from './second-look.ts'

/** The learned part as it is stored; `bench/train/content.ts` writes it. */
export type ModelFile = {
  /** Which type a page is, one forest for each. */
  types: ForestsFile
  /** How likely a block is content, at first sight and at the second. */
  blocks: ForestsFile
  second: ForestsFile
  /** Which part of the page a block is, one forest for each but the main text. */
  parts: ForestsFile
  /** Steps of the tables' bytes that are one. */
  oddsScale: number
  lexicon: Record<Exclude<keyof Lexicon, 'types'>, WordTableFile> & { types: WordTableFile[] }
}

export type Model = {
  types: Forest[]
  blocks: Forest[]
  second: Forest[]
  parts: Forest[]
  lexicon: Lexicon
}

export const readModel = (file: ModelFile): Model => {
  const table = (one: WordTableFile) => readWordTable(one, file.oddsScale)
  const { lexicon } = file
  return {
    types: readForests(file.types, pageColumns.names),
    blocks: readForests(file.blocks, blockColumns.names),
    second: readForests(file.second, secondColumns.names),
    parts: readForests(file.parts, blockColumns.names),
    lexicon: {
      markup: table(lexicon.markup),
      text: table(lexicon.text),
      prose: table(lexicon.prose),
      heading: table(lexicon.heading),
      goodsMarkup: table(lexicon.goodsMarkup),
      goodsText: table(lexicon.goodsText),
      types: lexicon.types.map(table),
    },
  }
}

/** Log-odds of a chance of one in a hundred. Less is not told apart, so that a row can be left early. */
const hopeless = -4.5

/** The first model's log-odds of a block. */
export const firstOdds = (forests: Forest[], row: Float32Array): number => {
  let score = 0
  for (const forest of forests) score += scoreRow(forest, row, hopeless)
  return Math.max(hopeless, score / forests.length)
}

/** One against the rest for each type, as shares of one. */
export const typeShares = (forests: Forest[], page: Float32Array): Float32Array => {
  const shares = Float32Array.from(forests, forest => sigmoid(scoreRow(forest, page)))
  const sum = shares.reduce((total, share) => total + share, 0)
  return shares.map(share => share / Math.max(sum, 1e-9))
}
