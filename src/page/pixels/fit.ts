import { wcagContrast } from '../css/culori.ts'
import type { Theme } from '../css/media.ts'
import { type Counts, inkOf, type Pixels, type TileShape } from './tile.ts'
import { leastContrast, surfaces } from './tint.ts'

/**
 * What makes an icon visible on a surface: nothing (`plain`); its one color exchanged (`tint`); a
 * ground under the letters that are cut out of it (`ground`); a tile of the opposite surface under
 * all of it (`plate`).
 */
export type Fit = 'plain' | 'tint' | 'ground' | 'plate'

/**
 * The one rule for drawings and pixels, curated marks aside (docs/images.md, “Dark mode”). An icon
 * of one color is judged by that color. In an icon of several colors the dark part of a black tile
 * may well vanish on black, but what has no ground of its own must keep most of its extent.
 */
export const fitOn = (
  pixels: Pixels,
  theme: Theme,
  known: { markColor: string | undefined; tile: TileShape | undefined; isOpaque: boolean },
): Fit => {
  const { markColor, tile } = known
  if (markColor !== undefined) {
    if (isSeen(markColor, theme)) return 'plain'
    return tile ? 'ground' : 'tint'
  }
  const ink = inkOf(pixels)
  if (!ink || known.isOpaque) return 'plain'
  const seen = inkOf(pixels, seenOn(theme))
  const seenShare = (seen?.count ?? 0) / ink.count
  if (ink.share >= ownGround) return seenShare >= leastOnGround ? 'plain' : 'plate'
  const isWhole =
    seen !== undefined &&
    seen.right - seen.left >= (ink.right - ink.left) * leastExtent &&
    seen.bottom - seen.top >= (ink.bottom - ink.top) * leastExtent
  return isWhole && seenShare >= leastSeen ? 'plain' : 'plate'
}

/** From this share of its box on, an icon brings its own ground: a disc, a shield, a rounded tile. */
const ownGround = 0.6
/** Thin letters cover no more of their tile. */
const leastOnGround = 0.01
const leastSeen = 0.1
const leastExtent = 0.85

/** A vivid yellow is seen on white by its color, although its contrast is low; black hides such. */
export const isSeen = (hex: string, theme: Theme): boolean => {
  const ratio = wcagContrast(hex, surfaces[theme])
  return ratio >= leastContrast || (theme === 'light' && ratio >= 1.2 && chromaOf(hex) >= 110)
}

const chromaOf = (hex: string): number => {
  const value = Number.parseInt(hex.slice(1), 16)
  const channels = [value >> 16, (value >> 8) & 255, value & 255]
  return Math.max(...channels) - Math.min(...channels)
}

/** Icons have few colors and many pixels: each is judged once, in steps that nobody can tell apart. */
const seenOn = (theme: Theme): Counts => {
  const known = new Map<number, boolean>()
  return (rgba, at) => {
    const key = ((rgba[at] ?? 0) << 16) | ((rgba[at + 1] ?? 0) << 8) | (rgba[at + 2] ?? 0)
    const step = key & 0xfcfcfc
    const seen = known.get(step) ?? isSeen(`#${key.toString(16).padStart(6, '0')}`, theme)
    known.set(step, seen)
    return seen
  }
}
