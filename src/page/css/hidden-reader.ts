import { descendants, type HtmlElement } from '../html/html.ts'
import { isHiddenByAttribute } from './hidden-attribute.ts'
import { matchesHiding } from './hidden-matches.ts'
import type { HiddenRules } from './hidden-rules.ts'
import { hidesByStyle, isWhiteColor, isWhiteText } from './hidden-style.ts'
import { readStyle } from './inline-style.ts'

/**
 * Whether a reader of the page sees nothing of the element, and could not open it by a click either;
 * a rendering browser may judge more.
 */
export const isHiddenFromReaders = (element: HtmlElement, rules: HiddenRules): boolean => {
  const { attributes, name } = element
  if (unseenElements.has(name)) return true
  if (name === 'dialog' && attributes.open === undefined) return true
  if (name === 'input' && attributes.type === 'hidden') return true
  // Whole pages are faded in by script: that is no hiding place.
  if (wholePage.has(name)) return isPutAway(element, rules)
  // A sighted reader sees aria-hidden text; pages set it on everything while a dialog is open.
  if (attributes['aria-hidden'] === 'true' && !isShownAnyway(element)) return true
  return isUnseen(element, rules) && !rules.isOpenable(element)
}

const isUnseen = (element: HtmlElement, rules: HiddenRules): boolean => {
  if (isPutAway(element, rules) || isWhiteFont(element, rules)) return true
  const { style: written } = element.attributes
  if (written !== undefined) {
    const style = readStyle(written, rules.variables)
    if (hidesByStyle(style) || (rules.isWhite && isWhiteText(style))) return true
  }
  return matchesHiding(element, rules)
}

/** By the attribute, unless the page shows what has it. */
export const isPutAway = ({ attributes }: HtmlElement, { showsHidden }: HiddenRules): boolean =>
  isHiddenByAttribute(attributes) && !showsHidden

export const isWhiteFont = ({ name, attributes }: HtmlElement, { isWhite }: HiddenRules): boolean =>
  isWhite && name === 'font' && isWhiteColor(attributes.color?.trim() ?? '')

const unseenElements = new Set(
  `script style template noscript head iframe object embed canvas audio video textarea select
  datalist svg math noframes noembed link meta title base param rp meter progress`.split(/\s+/),
)
const wholePage = new Set(['html', 'body', 'main'])

/** The whole page while a dialog is open, or the words of a link whose label repeats them. */
const isShownAnyway = (element: HtmlElement): boolean => {
  const around = element.parent
  const isLabelled = around?.name === 'a' && around.attributes['aria-label'] !== undefined
  return isLabelled || holdsMain(element)
}

const holdsMain = (element: HtmlElement): boolean =>
  element.depth <= 8 && descendants(element).some(({ name }) => name === 'main' || name === 'h1')
