import type { Color as Parsed } from 'culori'
import { attempt } from '../../kit/attempt.ts'
import {
  converter,
  differenceCiede2000,
  formatHex,
  interpolate,
  parse,
  wcagContrast,
} from './culori.ts'
import type { Theme } from './media.ts'

/** A color as a screen paints it: sRGB, each channel clipped to 0…1, as browsers do. */
export type Color = { red: number; green: number; blue: number; alpha: number }

type Reading = {
  /** What `currentcolor` stands for. */
  current?: Color | undefined
  /** Which side of `light-dark()` holds. */
  scheme?: Theme
}

/**
 * Any CSS color without `var()`: names, hex, rgb, hsl, hwb, lab, lch, oklab, oklch, `color()`,
 * `color-mix()`, `light-dark()`. Undefined for what is no color; longer texts are never one.
 */
export const readColor = (text: string, reading: Reading = {}, depth = 0): Color | undefined => {
  const value = text.trim()
  if (value === '' || value.length > 300 || depth > 4) return undefined
  const lower = value.toLowerCase()
  if (lower === 'currentcolor') return reading.current
  const call = /^(color-mix|light-dark)\((.*)\)$/s.exec(lower)
  if (call) {
    const parts = splitList(call[2] ?? '')
    return call[1] === 'color-mix'
      ? mix(parts, reading, depth)
      : readColor(parts[reading.scheme === 'dark' ? 1 : 0] ?? '', reading, depth + 1)
  }
  // culori throws at some texts that are no color, `translate(1px)` for one.
  const parsed = attempt(() => parse(systemColors[lower] ?? lower))
  return parsed && painted(parsed)
}

export const hexOf = ({ red, green, blue }: Color): string =>
  formatHex({ mode: 'rgb', r: red, g: green, b: blue })

/** `oklch(62.3% 0.188 259.8)`, for people who compare colors. */
export const oklchOf = (color: Color): string => {
  const { l, c, h } = toOklch(parsedOf(color))
  const hue = c < 0.0005 ? 0 : (h ?? 0)
  return `oklch(${round(l * 100, 1)}% ${round(c, 3)} ${round(hue, 1)})`
}

/** What is seen when `top` lies on `bottom`. */
export const over = (top: Color, bottom: Color): Color => {
  const alpha = top.alpha + bottom.alpha * (1 - top.alpha)
  if (alpha === 0) return { ...bottom, alpha: 0 }
  const blend = (a: number, b: number) =>
    (a * top.alpha + b * bottom.alpha * (1 - top.alpha)) / alpha
  return {
    red: blend(top.red, bottom.red),
    green: blend(top.green, bottom.green),
    blue: blend(top.blue, bottom.blue),
    alpha,
  }
}

/** CIEDE2000: below 2 hardly anybody sees a difference, below 5 it is the same color by name. */
export const difference = (a: Color, b: Color): number => ciede2000(parsedOf(a), parsedOf(b))

/** WCAG contrast, 1 to 21. */
export const contrast = (a: Color, b: Color): number => wcagContrast(parsedOf(a), parsedOf(b))

/** OKLCH chroma: 0 is grey, 0.04 a tint that is hard to name, 0.1 and more a clear color. */
export const chromaOf = (color: Color): number => toOklch(parsedOf(color)).c

/** OKLCH lightness, 0 to 1. */
export const lightnessOf = (color: Color): number => toOklch(parsedOf(color)).l

/** OKLCH hue in degrees; undefined for greys, which have none. */
export const hueOf = (color: Color): number | undefined =>
  isGrey(color) ? undefined : toOklch(parsedOf(color)).h

/** Greys with a slight tint (slate, stone) are greys too. */
export const isGrey = (color: Color): boolean => chromaOf(color) < 0.05

const toRgb = converter('rgb')
const toOklch = converter('oklch')
const ciede2000 = differenceCiede2000()

const parsedOf = ({ red, green, blue, alpha }: Color) =>
  ({ mode: 'rgb', r: red, g: green, b: blue, alpha }) as const

const painted = (parsed: Parsed): Color => {
  const { r, g, b, alpha } = toRgb(parsed)
  return { red: clip(r), green: clip(g), blue: clip(b), alpha: clip(alpha ?? 1) }
}

const clip = (value: number | undefined): number => Math.min(1, Math.max(0, value ?? 0))

const round = (value: number, digits: number): number => Number(value.toFixed(digits))

/** `in oklch shorter hue, red 30%, blue`: percentages default and normalise as CSS Color 5 says. */
const mix = (parts: string[], reading: Reading, depth: number): Color | undefined => {
  const [how = '', first = '', second = ''] = parts
  const space = mixSpaces[/^in\s+([a-z0-9-]+)/.exec(how)?.[1] ?? '']
  const a = splitShare(first)
  const b = splitShare(second)
  const from = readColor(a.color, reading, depth + 1)
  const to = readColor(b.color, reading, depth + 1)
  if (!space || !from || !to) return undefined
  const shareA = a.share ?? (b.share === undefined ? 0.5 : 1 - b.share)
  const shareB = b.share ?? 1 - shareA
  const total = shareA + shareB
  if (total <= 0) return undefined
  const at = shareB / total
  const blended = blend(from, to, at, space)
  return { ...blended, alpha: blended.alpha * Math.min(1, total) }
}

/** Premultiplied: mixing with `transparent` changes the alpha, not the color. */
const blend = (from: Color, to: Color, at: number, space: MixSpace): Color => {
  const alpha = from.alpha * (1 - at) + to.alpha * at
  if (alpha === 0) return { ...from, alpha: 0 }
  const weight = (to.alpha * at) / alpha
  const opaque = interpolate(
    [parsedOf({ ...from, alpha: 1 }), parsedOf({ ...to, alpha: 1 })],
    space,
  )
  return { ...painted(opaque(weight)), alpha }
}

type MixSpace = 'rgb' | 'lrgb' | 'oklab' | 'oklch' | 'lab' | 'lch' | 'hsl' | 'hwb' | 'xyz65' | 'p3'
const mixSpaces: Record<string, MixSpace | undefined> = {
  srgb: 'rgb',
  'srgb-linear': 'lrgb',
  oklab: 'oklab',
  oklch: 'oklch',
  lab: 'lab',
  lch: 'lch',
  hsl: 'hsl',
  hwb: 'hwb',
  xyz: 'xyz65',
  'xyz-d65': 'xyz65',
  'display-p3': 'p3',
}

const splitShare = (part: string): { color: string; share: number | undefined } => {
  const found =
    /^(?<color>.*\S)\s+(?<share>[\d.]+)%$/s.exec(part) ??
    /^(?<share>[\d.]+)%\s+(?<color>\S.*)$/s.exec(part)
  const { color = part, share } = found?.groups ?? {}
  return { color, share: share === undefined ? undefined : Number(share) / 100 }
}

/** At commas outside parentheses. */
export const splitList = (text: string): string[] => {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '(') depth++
    else if (char === ')') depth--
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, at).trim())
      start = at + 1
    }
  }
  parts.push(text.slice(start).trim())
  return parts
}

/** The few system colors that pages paint with, as a light desktop has them. */
const systemColors: Record<string, string | undefined> = {
  canvas: '#ffffff',
  canvastext: '#000000',
  buttonface: '#efefef',
  buttontext: '#000000',
  field: '#ffffff',
  fieldtext: '#000000',
  linktext: '#0000ee',
  highlight: '#3367d1',
  highlighttext: '#ffffff',
}
