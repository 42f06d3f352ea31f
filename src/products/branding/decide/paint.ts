import { type Colour, difference, over, readColour, splitList } from '../../../page/css/color.ts'
import type { Measured, Snapshot, Style } from '../page/snapshot.ts'

const white: Colour = { red: 1, green: 1, blue: 1, alpha: 1 }

/** What lies under everything: canvas, `html`, `body`, and wrappers as large as the page. */
export const pageColour = ({ roots }: Pick<Snapshot, 'roots'>): Colour =>
  [roots.canvas, roots.html, roots.body, ...roots.wrappers]
    .map(text => readColour(text))
    .reduce<Colour>((below, layer) => (layer ? over(layer, below) : below), white)

/** What an element stands on. */
export const backdropColour = (backdrop: readonly string[], page: Colour): Colour =>
  backdrop
    .toReversed()
    .map(text => readColour(text))
    .reduce<Colour>((below, layer) => (layer ? over(layer, below) : below), page)

export type Paint = {
  /** Undefined where the element paints nothing. */
  fill: Colour | undefined
  text: Colour
  border: Colour | undefined
  backdrop: Colour
}

export const paintOf = (element: Pick<Measured, 'style' | 'backdrop'>, page: Colour): Paint => {
  const backdrop = backdropColour(element.backdrop, page)
  const fill = fillOf(element.style, backdrop)
  const surface = fill ?? backdrop
  const text = readColour(element.style.color)
  const border = element.style.borderWidthPx > 0 ? readColour(element.style.borderColor) : undefined
  return {
    fill,
    text: text ? over(text, surface) : surface,
    border: border && border.alpha > 0 ? over(border, surface) : undefined,
    backdrop,
  }
}

/** A gradient is laid over the colour: it counts where it shows another one. */
const fillOf = (style: Style, backdrop: Colour): Colour | undefined => {
  const plain = readColour(style.background)
  const fill = plain && plain.alpha > 0.04 ? over(plain, backdrop) : undefined
  const blend = style.gradient === '' ? undefined : gradientColour(style.gradient, fill ?? backdrop)
  if (!blend) return fill
  return fill && difference(fill, blend) < 25 ? fill : blend
}

/** The mean of its stops; a gradient that is almost transparent is none. */
const gradientColour = (gradient: string, below: Colour): Colour | undefined => {
  const inside = gradient.slice(gradient.indexOf('(') + 1, gradient.lastIndexOf(')'))
  const stops = splitList(inside).flatMap(
    part => readColour(part.replace(/(?:\s+-?[\d.]+(?:%|px))+$/, '')) ?? [],
  )
  const first = stops[0]
  if (!first || stops.every(stop => stop.alpha < 0.3)) return undefined
  const seen = stops.map(stop => over(stop, below))
  const mean = (channel: 'red' | 'green' | 'blue') =>
    seen.reduce((sum, stop) => sum + stop[channel], 0) / seen.length
  return { red: mean('red'), green: mean('green'), blue: mean('blue'), alpha: 1 }
}
