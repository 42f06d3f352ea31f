import { type Color, difference, over, readColor, splitList } from '../../../page/css/color.ts'
import type { Measured, Snapshot, Style } from '../page/snapshot.ts'

const white: Color = { red: 1, green: 1, blue: 1, alpha: 1 }

/** What lies under everything: canvas, `html`, `body`, and wrappers as large as the page. */
export const pageColor = ({ roots }: Pick<Snapshot, 'roots'>): Color =>
  [roots.canvas, roots.html, roots.body, ...roots.wrappers]
    .map(text => readColor(text))
    .reduce<Color>((below, layer) => (layer ? over(layer, below) : below), white)

/** What an element stands on. */
export const backdropColor = (backdrop: readonly string[], page: Color): Color =>
  backdrop
    .toReversed()
    .map(text => readColor(text))
    .reduce<Color>((below, layer) => (layer ? over(layer, below) : below), page)

export type Paint = {
  /** Undefined where the element paints nothing. */
  fill: Color | undefined
  text: Color
  border: Color | undefined
  backdrop: Color
}

export const paintOf = (element: Pick<Measured, 'style' | 'backdrop'>, page: Color): Paint => {
  const backdrop = backdropColor(element.backdrop, page)
  const fill = fillOf(element.style, backdrop)
  const surface = fill ?? backdrop
  const text = readColor(element.style.color)
  const border = element.style.borderWidthPx > 0 ? readColor(element.style.borderColor) : undefined
  return {
    fill,
    text: text ? over(text, surface) : surface,
    border: border && border.alpha > 0 ? over(border, surface) : undefined,
    backdrop,
  }
}

/** A gradient is laid over the color: it counts where it shows another one. */
const fillOf = (style: Style, backdrop: Color): Color | undefined => {
  const plain = readColor(style.background)
  const fill = plain && plain.alpha > 0.04 ? over(plain, backdrop) : undefined
  const blend = style.gradient === '' ? undefined : gradientColor(style.gradient, fill ?? backdrop)
  if (!blend) return fill
  return fill && difference(fill, blend) < 25 ? fill : blend
}

/** `rgb(0 0 0) 10% 20px` → `rgb(0 0 0)`. */
const withoutPlaces = (stop: string): string => {
  const words = stop.trim().split(/\s+/)
  while (words.length > 1 && /^-?[\d.]+(?:%|px)$/.test(words.at(-1) ?? '')) words.pop()
  return words.join(' ')
}

/** The mean of its stops; a gradient that is almost transparent is none. */
const gradientColor = (gradient: string, below: Color): Color | undefined => {
  const inside = gradient.slice(gradient.indexOf('(') + 1, gradient.lastIndexOf(')'))
  const stops = splitList(inside).flatMap(part => readColor(withoutPlaces(part)) ?? [])
  const first = stops[0]
  if (!first || stops.every(stop => stop.alpha < 0.3)) return undefined
  const seen = stops.map(stop => over(stop, below))
  const mean = (channel: 'red' | 'green' | 'blue') =>
    seen.reduce((sum, stop) => sum + stop[channel], 0) / seen.length
  return { red: mean('red'), green: mean('green'), blue: mean('blue'), alpha: 1 }
}
