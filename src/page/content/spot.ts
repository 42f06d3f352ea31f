import { columns, type Shared } from '../learned/columns.ts'
import type { Block } from './blocks.ts'
import type { Context } from './context.ts'
import type { Odds } from './lexicon.ts'
import type { PageView } from './view.ts'

/** A block where it stands: what the numbers of its row are worked out of. */
export type Spot = {
  block: Block
  view: PageView
  context: Context
  types: ArrayLike<number>
  /** For each region, what it holds. */
  contents: Shared
}

export const oddsColumns = columns<Odds | undefined>({
  'odds low': odds => odds?.low ?? 0,
  'odds high': odds => odds?.high ?? 0,
  'odds mean': odds => odds?.mean ?? 0,
})
