import { sizeFromHeader } from '../raster/header.ts'
import { neverDrawn, shapes } from './allow-list.ts'
import { addCost, type Cost, noCost, price } from './cost.ts'
import { createEdgeMeter, type Extent } from './edges.ts'
import { identity, multiply, readLength, readTransform, scaleOf, type ViewBox } from './geometry.ts'
import { type Outline, outlineOf } from './outline.ts'
import { SvgRefused } from './refused.ts'
import { filterCost, gradientStops } from './resources.ts'
import { elementsOf, isElement, property, type SvgElement } from './tree.ts'
import {
  check,
  colorOf,
  followHref,
  inherited,
  type Measured,
  referred,
  type SvgPosition,
  viewport,
  type Walk,
} from './walk.ts'

/**
 * Walks a clean tree as a renderer would, references followed, and adds up what drawing it costs
 * and which paints it uses. Refuses cycles and whatever is too much.
 */
export const measure = (root: SvgElement, viewBox: ViewBox): Measured => {
  const byId = new Map<string, SvgElement>()
  for (const element of elementsOf(root)) {
    const id = element.attributes.get('id')
    if (id !== undefined) byId.set(id, element)
  }
  const walk: Walk = {
    cost: noCost(),
    byId,
    outlines: new Map(),
    paints: new Set(),
    hasImages: false,
    visible: true,
    active: new Set(),
    surfaces: 0,
    edges: createEdgeMeter(cells => {
      walk.cells += cells
      if (walk.cells > maxCells) throw new SvgRefused('too_complex', 'Paths are too long.')
    }),
    cells: 0,
  }
  const unit = 1 / Math.max(viewBox.width, viewBox.height)
  drawChildren(walk, root, { linear: [unit, 0, 0, unit], viewBox, style: inherited(root) })
  check(walk)
  return walk
}

/** About 20 ms of counting; the outlines of detailed logos need a tenth. */
const maxCells = 2_000_000

const drawChildren = (walk: Walk, element: SvgElement, place: SvgPosition): void => {
  for (const child of element.children)
    if (isElement(child) && !neverDrawn.has(child.name)) draw(walk, child, place)
}

const draw = (walk: Walk, element: SvgElement, outer: SvgPosition): void => {
  if (property(element, 'display') === 'none') return
  const { cost } = walk
  cost.fixedNs += price.elementNs
  if (walk.active.size > 0) cost.expanded++
  check(walk)
  const transform = readTransform(property(element, 'transform'))
  const place = {
    linear: multiply(outer.linear, transform),
    viewBox: outer.viewBox,
    style: inherited(element, outer.style),
  }
  const layers = drawEffects(walk, element, place)
  walk.surfaces += layers
  cost.surfaces = Math.max(cost.surfaces, walk.surfaces)
  if (shapes.has(element.name)) drawShape(walk, element, place)
  else if (element.name === 'image') drawImage(walk, element, place)
  else if (element.name === 'use') drawUse(walk, element, place)
  else if (element.name === 'svg') drawChildren(walk, element, viewport(element, element, place))
  else {
    if (element.name === 'text' || element.name === 'tspan' || element.name === 'textPath')
      drawText(walk, element, place)
    drawChildren(walk, element, place)
  }
  walk.surfaces -= layers
}

/** Opacity, blending, masks, clips and filters; answers how many buffers they hold. */
const drawEffects = (walk: Walk, element: SvgElement, place: SvgPosition): number => {
  const { cost } = walk
  let surfaces = 0
  if (isBelowOne(property(element, 'opacity'))) {
    cost.pixelNs += price.opacity
    surfaces++
  }
  if ((property(element, 'mix-blend-mode') ?? 'normal') !== 'normal') {
    cost.pixelNs += price.blend
    surfaces++
  }
  const mask = referred(walk, property(element, 'mask'))
  if (mask) {
    cost.pixelNs += price.mask
    surfaces += 2
    expand(walk, mask, place, false)
  }
  const clip = referred(walk, property(element, 'clip-path'))
  if (clip) {
    cost.pixelNs += price.clip
    expand(walk, clip, place, false)
  }
  const filter = referred(walk, property(element, 'filter'))
  if (filter) {
    addCost(cost, filterCost(filter, place.linear, place.viewBox, walk.byId))
    surfaces += 3
  }
  return surfaces
}

const isBelowOne = (value: string | undefined): boolean =>
  value !== undefined && value !== '1' && value !== '100%'

