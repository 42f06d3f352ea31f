/**
 * The small tree everything here works on. Names are local names of the SVG namespace: prefixes
 * and other namespaces are gone once `xml.ts` has read the file.
 */
export type SvgElement = {
  name: string
  attributes: Map<string, string>
  /** What CSS says of the element, cleaned; filled by the rebuild, printed as `style`. */
  style: Map<string, string>
  children: SvgNode[]
  parent: SvgElement | undefined
}
export type SvgNode = SvgElement | string

export const svgNamespace = 'http://www.w3.org/2000/svg'

export const isElement = (node: SvgNode): node is SvgElement => typeof node !== 'string'

/** The element and all below it, in document order. Depth is capped, so recursion is safe. */
export function* elementsOf(element: SvgElement): Generator<SvgElement> {
  yield element
  for (const child of element.children) if (isElement(child)) yield* elementsOf(child)
}

/** A property as the cascade leaves it: CSS before the presentation attribute. */
export const property = (element: SvgElement, name: string): string | undefined =>
  element.style.get(name) ?? element.attributes.get(name)
