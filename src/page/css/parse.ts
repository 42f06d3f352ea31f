import type { CssNode, MediaQueryList, SelectorList } from 'css-tree'
import { parse } from './css-tree.ts'

/**
 * Undefined for what is none. Hostile text may be nested until css-tree's own stack ends: that is
 * a `RangeError`, for whoever asked to judge.
 */
export const parseSelectors = (text: string): SelectorList | undefined => {
  const list = parseAs(text, 'selectorList')
  return list?.type === 'SelectorList' ? list : undefined
}

export const parseMedia = (text: string): MediaQueryList | undefined => {
  const list = parseAs(text, 'mediaQueryList')
  return list?.type === 'MediaQueryList' ? list : undefined
}

const parseAs = (text: string, context: string): CssNode | undefined => {
  try {
    return parse(text, { context })
  } catch (error) {
    if (error instanceof RangeError) throw error
    return undefined
  }
}
