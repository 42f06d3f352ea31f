import sharp from 'sharp'
import { type Color, contrast, readColor } from '../../src/page/css/color.ts'
import type { Theme } from '../../src/page/css/media.ts'
import { surfaces } from '../../src/page/pixels/tint.ts'

/** Bytes of a pixel. */
type Rgb = [red: number, green: number, blue: number]

/** What a drawing looks like when drawn: its pixels, and where its ink is. */
export type Look = { sizePx: number; pixels: Buffer; ink: Ink | undefined }
export type Ink = { left: number; top: number; right: number; bottom: number; share: number }

/** `faintest`: what is less opaque is no ink. */
export const look = async (svg: string, sizePx: number, faintest = 64): Promise<Look> => {
  const sized = svg.replace('<svg ', `<svg width="${sizePx}" height="${sizePx}" `)
  const pixels = await sharp(Buffer.from(sized)).ensureAlpha().raw().toBuffer()
  return { sizePx, pixels, ink: inkOf(pixels, sizePx, faintest) }
}

const inkOf = (pixels: Buffer, sizePx: number, faintest: number): Ink | undefined => {
  let [left, top, right, bottom, count] = [sizePx, sizePx, -1, -1, 0]
  for (let y = 0; y < sizePx; y++)
    for (let x = 0; x < sizePx; x++) {
      if ((pixels[(y * sizePx + x) * 4 + 3] ?? 0) < faintest) continue
      count++
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  if (right < 0) return undefined
  return { left, top, right, bottom, share: count / ((right - left + 1) * (bottom - top + 1)) }
}

/**
 * Whether a color drawing can be made out on a theme's surface. Most of its ink must differ from
 * the surface, and so must its outermost: a name below a symbol is little ink, but its loss is seen.
 * A filled tile is judged by what stands on it, since its ground may well vanish.
 */
export const isLegible = (look: Look, theme: Theme): boolean => legibility(look, theme) === 'whole'

/** `in part`: most of it is seen, but not all that it reaches to. */
export const legibility = (
  { pixels, sizePx, ink }: Look,
  theme: Theme,
): 'whole' | 'in part' | 'lost' => {
  if (!ink) return 'lost'
  const seen = { count: 0, left: sizePx, top: sizePx, right: -1, bottom: -1 }
  let count = 0
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 128) continue
    count++
    if (!standsOut(rgbAt(pixels, at), theme)) continue
    const [x, y] = [(at / 4) % sizePx, Math.floor(at / 4 / sizePx)]
    seen.count++
    seen.left = Math.min(seen.left, x)
    seen.right = Math.max(seen.right, x)
    seen.top = Math.min(seen.top, y)
    seen.bottom = Math.max(seen.bottom, y)
  }
  if (seen.count === 0) return 'lost'
  if (ink.share >= leastTile) return seen.count / count >= 0.12 ? 'whole' : 'lost'
  if (seen.count / count < 0.75) return 'lost'
  const isWhole =
    seen.right - seen.left >= (ink.right - ink.left) * leastExtent &&
    seen.bottom - seen.top >= (ink.bottom - ink.top) * leastExtent
  return isWhole ? 'whole' : 'in part'
}

/** How much of its width and height a drawing must keep. */
const leastExtent = 0.85
const leastTile = 0.74
/** On white, a vivid yellow is seen by its color although its contrast is low; black hides such. */
const standsOut = (color: Rgb, theme: Theme): boolean => {
  const known = standing[theme]
  const key = color.reduce((sum, channel) => sum * 256 + channel, 0)
  const seen = known.get(key)
  if (seen !== undefined) return seen
  const surface = readColor(surfaces[theme])
  if (!surface) throw new Error(`${surfaces[theme]} is no color.`)
  const ratio = contrast(colorOf(color), surface)
  const chroma = Math.max(...color) - Math.min(...color)
  const stands = ratio >= 2 || (theme === 'light' && ratio >= 1.2 && chroma >= 110)
  known.set(key, stands)
  return stands
}

/** Drawings have few colors and many pixels. */
const standing = { light: new Map<number, boolean>(), dark: new Map<number, boolean>() }

/** The pixel as a screen paints it. */
export const colorOf = ([red, green, blue]: Rgb): Color => ({
  red: red / 255,
  green: green / 255,
  blue: blue / 255,
  alpha: 1,
})

/** The color most of the ink has, in steps of 1/16 so that gradients count together. */
export const mainColor = ({ pixels }: Look): Rgb => {
  const buckets = new Map<number, { sum: Rgb; count: number }>()
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 200) continue
    const color = rgbAt(pixels, at)
    // White and near-white are ground more often than brand.
    if (Math.min(...color) > 235) continue
    const key = color.reduce((sum, channel) => sum * 16 + (channel >> 4), 0)
    const bucket = buckets.get(key) ?? { sum: [0, 0, 0], count: 0 }
    bucket.sum = [bucket.sum[0] + color[0], bucket.sum[1] + color[1], bucket.sum[2] + color[2]]
    bucket.count++
    buckets.set(key, bucket)
  }
  const [best] = [...buckets.values()].sort((a, b) => b.count - a.count)
  if (!best) return [0, 0, 0]
  const mean = (sum: number) => Math.round(sum / best.count)
  return [mean(best.sum[0]), mean(best.sum[1]), mean(best.sum[2])]
}

/** How far two silhouettes cover each other once both fill the same square, 0 to 1. */
export const overlap = (a: Look, b: Look): number => {
  if (!a.ink || !b.ink) return 0
  let [both, either] = [0, 0]
  for (let y = 0; y < 32; y++)
    for (let x = 0; x < 32; x++) {
      const [inA, inB] = [isInk(a, a.ink, x, y), isInk(b, b.ink, x, y)]
      if (inA && inB) both++
      if (inA || inB) either++
    }
  return both / either
}

const isInk = ({ pixels, sizePx }: Look, ink: Ink, x: number, y: number) => {
  const column = Math.round(ink.left + ((x + 0.5) / 32) * (ink.right - ink.left))
  const row = Math.round(ink.top + ((y + 0.5) / 32) * (ink.bottom - ink.top))
  return (pixels[(row * sizePx + column) * 4 + 3] ?? 0) >= 128
}

const rgbAt = (pixels: Buffer, at: number): Rgb => [
  pixels[at] ?? 0,
  pixels[at + 1] ?? 0,
  pixels[at + 2] ?? 0,
]
