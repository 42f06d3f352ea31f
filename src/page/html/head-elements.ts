import { descendants, type HtmlElement } from './html.ts'

/**
 * What a page says of itself to machines, wherever it stands: few elements, which many readers look
 * for, found by one walk. Trees are changed only before anybody reads them.
 */
export const headElements = (root: HtmlElement): readonly HtmlElement[] => {
  let found = known.get(root)
  if (!found) {
    found = []
    for (const element of descendants(root)) if (names.has(element.name)) found.push(element)
    known.set(root, found)
  }
  return found
}

const known = new WeakMap<HtmlElement, HtmlElement[]>()

const names = new Set(['html', 'title', 'base', 'meta', 'link', 'script'])
