import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import type { Theme } from '../css/media.ts'
import { type ImageFacts, measurePixels } from './facts.ts'
import { type Bitmap, decodeBmp } from './raster/dib.ts'
import { sizeFromHeader } from './raster/header.ts'
import { decodeIcoBitmap, rankIcoEntries, readIco } from './raster/ico.ts'
import { ImageRefused, type RasterRefusal } from './raster/refused.ts'
import { type ImageKind, sniffImage } from './raster/sniff.ts'
import { rasterizeSvg, sizeWithin } from './rasterize.ts'
import type { SvgRefusal } from './svg/refused.ts'
import { sanitizeSvg } from './svg/sanitize.ts'

/** What is stored and rendered from: safe to serve (SVG) or safe to hand to sharp (raster). */
export type ImageSource =
  | { kind: 'svg'; svg: string }
  | { kind: 'raster'; bytes: Uint8Array; width: number; height: number }

export type DecodeOptions = {
  /** Decides the dark rules inside an SVG. */
  theme?: Theme
  /** The size an icon file should rather have; the largest picture by default. */
  wantedPx?: number
  limits?: Partial<ImageLimits>
}

type ImageLimits = { bytes: number; pixels: number }

/**
 * A phone's photograph passes. Formats that must be held whole in memory get less, so that no
 * image takes more than about 128 MB.
 */
const defaultLimits: ImageLimits = { bytes: 15_000_000, pixels: 25_000_000 }
const wholePixels = 16_000_000
/** About 50 ns and 18 bytes a pixel, measured. */
const avifPixels = 6_000_000

export type DecodedImage = {
  ok: true
  kind: ImageKind
  source: ImageSource
  facts: ImageFacts
  /** An SVG that looks different in the other theme. */
  hasDarkRules: boolean
}

type RefusedImage = {
  ok: false
  /** `svg_…` comes from the SVG rebuilder. */
  reason: RasterRefusal | `svg_${SvgRefusal}`
  detail: string
}

/** Bytes of unknown origin to a usable source and what its pixels say, or the reason why not. */
export const decodeImage = async (
  bytes: Uint8Array,
  options: DecodeOptions = {},
): Promise<DecodedImage | RefusedImage> => {
  try {
    return await decode(bytes, options)
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error
    return { ok: false, reason: error.reason, detail: error.message }
  }
}

const decode = async (
  bytes: Uint8Array,
  options: DecodeOptions,
): Promise<DecodedImage | RefusedImage> => {
  const limits = { ...defaultLimits, ...options.limits }
  if (bytes.length > limits.bytes)
    throw new ImageRefused('too_many_bytes', 'The file is too large.')
  const kind = sniffImage(bytes)
  switch (kind) {
    case undefined:
      throw new ImageRefused('unknown_format', 'These bytes are not an image.')
    case 'tiff':
    case 'html':
      throw new ImageRefused('unsupported_format', `Siteray does not read ${kind} as an image.`)
    case 'svg':
      return decodeSvg(bytes, options.theme ?? 'light')
    case 'ico':
      return decodeIco(bytes, options.wantedPx ?? Number.POSITIVE_INFINITY, limits)
    case 'bmp':
      return decodeBitmap(decodeBmp(bytes), 'bmp')
    default:
      return decodeRaster(bytes, kind, limits)
  }
}

const decodeSvg = async (bytes: Uint8Array, theme: Theme): Promise<DecodedImage | RefusedImage> => {
  const clean = sanitizeSvg(bytes, { theme })
  if (!clean.ok) return { ok: false, reason: `svg_${clean.reason}`, detail: clean.detail }
  const { widthPx, heightPx } = sizeWithin(clean, factsPx)
  const drawn = await drawing(() => rasterizeSvg(clean, widthPx, heightPx))
  const facts = await factsOf(drawn, { width: clean.width, height: clean.height, isVector: true })
  const source: ImageSource = { kind: 'svg', svg: clean.svg }
  const { hasDarkRules } = clean
  return { ok: true, kind: 'svg', source, facts, hasDarkRules }
}

