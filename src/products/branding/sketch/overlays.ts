import type { ElementStyle } from '../../../page/css/cascade.ts'
import { parentOf } from '../../../page/css/tree.ts'
import { descendants, type HtmlElement } from '../../../page/html/html.ts'
import { overlayWords } from '../decide/overlays.ts'
import type { Box, Overlay } from '../page/snapshot.ts'
import { textOf } from './text.ts'
import { namesOf } from './walk.ts'

export type Overlays = {
  found: Overlay[]
  /** The index of the overlay that begins with this element, if one does. */
  enter(element: HtmlElement, style: ElementStyle): number | null
}

/**
 * What floats above the page: by position, by role, by the names of consent tools, and by its
 * words, for banners whose names are hashes.
 */
export const createOverlays = (body: HtmlElement): Overlays => {
  const spoken = findSpoken(body)
  const found: Overlay[] = []
  return {
    found,
    enter(element, style) {
      const { name, attributes } = element
      if (name === 'body' || name === 'main') return null
      const position = style.own('position') ?? 'static'
      const isFloating = position === 'fixed' || position === 'sticky'
      const { role } = attributes
      const isDialog = name === 'dialog' || role === 'dialog' || role === 'alertdialog'
      if (!isFloating && !isDialog && !spoken.has(element) && !isNamed(element)) return null
      return found.push(describe(element, position)) - 1
    },
  }
}

const consentName = new RegExp(overlayWords.names, 'i')
const consentText = new RegExp(overlayWords.consent, 'i')
const answer = new RegExp(overlayWords.answers, 'i')

/** More than a banner says: whatever is longer is the page itself. */
const maxText = 1_500

const isNamed = (element: HtmlElement): boolean => {
  const names = namesOf(element)
  if (names === '' || names.length >= 200 || !consentName.test(names)) return false
  const { length } = textOf(element, maxText)
  return length > 0 && length < maxText
}

const maxAnswers = 20

/** From buttons that say "Accept all" up to the box that speaks of cookies. */
const findSpoken = (body: HtmlElement): Set<HtmlElement> => {
  const spoken = new Set<HtmlElement>()
  let answers = 0
  for (const element of descendants(body)) {
    if (!isPressable(element) || !answer.test(textOf(element, 60))) continue
    if (++answers > maxAnswers) break
    const box = climb(element)
    if (box) spoken.add(box)
  }
  return spoken
}

const climb = (button: HtmlElement): HtmlElement | undefined => {
  let at = parentOf(button)
  for (let up = 0; at && up < 6 && at.name !== 'body' && at.name !== 'main'; up++) {
    const text = textOf(at, maxText)
    if (text.length >= maxText) return undefined
    if (text.length > 40 && consentText.test(text)) return at
    at = parentOf(at)
  }
  return undefined
}

const isPressable = ({ name, attributes }: HtmlElement): boolean =>
  name === 'button' || name === 'a' || attributes.role === 'button'

const describe = (element: HtmlElement, position: string): Overlay => {
  const within = [...descendants(element)].slice(0, 500)
  const text = textOf(element, 600)
  const hasNavigation =
    element.name === 'header' ||
    within.some(({ name, attributes }) => name === 'nav' || attributes.role === 'navigation')
  return {
    names: `${namesOf(element)} ${element.attributes['aria-label'] ?? ''}`.trim().slice(0, 300),
    role: element.attributes.role ?? '',
    position,
    zIndex: 0,
    box: guessBox(hasNavigation, text),
    text,
    hasNavigation,
    hasHeading: within.some(({ name }) => name === 'h1'),
    isModal: element.attributes['aria-modal'] === 'true' || element.name === 'dialog',
    buttons: within
      .filter(isPressable)
      .slice(0, 12)
      .map((button, index) => ({
        index,
        text: textOf(button, 60),
        tag: button.name,
        href: button.attributes.href ?? '',
      })),
  }
}

/** Without a layout: a bar with navigation is at the top, a few words are a bubble in a corner. */
const guessBox = (hasNavigation: boolean, text: string): Box => {
  if (hasNavigation) return { x: 0, y: 0, width: 1280, height: 64 }
  if (text.length < 40) return { x: 1190, y: 810, width: 64, height: 64 }
  return { x: 0, y: 700, width: 1280, height: 200 }
}
