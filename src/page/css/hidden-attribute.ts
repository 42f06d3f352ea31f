import { styleValue } from './inline-style.ts'

/**
 * Whether `hidden` hides: a `display` of the element's own undoes it, and what is found by a search
 * in the page unfolds then.
 */
export const isHiddenByAttribute = ({ hidden, style }: Record<string, string>): boolean => {
  if (hidden === undefined || hidden === 'until-found') return false
  const display = style && styleValue(style, 'display')
  return !display || display === 'none'
}
