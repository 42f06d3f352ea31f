import type { HtmlElement, HtmlText } from '../html/html.ts'
import type { Block } from './blocks.ts'

/** The link that a block stands in or holds. */
export const linkAround = (block: Block): HtmlElement | undefined => {
  for (const node of block.texts) {
    const link = linkOf(node)
    if (link) return link
  }
  return undefined
}

const linkOf = (node: HtmlText): HtmlElement | undefined => {
  let levels = 0
  for (let at = node.parent; at && levels < maxLevels; at = at.parent, levels++)
    if (at.name === 'a') return at
  return undefined
}
const maxLevels = 6
