import { type Color, contrast, hexOf, readColor } from '../css/color.ts'
import type { Theme } from '../css/media.ts'

/** Where an icon is shown: the page of each theme. */
export const surfaces = { light: '#ffffff', dark: '#121212' } as const

/** WCAG asks 3:1 of graphics that carry meaning (1.4.11). */
export const leastContrast = 3

/** Beyond this much mixed in, what is left of a brand's color no longer tells the brand. */
const mostMixed = 0.7

const inks: Record<Theme, Color> = {
  light: { red: 0, green: 0, blue: 0, alpha: 1 },
  dark: { red: 1, green: 1, blue: 1, alpha: 1 },
}

/**
 * The color a one-color mark is drawn in, `#rrggbb`: the declared or brand color where it can be
 * seen on the theme's surface, else the nearest lighter or darker shade of it that can, else plain
 * black or white.
 */
export const tintColor = (theme: Theme, declared?: string): string => {
  const ink = inks[theme]
  const surface = readColor(surfaces[theme]) ?? inks.light
  const color = declared === undefined ? undefined : readColor(declared)
  if (!color) return hexOf(ink)
  // Greys have no hue to keep: a half-lightened black would only be a dull white.
  const steps = isGrey(color) ? [0] : [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, mostMixed]
  const seen = steps
    .map(share => mix(color, ink, share))
    .find(shade => contrast(shade, surface) >= leastContrast)
  return hexOf(seen ?? ink)
}

/** In whole steps of a channel, so that what is judged is what is drawn. */
const mix = (color: Color, ink: Color, share: number): Color => {
  const channel = (name: 'red' | 'green' | 'blue') => {
    const [from, to] = [Math.round(color[name] * 255), ink[name] * 255]
    return Math.round(from + (to - from) * share) / 255
  }
  return { red: channel('red'), green: channel('green'), blue: channel('blue'), alpha: 1 }
}

/** Nearer to black, grey or white than to any hue. */
export const isGrey = ({ red, green, blue }: Color): boolean =>
  Math.max(red, green, blue) - Math.min(red, green, blue) < 24 / 255
