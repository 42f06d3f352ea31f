import type { Block } from './blocks.ts'
import { flagBit } from './regions.ts'
import type { Selection } from './steps.ts'
import { linkShare } from './sums.ts'
import type { PageView } from './view.ts'

/** The headline where it is the page's own (a linked one in the header is the site's name), once. */
export const keepHeadline = (selection: Selection) => {
  const { view, wantsEssentials } = selection
  if (!wantsEssentials) return
  const named = view.blocks.filter(block => isHeadline(view, block))
  const title = named.length > 0 ? undefined : titleBlock(view)
  for (const block of title ? [title] : named) keepOnce(selection, block)
}

const keepOnce = ({ view, kept }: Selection, block: Block) => {
  const isThere = view.blocks.some(
    ({ index, facts }) =>
      kept[index] && (view.ranks[index] ?? 0) > 0 && facts.digest === block.facts.digest,
  )
  const flags = view.flags[block.region.index] ?? 0
  const isOfSite = (flags & (flagBit('header') | inPage)) === flagBit('header')
  const isName = isOfSite && linkShare(block) > 0.9
  if ((flags & aroundHeadline) === 0 && !isName && !isThere) kept[block.index] = 1
}

/** Where no heading says what the title of the page says, a line of text may. */
const titleBlock = ({ blocks, facts: { titleWords } }: PageView): Block | undefined =>
  blocks.find(({ facts: { words, hashes } }) => {
    if (words < minTitleWords || hashes.length * 2 < titleWords.size) return false
    return hashes.every(hash => titleWords.has(hash))
  })
const minTitleWords = 3

/** The headline, and a longer one above it: "tides 2.1" over a text that begins with "tides". */
export const isHeadline = (view: PageView, { index, facts, region }: Block): boolean => {
  if (index === view.headline) return true
  const headline = view.blocks[view.headline]
  if (!headline || index > view.headline || view.ranks[index] !== 1) return false
  if (((view.flags[region.index] ?? 0) & inPage) === 0) return false
  return headline.facts.hashes.every(hash => facts.hashes.includes(hash))
}

const inPage = flagBit('main') | flagBit('article') | flagBit('section')

/** Not `form`: some frameworks put one around the whole page. */
export const aroundHeadline =
  flagBit('nav') | flagBit('footer') | flagBit('aside') | flagBit('dialog')
