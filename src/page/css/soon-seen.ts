import { memoize } from '../../kit/memoize.ts'
import { descendants, type HtmlElement, textContent } from '../html/html.ts'
import { hidesByStyle } from './hidden-style.ts'
import { type DeclaredStyle, readStyle, styleValue } from './inline-style.ts'
import { classesOf } from './tree.ts'

/**
 * Whether a reader sees an element soon that its style keeps back: an animation is named that lets it
 * fade or move in, or a program that does so when a reader scrolls to it. A transition says less: menus
 * and tips that wait for the mouse have one.
 */
export const comesIn = (element: HtmlElement, style: DeclaredStyle): boolean =>
  (isAnimated(style) || hasArrivalName(element)) &&
  !hidesByStyle(without(style, [...folding, 'visibility']))

const isAnimated = (style: DeclaredStyle): boolean =>
  [...style.keys()].some(name => /^(?:-webkit-)?animation/.test(name))

export const without = (style: DeclaredStyle, names: readonly string[]): DeclaredStyle =>
  new Map([...style].filter(([own]) => !names.includes(own)))

/** What is unfolded or moved in changes these, and nothing else. */
export const shifting = ['transform', '-webkit-transform', 'translate', 'left', 'margin-left']
export const folding = [
  ...['opacity', 'scale', 'filter', 'clip-path', 'content-visibility', ...shifting.slice(0, 3)],
  ...['width', 'height', 'max-width', 'max-height', 'overflow', 'overflow-x', 'overflow-y'],
  ...['block-size', 'inline-size', 'max-block-size', 'max-inline-size'],
]

const hasArrivalName = ({ attributes }: HtmlElement): boolean => {
  if (arrivalName.test((attributes.class ?? '').slice(0, maxNameChars))) return true
  for (const name in attributes) if (name.startsWith('data-') && arrivalName.test(name)) return true
  return false
}
const maxNameChars = 500

/** AOS, WOW, Animate.css, Sal, ScrollReveal; Elementor, Webflow, Divi, WPBakery and the like. */
const arrivalName =
  /(?<![a-z])(?:aos|wow|sal|w-id|elementor-invisible|animated?|animations?|reveal(?:ed)?|load-hidden|waypoint|fade-?(?:in|up|down|left|right)(?:-?(?:up|down|left|right))?)(?![a-z])|animate_when_almost_visible/i

/** The same of an element that a rule of the page keeps back, by the class, id or tag that it names. */
export const findSoonSeen = (root: HtmlElement) => {
  let sheets: string[] | undefined
  const rulesFor = memoize((name: string): readonly DeclaredStyle[] => {
    sheets ??= [...descendants(root)].filter(({ name }) => name === 'style').map(textContent)
    return sheets.flatMap(css => hidingStyles(css, name))
  })
  // Of the panels that a class hides, a script shows one at a time, by its own style.
  const shownIn = memoize(classesShownIn)
  return (element: HtmlElement, subject: string): boolean => {
    const names = /^[.#]/.test(subject) ? [subject] : attributeNames(element)
    // A script takes the cover away when it begins to run.
    if (names.some(name => cloak.test(name))) return true
    if (names[0] !== subject && isUncloaked(element)) return true
    const hiding = names.flatMap(rulesFor)
    if (hiding.length === 0) return false
    if (hiding.every(style => comesIn(element, style))) return true
    const areGone = hiding.every(style => !hidesByStyle(without(style, ['display'])))
    return areGone && element.parent !== undefined && shownIn(element.parent).has(subject)
  }
}
/** Alpine and Livewire show it then, unless it waits for a condition of its own. */
const isUncloaked = ({ attributes }: HtmlElement): boolean =>
  (attributes['x-cloak'] !== undefined || attributes['wire:cloak'] !== undefined) &&
  attributes['x-show'] === undefined &&
  attributes['wire:show'] === undefined
const cloak = /(?:^\[(?:data-)?|^\.)(?:v|ng)-cloak$/

const attributeNames = ({ attributes }: HtmlElement): string[] =>
  Object.keys(attributes)
    .filter(name => name.includes('-'))
    .map(name => `[${name}`)

/** What the rules say whose selectors end with a name, or with more conditions for the same element. */
const hidingStyles = (css: string, name: string): DeclaredStyle[] => {
  const styles: DeclaredStyle[] = []
  let at = css.indexOf(name)
  for (let seen = 0; at >= 0 && seen < maxRules; at = css.indexOf(name, at + 1), seen++) {
    const open = css.indexOf('{', at)
    const close = css.indexOf('}', open)
    if (open < 0 || close < 0) break
    const rest = css.slice(at + name.length, Math.min(open, at + maxSelectorChars))
    if (/[;}]/.test(rest) || !isOfSameElement.test(rest.split(',', 1)[0]?.trimEnd() ?? '')) continue
    const style = readStyle(css.slice(open + 1, close))
    if (hidesByStyle(style)) styles.push(style)
  }
  return styles
}
const maxRules = 40
const maxSelectorChars = 400
const isOfSameElement = /^(?![\w-])[^\s>+~]*$/

const classesShownIn = ({ children }: HtmlElement): ReadonlySet<string> => {
  const names = new Set<string>()
  for (const child of children) {
    if (child.type === 'text' || child.attributes.style === undefined) continue
    const display = styleValue(child.attributes.style, 'display')
    if (display === undefined || display === 'none') continue
    for (const name of classesOf(child.attributes.class)) names.add(`.${name}`)
  }
  return names
}
