import sharp, { type Sharp } from 'sharp'
import { formatHex8, parse } from '../../page/css/culori.ts'
import type { Theme } from '../../page/css/media.ts'
import { inputOptions } from '../../page/pixels/decode.ts'
import { serialize } from '../../page/pixels/svg/serialize.ts'
import { elementsOf, type SvgElement } from '../../page/pixels/svg/tree.ts'
import { parseXml } from '../../page/pixels/svg/xml.ts'
import { tintColor } from '../../page/pixels/tint.ts'
import { maxSizePx } from './sizes.ts'

const paintNames = ['fill', 'stroke', 'color', 'stop-color', 'flood-color']

/**
 * A sanitised SVG in one color, as Safari shows mask icons: shapes and transparency stay, every
 * paint becomes the tint. The insides of masks keep theirs, since there brightness means opacity.
 */
export const tintSvg = (svg: string, theme: Theme, declared?: string): string => {
  const tint = tintColor(theme, declared)
  const root = parseXml(svg)
  const original = paintOf(root, 'fill') ?? '#000'
  for (const mask of elementsOf(root))
    if (mask.name === 'mask' && paintOf(mask, 'fill') === undefined)
      mask.attributes.set('fill', original)
  tintElement(root, tint)
  if (paintOf(root, 'fill') === undefined) root.attributes.set('fill', tint)
  return serialize(root)
}

const paintOf = (element: SvgElement, name: string): string | undefined =>
  new Map(declarations(element)).get(name) ?? element.attributes.get(name)

const declarations = (element: SvgElement): [string, string][] =>
  (element.attributes.get('style') ?? '').split(';').flatMap(part => {
    const colon = part.indexOf(':')
    return colon < 0 ? [] : [[part.slice(0, colon), part.slice(colon + 1)] as [string, string]]
  })

const tintElement = (element: SvgElement, tint: string): void => {
  if (element.name === 'mask') return
  for (const name of paintNames) {
    const value = element.attributes.get(name)
    if (value !== undefined) element.attributes.set(name, tinted(value, tint))
  }
  const style = declarations(element).map(([name, value]) =>
    paintNames.includes(name) ? `${name}:${tinted(value, tint)}` : `${name}:${value}`,
  )
  if (style.length > 0) element.attributes.set('style', style.join(';'))
  for (const child of element.children) if (typeof child !== 'string') tintElement(child, tint)
}

/** `none`, references and keywords stay; a half transparent paint stays half transparent. */
const tinted = (value: string, tint: string): string => {
  if (/^currentcolor$/i.test(value)) return tint
  const color = parse(value)
  if (!color || color.alpha === 0) return value
  const { alpha = 1 } = color
  return alpha < 1 ? formatHex8({ ...(parse(tint) ?? color), alpha }) : tint
}

/** The same for a raster mark: its transparency, filled with the tint. */
export const tintRaster = async (
  bytes: Uint8Array,
  theme: Theme,
  declared?: string,
): Promise<Buffer> => {
  const tint = Number.parseInt(tintColor(theme, declared).slice(1), 16)
  const { data, info } = await boundedRaster(bytes)
    .ensureAlpha()
    .toColorspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  for (let i = 0; i < data.length; i += 4) data.writeUIntBE(tint, i, 3)
  const { width, height } = info
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}

/** Nobody asks for a larger one, so none need be held in memory whole. */
export const boundedRaster = (bytes: Uint8Array): Sharp =>
  sharp(bytes, inputOptions())
    .autoOrient()
    .resize(maxSizePx, maxSizePx, { fit: 'inside', withoutEnlargement: true })
