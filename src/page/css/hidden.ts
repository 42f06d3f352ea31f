import { nearest } from '../html/around.ts'
import { descendants, type HtmlElement, type HtmlNode } from '../html/html.ts'
import { isHiddenByAttribute } from './hidden-attribute.ts'
import { isGone } from './hidden-style.ts'
import { readStyle } from './inline-style.ts'

/**
 * How much is taken for a sign that people do not see an element:
 *
 * - `declared`: its own attributes say so (`hidden`, `display: none`). Tabs and folded answers are
 *   hidden like that too, so whoever chooses content may want it all the same.
 * - `markup`: also the marks that everybody shares: closed dialogs, texts for screen readers, the
 *   copies a carousel makes of its slides, decoration.
 *
 * What the style sheets of a page hide, `hidden-parts.ts` knows.
 */
export type HiddenPolicy = 'declared' | 'markup'

/** Of the element itself; what stands in something hidden is hidden with it. */
export const isHidden = (element: HtmlElement, policy: HiddenPolicy): boolean =>
  policy === 'declared' ? isDeclaredHidden(element) : isMarkedHidden(element)

const isDeclaredHidden = ({ attributes }: HtmlElement): boolean => {
  if (isHiddenByAttribute(attributes)) return true
  const { style } = attributes
  return style !== undefined && mayBeGone.test(style) && isGone(readStyle(style))
}

/** Most styles are about other things, and need not be read. */
const mayBeGone = /display|visibility|\\/i

const isMarkedHidden = (element: HtmlElement): boolean => {
  const { attributes, name } = element
  if (name === 'body' || name === 'html') return false
  if (isDeclaredHidden(element)) return true
  if (name === 'dialog' && attributes.open === undefined) return true
  if (name === 'mphantom') return true
  if (attributes.class && hidingClass.test(attributes.class))
    return !isUnit(element) && !isRatingForEars(element)
  return attributes['aria-hidden'] === 'true' && decoration.has(name) && !isSeenVersion(element)
}

/**
 * What eyes get where ears get the same in more words ("$ 18.900" beside "18.900 pesos"): the words
 * for ears are left out, so these stay. So does a rating that nothing else says.
 */
const isSeenVersion = (element: HtmlElement): boolean => {
  const { parent } = element
  if (!parent || parent.children.length > maxBeside) return false
  if (isOnlyRating(element, parent.parent ?? parent) || isSpan(element, parent)) return true
  const label = parent.attributes['aria-label']
  if (label !== undefined) return isSaidIn(parent, wordsOf(label))
  return parent.children.some(
    beside =>
      beside.type === 'element' &&
      readAloudClass.test(beside.attributes.class ?? '') &&
      isSaidIn(element, wordsIn(beside)),
  )
}

/** The dash between two figures: "$100 – $500". */
const isSpan = (element: HtmlElement, { children }: HtmlElement): boolean => {
  if (!/^[–—-]$/.test(lineOf(element))) return false
  const parts = children.filter(node => node.type === 'element' || node.text.trim() !== '')
  const at = parts.indexOf(element)
  const [before, after] = [parts[at - 1], parts[at + 1]].map(node => (node ? wordsIn(node) : []))
  return /\d$/.test(before?.at(-1) ?? '') && /^\d/.test(after?.[0] ?? '')
}

const isOnlyRating = (element: HtmlElement, around: HtmlElement): boolean => {
  const rating = lineOf(element)
  if (!ratingForm.test(rating)) return false
  const [figure = ''] = rating.split(/[\s/]/)
  return isSaidAround(around, text => text.includes(figure)) === false
}
/** "3.8", "4,25 / 5". */
const ratingForm = /^\d[.,]\d{1,2}(?: ?\/ ?\d{1,2}(?:[.,]0)?)?$/

/** Stars that are drawn, and counted for screen readers alone. */
const isRatingForEars = (element: HtmlElement): boolean => {
  const { parent } = element
  const label = lineOf(element)
  if (!parent || parent.children.length > maxBeside || !isRatingLabel(label)) return false
  const named = [label, parent.attributes.class, ...parent.children.map(lineOf)].join(' ')
  const [rating] = numbersIn(label)
  if (!ratingName.test(named)) return false
  const says = (text: string) => text.length < maxRating && numbersIn(text).includes(rating ?? 0)
  return isSaidAround(parent.parent ?? parent, says) !== true
}

export const isRatingLabel = (label: string): boolean =>
  label.length < maxRating && ratingLabel.test(label)
const maxRating = 60
const ratingLabel = /\d\s?(?:\/|\p{L}{1,6}(?: \p{L}{1,6})?)\s?\d|\d\s?(?:stars?\b|★)/iu

/** Pages and pictures are counted in the same words: "2 of 5". */
export const ratingName =
  /(?<!\p{L})(?:rat(?:ed|ings?)|stars?|reviews?|score|bewert|stern|étoile|estrella|stell[ae])|★|星/iu

const numbersIn = (text: string): number[] =>
  [...text.matchAll(/\d+(?:[.,]\d+)?/g)].map(([number]) => Number(number.replace(',', '.')))

/** Nobody knows in a large box, of which only the last parts are asked. */
const isSaidAround = (
  around: HtmlElement,
  says: (text: string) => boolean,
): boolean | undefined => {
  const stack: HtmlNode[] = [around]
  for (let left = maxNodes; left > 0; left--) {
    const node = stack.pop()
    if (!node) return false
    if (node.type === 'text') {
      if (says(node.text)) return true
    } else if (says(pictureLabel(node) ?? '')) return true
    else if (!isForEarsOrEyesAlone(node)) stack.push(...node.children.slice(0, maxNodes))
  }
  return undefined
}

