import { classesOf } from '../css/tree.ts'
import type { HtmlElement, HtmlNode } from '../html/html.ts'

/** How many quotes stand around what answers a comment: none around any other element. */
export const replyDepth = (
  depths: ReadonlyMap<HtmlElement, number>,
  element: HtmlElement,
): number => depths.get(element) ?? (isReply(element) ? 1 : 0)

/**
 * Whether an element is a reply that stands inside the comment it answers. Replies in lists are
 * nested as they are; those in boxes would lose whom they answer.
 */
const isReply = (element: HtmlElement): boolean => {
  const own = commentName(element)
  if (own === undefined) return false
  let hasWords = false
  let at = element
  for (let up = 0; at.parent && up < maxLevels; up++) {
    // What only wraps a comment is no comment that is answered.
    hasWords ||= hasTextBefore(at)
    at = at.parent
    if (commentName(at) === own) return hasWords
  }
  return false
}

const boxes = new Set(['div', 'article', 'section'])
/** By a class, or by the name of an element that a site made itself. */
export const commentName = ({ name, attributes }: HtmlElement): string | undefined => {
  if (!boxes.has(name)) return name.endsWith('-comment') ? name : undefined
  // Every box is asked, and few classes have the word.
  if (!attributes.class || !/comment|reply/i.test(attributes.class)) return undefined
  return classesOf(attributes.class).find(name => /(?:^|[-_])(?:comment|reply)$/i.test(name))
}
const maxLevels = 8
const maxNodes = 200

/** Whether what is around it begins with words of its own. */
const hasTextBefore = (element: HtmlElement): boolean => {
  let seen = 0
  for (const beside of element.parent?.children ?? []) {
    if (beside === element || seen >= maxNodes) return false
    const stack: HtmlNode[] = [beside]
    for (let node = stack.pop(); node && seen < maxNodes; node = stack.pop(), seen++) {
      if (node.type === 'element') stack.push(...node.children.slice(0, maxNodes))
      else if (node.text.trim() !== '') return true
    }
  }
  return false
}
