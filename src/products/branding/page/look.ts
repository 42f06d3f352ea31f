/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Box, SnapshotRegion, Style } from './snapshot.ts'

/*
 * Tools of the scripts that run in the page: each is self-contained apart from the others of this
 * file, and travels there as its source.
 */

export const isShown = (element: Element): boolean => {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
  const { width, height } = element.getBoundingClientRect()
  return width > 1 && height > 1
}

export const boxOf = (element: Element): Box => {
  const { left, top, width, height } = element.getBoundingClientRect()
  const round = (value: number) => Math.round(value * 10) / 10
  return {
    x: round(left + scrollX),
    y: round(top + scrollY),
    width: round(width),
    height: round(height),
  }
}

/** Short and for people: an id, or the tag with its first classes, below the nearest id. */
export const selectorOf = (element: Element): string => {
  const own = (at: Element): string => {
    const id = at.getAttribute('id') ?? ''
    if (/^[A-Za-z][\w-]{0,40}$/.test(id)) return `#${id}`
    const classes = [...at.classList].filter(name => /^[A-Za-z][\w-]{0,40}$/.test(name)).slice(0, 3)
    return at.tagName.toLowerCase() + classes.map(name => `.${name}`).join('')
  }
  const parent = element.parentElement
  const self = own(element)
  return self.startsWith('#') || !parent ? self : `${own(parent)} > ${self}`
}

/**
 * A form answers with its fields where one is called like a property: `form.children` of a hotel's
 * booking form is the number of children. So neither `children` nor `id` is asked for.
 */
export const childrenOf = (element: Element | ShadowRoot): Element[] => {
  const children: Element[] = []
  for (let child = element.firstElementChild; child; child = child.nextElementSibling)
    children.push(child)
  return children
}

/** In the order of the screen: a shadow root before what it hides, what a slot is given in its place. */
export const shownChildren = (element: Element): Element[] => {
  const given = element instanceof HTMLSlotElement ? element.assignedElements() : []
  return given.length > 0 ? given : childrenOf(element.shadowRoot ?? element)
}

/** Pages of frames have none. */
export const bodyOf = (): Element =>
  childrenOf(document.documentElement).find(({ tagName }) => tagName === 'BODY') ??
  document.documentElement

export const parentOf = (element: Element): Element | null => {
  if (element.assignedSlot) return element.assignedSlot
  const root = element.getRootNode()
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
}

export const namesOf = (element: Element): string => {
  const names = ['id', 'class', 'data-testid'].map(name => element.getAttribute(name) ?? '')
  return names.join(' ').trim().slice(0, 300)
}

export const textOf = (element: Element, limit: number): string =>
  (element instanceof HTMLInputElement ? element.value : shownText(element))
    .slice(0, limit * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, limit)

/** What a slot shows stands elsewhere in the document. */
export const shownText = (element: Element): string => {
  const slots = [...element.querySelectorAll('slot')].slice(0, 20)
  const slotted = slots.flatMap(slot => slot.assignedNodes({ flatten: true }))
  return [element, ...slotted].map(({ textContent }) => textContent ?? '').join(' ')
}

/** As `closest`, out of the shadow roots it stands in as well. */
export const closestOf = (element: Element, selector: string): Element | null => {
  for (let at: Element | null = element; at; ) {
    const found: Element | null = at.closest(selector)
    if (found) return found
    const root: Node = (at.assignedSlot ?? at).getRootNode()
    at = root instanceof ShadowRoot ? root.host : null
  }
  return null
}

/** By its alpha: in `rgb(0, 0, 0)` the last number is the blue. */
export const isClear = (color: string): boolean =>
  color === 'transparent' ||
  /^(?:rgb|hsl)a\(.*,\s*0(?:\.0+)?\)$|\/\s*0(?:\.0+)?%?\s*\)$/.test(color)

export const isOpaque = (color: string): boolean =>
  !isClear(color) && !/^rgba\(|\/\s*[\d.]+%?\s*\)$/.test(color)

/** Backgrounds below an element, nearest first, up to the first that hides what is under it. */
export const backdropOf = (element: Element): string[] => {
  const found: string[] = []
  for (let at = parentOf(element); at && found.length < 6; at = parentOf(at)) {
    const { backgroundColor } = getComputedStyle(at)
    if (isClear(backgroundColor)) continue
    found.push(backgroundColor)
    if (isOpaque(backgroundColor)) break
  }
  return found
}

export const styleOf = (element: Element): Style => {
  const style = getComputedStyle(element)
  const { width, height } = element.getBoundingClientRect()
  const corner = (value: string): number => {
    const [first = '0'] = value.split(' ')
    const number = Number.parseFloat(first) || 0
    const px = first.endsWith('%') ? (number / 100) * Math.min(width, height) : number
    return Math.min(9999, Math.round(px * 100) / 100)
  }
  const px = (value: string) => Math.round((Number.parseFloat(value) || 0) * 100) / 100
  // One side may stand for all, unless only another one is drawn (an underline of a field).
  const side = (['Top', 'Bottom', 'Left', 'Right'] as const).find(
    name => px(style[`border${name}Width`]) > 0 && style[`border${name}Style`] !== 'none',
  )
  const image = style.backgroundImage
  return {
    color: style.color,
    background: style.backgroundColor,
    gradient: /^(?:repeating-)?(?:linear|radial|conic)-gradient/.test(image)
      ? image.slice(0, 400)
      : '',
    borderColor: side ? style[`border${side}Color`] : '',
    borderWidthPx: side ? px(style[`border${side}Width`]) : 0,
    borderStyle: side ? style[`border${side}Style`] : 'none',
    radius: [
      corner(style.borderTopLeftRadius),
      corner(style.borderTopRightRadius),
      corner(style.borderBottomRightRadius),
      corner(style.borderBottomLeftRadius),
    ],
    shadow: style.boxShadow === 'none' ? '' : style.boxShadow.slice(0, 300),
    padding: [
      px(style.paddingTop),
      px(style.paddingRight),
      px(style.paddingBottom),
      px(style.paddingLeft),
    ],
    family: style.fontFamily.slice(0, 400),
    sizePx: px(style.fontSize),
    weight: Number(style.fontWeight) || 400,
  }
}

/** By landmark where there is one, else by where it stands. */
export const regionOf = (element: Element): SnapshotRegion => {
  const mark = closestOf(
    element,
    'header, footer, main, article, [role="banner"], [role="contentinfo"], [role="main"]',
  )
  const name = mark?.getAttribute('role') ?? mark?.tagName.toLowerCase()
  const { y, height } = boxOf(element)
  if (name === 'footer' || name === 'contentinfo') return 'footer'
  if ((name === 'header' || name === 'banner') && y < 400) return 'header'
  const nav = closestOf(element, 'nav, [role="navigation"]')
  if (nav && boxOf(nav).y < 160) return 'header'
  if (name === undefined && y + height < 90) return 'header'
  return 'main'
}

/** Whatever is under way would be measured half-way. */
export const finishAnimations = (): void => {
  for (const animation of document.getAnimations())
    try {
      animation.finish()
    } catch {
      // One without an end.
      animation.cancel()
    }
}
