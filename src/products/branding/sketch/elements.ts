import { cssOf, type Painter } from '../../../page/css/paint.ts'
import { parentOf } from '../../../page/css/tree.ts'
import { descendants, type HtmlElement } from '../../../page/html/html.ts'
import type { ElementKind, Measured } from '../page/snapshot.ts'
import { textOf } from './text.ts'
import { namesOf, type Sight, selectorOf } from './walk.ts'

const buttonNames = /(?:^|[\s_-])(?:btn|button|cta)(?:$|[\s_-])/i

/** What an element is to somebody who looks at the page; undefined for what only holds others. */
export const kindOf = ({ element, style }: Sight, painter: Painter): ElementKind | undefined => {
  const { name, attributes } = element
  if (name === 'button' || attributes.role === 'button') return 'button'
  if (name === 'input')
    return /^(?:submit|button)$/i.test(attributes.type ?? '') ? 'button' : undefined
  if (name === 'a') {
    if (buttonNames.test(attributes.class ?? '')) return 'button'
    const isPainted =
      painter.fill(style) !== undefined ||
      painter.gradient(style) !== '' ||
      painter.border(style) !== undefined
    return isPainted ? 'button' : 'link'
  }
  // The fill may be painted on what is inside a link or button.
  if (painter.fill(style) && isAllOfPressed(element)) return 'button'
  const isBar = /^(?:header|nav|footer)$/.test(name) || attributes.role === 'banner'
  return isBar ? 'bar' : undefined
}

const isAllOfPressed = (element: HtmlElement): boolean => {
  let at = parentOf(element)
  for (let up = 0; at && up < 3 && at.name !== 'a' && at.name !== 'button'; up++) at = parentOf(at)
  if (at?.name !== 'a' && at?.name !== 'button') return false
  const text = textOf(at, 80)
  return text !== '' && text === textOf(element, 80)
}

export const describe = (kind: ElementKind, sight: Sight, painter: Painter): Measured => {
  const { element, style, region, overlay, backdrop } = sight
  const { attributes } = element
  const fill = painter.fill(style)
  const border = painter.border(style)
  return {
    kind,
    tag: element.name,
    role: attributes.role ?? '',
    type: attributes.type ?? '',
    names: namesOf(element),
    text: textOf(element, 80),
    label: (attributes['aria-label'] ?? attributes.title ?? '').slice(0, 80),
    href: (attributes.href ?? '').slice(0, 300),
    selector: selectorOf(element),
    box: guessBox(kind, sight),
    style: {
      color: cssOf(painter.text(style)),
      background: fill ? cssOf(fill) : 'transparent',
      gradient: painter.gradient(style),
      borderColor: border ? cssOf(border) : '',
      borderWidthPx: border ? 1 : 0,
      borderStyle: border ? 'solid' : 'none',
      shadow: shadowOf(style.own('box-shadow')),
      ...unknownShape,
    },
    backdrop,
    overlay,
    region,
    inText: kind === 'link' && isInText(element),
    isDisabled: attributes.disabled !== undefined || attributes['aria-disabled'] === 'true',
    size: sizeOf(element),
  }
}

/** Only a layout tells these, and no color is decided by them. */
const unknownShape = {
  radius: [0, 0, 0, 0] as [number, number, number, number],
  padding: [8, 16, 8, 16] as [number, number, number, number],
  family: '',
  sizePx: 16,
  weight: 400,
}

const shadowOf = (value = ''): string =>
  /^(?:none|unset|initial|inherit|revert)?$/.test(value) ? '' : value.slice(0, 300)

/** By order alone: what has the same parent stands in one row, each element a line further down. */
const guessBox = (kind: ElementKind, { row, column, region }: Sight): Measured['box'] =>
  kind === 'bar'
    ? { x: 0, y: region === 'header' ? 0 : row * 20, width: 1280, height: 64 }
    : { x: 40 + column * 160, y: row * 20, width: 140, height: 40 }

const mostCounted = 50

const sizeOf = (element: HtmlElement): number => {
  let size = 0
  for (const _ of descendants(element)) if (++size === mostCounted) break
  return size
}

/** A link in a sentence, not one that is the whole line. */
const isInText = (element: HtmlElement): boolean => {
  let at = parentOf(element)
  for (let up = 0; at && up < 4 && !/^(?:p|li|td|dd|blockquote|figcaption)$/.test(at.name); up++)
    at = parentOf(at)
  return at !== undefined && textOf(at, 300).length > textOf(element, 300).length + 8
}
