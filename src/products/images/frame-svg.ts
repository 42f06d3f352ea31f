import type { Theme } from '../../page/css/media.ts'
import { sanitizeSvg } from '../../page/pixels/svg/sanitize.ts'
import { withSize } from '../../page/pixels/svg/serialize.ts'
import type { Box } from './request.ts'
import { maxSizePx } from './sizes.ts'

/**
 * An icon that is a drawing, as a drawing: a square that an `<img>` without a size shows in so many
 * px. An oblong one stands in the middle, in a frame of its own, so that nothing beyond its edges
 * comes into view.
 */
export const frameSvg = (
  svg: string,
  { sizePx, greyscale }: { sizePx: number; greyscale?: boolean | undefined },
): { bytes: Buffer; contentType: 'image/svg+xml' } => {
  const { width, height } = cleanSvg(svg)
  const scale = sizePx / Math.max(width, height)
  const side = (length: number) => Math.round(length * scale * 100) / 100
  const [w, h] = [side(width), side(height)]
  const framed =
    w === h && !greyscale
      ? withSize(svg, sizePx, sizePx)
      : `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}" viewBox="0 0 ${sizePx} ${sizePx}">` +
        (greyscale ? grey : '') +
        `<g${greyscale ? ' filter="url(#siteray-grey)"' : ''}>` +
        `<svg x="${(sizePx - w) / 2}" y="${(sizePx - h) / 2}" ${withSize(svg, w, h).slice(5)}</g></svg>`
  return { bytes: Buffer.from(framed), contentType: 'image/svg+xml' }
}

/** A logo that is a drawing, in its own proportions. */
export const boxSvg = (
  svg: string,
  { box, greyscale }: { box: Box; greyscale?: boolean | undefined },
): { bytes: Buffer; contentType: 'image/svg+xml' } => {
  const { width, height } = fitInto(cleanSvg(svg), box)
  const sized = withSize(svg, width, height)
  const framed = greyscale
    ? `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
      `${grey}<g filter="url(#siteray-grey)">${sized}</g></svg>`
    : sized
  return { bytes: Buffer.from(framed), contentType: 'image/svg+xml' }
}

/** As large as fits into the box, and never larger than any image may be. */
export const fitInto = (
  { width, height }: { width: number; height: number },
  box: Box,
  density: 1 | 2 = 1,
): { width: number; height: number } => {
  const scale =
    density *
    Math.min(
      (box.width ?? maxSizePx) / width,
      (box.height ?? maxSizePx) / height,
      maxSizePx / Math.max(width, height),
    )
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: side(width), height: side(height) }
}

const grey =
  '<filter id="siteray-grey" color-interpolation-filters="sRGB"><feColorMatrix type="saturate" values="0"/></filter>'

/** Stored SVG was clean when it was stored; this reads what it costs to draw. */
export const cleanSvg = (svg: string | Uint8Array, theme: Theme = 'light') => {
  const clean = sanitizeSvg(svg, { theme })
  if (!clean.ok) throw new Error(`A stored SVG is refused: ${clean.reason}`)
  return clean
}
