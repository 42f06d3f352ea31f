export type Theme = 'light' | 'dark'
export type Rgb = [red: number, green: number, blue: number]

/** What an icon of each theme is shown on. */
export const surfaces: Record<Theme, Rgb> = { light: [255, 255, 255], dark: [0x12, 0x12, 0x12] }

/** WCAG asks 3:1 of graphics that carry meaning (1.4.11). */
const leastContrast = 3

/** Beyond this much mixed in, what is left of a brand's color no longer tells the brand. */
const mostMixed = 0.7

/**
 * The color a one-color mark is drawn in: the brand's own where it can be seen on the surface,
 * else the nearest lighter or darker shade of it that can, else plain black or white.
 */
export const tint = (brandColor: string, theme: Theme): string => {
  const [surface, color] = [surfaces[theme], parseHex(brandColor)]
  const ink: Rgb = theme === 'dark' ? [255, 255, 255] : [0, 0, 0]
  // Greys have no hue to keep: a half-lightened black would only be a dull white.
  const steps = isGrey(color) ? [0] : [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, mostMixed]
  const seen = steps
    .map(share => mix(color, ink, share))
    .find(shade => contrast(shade, surface) >= leastContrast)
  return toHex(seen ?? ink)
}

/** WCAG 2 contrast ratio, 1 to 21. */
export const contrast = (a: Rgb, b: Rgb): number => {
  const [bright, dim] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (bright + 0.05) / (dim + 0.05)
}

export const parseHex = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
]

export const toHex = (color: Rgb): string =>
  `#${color.map(channel => channel.toString(16).padStart(2, '0')).join('')}`

const luminance = (color: Rgb): number => {
  const [red, green, blue] = color.map(channel => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const mix = (color: Rgb, ink: Rgb, share: number): Rgb => {
  const channel = (index: 0 | 1 | 2) =>
    Math.round(color[index] + (ink[index] - color[index]) * share)
  return [channel(0), channel(1), channel(2)]
}

const isGrey = (color: Rgb) => Math.max(...color) - Math.min(...color) < 24
