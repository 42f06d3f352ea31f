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

/** Why a file is refused as a whole. Whatever is merely unwanted is left out instead. */
export type SvgRefusal =
  | 'too_large'
  | 'encoding'
  | 'malformed'
  | 'doctype'
  | 'not_svg'
  | 'too_many_elements'
  | 'too_deep'
  | 'too_complex'
  | 'cycle'
  | 'empty'

export class SvgRefused extends Error {
  override readonly name = 'SvgRefused'
  readonly reason: SvgRefusal

  constructor(reason: SvgRefusal, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

export const limits = {
  /** Of the file, of what a gzipped file unpacks to, and of the result. */
  bytes: 512 * 1024,
  elements: 5000,
  depth: 64,
  /** Elements drawn through `use`, patterns, masks, clip paths and markers. */
  expanded: 2000,
  doctypeCharacters: 8 * 1024,
  entityCharacters: 64 * 1024,
  cssCharacters: 64 * 1024,
  cssRules: 2000,
  /** Selectors and blocks, counted before anything is parsed. */
  cssPieces: 6000,
  /** Selector comparisons and value pieces; stops whatever CSS would explode. */
  cssSteps: 250_000,
  /** One coordinate, size or scale. Real icons stay far below. */
  coordinate: 1e6,
  imageBytes: 256 * 1024,
  imagePixels: 2_000_000,
  textCharacters: 2000,
} as const

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
