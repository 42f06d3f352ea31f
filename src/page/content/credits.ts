import type { HtmlElement, HtmlNode, HtmlText } from '../html/html.ts'
import { type Block, isBlank } from './blocks.ts'
import { linkAround } from './link-around.ts'
import type { Selection } from './steps.ts'
import { between } from './sums.ts'
import { isHeading, silentTags } from './tags.ts'

/**
 * Programs from before `<footer>` draw a rule below the text and say there what made the page, who
 * keeps it and where the list is. Notes of the text, which lead back into it, stay.
 */
export const dropCredits = ({ view, kept, wantsEssentials }: Selection) => {
  const root = view.regions[0]?.element
  const texts = wantsEssentials && root ? textsBehindRule(root) : undefined
  if (!texts) return
  let first = kept.length
  while (first > 0 && texts.has(firstText(view.blocks[first - 1]))) first--
  const words = between(view.sums.words, first, kept.length)
  const isFew = words <= maxWords && words * minTimesMore <= between(view.sums.words, 0, first)
  const targets = view.blocks
    .slice(first)
    .flatMap(block => (block.links > 0 ? [linkAround(block)?.attributes.href ?? '#'] : []))
  const leadsAway = targets.length > 0 && targets.every(href => !href.startsWith('#'))
  if (isFew && leadsAway && view.headline < first) kept.fill(0, first)
}
const maxWords = 40
const minTimesMore = 3
const maxChars = 600

const firstText = (block: Block | undefined) => block?.texts.find(({ text }) => !isBlank(text))

/** From the end of the page up to its last rule; none where there is much text, or a heading. */
const textsBehindRule = (root: HtmlElement): Set<HtmlText | undefined> | undefined => {
  const texts = new Set<HtmlText | undefined>()
  let chars = 0
  const stack: HtmlNode[] = [root]
  for (let node = stack.pop(); node && chars <= maxChars; node = stack.pop()) {
    if (node.type === 'text') {
      if (isBlank(node.text)) continue
      texts.add(node)
      chars += node.text.length
    } else if (node.name === 'hr') return texts
    else if (isHeading(node.name)) return undefined
    else if (!silentTags.has(node.name)) for (const child of node.children) stack.push(child)
  }
  return undefined
}
