/**
 * Everything that may appear in the result. What is not named here does not exist: no scripts,
 * handlers, animation, links, foreign content, fonts or view elements. Of the filter primitives
 * only those that icons use stay; the costly and the fetching ones (feTurbulence, lighting,
 * feConvolveMatrix, feDisplacementMap, feImage) do not.
 */
export const shapes = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'])

export const textElements = new Set(['text', 'tspan', 'textPath', 'title', 'desc'])

export const elements = new Set([
  ...shapes,
  ...textElements,
  ...['svg', 'g', 'defs', 'symbol', 'use', 'image'],
  ...['linearGradient', 'radialGradient', 'stop', 'pattern', 'clipPath', 'mask', 'marker'],
  ...['filter', 'feGaussianBlur', 'feOffset', 'feBlend', 'feColorMatrix', 'feComposite'],
  ...['feComponentTransfer', 'feFuncR', 'feFuncG', 'feFuncB', 'feFuncA', 'feFlood'],
  ...['feMerge', 'feMergeNode', 'feMorphology', 'feDropShadow'],
])

/** Elements that draw nothing where they stand, only where they are referred to. */
export const neverDrawn = new Set([
  ...['defs', 'symbol', 'linearGradient', 'radialGradient', 'stop', 'pattern', 'clipPath'],
  ...['mask', 'marker', 'filter', 'title', 'desc'],
])

export type AttributeKind = 'numbers' | 'word' | 'path' | 'transform' | 'viewBox'

const kinds = (kind: AttributeKind, names: string): [string, AttributeKind][] =>
  names.split(' ').map(name => [name, kind])

/** Attributes that are not properties of CSS. `id`, `href`, `style`, `class` are handled apart. */
export const attributeKinds = new Map<string, AttributeKind>([
  ...kinds('numbers', 'x y x1 y1 x2 y2 cx cy r rx ry fx fy fr width height dx dy rotate offset'),
  ...kinds('numbers', 'refX refY markerWidth markerHeight startOffset textLength pathLength'),
  ...kinds('numbers', 'stdDeviation radius values tableValues slope intercept amplitude exponent'),
  ...kinds('numbers', 'k1 k2 k3 k4 points'),
  ...kinds('word', 'gradientUnits spreadMethod patternUnits patternContentUnits clipPathUnits'),
  ...kinds('word', 'maskUnits maskContentUnits markerUnits filterUnits primitiveUnits orient'),
  ...kinds('word', 'preserveAspectRatio lengthAdjust method spacing side in in2 result mode'),
  ...kinds('word', 'operator type edgeMode xml:space'),
  ...kinds('path', 'd'),
  ...kinds('transform', 'transform gradientTransform patternTransform'),
  ...kinds('viewBox', 'viewBox'),
])

export type PropertyKind = 'paint' | 'color' | 'reference' | 'font' | 'plain' | 'transform'

const properties = (kind: PropertyKind, names: string): [string, PropertyKind][] =>
  names.split(' ').map(name => [name, kind])

/** CSS properties, allowed as `style` and, save the last rows, as presentation attributes. */
export const propertyKinds = new Map<string, PropertyKind>([
  ...properties('paint', 'fill stroke'),
  ...properties('color', 'color stop-color flood-color'),
  ...properties('reference', 'clip-path mask filter marker marker-start marker-mid marker-end'),
  ...properties('font', 'font-family'),
  ...properties('plain', 'fill-opacity fill-rule clip-rule stroke-opacity stroke-width'),
  ...properties('plain', 'stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray'),
  ...properties('plain', 'stroke-dashoffset stop-opacity flood-opacity opacity display visibility'),
  ...properties('plain', 'overflow paint-order shape-rendering image-rendering text-rendering'),
  ...properties('plain', 'color-interpolation color-interpolation-filters vector-effect mask-type'),
  ...properties('plain', 'font-size font-style font-weight font-stretch font-variant'),
  ...properties('plain', 'letter-spacing word-spacing text-anchor text-decoration direction'),
  ...properties('plain', 'dominant-baseline alignment-baseline baseline-shift writing-mode'),
  ...properties('plain', 'unicode-bidi white-space transform-origin'),
  ...properties('plain', 'mix-blend-mode isolation transform-box'),
  ...properties('plain', 'x y cx cy r rx ry width height'),
  ...properties('transform', 'transform'),
])

/** Only CSS knows these; as attributes they mean nothing. */
export const cssOnly = new Set(['mix-blend-mode', 'isolation', 'transform-box', 'marker'])
