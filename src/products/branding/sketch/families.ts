import type { ElementStyle } from '../../../page/css/cascade.ts'

/** The `font-family` list that holds for an element, its own or inherited; empty where none is set. */
export const createFamilies = (): ((style: ElementStyle) => string) => {
  const known = new Map<ElementStyle, string>()
  return style => {
    // By hand, outermost first: a page may be deeper than our stack.
    const unknown: ElementStyle[] = []
    for (let at: ElementStyle | undefined = style; at && !known.has(at); at = at.parent)
      unknown.push(at)
    for (const at of unknown.reverse())
      known.set(at, ownFamily(at) ?? (at.parent && known.get(at.parent)) ?? '')
    return known.get(style) ?? ''
  }
}

const ownFamily = (style: ElementStyle): string | undefined => {
  const value = style.own('font-family')
  if (value === undefined || keywords.test(value)) return undefined
  // The shorthand has a size, and the families behind it.
  return (shorthand.exec(value)?.[1] ?? value).trim()
}

const keywords = /^(?:inherit|initial|unset|revert|revert-layer)$/i
const shorthand =
  /(?:^|\s)(?:[\d.]+(?:px|r?em|pt|pc|%|vw|vh|ch|ex)|(?:calc|clamp|min|max)\([^"']*\)|(?:xx?-)?(?:small|large)|medium|smaller|larger)(?:\s*\/\s*[^\s,"']+)?\s+(\D.*)$/i
