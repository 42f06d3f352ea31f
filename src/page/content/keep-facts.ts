import type { Block, Region } from './blocks.ts'
import { leastFact } from './likely.ts'
import type { PageType } from './page.ts'
import { flagBit } from './regions.ts'
import type { Selection } from './steps.ts'
import { linkShare } from './sums.ts'

/**
 * A row of titles with a short value below each says what a page is about in figures: the version
 * and license of a package, the day, place and price of an event. It often stands beside the text.
 */
export const keepFacts = (selection: Selection) => {
  const { view, kept, likely, wantsEssentials, pageType } = selection
  if (!wantsEssentials || !typesOfOneThing.has(pageType)) return
  for (let at = 0; at < view.blocks.length; at++) {
    const first = at
    while (isFact(selection, at)) at += 2
    if (at - first < 2 * minFacts) continue
    const mean = likely.subarray(first, at).reduce((sum, share) => sum + share, 0) / (at - first)
    if (mean >= leastFact) kept.fill(1, first, at)
  }
}
const typesOfOneThing = new Set<PageType>(['article', 'documentation', 'product', 'service'])
const minFacts = 3

/** A title, and a line below it that is none, and that no other line follows in its box. */
const isFact = ({ view }: Selection, at: number): boolean => {
  const [title, value, next] = view.blocks.slice(at, at + 3)
  if (!title || !value || at === view.headline || !isTitle(view, title)) return false
  const goesOn = next && !isTitle(view, next) && at + 2 < (title.container.parent?.end ?? 0)
  if (isTitle(view, value) || goesOn) return false
  if (((view.flags[title.region.index] ?? 0) & around) !== 0) return false
  return value.facts.words > 0 && value.facts.words <= maxValueWords && linkShare(value) < 0.5
}
const maxValueWords = 6
const maxTitleWords = 4
const around =
  flagBit('nav') | flagBit('footer') | flagBit('dialog') | flagBit('form') | flagBit('comments')

const isTitle = ({ ranks }: Selection['view'], block: Block): boolean =>
  block.facts.words <= maxTitleWords &&
  linkShare(block) < 0.5 &&
  ((ranks[block.index] ?? 0) > 0 || isTerm(block.region))

const isTerm = (region: Region): boolean => {
  for (let at: Region | undefined = region, up = 0; at && up < 3; at = at.parent, up++)
    if (at.element.name === 'dt') return true
  return false
}