/** The content of a mask, clip path, pattern or marker, in the place of what refers to it. */
const expand = (walk: Walk, target: SvgElement, place: SvgPosition, visible: boolean): void => {
  if (walk.active.has(target)) throw new SvgRefused('cycle', 'References run in a circle.')
  walk.active.add(target)
  const before = walk.visible
  walk.visible &&= visible
  // A clip path may itself be clipped, a mask masked.
  const layers = drawEffects(walk, target, place)
  walk.surfaces += layers
  walk.cost.fixedNs += price.elementNs
  walk.cost.expanded++
  // Units of the bounding box stretch by the shape's size, at most by the canvas.
  const isBoxed = contentUnits.some(name => target.attributes.get(name) === 'objectBoundingBox')
  const linear = isBoxed ? identity : place.linear
  drawChildren(walk, target, { ...place, linear, style: inherited(target) })
  walk.surfaces -= layers
  walk.visible = before
  walk.active.delete(target)
}

const contentUnits = ['clipPathUnits', 'maskContentUnits', 'patternContentUnits']

const drawUse = (walk: Walk, element: SvgElement, place: SvgPosition): void => {
  const target = walk.byId.get(element.attributes.get('href')?.slice(1) ?? '')
  if (!target || target.name === 'clipPath' || target.name === 'mask') return
  for (let up = element.parent; up; up = up.parent)
    if (up === target) throw new SvgRefused('cycle', 'A use element shows what contains it.')
  if (walk.active.has(target)) throw new SvgRefused('cycle', 'References run in a circle.')
  walk.active.add(target)
  if (target.name === 'symbol' || target.name === 'svg')
    drawChildren(
      walk,
      target,
      viewport(target, element, { ...place, style: inherited(target, place.style) }),
    )
  else if (!neverDrawn.has(target.name)) draw(walk, target, place)
  walk.active.delete(target)
}

const drawShape = (walk: Walk, element: SvgElement, place: SvgPosition): void => {
  const { cost } = walk
  const { style, viewBox } = place
  let outline = walk.outlines.get(element)
  if (!outline) {
    outline = outlineOf(element, name => property(element, name), viewBox)
    walk.outlines.set(element, outline)
  }
  const extent = walk.edges(outline, place.linear)
  cost.fixedNs += outline.corners * price.cornerNs
  const fill = style.fill ?? 'black'
  if (fill !== 'none' || !walk.visible) {
    addEdges(cost, extent, 1)
    paint(walk, element, fill, extent.area, place)
  }
  if (style.stroke !== undefined && style.stroke !== 'none') {
    const widthUnits = readLength(style['stroke-width'] ?? '1', viewBox.width) ?? 1
    const width = widthUnits * scaleOf(place.linear)
    const around = Math.min(1, extent.width + 4 * width) * Math.min(1, extent.height + 4 * width)
    addEdges(cost, extent, 2)
    cost.fixedNs += 2 * outline.corners * price.cornerNs
    dash(walk, element, extent, width, place)
    paint(walk, element, style.stroke, Math.min(around, 2 * extent.length * width), place)
  }
  drawMarkers(walk, outline, place)
  check(walk)
}

const addEdges = (cost: Cost, { pairs, scanned, crowding }: Extent, times: number): void => {
  cost.edgePairs += times * pairs
  cost.scanNs += times * (scanned * price.scan + crowding * price.crowding)
}

/**
 * Dashes are counted in the shape's own units, so no scale can hide them. Each is an outline of
 * its own, and wide ones overlap: then every scan line meets most of them.
 */
const dash = (
  walk: Walk,
  element: SvgElement,
  extent: Extent,
  width: number,
  place: SvgPosition,
) => {
  const list = place.style['stroke-dasharray']
  if (list === undefined || list === 'none') return
  const dashes = list.split(/[\s,]+/).map(part => readLength(part, place.viewBox.width) ?? 0)
  const period = dashes.reduce((sum, part) => sum + Math.abs(part), 0)
  if (period === 0) return
  const scale = scaleOf(place.linear) || 1
  const declared = readLength(element.attributes.get('pathLength'), 1) ?? 0
  const isFixed = property(element, 'vector-effect') !== undefined
  const units = Math.max(extent.length / (isFixed ? 1 / 2048 : scale), declared)
  const count = (units / period) * dashes.length
  walk.cost.fixedNs += count * price.dashNs
  const height = Math.min(1, extent.height + width) || 1
  const active = (edgesOfDash * count * Math.min(1, width + period * scale)) / height
  walk.cost.scanNs += active ** 2 * height * price.crowding
}

