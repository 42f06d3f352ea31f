import { type Color, difference, over, readColor } from './color.ts'
import type { DeclaredStyle } from './inline-style.ts'

/** Declarations that take text out of a reader's sight. */
export const hidesByStyle = (style: DeclaredStyle): boolean => {
  const get = (name: string) => style.get(name) ?? ''
  return (
    isGone(style) ||
    isFaded(get) ||
    isTransparent(get) ||
    isTiny(get) ||
    isElsewhere(get) ||
    isCut(get) ||
    isPale(style, get)
  )
}

/** Hides only by what elements inside may set otherwise: the size and color of letters. */
export const hidesLetters = (style: DeclaredStyle): boolean =>
  !hidesByStyle(new Map([...style].filter(([name]) => !letterProperties.has(name))))
const letterProperties = new Set(['font-size', 'font', 'color', '-webkit-text-fill-color'])

/** Not there at all. */
export const isGone = (style: DeclaredStyle): boolean =>
  style.get('display') === 'none' || /^(?:hidden|collapse)$/.test(style.get('visibility') ?? '')

/** Text of this color cannot be told from the paper, which is white unless the page colors it. */
export const isWhiteText = (style: DeclaredStyle, paper = white): boolean =>
  ![...style.keys()].some(hasBackground) && isColorOf(style.get('color') ?? '', paper)

const hasBackground = (style: string): boolean => /background/i.test(style)

/** Whether a sheet or a `style` says of anything that it stands on another paper. */
export const paintsBackground = (css: string, paper = white): boolean =>
  hasBackground(
    css.replace(plainBackground, (whole, value: string) =>
      noBackground.test(value) || isColorOf(value.toLowerCase(), paper) ? '' : whole,
    ),
  )
const plainBackground =
  /background(?:-color)?\s{0,9}:\s{0,9}([^\s;{}!][^;{}!]{0,60})(?:!important\s{0,9})?(?=[;}]|$)/gi
const noBackground = /^(?:none|transparent|inherit|initial|unset)\s*$/i

export const isColorOf = (text: string, paper: Color): boolean => {
  const color = colorOf(text.trim())
  return color !== undefined && isSameColor(color, paper)
}

/** The color that a style gives to what letters stand on. */
export const backgroundOf = (style: DeclaredStyle): Color | undefined =>
  colorOf(style.get('background-color') || paperOf(style.get('background') ?? ''))

type Get = (name: string) => string

const isFaded = (get: Get): boolean =>
  get('content-visibility') === 'hidden' || isNumberAtMost(get('zoom'), 0.05)

const isTransparent = (get: Get): boolean =>
  isNumberAtMost(get('opacity'), 0.05) || /opacity\(0?\.?0*%?\)/.test(get('filter'))

const isTiny = (get: Get): boolean => {
  if (isPxAtMost(get('font-size'), 3)) return true
  const size = /(?:^|\s)([\d.]+(?:px|pt|em|rem)?)(?:\/\S+)?\s/.exec(`${get('font')} `)?.[1]
  if (size && !/^\d{3}$/.test(size) && isPxAtMost(size, 3)) return true
  if (isNothing(Number.parseFloat(get('scale')) ** 2) || isFlattened(get('transform'))) return true
  const tiny = sizes.some(side => isPxAtMost(get(side), 1))
  return (
    tiny &&
    /hidden|clip|auto|scroll/.test(`${get('overflow')} ${get('overflow-x')} ${get('overflow-y')}`)
  )
}

