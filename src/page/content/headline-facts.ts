import { nearest } from '../html/around.ts'
import type { HtmlElement } from '../html/html.ts'
import { type Block, isBlank, type Region } from './blocks.ts'
import { isControl, saysPerson } from './controls.ts'
import { isHeadline, leadsToFront } from './headline.ts'
import { leastFact } from './likely.ts'
import { isTextList } from './lists.ts'
import { partOf } from './parts.ts'
import { flagBit } from './regions.ts'
import type { Selection } from './steps.ts'
import { between, linkShare } from './sums.ts'
import type { PageView } from './view.ts'

/**
 * What stands beside the headline and says who wrote it, when, and what it is about in a line. The
 * model learned from texts that mostly leave these out, and readers ask for them first.
 */
export const keepHeadlineFacts = (selection: Selection) => {
  const { view, kept, wantsEssentials } = selection
  if (!wantsEssentials) return
  for (const block of view.blocks) {
    const { index } = block
    if ((view.ranks[index] ?? 0) === 0) continue
    if (isHeadline(view, block) && isSaid(selection, block)) keepAround(selection, block)
    else if (kept[index]) keepBelowTitle(selection, index)
  }
}

/** It is kept, or a copy of it is. */
const isSaid = ({ view, kept }: Selection, { facts }: Block): boolean =>
  view.blocks.some(({ index, facts: { digest } }) => kept[index] && digest === facts.digest)

const keepAround = (selection: Selection, headline: Block) => {
  const { view, kept } = selection
  const { index } = headline
  // What stands beside the name of the site is its motto.
  if (isMarked(headline, element => element.name === 'a' && leadsToFront(element, selection.url)))
    return
  const box = boxAround(view, headline)
  for (let at = Math.max(0, index - maxBefore); at <= index + maxAfter; at++) {
    if (!isFact(selection, at, at > index, box)) continue
    kept[at] = 1
    keepListAround(selection, at)
  }
}

const keepBelowTitle = (selection: Selection, title: number) => {
  for (let at = title + 1; at <= title + maxAfterTitle; at++) {
    if ((selection.view.ranks[at] ?? 0) > 0) return
    if (isFact(selection, at, false, undefined)) selection.kept[at] = 1
  }
}

/** The day is one of several facts: who published it, its number, where it applies. */
const keepListAround = ({ view, kept, lists }: Selection, at: number) => {
  const list = lists.find(items => items.some(({ first, end }) => at >= first && at < end))
  const isBeside = list?.[0] !== undefined && list[0].first <= view.headline + maxBefore
  if (!list || !isBeside || list.length > maxFacts || !isTextList(view, list)) return
  for (const { first, end } of list) kept.fill(1, first, end)
}
const maxFacts = 12

/**
 * Where nothing beside the headline says who wrote it and when, the lines behind the text may: the
 * themes of some programs put them there.
 */
export const keepClosingFacts = ({ view, kept, wantsEssentials, pageType }: Selection) => {
  if (!wantsEssentials || pageType !== 'article' || view.headline < 0) return
  const says = (block: Block) => isByline(block) || isDated(block)
  const top = view.blocks.slice(0, view.headline + 1 + maxAfter)
  if (top.some(block => kept[block.index] && says(block))) return
  const last = kept.lastIndexOf(1)
  for (const block of view.blocks.slice(last + 1, last + 1 + maxAfter)) {
    const flags = view.flags[block.region.index] ?? 0
    if ((flags & around) !== 0 || (view.ranks[block.index] ?? 0) > 0) break
    if ((flags & inPage) !== 0 && block.facts.words <= maxFactWords && says(block))
      kept[block.index] = 1
  }
}

const isFact = (
  { view, kept, likely, pageType }: Selection,
  at: number,
  isBelowHeadline: boolean,
  box: Region | undefined,
): boolean => {
  const block = view.blocks[at]
  if (!block || kept[at] || (likely[at] ?? 0) < leastFact) return false
  if (block.facts.words === 0 || block.facts.words > maxFactWords) return false
  const flags = view.flags[block.region.index] ?? 0
  // The header of the site, not of the text.
  const isInHeader = (flags & (flagBit('header') | inPage)) === flagBit('header')
  const isName = (flags & flagBit('button')) !== 0 && isMarked(block, saysPerson)
  const elsewhere = isName ? around & ~flagBit('button') : around
  if ((flags & elsewhere) !== 0 || (isInHeader && !isWithHeadline(view, at))) return false
  // In the profile of a poster the day is that on which they joined.
  if (pageType === 'forum' && (flags & flagBit('dl')) !== 0) return false
  if (isMarked(block, leadsToEditor)) return false
  if (isName || isByline(block) || isDated(block)) return true
  return isBelowHeadline && (isSubtitle(block) || isLineInBox(block, box))
}

/** In one `<header>` with a headline that is no link to the front page: it is that of the text. */
const isWithHeadline = (view: PageView, at: number): boolean => {
  const headline = view.blocks[view.headline]
  if (!headline || linkShare(headline) > 0.5) return false
  const header = nearest(headline.container, ({ element }) => element.name === 'header')
  return header !== undefined && at >= header.first && at < header.end
}

/** The largest element around the headline that says little more: a title block. */
const boxAround = (view: PageView, headline: Block): Region | undefined => {
  let box: Region | undefined
  for (let at = headline.container.parent; at; at = at.parent) {
    if (pageTags.has(at.element.name)) break
    if (between(view.sums.words, at.first, at.end) > maxBoxWords) break
    box = at
  }
  return box
}
const maxBoxWords = 30
const pageTags = new Set(['main', 'body', 'html'])

