import type { HtmlElement, HtmlNode } from '../html/html.ts'
import { dropped, isBlock } from './elements.ts'
import { isDrawnWord } from './icons.ts'

/** The words of a part of a page on one line, blocks kept apart. */
export const plainText = (from: HtmlElement): string => {
  const parts: string[] = []
  const stack: (HtmlNode | ' ')[] = [from]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node === ' ') parts.push(' ')
    else if (node.type === 'text') parts.push(node.text)
    else if (!dropped.has(node.name) && !isDrawnWord(node)) {
      if (node.name === 'br' || isBlock(node)) {
        parts.push(' ')
        stack.push(' ')
      }
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as HtmlNode)
    }
  }
  return parts.join('').replace(/\s+/g, ' ').trim()
}
