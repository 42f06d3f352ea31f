import { walk } from 'css-tree'
import { parseSelectors } from './parse.ts'

/** The names of the pseudo-classes in a list of selectors; undefined where it is none. */
export const pseudoClassesIn = (text: string): string[] | undefined => {
  const list = parseSelectors(text)
  if (!list || list.children.isEmpty || /,\s*$/.test(text)) return undefined
  const names: string[] = []
  let isElements = true
  walk(list, node => {
    if (node.type === 'PseudoClassSelector') names.push(node.name.toLowerCase())
    // No element is what these stand for, or they stand for another one in each place.
    if (node.type === 'PseudoElementSelector' || node.type === 'NestingSelector') isElements = false
  })
  return isElements ? names : undefined
}
