import { styleValue } from './inline-style.ts'

/**
 * Whether `hidden` hides: a `display` of the element's own undoes it, and what is found by a search
 * in the page unfolds then.
 */
export const isHiddenByAttribute = (attributes: Record<string, string>): boolean => {
  const { hidden } = attributes
  if (hidden === undefined || hidden === 'until-found') return false
  const display = attributes.style && styleValue(attributes.style, 'display')
  return !display || display === 'none'
}
