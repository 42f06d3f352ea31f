import type { HtmlElement } from '../html/html.ts'
import { isHiddenByAttribute } from './hidden-attribute.ts'
import { isHiddenBy, isSeenAgain, takesAway } from './hidden-matches.ts'
import { type HiddenRules, inherited, type Undoable, undoables } from './hidden-rules.ts'
import { hidesByStyle, isWhiteText } from './hidden-style.ts'
import { type DeclaredStyle, readStyle, styleValue } from './inline-style.ts'
import { without } from './soon-seen.ts'

/**
 * The outermost elements in a hidden one that are seen all the same: `visibility: visible` undoes
 * what hides those around it, if nothing but `visibility` does; so do letters with a size and a color.
 */
export const seenInside = (hidden: HtmlElement, rules: HiddenRules): HtmlElement[] => {
  const seen: HtmlElement[] = []
  const by = undoables.find(property => isInvisible(hidden, rules, property))
  if (by === undefined) return seen
  const stack = [hidden]
  for (let element = stack.pop(); element; element = stack.pop()) {
    if (isTakenAway(element, rules, by)) continue
    if (element !== hidden && isSeenAgain(element, rules, by)) seen.push(element)
    else
      for (const child of element.children.toReversed())
        if (child.type === 'element') stack.push(child)
  }
  return seen
}

const isInvisible = (element: HtmlElement, rules: HiddenRules, by: Undoable): boolean => {
  const { style = '' } = element.attributes
  const isOwn =
    by === 'visibility'
      ? /^(?:hidden|collapse)$/.test(styleValue(style, by) ?? '')
      : style !== '' && hidesLettersBy(readStyle(style, rules.variables), by, rules)
  return isOwn || isHiddenBy(element, rules, by)
}

const hidesLettersBy = (style: DeclaredStyle, by: Undoable, { paper }: HiddenRules): boolean =>
  hidesByStyle(style)
    ? !hidesByStyle(without(style, inherited[by]))
    : by === 'color' && paper !== undefined && isWhiteText(style, paper)

/** By more than that property. */
const isTakenAway = (element: HtmlElement, rules: HiddenRules, by: Undoable): boolean => {
  const { name, attributes } = element
  if (isHiddenByAttribute(attributes) || attributes['aria-hidden'] === 'true') return true
  if (name === 'dialog' || name === 'template' || name === 'noscript') return true
  const style = attributes.style && readStyle(attributes.style, rules.variables)
  if (style && hidesByStyle(without(style, inherited[by]))) return true
  return takesAway(element, rules, by)
}