/** Words in the box that are neither a menu nor a control nor a bare count. */
const isLineInBox = (block: Block, box: Region | undefined): boolean => {
  const { index, facts } = block
  if (!box || index < box.first || index >= box.end) return false
  if (facts.chars < 2 || facts.digits === facts.chars) return false
  if (linkShare(block) > 0.5 && !isMarked(block, leadsToPerson)) return false
  for (let at: Region | undefined = block.region; at && at !== box; at = at.parent) {
    const part = partOf(at.element.name, at.element.attributes)
    if (at.element.name === 'label' || isControl(at.element)) return false
    if (part && part !== 'byline' && part !== 'caption') return false
  }
  return true
}

const leadsToPerson = ({ name, attributes: { href = '', rel } }: HtmlElement): boolean =>
  name === 'a' && (rel === 'author' || personLink.test(href))
/** "Edit this page", where the source of the page is kept. */
const leadsToEditor = ({ name, attributes: { href = '' } }: HtmlElement): boolean =>
  name === 'a' && /\/edit\/|[?&]action=edit/.test(href)
const personLink = /^(?:mailto|tel):|\/(?:u|users?|members?|profiles?|authors?)\//

const maxBefore = 3
const maxAfter = 8
/** Of a post in a list of them. */
const maxAfterTitle = 3
const maxFactWords = 24
const around = flagBit('nav') | flagBit('dialog') | flagBit('button') | flagBit('comments')

const inPage = flagBit('main') | flagBit('article') | flagBit('section')

const maxLevels = 3

/** What the elements around a line's first words say of it. */
const isMarked = (block: Block, says: (element: HtmlElement) => boolean): boolean => {
  const first = block.texts.find(({ text }) => !isBlank(text))
  return nearest(first?.parent, says, maxLevels) !== undefined
}

const named = (words: string) =>
  new RegExp(`(?:^|[\\s_-])(?:${words})(?=$|[\\s_-])|[a-z](?:Author|Byline|Date|Subtitle)(?![a-z])`)

const bylineName = named('byline|by-line|author|authors|writer|posted-by|post-meta|entry-meta|meta')
const dateName = named('date|datetime|published|timestamp|posted-on|pubdate')
const subtitleName = named(
  'subtitle|sub-title|excerpt|lead|role|job-title|subheading|subhead|deck|dek|standfirst|tagline|lede|intro|summary',
)

export const isByline = (block: Block): boolean =>
  block.facts.words <= maxBylineWords &&
  isMarked(
    block,
    ({ attributes: { rel, itemprop, class: names = '' } }) =>
      rel === 'author' || itemprop === 'author' || bylineName.test(names.slice(0, 200)),
  )
const maxBylineWords = 16

export const isDated = (block: Block): boolean => {
  const { facts, text } = block
  const most = linkShare(block) > 0.9 ? maxLinkedDateWords : maxDateWords
  if (facts.words > most) return false
  if (facts.digits === 0) return hasAge.test(text)
  const isTime = isMarked(
    block,
    ({ name, attributes: { class: names = '', itemprop = '' } }) =>
      name === 'time' || /date/i.test(itemprop) || dateName.test(names.slice(0, 200)),
  )
  if (isTime || hasAge.test(text)) return true
  return facts.digits >= leastDateDigits && hasDate.test(text)
}
const maxDateWords = 16
/** The day of a post is often the link to it; a longer link is the title of something. */
const maxLinkedDateWords = 6
const leastDateDigits = 5
/** A year with a day, in digits or with the month's name, in any order and language. */
const hasDate =
  /(?:19|20)\d\d[-./年] ?\d{1,2}[-./月] ?\d{1,2}|\d{1,2}[-./] ?\d{1,2}[-./] ?(?:19|20)\d\d|\d(?:\.|st|nd|rd|th)? (?:de |of )?\p{L}{3,12}\.?,? (?:de )?(?:19|20)\d\d|\p{L}{3}\.? \d{1,2}(?:st|nd|rd|th)?, (?:19|20)\d\d/u
/** "a month ago", in the languages in which we have met it. */
const hasAge =
  /(?:\d|\ban?|\bone) (?:second|minute|min|hour|day|week|month|year)s? ago\b|\bvor (?:\d{1,3}|eine[mr]) (?:Sek|Min|Stunde|Tag|Woche|Monat|Jahr)|\b(?:il y a|hace|há) (?:\d{1,3}|une?|una?|uma?) (?:seg|min|h|d[ií]a|jour|sem|m[eêo]|a[nñ])|\d (?:minut[io]|or[ae]|giorn[io]|settiman[ae]|mes[ei]|ann[io]) fa\b|\d (?:min|uur|dag|week|weken|maand|jaar)[a-z]{0,3} geleden\b|\d [^\s\d]{1,12} (?:назад|sedan|siden|temu|önce)|\d ?(?:分钟|分鐘|小时|小時|天|个月|個月|年|分|時間|日|か月|週間)前|\d ?(?:분|시간|일|개월|년) 전/i

/** The caption of the picture above the text is read with the headline too. */
const isSubtitle = (block: Block): boolean =>
  isMarked(
    block,
    ({ name, attributes: { class: names = '' } }) =>
      name === 'figcaption' || subtitleName.test(names.slice(0, 200)),
  )
