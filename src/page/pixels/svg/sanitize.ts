import { formatHex, parse as parseColor } from '../../css/culori.ts'
import type { Theme } from '../../css/media.ts'
import type { Cost } from './cost.ts'
import { readLength, readViewBox, type ViewBox } from './geometry.ts'
import { limits } from './limits.ts'
import { measure } from './measure.ts'
import { rebuild } from './rebuild.ts'
import { type SvgRefusal, SvgRefused } from './refused.ts'
import { serialize } from './serialize.ts'
import { readSource } from './source.ts'
import type { SvgElement } from './tree.ts'
import { parseXml } from './xml.ts'

type SvgOptions = {
  /** Decides `prefers-color-scheme` and `light-dark()`. */
  theme?: Theme
  /** Decides media queries about width; the default size of an icon. */
  widthPx?: number
}

export type CleanSvg = {
  ok: true
  /** Well-formed, without a single outside reference; the same again when cleaned again. */
  svg: string
  /** Natural size in px. */
  width: number
  height: number
  viewBox: ViewBox
  /** Another theme would have given another picture. */
  hasDarkRules: boolean
  /** Distinct colors that paint something, as `#rrggbb`. */
  colors: string[]
  /** Embedded raster images, whose colors are not in `colors`. */
  hasImages: boolean
  /** For the rasteriser: how large this may be drawn. */
  cost: Cost
}

type RefusedSvg = { ok: false; reason: SvgRefusal; detail: string }

/**
 * Rebuilds an untrusted SVG from the parts we know: parsed as strict XML, filtered by an
 * allow-list, its CSS dissolved into the elements for one theme, its cost bounded, written anew.
 */
export const sanitizeSvg = (
  input: Uint8Array | string,
  options: SvgOptions = {},
): CleanSvg | RefusedSvg => {
  const { theme = 'light', widthPx = 128 } = options
  try {
    return clean(parseXml(readSource(input)), { theme, widthPx })
  } catch (error) {
    if (!(error instanceof SvgRefused)) throw error
    return { ok: false, reason: error.reason, detail: error.message }
  }
}

const clean = (raw: SvgElement, screen: { theme: Theme; widthPx: number }): CleanSvg => {
  const { root, hasDarkRules } = rebuild(raw, screen)
  const frame = setFrame(root)
  const { cost, paints, hasImages } = measure(root, frame.viewBox)
  const colors = [...new Set([...paints].map(hexOf).filter(hex => hex !== undefined))]
  if (colors.length === 0 && !hasImages && cost.pixelNs === 0)
    throw new SvgRefused('empty', 'Nothing in it is drawn.')
  const svg = serialize(root)
  if (Buffer.byteLength(svg) > limits.bytes)
    throw new SvgRefused('too_large', 'The result is too large.')
  return { ok: true, svg, ...frame, hasDarkRules, colors, hasImages, cost }
}

/** Browsers' size for an SVG that names none. */
const defaultSize = { width: 300, height: 150 }

/**
 * Size and view box that every renderer understands alike. A file without a view box gets the one
 * its size implies, since without it an `<img>` of another size would crop instead of scale.
 */
const setFrame = (root: SvgElement): { width: number; height: number; viewBox: ViewBox } => {
  const given = readViewBox(root)
  const { attributes } = root
  if (!given) attributes.delete('viewBox')
  for (const name of ['x', 'y']) attributes.delete(name)
  for (const name of ['width', 'height'] as const) {
    const text = root.style.get(name) ?? attributes.get(name)
    root.style.delete(name)
    const length = text?.includes('%') || text === 'auto' ? undefined : readLength(text, 100)
    if (length !== undefined && length > 0 && length <= 16_384) attributes.set(name, `${length}`)
    else attributes.delete(name)
  }
  const width = Number(attributes.get('width') ?? 0)
  const height = Number(attributes.get('height') ?? 0)
  if (given) {
    const ratio = given.width / given.height
    if (width && height) return { width, height, viewBox: given }
    if (width) return { width, height: width / ratio, viewBox: given }
    if (height) return { width: height * ratio, height, viewBox: given }
    return { width: given.width, height: given.height, viewBox: given }
  }
  const size = { width: width || defaultSize.width, height: height || defaultSize.height }
  attributes.set('viewBox', `0 0 ${size.width} ${size.height}`)
  return { ...size, viewBox: { x: 0, y: 0, ...size } }
}

const hexOf = (paint: string): string | undefined => {
  if (/^currentcolor$/i.test(paint)) return '#000000'
  const color = parseColor(paint)
  return color && color.alpha !== 0 ? formatHex(color) : undefined
}
