import type { Block } from './blocks.ts'
import { linkAround } from './link-around.ts'
import { minItems } from './lists.ts'
import { flagBit } from './regions.ts'
import type { Selection } from './steps.ts'
import { linkShare } from './sums.ts'
import type { PageView } from './view.ts'

/**
 * Where the buttons of cards go ("Read more"), their addresses stay: the heading of each card is the
 * link. Buttons of one kind that each lead elsewhere are those of cards.
 */
export const linkCards = (selection: Selection) => {
  const { view, kept, wantsEssentials } = selection
  if (!wantsEssentials) return
  const cards = view.blocks.flatMap(block => cardOf(selection, block))
  for (const alike of Map.groupBy(cards, keyOf(view)).values()) {
    const gone = alike.filter(({ button }) => !kept[button.index])
    if (gone.length * 2 < alike.length) continue
    // More than one below a heading are a list.
    const sections = Map.groupBy(alike, ({ heading }) => heading)
    const single = alike.filter(({ heading }) => sections.get(heading)?.length === 1)
    const targets = new Set(single.map(({ button }) => targetOf(button)))
    if (single.length < minItems || targets.size < single.length) continue
    if (single.length < minCardShare * alike.length) continue
    for (const { button, heading } of single) {
      selection.cardLinks.set(heading.container.element, targetOf(button))
      kept[button.index] = 0
    }
  }
}
const minCardShare = 0.6

type Card = { button: Block; heading: Block }

const keyOf =
  ({ shapes, ranks }: PageView) =>
  ({ button, heading }: Card): string =>
    `${shapes[button.index]} ${ranks[heading.index]}`

const targetOf = (block: Block): string => linkAround(block)?.attributes.href?.trim() ?? ''

/** A few words that are one link to a page. */
const isButton = ({ view }: Selection, block: Block): boolean => {
  const { facts, links, region, index } = block
  if (facts.words > maxWords || links > 1 || linkShare(block) < 0.9) return false
  if ((view.ranks[index] ?? 0) > 0 || ((view.flags[region.index] ?? 0) & around) !== 0) return false
  const target = targetOf(block)
  return !notPage.test(target) && !file.test(target)
}
const maxWords = 6
const around = flagBit('nav') | flagBit('footer') | flagBit('dialog') | flagBit('cell')
/** A place in this page, a call, a letter. */
const notPage = /^(?:#|$|(?!https?:)[a-z][a-z0-9+.-]{0,20}:)/i
const file = /\.(?:pdf|docx?|xlsx?|pptx?|zip|csv)(?:$|[?#])/i

/** A button with the kept heading above it, if nothing between them has a link. */
const cardOf = (selection: Selection, button: Block): Card[] => {
  if (!isButton(selection, button)) return []
  const { view, kept } = selection
  const heading = view.blocks[view.heading[button.index] ?? -1]
  if (!heading || !kept[heading.index] || heading.index === view.headline) return []
  if (button.index - heading.index > maxCardBlocks) return []
  const hasLink = ({ index, links }: Block) => kept[index] === 1 && links > 0
  const above = view.blocks.slice(heading.index, button.index)
  return above.some(hasLink) ? [] : [{ button, heading }]
}
const maxCardBlocks = 8