/** To a point or a line: the first two rows of its matrix span hardly any area. */
const isFlattened = (transform: string): boolean =>
  transform !== '' &&
  transform.split(')').some(step => {
    const [, name, inside = ''] = /(scale[xy]?|scale3d|matrix(?:3d)?)\(([^(]*)$/.exec(step) ?? []
    const [a = 1, b = a, c = 0, d = 0, e = 0, f = 0] = inside.split(',').map(Number)
    if (name === undefined) return false
    if (name === 'matrix') return isNothing(a * d - b * c)
    if (name === 'matrix3d') return isNothing(a * f - b * e)
    return isNothing(a * (name === 'scalex' || name === 'scaley' ? 1 : b))
  })
const isNothing = (area: number): boolean => Math.abs(area) < 0.0005

const sizes = [
  'width',
  'height',
  'max-width',
  'max-height',
  'block-size',
  'inline-size',
  'max-block-size',
  'max-inline-size',
]

const isElsewhere = (get: Get): boolean => {
  if (isPxAtMost(get('text-indent'), -400) || isPushedOut(get)) return true
  if (/^(absolute|fixed|relative)$/.test(get('position'))) {
    for (const side of [
      'left',
      'top',
      'right',
      'bottom',
      'inset-inline-start',
      'inset-block-start',
    ])
      if (isPxAtMost(get(side), -400)) return true
    if (
      get('inset')
        .split(/\s+/)
        .some(side => isPxAtMost(side, -400))
    )
      return true
    if (isBeyond(get('left'), 9_000) || isBeyond(get('inset-inline-start'), 9_000)) return true
    if (['right', 'bottom', 'inset-inline-end'].some(side => isBeyond(get(side), 3_000)))
      return true
  }
  for (const side of ['margin-left', 'margin-top']) if (isPxAtMost(get(side), -900)) return true
  return isMovedFar(get('transform')) || /^-\d{3,}|\s-\d{3,}/.test(get('translate'))
}

/** So far from that side that no window shows it; large drawings have parts at some thousand pixels. */
const isBeyond = (value: string, leastPx: number): boolean => {
  const [, amount = '0', unit] = /^(\d{3,7}(?:\.\d+)?)(px|vw|%)$/.exec(value) ?? []
  return Number(amount) >= (unit === 'px' ? leastPx : 200)
}

/** The first line begins behind the end of its box, which shows nothing beyond. */
const isPushedOut = (get: Get): boolean =>
  /^(?:[1-9]\d{2}%|\d{4,}px)$/.test(get('text-indent')) && /hidden|clip/.test(get('overflow'))

const isMovedFar = (transform: string): boolean =>
  transform !== '' &&
  transform.split(')').some(step => {
    const at = step.search(/translate[xy3d]*\(/)
    return at >= 0 && /-\d{3,}|^translate(?:x|3d)?\((?:9\d{3}|\d{5,})px/.test(step.slice(at))
  })

const isCut = (get: Get): boolean =>
  /rect\((?:[01](?:px)?[,\s]*){4}\)/.test(get('clip')) ||
  /inset\((?:50|100)%|(?:circle|ellipse)\(0/.test(get('clip-path')) ||
  isPoint(get('clip-path')) ||
  (isCutAway(get('clip-path')) && get('transition') === '')

/** From one side to the other; what a transition uncovers is seen soon. */
const isCutAway = (clip: string): boolean => {
  const [, inside] = /^inset\(([\d\s.%px-]{1,60})/.exec(clip) ?? []
  if (inside === undefined) return false
  const [top = 0, right = top, bottom = top, left = right] = inside
    .trim()
    .split(/\s+/)
    .map(side => (side.endsWith('%') ? Number.parseFloat(side) : 0))
  return top + bottom >= 100 || left + right >= 100
}

/** A polygon whose corners are all at zero. */
const isPoint = (clip: string): boolean => {
  const inside = clip.split('polygon(', 2)[1] ?? ''
  const end = inside.indexOf(')')
  if (end < 0) return false
  const corners = inside
    .slice(0, end)
    .trim()
    .split(/[\s,]+/)
  return corners.length > 1 && corners.every(corner => /^0(?:px|%)?$/.test(corner))
}

/** Letters that show the picture behind them are seen although they have no color. */
const isPale = (style: DeclaredStyle, get: Get): boolean => {
  if (/text/.test(`${get('background-clip')} ${get('-webkit-background-clip')}`)) return false
  const color = colorOf(get('-webkit-text-fill-color') || get('color'))
  if (!color) return false
  if (color.alpha < 0.05) return true
  const background = backgroundOf(style)
  return background !== undefined && background.alpha > 0.5 && isSameColor(color, background)
}

/** `#222 none`: without a picture, the color is what letters stand on. */
const paperOf = (background: string): string =>
  /\(/.test(background) ? background : (background.split(/\s+/).find(colorOf) ?? '')

/** Sheets say the same few colors again and again. */
const colorOf = (text: string): Color | undefined => {
  if (text.length > maxKnownChars) return readColor(text)
  if (!knownColors.has(text)) {
    if (knownColors.size >= maxKnown) knownColors.clear()
    knownColors.set(text, readColor(text))
  }
  return knownColors.get(text)
}
const knownColors = new Map<string, Color | undefined>()
const maxKnown = 500
const maxKnownChars = 60

export const white: Color = { red: 1, green: 1, blue: 1, alpha: 1 }
/** Less than what anybody tells apart in letters. */
const maxDifference = 3

const isSameColor = (color: Color, background: Color): boolean => {
  const seen = over(color, background)
  const isNear = channels.every(channel => Math.abs(seen[channel] - background[channel]) < maxApart)
  return isNear && difference(seen, background) < maxDifference
}
/** So far apart no two colors look the same, which saves most of the reckoning. */
const maxApart = 0.2
const channels = ['red', 'green', 'blue'] as const

const isNumberAtMost = (value: string, limit: number) =>
  value !== '' &&
  /^[+-]?[\d.]+%?$/.test(value) &&
  Number.parseFloat(value) / (value.endsWith('%') ? 100 : 1) <= limit

/** `em`, `rem`, `vw` and `%` are at least as long as they look; 16 px stands for all of them. */
const isPxAtMost = (value: string, limit: number): boolean => {
  if (value === '') return false
  const match = /^([+-]?[\d.]+)(px|pt|em|rem|vw|vh|%)?$/.exec(value)
  if (!match) return false
  const amount = Number(match[1])
  if (amount === 0) return limit >= 0
  const unit = match[2] ?? 'px'
  const px = unit === 'px' || unit === 'pt' ? amount : amount * 16
  return px <= limit
}
