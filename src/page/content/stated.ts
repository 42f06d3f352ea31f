import type { Block, Region } from './blocks.ts'
import { leastStated } from './likely.ts'
import { flagBit } from './regions.ts'
import { maxStatedWords, textKey } from './stated-texts.ts'
import type { Selection } from './steps.ts'
import { between } from './sums.ts'

/**
 * What the page's own data states of its subject is content wherever the text has it, and a list
 * of which half is stated is so as a whole.
 */
export const keepStated = ({ view, kept, likely, lists, wantsEssentials }: Selection) => {
  const { stated } = view.facts
  if (!wantsEssentials || stated.size === 0) return
  const isStated = ({ first, end }: Pick<Region, 'first' | 'end'>): boolean =>
    between(view.sums.words, first, end) <= maxStatedWords &&
    stated.has(textKey(view.blocks.slice(first, end).map(({ facts }) => facts.hashes)))
  const isAround = ({ region }: Block) => ((view.flags[region.index] ?? 0) & around) !== 0
  for (const block of view.blocks) {
    const { index } = block
    if ((likely[index] ?? 0) < leastStated) continue
    if (!isAround(block) && isStated({ first: index, end: index + 1 })) kept[index] = 1
  }
  for (const list of lists)
    if (list.filter(isStated).length * 2 >= list.length)
      for (const { first, end } of list) kept.fill(1, first, end)
}

const around =
  flagBit('nav') | flagBit('footer') | flagBit('dialog') | flagBit('comments') | flagBit('hidden')
