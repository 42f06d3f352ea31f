import sharp from 'sharp'
import type { Theme } from '../../page/css/media.ts'
import type { DecodedImage, ImageSource } from '../../page/pixels/decode.ts'
import type { ImageFacts } from '../../page/pixels/facts.ts'
import { groundShape, number, plateShape, plateShare } from '../../page/pixels/plates.ts'
import { sanitizeSvg } from '../../page/pixels/svg/sanitize.ts'
import { withSize } from '../../page/pixels/svg/serialize.ts'
import { surfaces, tintColor } from '../../page/pixels/tint.ts'
import { boundedRaster, tintRaster, tintSvg } from './tint.ts'

/** A site's icon as it can be seen on a surface; what is seen there already stays as it is. */
export const fitToSurface = async (
  { source, facts }: Pick<DecodedImage, 'source' | 'facts'>,
  theme: Theme,
  isLogo = false,
): Promise<ImageSource> => {
  switch (facts.fit[theme]) {
    case 'plain':
      return source
    case 'tint':
      return tinted(source, theme, facts.markColor)
    case 'ground':
      return onBed(source, groundOf(facts, theme))
    case 'plate':
      return onBed(source, isLogo ? bandOf(facts, theme) : plateOf(facts, theme))
  }
}

/** A mask icon, or a mark of one color, in a color that is seen on the surface. */
export const tinted = async (
  source: ImageSource,
  theme: Theme,
  declared: string | undefined,
): Promise<ImageSource> =>
  source.kind === 'svg'
    ? { kind: 'svg', svg: tintSvg(source.svg, theme, declared) }
    : { ...source, bytes: await tintRaster(source.bytes, theme, declared) }

/** What is drawn under an icon, and where the icon then stands, in shares of its own longer side. */
type Bed = { width: number; height: number; shape: string; x: number; y: number }

const sidesOf = ({ width, height }: ImageFacts) => {
  const longer = Math.max(width, height)
  return { width: width / longer, height: height / longer }
}

/** Holes show the color that a mark of their tile's color would be tinted in. */
const groundOf = (facts: ImageFacts, theme: Theme): Bed => {
  const { width, height } = sidesOf(facts)
  const { content, tile = 'square' } = facts
  const ink = {
    ...{ x: content.left * width, y: content.top * height },
    ...{ width: content.width * width, height: content.height * height },
  }
  return { width, height, shape: groundShape(tile, ink, tintColor(theme)), x: 0, y: 0 }
}

const plateOf = (facts: ImageFacts, theme: Theme): Bed => {
  const { width, height } = sidesOf(facts)
  const side = 1 / plateShare
  const shape = plateShape(0, 0, side, surfaces[theme === 'dark' ? 'light' : 'dark'])
  return { width: side, height: side, shape, x: (side - width) / 2, y: (side - height) / 2 }
}

/** Around a logo, in its own proportions. */
const bandOf = (facts: ImageFacts, theme: Theme): Bed => {
  const inner = sidesOf(facts)
  const rim = 0.25 * Math.min(inner.width, inner.height)
  const [width, height] = [inner.width + 2 * rim, inner.height + 2 * rim]
  const fill = surfaces[theme === 'dark' ? 'light' : 'dark']
  const shape = `<rect width="${number(width)}" height="${number(height)}" rx="${number(rim)}" fill="${fill}"/>`
  return { width, height, shape, x: rim, y: rim }
}

const onBed = (source: ImageSource, bed: Bed): ImageSource | Promise<ImageSource> =>
  source.kind === 'svg' ? svgOnBed(source, bed) : rasterOnBed(source, bed)

/** Drawings measure this much on their longer side, so that no coordinate is a tiny fraction. */
const unitPx = 512

const svgOnBed = (source: ImageSource & { kind: 'svg' }, bed: Bed): ImageSource => {
  const clean = sanitizeSvg(source.svg)
  if (!clean.ok) return source
  const scale = unitPx / Math.max(clean.width, clean.height)
  const inner = withSize(source.svg, number(clean.width * scale), number(clean.height * scale))
  const place = `x="${number(bed.x * unitPx)}" y="${number(bed.y * unitPx)}"`
  const svg = `${bedSvg(bed, unitPx)}${inner.replace('<svg ', `<svg ${place} `)}</svg>`
  // A drawing at the limit of what is allowed has no room for more.
  const again = sanitizeSvg(svg)
  return again.ok ? { kind: 'svg', svg: again.svg } : source
}

const rasterOnBed = async (
  { bytes }: ImageSource & { kind: 'raster' },
  bed: Bed,
): Promise<ImageSource> => {
  const { data: input, info } = await boundedRaster(bytes)
    .toColorspace('srgb')
    .png()
    .toBuffer({ resolveWithObject: true })
  const longerPx = Math.max(info.width, info.height)
  const [left, top] = [Math.round(bed.x * longerPx), Math.round(bed.y * longerPx)]
  const png = await sharp(Buffer.from(`${bedSvg(bed, longerPx)}</svg>`))
    .composite([{ input, left, top }])
    .png()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = png.info
  return { kind: 'raster', bytes: png.data, width, height }
}

const bedSvg = ({ width, height, shape }: Bed, longerPx: number): string => {
  const px = [width, height].map(side => Math.max(1, Math.round(side * longerPx)))
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${px[0]}" height="${px[1]}" viewBox="0 0 ${px[0]} ${px[1]}">` +
    `<g transform="scale(${longerPx})">${shape}</g>`
  )
}
