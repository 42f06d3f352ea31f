import type { HtmlElement } from '../html/html.ts'
import type { Block } from './blocks.ts'
import { linkAround } from './link-around.ts'
import { flagBit } from './regions.ts'
import type { Selection } from './steps.ts'
import { linkShare } from './sums.ts'
import type { PageView } from './view.ts'
import { hashesOf } from './words.ts'

/** The headline where it is the page's own (a linked one in the header is the site's name), once. */
export const keepHeadline = (selection: Selection) => {
  const { view, wantsEssentials } = selection
  if (!wantsEssentials) return
  const named = view.blocks.filter(block => isHeadline(view, block))
  for (const block of named) keepOnce(selection, block)
  const title = titleBlock(selection, named)
  if (title) keepOnce(selection, title)
  dropCopies(selection)
  dropSiteName(selection)
}

/** Some pages write their headline once for small screens and once for large ones. */
const dropCopies = ({ view, kept }: Selection) => {
  const { digest } = view.blocks[view.headline]?.facts ?? {}
  const copies = view.blocks.filter(
    ({ index, facts }) => kept[index] && view.ranks[index] === 1 && facts.digest === digest,
  )
  for (const { index } of copies.slice(1)) kept[index] = 0
}

/** A linked heading in the header, above the headline, that a model took for one. */
const dropSiteName = ({ view, kept, url }: Selection) => {
  for (const block of view.blocks.slice(0, Math.max(0, view.headline)))
    if ((view.ranks[block.index] ?? 0) > 0 && isOfSite(view, block))
      if (leadsToFront(linkAround(block), url)) kept[block.index] = 0
}

const keepOnce = ({ view, kept }: Selection, block: Block) => {
  const isThere = view.blocks.some(
    ({ index, facts }) =>
      kept[index] && (view.ranks[index] ?? 0) > 0 && facts.digest === block.facts.digest,
  )
  const flags = view.flags[block.region.index] ?? 0
  const isName = isOfSite(view, block) && linkShare(block) > 0.9
  if ((flags & aroundHeadline) === 0 && !isName && !isThere) kept[block.index] = 1
}

/** In the header of the site, not of the text. */
export const isOfSite = (view: PageView, { region }: Block): boolean =>
  ((view.flags[region.index] ?? 0) & (flagBit('header') | inPage)) === flagBit('header')

/**
 * Where nothing that is kept says what the title of the page says, another line may; also where the
 * only heading that does names the site.
 */
const titleBlock = ({ view, kept, url }: Selection, named: Block[]): Block | undefined => {
  const { titleWords } = view.facts
  const parts = titleParts(view)
  const unsaid = parts.filter(
    part => !view.blocks.some(block => kept[block.index] && says(block, part)),
  )
  const isOfSiteAlone =
    unsaid.includes(parts[0] as Int32Array) && named.some(({ index }) => kept[index])
  if (unsaid.length < parts.length && !isOfSiteAlone) return undefined
  const text = Math.max(0, kept.indexOf(1))
  return view.blocks.find(block => {
    const { hashes, words } = block.facts
    if (Math.abs(block.index - text) > maxAway || isElsewhere(view, block)) return false
    if (unsaid.some(part => says(block, part)) && !leadsToFront(linkAround(block), url)) return true
    if (words < minTitleWords || hashes.length * 2 < titleWords.size) return false
    return hashes.every(hash => titleWords.has(hash))
  })
}
/** In the header of the site, or an entry of a list: a trail ends in the name of the page. */
const isElsewhere = (view: PageView, block: Block): boolean =>
  isOfSite(view, block) || ((view.flags[block.region.index] ?? 0) & flagBit('item')) !== 0

const minTitleWords = 3
/** Farther above the text stand menus and filters, and below it other things of the name. */
const maxAway = 12

const titleParts = ({ facts }: PageView): Int32Array[] =>
  facts.title.split(titleMarks).map(hashesOf)
/** Between the names of the page, its section and its site. */
const titleMarks = /\s[|·»–—-]\s|:\s/

/** The same words; a longer part may have a few behind it: "A month on paper (ink.example)". */
const says = ({ facts: { hashes } }: Block, part: Int32Array): boolean => {
  const more = hashes.length - part.length
  if (part.length === 0 || more < 0 || more > (part.length < minTitleWords ? 0 : maxMoreWords))
    return false
  return part.every((hash, at) => hashes[at] === hash)
}
const maxMoreWords = 4

/** A link to the front page of the same site: what it says is the site's name. */
export const leadsToFront = (link: HtmlElement | undefined, url: string | undefined): boolean => {
  const href = link?.attributes.href
  if (href === undefined) return false
  const front = /^(?:https?:\/\/([^/]+))?\/?$/.exec(href)
  return front !== null && (front[1] === undefined || front[1] === hostOf(url))
}
const hostOf = (url: string | undefined) => (url === undefined ? undefined : URL.parse(url)?.host)

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
const aroundHeadline = flagBit('nav') | flagBit('footer') | flagBit('aside') | flagBit('dialog')
