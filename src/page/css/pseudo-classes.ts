import type { CssNode, Selector } from 'css-tree'
import { walk } from './css-tree.ts'
import { parseSelectors } from './parse.ts'

/**
 * The names of the pseudo-classes in a list of selectors for elements; undefined where it is none.
 * css-tree takes more than a browser does.
 */
export const pseudoClassesIn = (text: string): string[] | undefined => {
  const list = parseSelectors(text)
  if (!list || list.children.isEmpty || /,\s*$/.test(text)) return undefined
  const names: string[] = []
  const relative = new Set<CssNode>()
  let isUsable = true
  walk(list, node => {
    if (node.type === 'PseudoClassSelector') {
      names.push(node.name.toLowerCase())
      if (node.name.toLowerCase() === 'has')
        for (const inner of node.children?.toArray() ?? [])
          if (inner.type === 'SelectorList')
            for (const each of inner.children.toArray()) relative.add(each)
    }
    if (node.type === 'Selector' && !isChain(node, relative.has(node))) isUsable = false
    if (node.type === 'IdSelector' && /^-?\d/.test(node.name)) isUsable = false
    if (node.type === 'PseudoElementSelector' || node.type === 'NestingSelector') isUsable = false
  })
  return isUsable ? names : undefined
}

/** Combinators stand between two others, except for the first one of `:has(> a)`. */
const isChain = ({ children }: Selector, isRelative: boolean): boolean => {
  const parts = children.toArray()
  return parts.every((part, index) => {
    if (part.type !== 'Combinator') return true
    const before = parts[index - 1]
    const after = parts[index + 1]
    const startsWell = before ? before.type !== 'Combinator' : isRelative
    return startsWell && after !== undefined && ' >+~'.includes(part.name)
  })
}
