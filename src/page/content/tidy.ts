import type { HtmlElement, HtmlNode } from '../html/html.ts'
import type { Region } from './blocks.ts'
import type { Selection } from './steps.ts'
import { between } from './sums.ts'

/* Small corrections on pages of running text, where what is left over is seen at once. */

const isText = ({ pageType }: Selection) =>
  pageType === 'article' || pageType === 'documentation' || pageType === 'forum'

/** A few words around a field to write into: newsletters, polls, searches, in any language. */
export const dropForms = (selection: Selection) => {
  const { view, kept, pageType } = selection
  if (pageType !== 'article' && pageType !== 'documentation') return
  for (const region of view.regions) {
    const { first, end, fields, element } = region
    if (fields === 0 || (view.headline >= first && view.headline < end)) continue
    if (between(view.sums.words, first, end) > maxFormWords || !isBox(region)) continue
    if (kept.subarray(first, end).includes(1) && asksForText(element)) kept.fill(0, first, end)
  }
}
const maxFormWords = 60

/** Not a cell or a line of the text itself. */
const isBox = ({ element: { name } }: Region) =>
  name === 'div' || name === 'form' || name === 'section' || name === 'aside'

const asksForText = (element: HtmlElement): boolean => {
  const stack: HtmlNode[] = [element]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === 'text') continue
    if (node.name === 'textarea') return true
    if (node.name === 'input' && textTypes.has(node.attributes.type?.toLowerCase() ?? 'text'))
      return true
    for (const child of node.children) stack.push(child)
  }
  return false
}
const textTypes = new Set(['text', 'email', 'tel', 'search'])

/** A heading goes with what stood under it. */
export const dropBareHeadings = (selection: Selection) => {
  if (!isText(selection)) return
  const { view, kept } = selection
  for (let at = 0; at < kept.length; at++) {
    const rank = view.ranks[at] ?? 0
    if (rank === 0 || !kept[at] || at === view.headline) continue
    let end = at + 1
    while (end < kept.length && !isNextHeading(view.ranks[end] ?? 0, rank)) end++
    if (end > at + 1 && !kept.subarray(at + 1, end).includes(1)) kept[at] = 0
  }
}

const isNextHeading = (rank: number, above: number) => rank > 0 && rank <= above
