import { type Cost, isAffordable } from './cost.ts'
import type { EdgeMeter } from './edges.ts'
import { type Linear, multiply, readLength, readViewBox, type ViewBox } from './geometry.ts'
import { limits } from './limits.ts'
import type { Outline } from './outline.ts'
import { SvgRefused } from './refused.ts'
import { isElement, property, type SvgElement } from './tree.ts'

export type Measured = { cost: Cost; paints: Set<string>; hasImages: boolean }

export type Walk = Measured & {
  byId: Map<string, SvgElement>
  outlines: Map<SvgElement, Outline>
  /** False inside masks and clip paths, whose colors are not seen. */
  visible: boolean
  /** What is being expanded; meeting one of these again is a cycle. */
  active: Set<SvgElement>
  surfaces: number
  edges: EdgeMeter
  cells: number
}

/** Linear maps user units to the canvas, whose longer side is 1. */
export type SvgPosition = { linear: Linear; viewBox: ViewBox; style: Style }

type Style = Record<(typeof inheritedNames)[number], string | undefined>
const inheritedNames = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'color',
  'font-size',
  'marker-start',
  'marker-mid',
  'marker-end',
] as const

export const inherited = (element: SvgElement, from?: Style): Style => {
  const style = { ...(from ?? (element.parent ? inherited(element.parent) : emptyStyle)) }
  for (const name of inheritedNames) {
    const own =
      property(element, name) ?? (name.startsWith('marker') && property(element, 'marker'))
    if (own && own !== 'inherit') style[name] = own
  }
  return style
}
const emptyStyle = Object.fromEntries(inheritedNames.map(name => [name, undefined])) as Style

export const check = ({ cost }: Walk): void => {
  if (cost.expanded > limits.expanded)
    throw new SvgRefused('too_complex', 'References expand to too many elements.')
  if (!isAffordable(cost))
    throw new SvgRefused('too_complex', 'The picture costs too much to draw.')
}

export const referred = (walk: Walk, value: string | undefined): SvgElement | undefined => {
  const [, id] = /url\(#([\w.-]+)\)/.exec(value ?? '') ?? []
  return id === undefined ? undefined : walk.byId.get(id)
}

/** A nested `svg` or a symbol scales its view box to the size it is given. */
export const viewport = (
  element: SvgElement,
  sized: SvgElement,
  place: SvgPosition,
): SvgPosition => {
  const { viewBox: outer } = place
  const size = (name: 'width' | 'height') =>
    readLength(property(sized, name) ?? property(element, name), outer[name]) ?? outer[name]
  const [width, height] = [size('width'), size('height')]
  const viewBox = readViewBox(element)
  if (!viewBox) return { ...place, viewBox: { x: 0, y: 0, width, height } }
  const factor = Math.max(width / viewBox.width, height / viewBox.height)
  return { ...place, viewBox, linear: multiply(place.linear, [factor, 0, 0, factor]) }
}

export const colorOf = (value: string, style: Style): string => {
  const own = value.replace(/^url\([^)]*\)\s*/, '') || 'none'
  return /^currentcolor$/i.test(own) ? (style.color ?? 'currentColor') : own
}

/** Patterns borrow their content along `href`. */
export const followHref = (walk: Walk, start: SvgElement): SvgElement => {
  const seen = new Set<SvgElement>()
  let element = start
  for (;;) {
    if (seen.has(element)) throw new SvgRefused('cycle', 'References run in a circle.')
    seen.add(element)
    const next = walk.byId.get(element.attributes.get('href')?.slice(1) ?? '')
    if (element.children.some(isElement) || !next || next.name !== start.name) return element
    element = next
  }
}
