import type { Block } from './blocks.ts'
import { linkAround } from './leads-away.ts'
import type { Selection } from './steps.ts'
import { linkShare } from './sums.ts'

/**
 * A list of links to the sections of the page itself says nothing that their headings do not say.
 * It goes whole, with its title ("Contents", "Index").
 */
export const dropContentsLists = ({ view, kept, lists }: Selection) => {
  for (const list of lists) {
    const blocks = list.flatMap(({ first, end }) => view.blocks.slice(first, end))
    if (!blocks.every(leadsIntoPage)) continue
    for (const { index } of blocks) kept[index] = 0
    const title = view.blocks[(blocks[0]?.index ?? 0) - 1]
    if (title && isTitle(title) && title.index !== view.headline && view.ranks[title.index])
      kept[title.index] = 0
  }
}

const leadsIntoPage = (block: Block): boolean =>
  linkShare(block) > 0.9 && /^#./.test(linkAround(block)?.attributes.href ?? '')

const maxTitleWords = 4
const isTitle = ({ facts }: Block) => facts.words <= maxTitleWords
