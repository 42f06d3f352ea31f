import { limits } from './limits.ts'
import type { SvgElement } from './tree.ts'

/** The linear part of a transform: what a rasteriser's work depends on is size, not place. */
export type Linear = readonly [a: number, b: number, c: number, d: number]

export const identity: Linear = [1, 0, 0, 1]

export const multiply = (m: Linear, n: Linear): Linear => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
]

/** How much longer a line can become. */
export const scaleOf = ([a, b, c, d]: Linear): number =>
  Math.max(Math.hypot(a, b), Math.hypot(c, d))

/** Attribute or CSS syntax; angles are degrees unless they say otherwise. */
export const readTransform = (text: string | undefined): Linear => {
  let result = identity
  for (const [, name = '', list = ''] of (text ?? '').matchAll(/(?<!\w)(\w+)\s?\(([^()]*)\)/g)) {
    const values = [...list.matchAll(/([+-]?[\d.]+(?:e[+-]?\d+)?)([a-z%]*)/gi)]
    const [x = 0, y = x, c = 0, d = 0] = values.map(([, n]) => Number(n))
    const angles = values.map(([, n, unit]) => Number(n) * (angleUnits[unit ?? ''] ?? angle))
    const [first = 0, second = 0] = angles
    if (name === 'matrix') result = multiply(result, [x, y, c, d])
    else if (name === 'scale') result = multiply(result, [x, 0, 0, y])
    else if (name === 'scaleX') result = multiply(result, [x, 0, 0, 1])
    else if (name === 'scaleY') result = multiply(result, [1, 0, 0, x])
    else if (name === 'rotate')
      result = multiply(result, [
        Math.cos(first),
        Math.sin(first),
        -Math.sin(first),
        Math.cos(first),
      ])
    else if (name === 'skewX') result = multiply(result, [1, 0, Math.tan(first), 1])
    else if (name === 'skewY') result = multiply(result, [1, Math.tan(first), 0, 1])
    else if (name === 'skew') result = multiply(result, [1, Math.tan(second), Math.tan(first), 1])
  }
  return result
}

const angle = Math.PI / 180
const angleUnits: Record<string, number> = { rad: 1, turn: 2 * Math.PI, grad: Math.PI / 200 }

const unitsPx: Record<string, number> = {
  '': 1,
  px: 1,
  em: 16,
  rem: 16,
  ex: 8,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
}

/** A length in user units; a percentage of `whole`. */
export const readLength = (text: string | undefined, whole: number): number | undefined => {
  const [, digits, unit = ''] = /^\s*([+-]?[\d.]+(?:e[+-]?\d+)?)([a-z%]*)/i.exec(text ?? '') ?? []
  if (digits === undefined) return undefined
  const value = Number(digits) * (unit === '%' ? whole / 100 : (unitsPx[unit.toLowerCase()] ?? 16))
  return Number.isFinite(value) ? value : undefined
}

export type ViewBox = { x: number; y: number; width: number; height: number }

export const readViewBox = (element: SvgElement): ViewBox | undefined => {
  const numbers =
    element.attributes
      .get('viewBox')
      ?.split(/[\s,]+/)
      .map(Number) ?? []
  const [x = 0, y = 0, width = 0, height = 0] = numbers
  if (numbers.length !== 4 || !numbers.every(n => Math.abs(n) <= limits.coordinate))
    return undefined
  const usable = width >= 1e-3 && height >= 1e-3
  return usable ? { x, y, width, height } : undefined
}
