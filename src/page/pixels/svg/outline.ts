import { readLength, type ViewBox } from './geometry.ts'
import type { SvgElement } from './tree.ts'

/** A shape as the polyline of its control points; `NaN` separates the pieces. */
export type Outline = { points: number[]; corners: number }

/** The outline of a basic shape or path, in its own units. */
export const outlineOf = (
  element: SvgElement,
  valueFor: (name: string) => string | undefined,
  viewBox: ViewBox,
): Outline => {
  const across = (name: string) => readLength(valueFor(name), viewBox.width) ?? 0
  const down = (name: string) => readLength(valueFor(name), viewBox.height) ?? 0
  switch (element.name) {
    case 'path':
      return readPath(element.attributes.get('d') ?? '')
    case 'polyline':
    case 'polygon': {
      const points = (element.attributes.get('points') ?? '').match(number)?.map(Number) ?? []
      return { points, corners: points.length >> 1 }
    }
    case 'line':
      return open([across('x1'), down('y1'), across('x2'), down('y2')])
    case 'rect':
    case 'image':
      return box(across('width'), down('height'))
    case 'circle':
      return round(2 * across('r'), 2 * across('r'))
    case 'ellipse':
      return round(2 * (across('rx') || down('ry')), 2 * (down('ry') || across('rx')))
    default:
      return { points: [], corners: 0 }
  }
}

const number = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi

const open = (points: number[]): Outline => ({ points, corners: points.length >> 1 })

const box = (width: number, height: number): Outline =>
  open([0, 0, width, 0, width, height, 0, height, 0, 0])

/** Drawn as curves that become some forty lines. */
const round = (width: number, height: number): Outline => ({ ...box(width, height), corners: 40 })

const argumentCount: Record<string, number> = {
  M: 2,
  L: 2,
  T: 2,
  H: 1,
  V: 1,
  Q: 4,
  S: 4,
  C: 6,
  A: 7,
  Z: 0,
}

/** Path data, tolerant: what cannot be read ends the path, as in every renderer. */
const readPath = (data: string): Outline => {
  const points: number[] = []
  const cursor = { data, at: 0 }
  const values: number[] = []
  let corners = 0
  let x = 0
  let y = 0
  let startX = 0
  let startY = 0
  let command = ''
  const to = (nextX: number, nextY: number) => {
    points.push(nextX, nextY)
    x = nextX
    y = nextY
  }
  while (skipSeparators(cursor)) {
    const next = data.charAt(cursor.at)
    if (next > '9') {
      command = next
      cursor.at++
    } else if (command === '' || command === 'Z' || command === 'z') break
    const kind = command.toUpperCase()
    const wanted = argumentCount[kind]
    if (wanted === undefined || !readArguments(cursor, kind, wanted, values)) break
    corners++
    const relative = command !== kind
    const dx = relative ? x : 0
    const dy = relative ? y : 0
    const v = (index: number) => values[index] ?? 0
    if (kind === 'M') {
      points.push(Number.NaN, Number.NaN)
      to(v(0) + dx, v(1) + dy)
      startX = x
      startY = y
      command = relative ? 'l' : 'L'
    } else if (kind === 'Z') to(startX, startY)
    else if (kind === 'H') to(v(0) + dx, y)
    else if (kind === 'V') to(x, v(0) + dy)
    else if (kind === 'A') arc(points, x, y, values, dx, dy, to)
    else {
      for (let i = 0; i + 2 < wanted; i += 2) points.push(v(i) + dx, v(i + 1) + dy)
      to(v(wanted - 2) + dx, v(wanted - 1) + dy)
    }
  }
  return { points, corners }
}

/** By hand, since a regular expression took four times as long on the half megabyte allowed. */
type Cursor = { readonly data: string; at: number }

/** False at the end. */
const skipSeparators = (cursor: Cursor): boolean => {
  while (cursor.at < cursor.data.length) {
    const code = cursor.data.charCodeAt(cursor.at)
    if (code > 32 && code !== comma) return true
    cursor.at++
  }
  return false
}

const comma = 0x2c

const readArguments = (cursor: Cursor, kind: string, wanted: number, values: number[]): boolean => {
  values.length = 0
  while (values.length < wanted) {
    if (!skipSeparators(cursor)) return false
    const isFlag = kind === 'A' && (values.length === 3 || values.length === 4)
    const value = isFlag ? readFlag(cursor) : readNumber(cursor)
    if (Number.isNaN(value)) return false
    values.push(value)
  }
  return true
}

/** Flags need no separator: `a1 1 0 011 1` holds the flags 0 and 1. */
const readFlag = (cursor: Cursor): number => {
  const flag = cursor.data.charAt(cursor.at++)
  return flag === '0' ? 0 : flag === '1' ? 1 : Number.NaN
}

const readNumber = (cursor: Cursor): number => {
  const { data } = cursor
  const start = cursor.at
  if (data[start] === '-' || data[start] === '+') cursor.at++
  skipDigits(cursor)
  if (data[cursor.at] === '.') {
    cursor.at++
    skipDigits(cursor)
  }
  if (data[cursor.at] === 'e' || data[cursor.at] === 'E') {
    cursor.at++
    if (data[cursor.at] === '-' || data[cursor.at] === '+') cursor.at++
    skipDigits(cursor)
  }
  return cursor.at === start ? Number.NaN : Number(data.slice(start, cursor.at))
}

const skipDigits = (cursor: Cursor): void => {
  for (;;) {
    const code = cursor.data.charCodeAt(cursor.at)
    if (!(code >= 48 && code <= 57)) return
    cursor.at++
  }
}

/** An arc leaves its chord by at most half of it, or, the long way round, by its diameter. */
const arc = (
  points: number[],
  x: number,
  y: number,
  [rx = 0, ry = 0, , large = 0, , endX = 0, endY = 0]: number[],
  dx: number,
  dy: number,
  to: (x: number, y: number) => void,
): void => {
  const chord = Math.hypot(endX + dx - x, endY + dy - y)
  const radius = Math.max(Math.abs(rx), Math.abs(ry))
  const away = large ? 2 * Math.max(radius, chord / 2) : chord / 2
  const [middleX, middleY] = [(x + endX + dx) / 2, (y + endY + dy) / 2]
  points.push(middleX - away, middleY + away, middleX + away, middleY - away)
  to(endX + dx, endY + dy)
}
