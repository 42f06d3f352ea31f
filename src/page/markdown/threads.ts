import { classesOf } from '../css/tree.ts'
import type { HtmlElement, HtmlNode } from '../html/html.ts'

/**
 * Whether an element is a reply that stands inside the comment it answers. Replies in lists are
 * nested as they are; those in boxes would lose whom they answer.
 */
export const isReply = (element: HtmlElement): boolean => {
  if (!boxes.has(element.name)) return false
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
const commentName = ({ attributes }: HtmlElement): string | undefined =>
  attributes.class === undefined
    ? undefined
    : classesOf(attributes.class).find(name => /(?:^|[-_])(?:comment|reply)$/i.test(name))
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
