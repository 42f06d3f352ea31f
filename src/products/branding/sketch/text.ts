import type { HtmlElement, HtmlNode } from '../../../page/html/html.ts'

/** The beginning of an element's text on one line; walks no further than it must. */
export const textOf = (element: HtmlElement, limit: number): string => {
  if (element.name === 'input') return (element.attributes.value ?? '').slice(0, limit)
  let text = ''
  const stack: HtmlNode[] = [element]
  for (let node = stack.pop(); node && text.length < limit * 2; node = stack.pop()) {
    if (node.type === 'text') text += node.text.slice(0, limit * 4).replace(/\s+/g, ' ')
    else if (node.name !== 'script' && node.name !== 'style')
      for (let at = node.children.length - 1; at >= 0; at--)
        stack.push(node.children[at] as HtmlNode)
  }
  return text.replace(/\s+/g, ' ').trim().slice(0, limit)
}

/** Characters of an element that are not its children's. */
export const ownCharacters = ({ children }: HtmlElement): number =>
  children.reduce((sum, node) => sum + (node.type === 'text' ? node.text.trim().length : 0), 0)