/** The best picture that can be read; one broken entry only means the next. */
const decodeIco = async (
  bytes: Uint8Array,
  wantedPx: number,
  limits: ImageLimits,
): Promise<DecodedImage> => {
  let failure = new ImageRefused('broken', 'The icon file contains no picture.')
  // A hostile directory must not make us decode 256 large pictures in vain.
  for (const entry of rankIcoEntries(readIco(bytes), wantedPx).slice(0, 16)) {
    try {
      if (entry.kind === 'bitmap') return await decodeBitmap(decodeIcoBitmap(entry), 'ico')
      return { ...(await decodeRaster(pngBytes(entry.bytes), 'png', limits)), kind: 'ico' }
    } catch (error) {
      if (!(error instanceof ImageRefused)) throw error
      failure = error
    }
  }
  throw failure
}

/** The payload of an entry may be followed by others; a PNG ends with its IEND chunk. */
const pngBytes = (bytes: Uint8Array): Uint8Array => {
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(
    'IEND',
    8,
    'latin1',
  )
  return end < 0 ? bytes : bytes.subarray(0, end + 8)
}

const decodeBitmap = async (bitmap: Bitmap, kind: 'ico' | 'bmp'): Promise<DecodedImage> => {
  const { width, height, rgba } = bitmap
  const raw = { width, height, channels: 4 } as const
  const pixels = () => sharp(rgba, { raw })
  const png = await drawing(() => pixels().png({ compressionLevel: 6 }).toBuffer())
  const facts = await factsOf(pixels(), { width, height, isVector: false })
  return {
    ok: true,
    kind,
    source: { kind: 'raster', bytes: png, width, height },
    facts,
    hasDarkRules: false,
  }
}

const decodeRaster = async (
  bytes: Uint8Array,
  kind: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif',
  limits: ImageLimits,
): Promise<DecodedImage> => {
  const input = inputOptions(limits)
  const meta = await drawing(() => sharp(bytes, input).metadata())
  const frames = meta.pages ?? 1
  if (meta.width * meta.height > Math.min(limits.pixels, mostPixels(kind, meta)))
    throw new ImageRefused('too_many_pixels', 'The picture is too large.')
  // Hundreds of scans of a few bytes each make the decoder pass over the picture as often.
  if (kind === 'jpeg' && meta.isProgressive && !sizeFromHeader(bytes))
    throw new ImageRefused('broken', 'The picture has too many scans.')
  const { width, height } = meta.autoOrient
  const size = { width, height, isVector: false }
  let page = 0
  let facts = await factsOf(sharp(bytes, { ...input, page }), size)
  // Many animations fade in from nothing.
  while (facts.isBlank && page + 1 < Math.min(frames, 6))
    facts = await factsOf(sharp(bytes, { ...input, page: ++page }), size)
  const stored =
    frames === 1
      ? bytes
      : await drawing(() =>
          sharp(bytes, { ...input, page })
            .autoOrient()
            .png()
            .toBuffer(),
        )
  const source: ImageSource = { kind: 'raster', bytes: stored, width, height }
  return { ok: true, kind, source, facts, hasDarkRules: false }
}

/** Decoders that hand out rows as they go. */
const streams = new Set(['png', 'jpeg'])

const mostPixels = (
  kind: string,
  { isProgressive = false, depth }: Pick<Metadata, 'isProgressive' | 'depth'>,
): number => {
  if (kind === 'avif') return avifPixels
  const isDeep = depth === 'ushort'
  if (isProgressive && isDeep) return wholePixels / 2
  return isProgressive || isDeep || !streams.has(kind) ? wholePixels : Number.POSITIVE_INFINITY
}

export const inputOptions = (limits: ImageLimits = defaultLimits): SharpOptions => ({
  limitInputPixels: limits.pixels,
  failOn: 'error',
  pages: 1,
  sequentialRead: true,
})

/** What libvips throws is about the bytes, never a fault of ours. */
const drawing = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ImageRefused) throw error
    const message = error instanceof Error ? error.message : ''
    if (/pixel limit/i.test(message))
      throw new ImageRefused('too_many_pixels', 'The picture is too large.', error)
    throw new ImageRefused('broken', 'The picture cannot be decoded.', error)
  }
}

const factsPx = 128
/** For pictures that unpack slowly; libvips looks at it between rows. */
const timeoutSeconds = 5

const factsOf = async (
  image: Sharp,
  size: { width: number; height: number; isVector: boolean },
): Promise<ImageFacts> => {
  const { data, info } = await drawing(() =>
    image
      .timeout({ seconds: timeoutSeconds })
      .autoOrient()
      .resize(factsPx, factsPx, { fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  const { width, height } = size
  const squareness = Math.min(width, height) / Math.max(width, height)
  return { ...size, squareness, ...measurePixels(data, info.width, info.height) }
}
