import sharp, { type Sharp } from 'sharp'
import { affordableSizePx } from './svg/cost.ts'
import type { CleanSvg } from './svg/sanitize.ts'
import { withSize } from './svg/serialize.ts'

/**
 * Draws a sanitised SVG at exactly that size; the type keeps every other SVG out of librsvg.
 * The size is written into the file, so librsvg draws those very pixels: a density would be
 * rounded, and resizing afterwards would blur. Only a picture too costly at that size (filters,
 * patterns) is drawn smaller and enlarged.
 */
export const rasterizeSvg = async (
  clean: CleanSvg,
  widthPx: number,
  heightPx: number,
): Promise<Sharp> => {
  const longestPx = Math.max(widthPx, heightPx)
  const drawnPx = affordableSizePx(clean.cost, longestPx)
  if (drawnPx >= longestPx) return draw(clean.svg, widthPx, heightPx)
  const side = (px: number) => Math.max(1, Math.round((px * drawnPx) / longestPx))
  // Drawn to the end first: in one pipeline libvips would draw the SVG at the larger size.
  const small = draw(clean.svg, side(widthPx), side(heightPx)).ensureAlpha().raw()
  const { data, info } = await small.toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  return sharp(data, { raw }).resize(widthPx, heightPx, { fit: 'fill' })
}

const draw = (svg: string, widthPx: number, heightPx: number): Sharp =>
  sharp(Buffer.from(withSize(svg, widthPx, heightPx)), {
    density: 72,
    limitInputPixels: 4096 * 4096,
  })

/** The largest size of the SVG's own proportions inside a square. */
export const sizeWithin = (
  { width, height }: { width: number; height: number },
  sizePx: number,
): { widthPx: number; heightPx: number } => {
  const scale = sizePx / Math.max(width, height)
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  return { widthPx: side(width), heightPx: side(height) }
}