const edgesOfDash = 4

const paint = (
  walk: Walk,
  element: SvgElement,
  value: string,
  area: number,
  place: SvgPosition,
): void => {
  const { cost } = walk
  const server = referred(walk, value)
  if (!server) {
    cost.pixelNs += area * price.solid
    if (walk.visible) walk.paints.add(colorOf(value, place.style))
    return
  }
  if (server.name === 'pattern') {
    cost.pixelNs += area * price.pattern
    drawPattern(walk, server, place)
    return
  }
  const stops = gradientStops(server, walk.byId)
  cost.fixedNs += stops.length * price.stopNs
  const isRadial = server.name === 'radialGradient'
  cost.pixelNs += area * stops.length * (isRadial ? price.radialStop : price.stop)
  cost.pixelNs += area * (isRadial ? price.radialGradient : price.linearGradient)
  if (!walk.visible) return
  for (const stop of stops)
    walk.paints.add(colorOf(property(stop, 'stop-color') ?? 'black', inherited(stop)))
  if (stops.length === 0 && element) walk.paints.add('none')
}

/** The tile is a buffer of its own; a large one is refused by its memory, not its time. */
const drawPattern = (walk: Walk, pattern: SvgElement, place: SvgPosition): void => {
  const source = followHref(walk, pattern)
  const linear = multiply(place.linear, readTransform(property(pattern, 'patternTransform')))
  const boxed = property(pattern, 'patternUnits') !== 'userSpaceOnUse'
  const side = (name: 'width' | 'height') => {
    const value = property(pattern, name) ?? property(source, name)
    return boxed
      ? (readLength(value, 1) ?? 0)
      : (readLength(value, place.viewBox[name]) ?? 0) * scaleOf(linear)
  }
  const tile = Math.max(side('width'), 1e-3) * Math.max(side('height'), 1e-3)
  if (tile > 16) throw new SvgRefused('too_complex', 'A pattern has a huge tile.')
  walk.surfaces += tile
  walk.cost.surfaces = Math.max(walk.cost.surfaces, walk.surfaces)
  expand(walk, source, { ...place, linear }, true)
  walk.surfaces -= tile
}

const drawMarkers = (walk: Walk, outline: Outline, place: SvgPosition): void => {
  for (const name of ['marker-start', 'marker-mid', 'marker-end'] as const) {
    const marker = referred(walk, place.style[name])
    if (!marker || outline.corners === 0) continue
    const one = { ...walk, cost: noCost() }
    const factor = readLength(place.style['stroke-width'] ?? '1', 1) ?? 1
    const linear = multiply(place.linear, [factor, 0, 0, factor])
    expand(one, marker, viewport(marker, marker, { ...place, linear }), true)
    one.cost.fixedNs += 3 * price.elementNs
    walk.hasImages ||= one.hasImages
    addCost(walk.cost, one.cost, name === 'marker-mid' ? outline.corners : 1)
    check(walk)
  }
}

const drawImage = (walk: Walk, element: SvgElement, _place: SvgPosition): void => {
  const data = element.attributes.get('href') ?? ''
  const size = sizeFromHeader(Buffer.from(data.slice(data.indexOf(',') + 1), 'base64'))
  if (!size) return
  walk.hasImages = true
  walk.cost.fixedNs += size.width * size.height * price.imagePixelNs
  walk.cost.pixelNs += price.image
}

const drawText = (walk: Walk, element: SvgElement, place: SvgPosition): void => {
  const { style, linear } = place
  const characters = element.children.reduce(
    (sum, child) => sum + (isElement(child) ? 0 : child.length),
    0,
  )
  if (characters === 0) return
  walk.cost.fixedNs += characters * price.characterNs
  const height = (readLength(style['font-size'] ?? '16', 16) ?? 16) * scaleOf(linear)
  const area = Math.min(1, characters * height ** 2)
  paint(walk, element, style.fill ?? 'black', area, place)
  if (style.stroke === undefined || style.stroke === 'none') return
  walk.cost.fixedNs += characters * price.strokedCharacterNs
  const width = (readLength(style['stroke-width'] ?? '1', 1) ?? 1) * scaleOf(linear)
  // A letter's outline is about twelve times its height.
  const length = 12 * characters * height
  const extent = { width: 1, height, area, length, scanned: 0, crowding: 0, pairs: 0 }
  dash(walk, element, extent, width, place)
  paint(walk, element, style.stroke, Math.min(1, length * width + area), place)
}
