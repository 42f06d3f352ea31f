import { optimize, type PluginConfig } from 'svgo'

/** The form every stored drawing has: `<svg xmlns viewBox>` and shapes, nothing else. */
export type Canonical = { svg: string; box: Box }
export type Box = { x: number; y: number; width: number; height: number }

const elements = new Set(
  'svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop clipPath mask use'.split(
    ' ',
  ),
)
const attributes = new Set(
  (
    'id href d x y width height cx cy r rx ry fx fy fr x1 y1 x2 y2 points transform viewBox xmlns offset ' +
    'gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits mask-type ' +
    'fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit ' +
    'stroke-dasharray stroke-dashoffset stroke-opacity opacity color clip-path clip-rule mask ' +
    'stop-color stop-opacity paint-order'
  ).split(' '),
)
/** Attributes that carry no picture; any other unknown attribute refuses the drawing. */
const meaningless =
  /^(version|xml:.*|xmlns:.*|data-.*|class|role|aria-.*|enable-background|preserveAspectRatio|overflow|color-interpolation|isolation|font-.*|text-.*|letter-spacing|word-spacing|white-space|line-height|direction|writing-mode|display|visibility|baseline-shift|pointer-events|cursor|transform-box|vector-effect|shape-rendering|image-rendering|color-rendering|text-rendering)$/

/**
 * Rewrites a drawing to the canonical form, or gives up on one that needs more than shapes, paint,
 * clips and masks: no filters, text, images, styles or references to anything outside.
 */
export const canonical = (source: string): Canonical | undefined => {
  const problems: string[] = []
  let box: Box | undefined
  const { data } = optimize(source, {
    multipass: true,
    plugins: [
      {
        name: 'preset-default',
        params: {
          overrides: {
            inlineStyles: { onlyMatchedOnce: false },
            cleanupIds: false,
            mergePaths: false,
          },
        },
      },
      'convertStyleToAttrs',
      'removeXlink',
      'removeTitle',
      'removeOffCanvasPaths',
      strict(problems, found => {
        box = found
      }),
      'cleanupIds',
    ] as PluginConfig[],
  })
  if (problems.length > 0 || !box || hasDangling(data)) return undefined
  return { svg: withBox(opaqueHex(data), box), box }
}

const hasDangling = (svg: string) => {
  const ids = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map(match => match[1]))
  return [...svg.matchAll(/(?:url\(#|href="#)([^")]+)/g)].some(match => !ids.has(match[1]))
}

/** `#ffff` is `#fff` with an alpha that older renderers do not read. */
const opaqueHex = (svg: string) =>
  svg.replace(/"#([0-9a-f]{3})f"/gi, '"#$1"').replace(/"#([0-9a-f]{6})ff"/gi, '"#$1"')

/** The same drawing with another window on it. */
export const withBox = (svg: string, { x, y, width, height }: Box): string => {
  const viewBox = [x, y, width, height].map(number => Number(number.toFixed(3))).join(' ')
  const start = svg.slice(0, svg.indexOf('>') + 1)
  const kept = start
    .replace(/ (xmlns|viewBox|width|height)="[^"]*"/g, '')
    .replace(/^<svg/, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"`)
  return kept + svg.slice(start.length)
}

type Element = { name: string; attributes: Record<string, string> }

const strict = (problems: string[], found: (box: Box | undefined) => void) => ({
  name: 'strict',
  fn: () => ({
    element: {
      enter: (node: Element) => {
        if (!elements.has(node.name)) problems.push(`<${node.name}>`)
        if (node.name === 'svg') found(boxOf(node.attributes))
        spreadStyle(node.attributes)
        for (const [name, value] of Object.entries(node.attributes)) {
          if (meaningless.test(name)) delete node.attributes[name]
          else problems.push(...problemsOf(name, value))
        }
      },
    },
  }),
})

const problemsOf = (name: string, value: string): string[] => {
  if (!attributes.has(name)) return [name]
  const leavesFile = /url\((?!["']?#)|var\(/.test(value)
  return leavesFile || (name === 'href' && !value.startsWith('#')) ? [value] : []
}

/** What svgo leaves in `style` are properties it does not know as attributes. */
const spreadStyle = (all: Record<string, string>) => {
  for (const declaration of all.style?.split(';') ?? []) {
    const [name = '', value = ''] = declaration.split(':').map(part => part.trim())
    if (name && !/^(flex|inline-size|-inkscape-.*|solid-.*)$/.test(name)) all[name] = value
  }
  delete all.style
}

const boxOf = ({ viewBox, width, height }: Record<string, string>): Box | undefined => {
  const numbers = viewBox
    ?.trim()
    .split(/[\s,]+/)
    .map(Number) ?? [0, 0, Number.parseFloat(width ?? ''), Number.parseFloat(height ?? '')]
  const [x, y, w, h] = numbers
  if (x === undefined || y === undefined || !w || !h || !numbers.every(Number.isFinite))
    return undefined
  return { x, y, width: w, height: h }
}
