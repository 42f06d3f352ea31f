import { type Cost, noCost, price } from './cost.ts'
import { type Linear, readLength, scaleOf, type ViewBox } from './geometry.ts'
import { SvgRefused } from './refused.ts'
import { isElement, property, type SvgElement } from './tree.ts'

type ById = ReadonlyMap<string, SvgElement>

/** The stops of a gradient, its own or those it borrows along `href`. */
export const gradientStops = (gradient: SvgElement, byId: ById): SvgElement[] => {
  const seen = new Set<SvgElement>()
  let element: SvgElement | undefined = gradient
  while (element) {
    if (seen.has(element))
      throw new SvgRefused('cycle', 'Gradients refer to each other in a circle.')
    seen.add(element)
    const stops = element.children.filter(isElement).filter(({ name }) => name === 'stop')
    if (stops.length > 0) return stops
    element = byId.get(element.attributes.get('href')?.slice(1) ?? '')
  }
  return []
}

/** Each step of a filter works on the whole filter region. */
export const filterCost = (
  filter: SvgElement,
  linear: Linear,
  viewBox: ViewBox,
  byId: ById,
): Cost => {
  const cost = noCost()
  const source = filter.children.some(isElement)
    ? filter
    : (byId.get(filter.attributes.get('href')?.slice(1) ?? '') ?? filter)
  const region = filterRegion(filter, linear, viewBox)
  cost.pixelNs += price.filter
  const steps = source.children.filter(isElement)
  // Each node of a feMerge is a step of its own.
  for (const step of steps.flatMap(step => [step, ...step.children.filter(isElement)])) {
    const isBlur = step.name === 'feGaussianBlur' || step.name === 'feDropShadow'
    cost.fixedNs += price.stepNs
    cost.pixelNs += price.step + region * (isBlur ? price.blur : price.primitive)
    if (step.name !== 'feMorphology') continue
    const radius = Math.max(...(property(step, 'radius') ?? '0').split(/[\s,]+/).map(Number))
    const side = 2 * scaleOf(linear) * (Number.isFinite(radius) ? Math.abs(radius) : 1)
    cost.windowNs += region * price.morphology * Math.min(1, side) ** 2
  }
  return cost
}

/** Share of the canvas. A region in units of the bounding box may be all of it. */
const filterRegion = (filter: SvgElement, linear: Linear, viewBox: ViewBox): number => {
  if (filter.attributes.get('filterUnits') !== 'userSpaceOnUse') return 1
  const side = (name: 'width' | 'height') => {
    const units = readLength(filter.attributes.get(name) ?? '120%', viewBox[name]) ?? viewBox[name]
    return Math.min(1, Math.abs(units) * scaleOf(linear))
  }
  return side('width') * side('height')
}
