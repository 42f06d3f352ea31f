import { nearest } from '../html/around.ts'
import type { Block, Region } from './blocks.ts'
import { linkAround } from './link-around.ts'
import { flagBit } from './regions.ts'
import type { Selection } from './steps.ts'
import { linkShare } from './sums.ts'
import type { PageView } from './view.ts'

/**
 * The same few words as a link in every item are there to be pressed ("Quote", "Read more"): each
 * leads nowhere, or to another page of the site from an item that has a link of its own. A category
 * or a name leads to one page from all of them, and stays; so does what leads to a file or to
 * another site ("PDF", "Website"), whose address is what people look for.
 */
export const dropActions = ({ view, kept }: Selection) => {
  const before = kept.slice()
  const groups = Map.groupBy(
    view.blocks.filter(
      block =>
        kept[block.index] &&
        (view.copies[block.index] ?? 0) >= minCopies &&
        isLabel(block) &&
        (view.ranks[block.index] ?? 0) === 0 &&
        !isWholeCell(view, block),
    ),
    ({ facts }) => facts.digest,
  )
  for (const group of groups.values()) {
    if (group.length < minCopies) continue
    const targets = group.map(block => linkAround(block)?.attributes.href ?? '')
    const leadNowhere = targets.every(href => /^(?:#|javascript:|$)/i.test(href))
    if (!leadNowhere && (new Set(targets).size < group.length || !targets.every(isPageHere)))
      continue
    group.forEach((block, at) => {
      const item = itemAround(block, group[at - 1], group[at + 1])
      const beside = item ? view.blocks.slice(item.first, item.end) : []
      const isBeside = (other: Block) =>
        other !== block && before[other.index] === 1 && (leadNowhere || other.links > 0)
      if (beside.some(isBeside)) kept[block.index] = 0
    })
  }
}
const minCopies = 3

/** What is all of a cell is a value of its table. */
const isWholeCell = (view: PageView, { region }: Block): boolean => {
  if (((view.flags[region.index] ?? 0) & flagBit('cell')) === 0) return false
  const at = nearest(region, ({ element: { name } }) => name === 'td' || name === 'th')
  return at === undefined || at.end - at.first === 1
}

/** A page of the same site, by an address that says no more than its path. */
const isPageHere = (href: string): boolean =>
  !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(href) &&
  !/\.(?!html?$|php$|aspx?$)[a-z0-9]{2,5}$/i.test(href)
const maxWords = 4

/** A link with nothing else in it; not a day, a price or a number. */
export const isLabel = (block: Block): boolean => {
  const { facts, region } = block
  if (facts.words > maxWords || facts.digits > 0 || linkShare(block) < 0.9) return false
  const link = nearest(region, ({ element }) => element.name === 'a')
  return link === undefined || link.end - link.first === 1
}

/** The largest element that holds no other of them, if it holds more text. */
const itemAround = (
  { container }: Block,
  before: Block | undefined,
  after: Block | undefined,
): Region | undefined => {
  let item: Region | undefined
  for (let at: Region | undefined = container; at; at = at.parent) {
    if ((before && before.index >= at.first) || (after && after.index < at.end)) break
    if (at.end - at.first > 1) item = at
  }
  return item
}
