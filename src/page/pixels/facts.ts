import { formatHex, wcagContrast } from '../css/culori.ts'
import type { Theme } from '../css/media.ts'
import { type Fit, fitOn, isSeen } from './fit.ts'
import { type TileShape, tileOf } from './tile.ts'
import { leastContrast, surfaces } from './tint.ts'

/** What the pixels of an image say, for whoever has to choose among images. */
type PixelFacts = {
  /** Share of the canvas that is covered, 0 to 1. */
  coverage: number
  /** Nothing to see: (nearly) fully transparent. */
  isBlank: boolean
  /** Opaque everywhere and one color everywhere: a placeholder, not an icon. */
  isFlat: boolean
  /** The color of a mark drawn in one color on transparency, which may be tinted. */
  markColor: string | undefined
  /** The solid shape that such a mark is cut out of. */
  tile: TileShape | undefined
  /** What makes it visible on each surface. */
  fit: Record<Theme, Fit>
  /** Most common first, with their share of the covered area. */
  colors: { hex: string; share: number }[]
  /**
   * WCAG contrast against each surface of the most visible color that covers at least a tenth
   * of the image. Below 3 the image is lost there.
   */
  contrast: { light: number; dark: number }
  /** The box around everything visible, in shares of width and height. */
  content: { left: number; top: number; width: number; height: number }
}

export type ImageFacts = PixelFacts & {
  /** True pixels; for an SVG its natural size. */
  width: number
  height: number
  isVector: boolean
  /** Shorter side by longer side: 1 is square. */
  squareness: number
}

const visibleAlpha = 16
/** Colors closer than this, by their largest channel, count as one. */
const sameColor = 28

/** Straight RGBA pixels in, plain numbers out; no picture needs to be larger than 128 px for it. */
export const measurePixels = (rgba: Uint8Array, width: number, height: number): PixelFacts => {
  const colors = dominantColors(rgba)
  const coverage = coveredShare(rgba)
  const isBlank = coverage < 0.002 || colors.length === 0
  const first = colors[0]
  const oneColor = first !== undefined && first.share >= 0.97
  const isOpaque = coverage > 0.995
  const markColor = oneColor && !isOpaque ? first.hex : undefined
  const pixels = { rgba, width, height }
  const tile = markColor === undefined ? undefined : tileOf(pixels)
  const known = { markColor, tile, isOpaque }
  return {
    coverage,
    isBlank,
    isFlat: oneColor && isOpaque,
    ...{ markColor, tile },
    fit: { light: fitOn(pixels, 'light', known), dark: fitOn(pixels, 'dark', known) },
    colors,
    contrast: { light: bestContrast(colors, 'light'), dark: bestContrast(colors, 'dark') },
    content: contentBox(rgba, width, height),
  }
}

const channel = (rgba: Uint8Array, at: number): number => rgba[at] ?? 0

const hexAt = (r: number, g: number, b: number): string =>
  formatHex({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 })

const coveredShare = (rgba: Uint8Array): number => {
  let sum = 0
  for (let i = 3; i < rgba.length; i += 4) sum += channel(rgba, i)
  return rgba.length === 0 ? 0 : sum / 255 / (rgba.length / 4)
}

type Bin = { r: number; g: number; b: number; weight: number }

/** Sixteen steps a channel, then neighbours joined, so that no color is split by a border. */
const dominantColors = (rgba: Uint8Array): PixelFacts['colors'] => {
  const bins = new Map<number, Bin>()
  let total = 0
  for (let i = 0; i + 3 < rgba.length; i += 4) {
    const weight = channel(rgba, i + 3)
    // Half transparent pixels are mostly edges, whose colors are mixtures.
    if (weight < 128) continue
    const [r, g, b] = [channel(rgba, i), channel(rgba, i + 1), channel(rgba, i + 2)]
    const key = ((r >> 4) << 8) | ((g >> 4) << 4) | (b >> 4)
    const bin = bins.get(key) ?? { r: 0, g: 0, b: 0, weight: 0 }
    bin.r += r * weight
    bin.g += g * weight
    bin.b += b * weight
    bin.weight += weight
    bins.set(key, bin)
    total += weight
  }
  const groups: Bin[] = []
  for (const bin of [...bins.values()].sort((a, b) => b.weight - a.weight).slice(0, 256)) {
    const near = groups.find(group => distance(group, bin) < sameColor)
    if (!near) groups.push({ ...bin })
    else {
      near.r += bin.r
      near.g += bin.g
      near.b += bin.b
      near.weight += bin.weight
    }
  }
  return groups
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 8)
    .map(({ r, g, b, weight }) => ({
      hex: hexAt(r / weight, g / weight, b / weight),
      share: weight / total,
    }))
}

const distance = (a: Bin, b: Bin): number =>
  Math.max(
    Math.abs(a.r / a.weight - b.r / b.weight),
    Math.abs(a.g / a.weight - b.g / b.weight),
    Math.abs(a.b / a.weight - b.b / b.weight),
  )

const bestContrast = (colors: PixelFacts['colors'], theme: Theme): number => {
  const weighty = colors.filter(({ share }) => share >= 0.1)
  const considered = weighty.length > 0 ? weighty : colors.slice(0, 1)
  const ratios = considered.map(({ hex }) => {
    const ratio = wcagContrast(hex, surfaces[theme])
    return isSeen(hex, theme) ? Math.max(leastContrast, ratio) : ratio
  })
  return Math.max(1, ...ratios)
}

const contentBox = (rgba: Uint8Array, width: number, height: number): PixelFacts['content'] => {
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (channel(rgba, (y * width + x) * 4 + 3) < visibleAlpha) continue
      left = Math.min(left, x)
      top = Math.min(top, y)
      right = Math.max(right, x + 1)
      bottom = Math.max(bottom, y + 1)
    }
  if (right <= left || bottom <= top) return { left: 0, top: 0, width: 0, height: 0 }
  return {
    left: left / width,
    top: top / height,
    width: (right - left) / width,
    height: (bottom - top) / height,
  }
}
