import { columnsFor, rowsOf, shareRows, sideBySide } from '../learned/columns.ts'
import type { Block } from './blocks.ts'
import type { Context } from './context.ts'
import {
  containerColumns,
  contentsColumns,
  markupColumns,
  neighbourColumns,
  rootColumns,
  twinColumns,
} from './features-around.ts'
import {
  flagColumns,
  headingColumns,
  placeColumns,
  textColumns,
  wordColumns,
} from './features-own.ts'
import { pageTypes } from './page.ts'
import type { Spot } from './spot.ts'
import type { PageView } from './view.ts'

/** What the first model reads of a block. */
export const blockColumns = sideBySide<Spot>(
  textColumns,
  placeColumns,
  flagColumns,
  wordColumns,
  headingColumns,
  markupColumns,
  containerColumns,
  twinColumns,
  neighbourColumns,
  rootColumns,
  columnsFor(
    pageTypes,
    type => `page is ${type}`,
    ({ types }, _, at) => types[at] ?? 0,
  ),
)

/** One row for each of some blocks; `types` says how much the page is of each type. */
export const describeBlocks = (
  view: PageView,
  context: Context,
  types: ArrayLike<number>,
  blocks: readonly Block[] = view.blocks,
): Float32Array[] => {
  const contents = shareRows(contentsColumns, view.regions.length)
  return rowsOf(
    blockColumns,
    blocks.map(block => ({ block, view, context, types, contents })),
  )
}
