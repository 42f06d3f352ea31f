import type { HtmlElement } from '../html/html.ts'
import { isHiddenByAttribute } from './hidden-attribute.ts'
import { isVisibleAgain, matchesHiding, takesAway } from './hidden-matches.ts'
import type { HiddenRules } from './hidden-rules.ts'
import { hidesByStyle } from './hidden-style.ts'
import { readStyle, styleValue } from './inline-style.ts'
import { without } from './soon-seen.ts'

/**
 * The outermost elements in a hidden one that are seen all the same: `visibility: visible` undoes
 * what hides those around it, if nothing but `visibility` does.
 */
export const seenInside = (hidden: HtmlElement, rules: HiddenRules): HtmlElement[] => {
  const seen: HtmlElement[] = []
  if (!isInvisible(hidden, rules)) return seen
  const stack = [hidden]
  for (let element = stack.pop(); element; element = stack.pop()) {
    if (isTakenAway(element, rules)) continue
    if (element !== hidden && isVisibleAgain(element, rules)) seen.push(element)
    else
      for (const child of element.children.toReversed())
        if (child.type === 'element') stack.push(child)
  }
  return seen
}

const isInvisible = (element: HtmlElement, rules: HiddenRules): boolean =>
  /^(?:hidden|collapse)$/.test(styleValue(element.attributes.style ?? '', 'visibility') ?? '') ||
  matchesHiding(element, rules)

/** By more than its `visibility`. */
const isTakenAway = (element: HtmlElement, rules: HiddenRules): boolean => {
  const { name, attributes } = element
  if (isHiddenByAttribute(attributes) || attributes['aria-hidden'] === 'true') return true
  if (name === 'dialog' || name === 'template' || name === 'noscript') return true
  const style = attributes.style && readStyle(attributes.style, rules.variables)
  if (style && hidesByStyle(without(style, ['visibility']))) return true
  return takesAway(element, rules)
}
