import { nearest } from '../html/around.ts'
import type { HtmlElement, HtmlText } from '../html/html.ts'
import type { Block } from './blocks.ts'

export const linkAround = (block: Block): HtmlElement | undefined => {
  for (const node of block.texts) {
    const link = linkOf(node)
    if (link) return link
  }
  return undefined
}

const linkOf = ({ parent }: HtmlText): HtmlElement | undefined =>
  nearest(parent, ({ name }) => name === 'a', maxLevels)
const maxLevels = 6
