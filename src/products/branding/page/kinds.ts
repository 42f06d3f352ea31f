/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import {
  backdropOf,
  boxOf,
  closestOf,
  isClear,
  namesOf,
  regionOf,
  selectorOf,
  styleOf,
  textOf,
} from './look.ts'
import type { ElementKind, Measured } from './snapshot.ts'

/** What an element is to somebody who looks at the page; undefined for what only holds others. */
export const kindOf = (element: Element, style: CSSStyleDeclaration): ElementKind | undefined => {
  const name = element.tagName
  const role = element.getAttribute('role')
  const type = (element.getAttribute('type') ?? '').toLowerCase()
  if (name === 'BUTTON' || role === 'button') return 'button'
  if (name === 'SELECT' || name === 'TEXTAREA') return 'input'
  if (name === 'INPUT') {
    if (/^(submit|button|reset)$/.test(type)) return 'button'
    return /^(|text|email|search|tel|url|password|number|date)$/.test(type) ? 'input' : undefined
  }
  const { width, height } = element.getBoundingClientRect()
  const px = (value: string) => Number.parseFloat(value) || 0
  const isFilled = !isClear(style.backgroundColor) || style.backgroundImage.includes('gradient')
  const isPainted =
    isFilled ||
    (px(style.borderTopWidth) > 0 && px(style.borderLeftWidth) > 0) ||
    style.boxShadow !== 'none'
  const isPadded = px(style.paddingLeft) >= 4 || px(style.borderTopLeftRadius) > 0
  const isSized = height >= 20 && height <= 110 && width <= 640
  if (name === 'A') return isPainted && isPadded && isSized ? 'button' : 'link'
  if (isFilled && isPadded && isSized && height >= 28 && isFilledIn(element)) return 'button'
  if (/^(HEADER|NAV|FOOTER)$/.test(name) || role === 'banner') return 'bar'
  const isWide = width > innerWidth * 0.9
  if (isWide && isPainted && height > 30 && height < 160 && boxOf(element).y < 10) return 'bar'
  const isPanel = isPainted && width >= 140 && !isWide && height >= 70 && height <= 1_200
  return isPanel && element.firstElementChild !== null ? 'panel' : undefined
}

/** All that a plain link or button shows: the fill is painted on what is inside of it. */
export const isFilledIn = (element: Element): boolean => {
  const pressed = element.parentElement?.closest('a, button, [role="button"]')
  if (!pressed || textOf(pressed, 80) !== textOf(element, 80)) return false
  for (let at: Element | null = element.parentElement; at; at = at.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(at)
    if (!isClear(backgroundColor) || backgroundImage !== 'none') return false
    if (at === pressed) return true
  }
  return false
}

/** A link or button in a sentence, not one that is the whole line. */
export const isInText = (element: Element): boolean => {
  const block = element.parentElement?.closest('p, li, td, dd, blockquote, figcaption')
  if (!block || element.closest('nav, header, footer')) return false
  return (block.textContent ?? '').trim().length > (element.textContent ?? '').trim().length + 8
}

export const describeElement = (
  kind: ElementKind,
  element: Element,
  overlay: number | null,
): Measured => {
  const inner = element.querySelector('img[alt], [aria-label]')
  const label =
    element.getAttribute('aria-label') ??
    element.getAttribute('title') ??
    inner?.getAttribute('alt') ??
    ''
  return {
    kind,
    tag: element.tagName.toLowerCase(),
    role: element.getAttribute('role') ?? '',
    type: element.getAttribute('type') ?? '',
    names: namesOf(element),
    text: textOf(element, 80),
    label: label.slice(0, 80),
    href: (closestOf(element, 'a')?.getAttribute('href') ?? '').slice(0, 300),
    selector: selectorOf(element),
    box: boxOf(element),
    style: styleOf(element),
    backdrop: backdropOf(element),
    overlay,
    region: regionOf(element),
    inText: isInText(element),
    isDisabled: element.matches(':disabled, [aria-disabled="true"]'),
    size: element.querySelectorAll('*').length,
  }
}
