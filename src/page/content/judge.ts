import { float64s, uint8s } from '../../kit/small-arrays.ts'
import { scoreRow, sigmoid } from '../learned/forest.ts'
import { contextOf } from './context.ts'
import { describeBlocks } from './features.ts'
import { blocksToJudge, spreadOdds } from './large-pages.ts'
import { findLists } from './lists.ts'
import { firstOdds, type Model, typeShares } from './model.ts'
import { type PageType, pageTypes } from './page.ts'
import { describePage } from './page-features.ts'
import { describeAgain } from './second-look.ts'
import type { Selection } from './steps.ts'
import { between } from './sums.ts'
import type { PageView } from './view.ts'

/** How likely each block is content, before any step decides. */
export const judge = (view: PageView, model: Model): Selection => {
  const types = typeShares(model.types, describePage(view, model.lexicon))
  const judged = blocksToJudge(view)
  const context = contextOf(view, model.lexicon, judged)
  const isWhole = judged.length === view.blocks.length
  const rows = describeBlocks(view, context, types, judged)
  const odds = float64s(view.blocks.length)
  judged.forEach(({ index }, at) => {
    odds[index] = firstOdds(model.blocks, rows[at] as Float32Array)
  })
  spreadOdds(view, judged, odds)
  const again = isWhole ? describeAgain(view, context, rows, odds) : []
  const [second] = model.second
  const likely = float64s(odds.length)
  odds.forEach((own, at) => {
    const row = again[at]
    likely[at] = sigmoid(row && second ? (own + scoreRow(second, row)) / 2 : own)
  })
  return {
    view,
    lists: findLists(view),
    rows: isWhole ? rows : [],
    likely,
    kept: uint8s(odds.length),
    decidedBy: new Int8Array(odds.length).fill(-1),
    ...mostLikely(types),
    wantsEssentials: false,
    comments: 'auto',
    cardLinks: new Map(),
    commentsLeftOut: 0,
    hasContent: hasContent(view, odds),
    confidence: 0,
  }
}

/** Chosen on real pages: of 1,377 with content none was below these, of seven shells with menus six. */
const leastLikely = 0.2
const leastWords = 8
/** With fewer words a menu cannot be told from a short page; and a frame has more than one side. */
const minFrameWords = 60
const minFrameBlocks = 3

/** By the first look: the second weighs blocks against each other and finds a best one anywhere. */
const hasContent = (view: PageView, odds: Float64Array): boolean => {
  const { length } = view.blocks
  if (length < minFrameBlocks || between(view.sums.words, 0, length) < minFrameWords) return true
  let words = 0
  let highest = 0
  for (const { index, facts } of view.blocks) {
    const share = sigmoid(odds[index] ?? 0)
    words += share * facts.words
    highest = Math.max(highest, share)
  }
  return words >= leastWords && highest >= leastLikely
}

const mostLikely = (shares: Float32Array): { pageType: PageType; typeShare: number } => {
  let best = 0
  shares.forEach((share, at) => {
    if (share > (shares[best] ?? 0)) best = at
  })
  return { pageType: pageTypes[best] ?? 'article', typeShare: shares[best] ?? 0 }
}
