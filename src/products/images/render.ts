import sharp, { type Sharp } from 'sharp'
import { type ImageSource, inputOptions } from '../../page/pixels/decode.ts'
import { rasterizeSvg } from '../../page/pixels/rasterize.ts'
import { contentTypes, type Format } from './formats.ts'
import { cleanSvg, fitInto } from './frame-svg.ts'
import type { Box as LogoBox } from './request.ts'

type RenderedImage = { bytes: Buffer; contentType: (typeof contentTypes)[Format] }

type Wanted = { sizePx: number; format: Format; greyscale?: boolean | undefined }

/** An icon as pixels: a square of exactly that many. */
export const renderIcon = async (
  source: ImageSource,
  { sizePx, format, greyscale }: Wanted,
): Promise<RenderedImage> => {
  const box = { widthPx: sizePx, heightPx: sizePx }
  const drawn = await fitted(source, box, format)
  return encode(greyscale ? drawn.greyscale() : drawn, format, sizePx <= losslessPx)
}

/** An Open Graph answer: exactly that wide, its proportions kept. */
export const renderOg = async (
  source: ImageSource,
  { sizePx: widthPx, format, greyscale }: Wanted,
): Promise<RenderedImage> => {
  const natural = await naturalSize(source)
  const heightPx = Math.max(1, Math.round((widthPx * natural.height) / natural.width))
  // A strip of 1 × 20 000 pixels must not become a gigapixel; it is padded instead.
  const box = { widthPx, heightPx: Math.min(heightPx, 4 * widthPx) }
  const drawn = await fitted(source, box, format)
  return encode(greyscale ? drawn.greyscale() : drawn, format, false)
}

/** A logo: as large as fits into its box, its proportions kept. */
export const renderLogo = async (
  source: ImageSource,
  { box, density, format, greyscale }: Wanted & { box: LogoBox; density: 1 | 2 },
): Promise<RenderedImage> => {
  const { width, height } = fitInto(await naturalSize(source), box, density)
  const drawn = await fitted(source, { widthPx: width, heightPx: height }, format)
  const isSmall = Math.max(width, height) <= losslessPx
  return encode(greyscale ? drawn.greyscale() : drawn, format, isSmall)
}

type Box = { widthPx: number; heightPx: number }

const white = '#ffffff'
const transparent = { r: 0, g: 0, b: 0, alpha: 0 }

/** The whole picture in the box, centred on transparency, never cropped and never stretched. */
const fitted = async (source: ImageSource, box: Box, format: Format): Promise<Sharp> => {
  // sharp flattens before it pads, so the padding of a jpg must be white itself.
  const background = format === 'jpg' ? white : transparent
  if (source.kind === 'svg') return drawnSvg(source.svg, box, background)
  const isEnlarged = source.width < box.widthPx && source.height < box.heightPx
  return sharp(source.bytes, inputOptions())
    .autoOrient()
    .resize(box.widthPx, box.heightPx, {
      fit: 'contain',
      background,
      // Lanczos rings around hard edges when it enlarges; small icons are all hard edges.
      kernel: isEnlarged ? 'mitchell' : 'lanczos3',
    })
}

/** Drawn at the final size and then only padded: resizing would draw it a second time. */
const drawnSvg = async (
  svg: string,
  { widthPx, heightPx }: Box,
  background: typeof white | typeof transparent,
): Promise<Sharp> => {
  const clean = cleanSvg(svg)
  const scale = Math.min(widthPx / clean.width, heightPx / clean.height)
  const side = (length: number, mostPx: number) =>
    Math.min(mostPx, Math.max(1, Math.round(length * scale)))
  const width = side(clean.width, widthPx)
  const height = side(clean.height, heightPx)
  const drawn = await rasterizeSvg(clean, width, height)
  const left = (widthPx - width) >> 1
  const top = (heightPx - height) >> 1
  if (width === widthPx && height === heightPx) return drawn
  const [right, bottom] = [widthPx - width - left, heightPx - height - top]
  return drawn.extend({ left, right, top, bottom, background })
}

const naturalSize = async (source: ImageSource): Promise<{ width: number; height: number }> =>
  source.kind === 'svg' ? cleanSvg(source.svg) : source

/** Below this, lossless WebP is both smaller and quicker than lossy; measured at 128 and 512. */
const losslessPx = 256

/** sharp writes no metadata and converts to sRGB unless told otherwise. */
const encode = async (image: Sharp, format: Format, isSmall: boolean): Promise<RenderedImage> => ({
  bytes: await writers[format](image, isSmall).toBuffer(),
  contentType: contentTypes[format],
})

const writers: Record<Format, (image: Sharp, isSmall: boolean) => Sharp> = {
  png: image => image.png(),
  webp: (image, isSmall) => {
    const lossy = { quality: 86, alphaQuality: 100, effort: 2, smartSubsample: true }
    return image.webp(isSmall ? { lossless: true, effort: 4 } : lossy)
  },
  jpg: (image, isSmall) => {
    const chromaSubsampling = isSmall ? '4:4:4' : '4:2:0'
    const jpeg = image.flatten({ background: white })
    return jpeg.jpeg({ quality: isSmall ? 90 : 84, chromaSubsampling })
  },
  // More effort takes a second for an Open Graph image.
  avif: image => image.avif({ quality: 60, effort: 2 }),
}
