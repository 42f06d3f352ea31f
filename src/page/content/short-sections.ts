import type { Block } from './blocks.ts'
import { isTextList, type List } from './lists.ts'
import { flagBit } from './regions.ts'
import type { Selection } from './steps.ts'
import { linkShare } from './sums.ts'
import { isArticle } from './tidy.ts'

/*
 * Facts in few words: a place, a day, an answer, what is on the menu. The model learned from running
 * text and doubts them; between texts that it is sure of they belong to the page.
 */

/** A heading with a line or two under it, amid what is kept. */
export const keepShortSections = (selection: Selection) => {
  const { view, kept } = selection
  if (!isWanted(selection) || isOfGoods(selection)) return
  const [first, last] = stretchOf(kept)
  for (let at = first; at < last; at++) {
    if ((view.ranks[at] ?? 0) === 0 || at === view.headline) continue
    let end = at + 1
    while (end < kept.length && (view.ranks[end] ?? 0) === 0) end++
    if (end > last || kept.subarray(at + 1, end).includes(1)) continue
    const section = view.blocks.slice(at, end)
    const least = isArticle(selection) ? minInArticle : minInSection
    if (section.length > 1 && isShort(section) && isLikely(selection, section, least))
      keep(selection, section)
  }
}

/** A list of text amid what is kept. */
export const keepLists = (selection: Selection) => {
  const { view, kept, lists } = selection
  if (!isWanted(selection)) return
  const [first, last] = stretchOf(kept)
  for (const list of lists) {
    const blocks = blocksOf(selection, list)
    const isAmid = (blocks[0]?.index ?? 0) > first && (blocks.at(-1)?.index ?? last) < last
    if (!isAmid || !isTextList(view, list)) continue
    const least = isArticle(selection) ? minInArticle : minInList
    if (!isLikely(selection, blocks, least)) continue
    keep(selection, blocks)
    keepTitle(selection, blocks[0]?.index ?? 0)
  }
}

/** The line above a list that is neither a link nor long. */
const keepTitle = (selection: Selection, at: number) => {
  const title = selection.view.blocks[at - 1]
  if (!title || title.facts.words > maxTitleWords || linkShare(title) > maxLinkShare) return
  if (isLikely(selection, [title], minInList)) keep(selection, [title])
}
const maxTitleWords = 12

const isWanted = ({ wantsEssentials, pageType }: Selection): boolean =>
  wantsEssentials && pageType !== 'forum' && pageType !== 'listing'

/** There delivery, shop and stock stand in short sections amid the text. */
const isOfGoods = ({ pageType }: Selection) => pageType === 'product' || pageType === 'collection'

const blocksOf = ({ view }: Selection, list: List): Block[] =>
  list.flatMap(({ first, end }) => view.blocks.slice(first, end))

/** From the first kept block to the last. */
const stretchOf = (kept: Uint8Array): [number, number] => [kept.indexOf(1), kept.lastIndexOf(1)]

const maxSectionWords = 60

const isShort = (blocks: readonly Block[]): boolean => {
  const words = blocks.reduce((sum, { facts }) => sum + facts.words, 0)
  const links = blocks.reduce((sum, block) => sum + linkShare(block) * block.facts.words, 0)
  return words <= maxSectionWords && links < maxLinkShare * words
}
const maxLinkShare = 0.3

const isLikely = (
  { view, likely }: Selection,
  blocks: readonly Block[],
  least: number,
): boolean => {
  let sum = 0
  let words = 0
  for (const { index, facts, region } of blocks) {
    if (((view.flags[region.index] ?? 0) & around) !== 0) return false
    sum += facts.words * (likely[index] ?? 0)
    words += facts.words
  }
  return sum >= least * words
}
/** An article has other things amid its text: boxes, teasers, tables of its site. */
const minInArticle = 0.2
const minInSection = 0.15
const minInList = 0.06
const around =
  flagBit('nav') |
  flagBit('footer') |
  flagBit('aside') |
  flagBit('dialog') |
  flagBit('form') |
  flagBit('comments')

const keep = ({ kept }: Selection, blocks: readonly Block[]) => {
  for (const { index } of blocks) kept[index] = 1
}
