import type { Theme } from '../../page/css/media.ts'
import { sanitizeSvg } from '../../page/pixels/svg/sanitize.ts'
import { withSize } from '../../page/pixels/svg/serialize.ts'

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

const grey =
  '<filter id="siteray-grey" color-interpolation-filters="sRGB"><feColorMatrix type="saturate" values="0"/></filter>'

/** Stored SVG was clean when it was stored; this reads what it costs to draw. */
export const cleanSvg = (svg: string | Uint8Array, theme: Theme = 'light') => {
  const clean = sanitizeSvg(svg, { theme })
  if (!clean.ok) throw new Error(`A stored SVG is refused: ${clean.reason}`)
  return clean
}
