import { type Cost, noCost, price } from './cost.ts'
import { isElement, property, type SvgElement, SvgRefused } from './tree.ts'

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

/** A filter works on whole canvases, once for each of its steps. */
export const filterCost = (filter: SvgElement, scale: number, byId: ById): Cost => {
  const cost = noCost()
  const source = filter.children.some(isElement)
    ? filter
    : (byId.get(filter.attributes.get('href')?.slice(1) ?? '') ?? filter)
  cost.pixelNs += price.filter
  for (const step of source.children.filter(isElement)) {
    if (step.name === 'feGaussianBlur' || step.name === 'feDropShadow') cost.pixelNs += price.blur
    else cost.pixelNs += price.primitive
    if (step.name !== 'feMorphology') continue
    const radius = Math.max(...(property(step, 'radius') ?? '0').split(/[\s,]+/).map(Number))
    const side = 2 * scale * (Number.isFinite(radius) ? Math.abs(radius) : 1)
    cost.windowNs += price.morphology * Math.min(1, side) ** 2
  }
  return cost
}
