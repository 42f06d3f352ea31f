import type { Block } from './blocks.ts'
import { leastBeside, leastFact } from './likely.ts'
import { isTextList, type List } from './lists.ts'
import { flagBit } from './regions.ts'
import type { Selection } from './steps.ts'
import { linkShare } from './sums.ts'

/**
 * A list of text amid what is kept, with the line above it: the dishes of a menu, the rows of a
 * specification. The model learned from running text and doubts them.
 */
export const keepLists = (selection: Selection) => {
  const { view, kept, lists, wantsEssentials, pageType } = selection
  if (!wantsEssentials || pageType === 'forum' || pageType === 'listing') return
  const [first, last] = [kept.indexOf(1), kept.lastIndexOf(1)]
  // An article has other things amid its text: boxes, teasers, tables of its site.
  const least = pageType === 'article' ? leastFact : leastBeside
  for (const list of lists) {
    if ((list[0]?.first ?? 0) <= first || (list.at(-1)?.end ?? 0) > last) continue
    const blocks = blocksOf(selection, list)
    if (!isTextList(view, list) || !isLikely(selection, blocks, least)) continue
    for (const { index } of blocks) kept[index] = 1
    keepTitle(selection, blocks[0]?.index ?? 0)
  }
}
/** The line above a list that is neither a link nor long, nor a field ("Cook mode"). */
const keepTitle = (selection: Selection, at: number) => {
  const title = selection.view.blocks[at - 1]
  if (!title || title.facts.words > maxTitleWords || linkShare(title) > maxLinkShare) return
  if (title.container.fields > 0) return
  if (isLikely(selection, [title], leastBeside)) selection.kept[title.index] = 1
}
const maxTitleWords = 12
const maxLinkShare = 0.3

const blocksOf = ({ view }: Selection, list: List): Block[] =>
  list.flatMap(({ first, end }) => view.blocks.slice(first, end))

const isLikely = (
  { view, likely }: Selection,
  blocks: readonly Block[],
  least: number,
): boolean => {
  let sum = 0
  let words = 0
  for (const { index, facts, region } of blocks) {
    if (((view.flags[region.index] ?? 0) & elsewhere) !== 0) return false
    sum += facts.words * (likely[index] ?? 0)
    words += facts.words
  }
  return sum >= least * words
}
const elsewhere =
  flagBit('nav') |
  flagBit('footer') |
  flagBit('aside') |
  flagBit('dialog') |
  flagBit('form') |
  flagBit('button') |
  flagBit('comments')
