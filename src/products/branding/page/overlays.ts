/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { bodyOf, boxOf, isShown, namesOf, parentOf, textOf } from './look.ts'
import type { Overlay } from './snapshot.ts'

export type OverlayWords = { names: string; consent: string; answers: string }

/**
 * Runs in the page. Everything that may float above it: by position, by role, by the names of
 * consent tools, and by its words, for banners that stand in the flow or have hashed names.
 */
export const findOverlays = (
  all: readonly Element[],
  words: OverlayWords,
  keep: (button: Element) => number,
): { elements: Element[]; overlays: Overlay[] } => {
  const named = new RegExp(words.names, 'i')
  const consent = new RegExp(words.consent, 'i')
  const answer = new RegExp(words.answers, 'i')
  const found = new Set<Element>()
  const body = bodyOf()
  const pageLength = body.textContent?.length || 1
  const isRoot = (element: Element) =>
    element === body || element === document.documentElement || element.tagName === 'MAIN'

  const add = (element: Element | null) => {
    if (!element || isRoot(element) || !isShown(element)) return
    // What holds most of the page is the page.
    const { height } = element.getBoundingClientRect()
    const share = (element.textContent ?? '').length / pageLength
    if (share > 0.6 && height > innerHeight) return
    found.add(element)
  }
  /** From a button that says "Accept all" up to the box that speaks of cookies. */
  const climb = (button: Element) => {
    for (let at = parentOf(button), up = 0; at && up < 6 && !isRoot(at); at = parentOf(at), up++) {
      const text = textOf(at, 1_500)
      if (text.length >= 1_500) return
      if (text.length > 40 && consent.test(text)) return add(at)
    }
  }
  for (const element of all) {
    const { position } = getComputedStyle(element)
    const role = element.getAttribute('role') ?? ''
    if (position === 'fixed' || position === 'sticky') add(element)
    else if (role === 'dialog' || role === 'alertdialog' || element.tagName === 'DIALOG')
      add(element)
    else if (element.hasAttribute('id') || element.classList.length > 0) {
      const names = namesOf(element)
      if (names.length < 200 && named.test(names) && textOf(element, 50).length > 0) add(element)
    }
    if (
      (element.tagName === 'BUTTON' || element.tagName === 'A' || role === 'button') &&
      answer.test(textOf(element, 60))
    )
      climb(element)
  }
  const elements = [...found].filter(element => {
    for (let at = parentOf(element); at; at = parentOf(at)) if (found.has(at)) return false
    return true
  })
  return { elements, overlays: elements.map(element => describeOverlay(element, keep)) }
}

export const describeOverlay = (element: Element, keep: (button: Element) => number): Overlay => {
  const style = getComputedStyle(element)
  const role = element.getAttribute('role') ?? ''
  const buttons = [...element.querySelectorAll('button, [role="button"], a, input[type="button"]')]
  return {
    names: `${namesOf(element)} ${element.getAttribute('aria-label') ?? ''}`.trim().slice(0, 300),
    role,
    position: style.position,
    zIndex: Number.parseInt(style.zIndex, 10) || 0,
    box: boxOf(element),
    text: textOf(element, 600),
    hasNavigation: element.querySelector('nav, [role="navigation"], ul a[href]') !== null,
    hasHeading: element.querySelector('h1') !== null,
    isModal: element.getAttribute('aria-modal') === 'true' || element.tagName === 'DIALOG',
    buttons: buttons
      .filter(isShown)
      .slice(0, 12)
      .map(button => ({
        index: keep(button),
        text: (textOf(button, 60) || (button.getAttribute('aria-label') ?? '')).slice(0, 60),
        tag: button.tagName.toLowerCase(),
        href: button.getAttribute('href') ?? '',
      })),
  }
}
