import type { Block, Region } from './blocks.ts'
import { endsSentence } from './characters.ts'
import { isTextList, type List } from './lists.ts'
import { isNamedAway } from './named-away.ts'
import { flagBit } from './regions.ts'
import type { Selection } from './steps.ts'
import { linkShare } from './sums.ts'
import { isArticle } from './tidy.ts'
import type { PageView } from './view.ts'

/*
 * Facts in few words: a place, a day, an answer, what is on the menu. The model learned from running
 * text and doubts them; between texts that it is sure of they belong to the page.
 */

/**
 * A heading with a line or two under it, amid what is kept or behind it in the same element. One
 * that looks like two that stay ("Details", "Organizer", "Venue") stays with them.
 */
export const keepShortSections = (selection: Selection) => {
  const { view, kept } = selection
  if (!isWanted(selection) || isOfGoods(selection)) return
  const [first, last] = stretchOf(kept)
  const reach = reachOf(selection, last)
  const keptLooks = new Map<number, number>()
  for (let at = first; at < reach; at++) {
    if ((view.ranks[at] ?? 0) === 0 || at === view.headline) continue
    const end = endOfSection(view, at)
    const look = lookOf(view, at)
    const isAlike = (keptLooks.get(look) ?? 0) >= 2
    const least = isAlike ? minAlike : end > last ? minBehind : minInSection
    const isFree = end <= reach && !kept.subarray(at + 1, end).includes(1)
    if (isFree && (end <= last || isOfFacts(view, at, end))) keepSection(selection, at, end, least)
    if (kept[at]) keptLooks.set(look, (keptLooks.get(look) ?? 0) + 1)
  }
}

/** The next heading, or the end of the box that begins with this one. */
const endOfSection = ({ blocks, ranks, regions, wider }: PageView, at: number): number => {
  let end = at + 1
  while (end < blocks.length && (ranks[end] ?? 0) === 0) end++
  let box = blocks[at]?.container
  let boxEnd = end
  for (; box && box.first === at && box.end <= end; box = regions[wider[box.index] ?? -1])
    if (box.end - at > 1) boxEnd = box.end
  return boxEnd
}

const keepSection = (selection: Selection, at: number, end: number, least: number) => {
  const { view } = selection
  const section = view.blocks.slice(at, end).filter(({ region }) => !has(view, region, button))
  if (section.length < 2 || !isShort(section) || !isLikely(selection, section, least)) return
  if (!section.some(block => isNamedAway(view, block))) keep(selection, section)
}

/** Facts are no sentences, which behind the text are somebody else's; nor a tab that is closed. */
const isOfFacts = (view: PageView, at: number, end: number): boolean =>
  view.blocks
    .slice(at, end)
    .every(
      ({ text, facts, region }) =>
        facts.words <= maxFactWords && !endsSentence(text) && !has(view, region, hidden),
    )
const maxFactWords = 8

const has = (view: PageView, region: Region, flags: number): boolean =>
  ((view.flags[region.index] ?? 0) & flags) !== 0
const button = flagBit('button')
const hidden = flagBit('hidden')

/** Of a heading; one without a class looks like no other. */
const lookOf = ({ blocks, looks }: PageView, at: number): number => {
  const heading = blocks[at]?.container
  return heading?.element.attributes.class ? (looks[heading.index] ?? 0) : -1 - at
}

/**
 * The end of the smallest element with the headline and the last kept block in it. Behind an article
 * stand comments and other stories.
 */
const reachOf = (selection: Selection, last: number): number => {
  const { blocks, headline } = selection.view
  let around = blocks[last]?.container
  while (around && (headline < around.first || headline >= around.end)) around = around.parent
  if (!around || pageTags.has(around.element.name) || isArticle(selection)) return last
  return Math.min(around.end, last + maxBehind)
}
const pageTags = new Set(['body', 'html', '#document'])
const maxBehind = 40

/** A list of text amid what is kept, or one of labels and values behind it. */
export const keepLists = (selection: Selection) => {
  const { view, kept, lists } = selection
  if (!isWanted(selection)) return
  const [first, last] = stretchOf(kept)
  const reach = reachOf(selection, last)
  for (const list of lists) {
    const blocks = blocksOf(selection, list)
    const end = list.at(-1)?.end ?? 0
    const isBehind = end > last
    if ((list[0]?.first ?? 0) <= first || end > (isOfPairs(list) ? reach : last)) continue
    if (!isTextList(view, list)) continue
    const least = isBehind ? minBehind : isArticle(selection) ? minInArticle : minInList
    if (!isLikely(selection, blocks, least)) continue
    keep(selection, blocks)
    keepTitle(selection, blocks[0]?.index ?? 0)
  }
}

const isOfPairs = (list: List): boolean =>
  list.every(({ element: { name } }) => name === 'dt' || name === 'dd')

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
    if (has(view, region, around)) return false
    sum += facts.words * (likely[index] ?? 0)
    words += facts.words
  }
  return sum >= least * words
}
/** An article has other things amid its text: boxes, teasers, tables of its site. */
const minInArticle = 0.2
const minInSection = 0.15
/** Behind the text stand other things too. */
const minBehind = 0.3
const minAlike = 0.05
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