const pictureLabel = ({ attributes }: HtmlElement): string | undefined =>
  attributes.role === 'img' ? attributes['aria-label'] : attributes.alt

const isForEarsOrEyesAlone = ({ attributes }: HtmlElement): boolean =>
  attributes['aria-hidden'] === 'true' || readAloudClass.test(attributes.class ?? '')

const isSaidIn = (element: HtmlElement, heard: readonly string[]): boolean => {
  const seen = wordsIn(element)
  return seen.length > 0 && seen.every(word => heard.includes(word))
}

/** Of the first few nodes: what is said twice is short. */
const wordsIn = (element: HtmlNode): string[] => {
  const texts: string[] = []
  const stack: HtmlNode[] = [element]
  for (let left = maxNodes; left > 0; left--) {
    const node = stack.pop()
    if (!node) break
    if (node.type === 'text') texts.push(node.text.slice(0, maxChars))
    else stack.push(...node.children.slice(0, maxNodes).toReversed())
  }
  return wordsOf(texts.join(' '))
}
const maxNodes = 30
const maxChars = 300

const wordsOf = (text: string): string[] =>
  text
    .slice(0, maxChars)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** What is read aloud behind a number says what it counts: "10" is shown for "10 minutes". */
const isUnit = (element: HtmlElement): boolean => {
  const { parent, attributes } = element
  if (!parent || parent.children.length > maxBeside) return false
  if (!unshownName.test(attributes.class ?? '') || !unit.test(lineOf(element))) return false
  const before = parent.children.slice(0, parent.children.indexOf(element))
  return /\d$/.test(before.map(lineOf).findLast(line => line !== '') ?? '')
}
/** Of a number and its unit there are a few pieces, and the check must stay cheap on any page. */
const maxBeside = 12
const unit = /^\p{L}{1,14}\.?$/u

/** The words of a text, or of an element with nothing else in it. */
const lineOf = (node: HtmlNode): string => {
  const only = node.type === 'element' && node.children.length === 1 ? node.children[0] : node
  return only?.type === 'text' ? only.text.trim() : ''
}

/** Texts for screen readers only; many systems of design put their own name in front. */
const readAloud =
  '(?!not-)(?:[a-z]{1,12}-)?(?:sr-only|screen-only|visually-?hidden|screen-reader-text|accesshide)'

const readAloudClass = new RegExp(`(?:^|\\s)${readAloud}(?:\\s|$)`)

/** The copies a carousel makes of its slides, a wiki's edit links. */
const hidingClass = new RegExp(
  `(?:^|\\s)(?:${readAloud}|slick-cloned|swiper-slide-duplicate|mw-editsection)(?:\\s|$)`,
)

/**
 * `aria-hidden` takes away what is decoration, such as icons whose text is a ligature. On whole
 * sections it often only means that a dialog was open: those stay.
 */
const decoration = new Set(['span', 'i', 'b', 'em', 'svg', 'button', 'sup', 'sub', 'small', 'img'])

/**
 * Copies of slides, icons and what else says nothing new; not the whole page while a dialog is open,
 * nor the words of a link whose label repeats them.
 */
export const isAriaHidden = (element: HtmlElement): boolean =>
  element.attributes['aria-hidden'] === 'true' &&
  !isLabelledLink(element.parent) &&
  !holdsMain(element)

const isLabelledLink = (element: HtmlElement | undefined): boolean =>
  element?.name === 'a' && element.attributes['aria-label'] !== undefined

const holdsMain = (element: HtmlElement): boolean =>
  element.depth <= 8 && descendants(element).some(({ name }) => name === 'main' || name === 'h1')

/** Whether an element, or a near one around it, is read aloud or kept back, but not shown. */
export const isUnshown = (element: HtmlElement): boolean =>
  nearest(element, ({ attributes }) => isUnshownClass(attributes.class ?? ''), 4) !== undefined

/** `d-none d-md-block` is shown in most windows. */
const isUnshownClass = (names: string): boolean => {
  if (unshownName.test(names)) return true
  if (!names.includes('d-none')) return false
  const all = names.split(/\s/)
  const none = all.lastIndexOf('d-none')
  return none >= 0 && !all.slice(none).some(name => /\bd-(?:sm|md|lg|xl|xxl)-/.test(name))
}

const unshownName = new RegExp(`(?:^|\\s)(?:${readAloud}|a-offscreen|element-invisible)(?:\\s|$)`)

/** What ears alone get of a fact: the unit, stars in words, the price that is drawn in pieces. */
export const isFactForEars = (element: HtmlElement): boolean =>
  unshownName.test(element.attributes.class ?? '') &&
  (isUnit(element) || isRatingForEars(element) || hasDrawnTwin(element))

const hasDrawnTwin = (element: HtmlElement): boolean => {
  const beside = element.parent?.children ?? []
  if (beside.length > maxBeside || !/\d/.test(lineOf(element))) return false
  return beside.some(
    twin =>
      twin.type === 'element' &&
      twin.attributes['aria-hidden'] === 'true' &&
      wordsIn(twin).some(word => wordsIn(element).includes(word)),
  )
}
