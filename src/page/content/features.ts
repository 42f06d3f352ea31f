import type { Context } from './context.ts'
import {
  markupNames,
  neighbourNames,
  putContainers,
  putMarkup,
  putNeighbours,
  putRoots,
  putTwins,
  regionNames,
  rootNames,
  twinNames,
} from './features-around.ts'
import {
  headingNames,
  placeNames,
  putFlags,
  putHeadings,
  putPlace,
  putText,
  putWords,
  textNames,
  wordNames,
} from './features-own.ts'
import { type PageType, pageTypes } from './page.ts'
import { flagNames } from './regions.ts'
import type { PageView } from './view.ts'

/**
 * The numbers the block model reads, one row for each block. The names below are in the order
 * the functions put the values; a test holds the two together.
 */
export const describeBlocks = (
  view: PageView,
  context: Context,
  types: ArrayLike<number>,
): Float32Array[] => {
  const count = featureNames.length
  let row = new Float32Array(count)
  let at = 0
  const put = (value: number) => {
    row[at++] = value
  }
  return view.blocks.map(block => {
    row = new Float32Array(count)
    at = 0
    putText(block, put)
    putPlace(block, view, context, put)
    putFlags(block, view, put)
    putWords(block, view, context, put)
    putHeadings(block, view, context, put)
    putMarkup(block, view, context, put)
    putContainers(block, view, context, put)
    putTwins(block, view, context, put)
    putNeighbours(block, view, context, put)
    putRoots(block, view, context, put)
    for (let type = 0; type < pageTypes.length; type++) put(types[type] ?? 0)
    if (at !== count) throw new Error(`A block has ${at} features, not ${count}.`)
    return row
  })
}

export const featureNames: readonly string[] = [
  textNames,
  placeNames,
  flagNames.map(name => `in ${name}`).join(','),
  wordNames,
  headingNames('heading'),
  headingNames('upper heading'),
  'heading rank',
  markupNames,
  ['wider1', 'wider2', 'wider3', 'wider4', 'big', 'next'].map(regionNames).join(','),
  twinNames,
  neighbourNames,
  rootNames,
  pageTypes.map((type: PageType) => `page is ${type}`).join(','),
]
  .join(',')
  .split(',')
  .map(name => name.trim())
