import { memoizeObjects } from '../../kit/memoize.ts'
import { descendants, type HtmlElement } from './html.ts'

/**
 * What a page says of itself to machines, wherever it stands: few elements, which many readers look
 * for, found by one walk. Trees are changed only before anybody reads them.
 */
export const headElements = memoizeObjects((root: HtmlElement): readonly HtmlElement[] => {
  const found: HtmlElement[] = []
  for (const element of descendants(root)) if (names.has(element.name)) found.push(element)
  return found
})

const names = new Set(['html', 'title', 'base', 'meta', 'link', 'script'])
