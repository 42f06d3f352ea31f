import { hexOf, readColor } from '../../src/page/css/color.ts'
import { tileOf } from '../../src/page/pixels/tile.ts'
import { type Box, canonical, withBox } from './canonical.ts'
import { colorOf, isLegible, type Look, legibility, look, mainColor, overlap } from './look.ts'
import type { Brand, Drawing } from './sources.ts'

/** A drawing ready to be stored: canonical, square, and measured. */
export type Art = {
  svg: string
  /** One color, written `currentColor`: the reader tints it. */
  mono: boolean
  /** To be shown on a white tile. */
  plate?: true
  /** Set where the ink is a tile itself, with the mark left out of it. */
  tile?: 'square' | 'round' | undefined
  /** Width to height of the ink itself, whatever the window. */
  ratio: number
  look: Look
  color: string
}

export type Chosen = { brand: Brand; light: Art; dark: Art; darkBrand: Brand }

/** Wider or taller than this, a drawing is a wordmark rather than an icon. */
export const mostOblong = 1.8
const mostColorBytes = 12_000

export type Candidates = {
  /** Brands whose own address proves that they are this site's. */
  trusted: Brand[]
  /** Brands that only share its name: used if they look like a trusted one. */
  namesakes: Brand[]
}

/** A color drawing near the square, else one color to be set on a tile where it must be. */
export const choose = async ({ trusted, namesakes }: Candidates): Promise<Chosen | undefined> => {
  const proven = await drawAll(trusted)
  const alike: Drawn[] = []
  for (const other of await drawAll(namesakes))
    if (proven.some(known => isAlike(known.light, other.light))) alike.push(other)
  const drawn = [...proven, ...alike]

  const monos = drawn
    .filter(({ light }) => light.mono)
    .sort((a, b) => oblong(a.light) - oblong(b.light))
  const [mono] = monos
  const colors = drawn
    .filter(
      ({ light }) => !light.mono && isIcon(light) && legibility(light.look, 'light') !== 'lost',
    )
    .sort((a, b) => oblong(a.light) - oblong(b.light))
  const color = colors.find(onDark) ?? colors[0]
  if (!color && !mono) return undefined
  const { brand, light } = (color ?? mono) as Drawn
  // A brand's own variant before one of ours.
  const own = [color, ...monos].flatMap(each => (each && onDark(each) ? [each] : []))[0]
  const icon = mono && isIcon(mono.light) ? mono : undefined
  // Where only a part would be lost, its own colors on white are better than one of them.
  const isNearly = color && legibility(color.light.look, 'dark') === 'in part'
  const other = own ?? (color ? (isNearly ? undefined : icon) : mono)
  // Colors that dark swallows are shown on white, as they are.
  const dark = (own && onDark(own)) ?? other?.light ?? { ...light, plate: true as const }
  return { brand, light, dark, darkBrand: other?.brand ?? brand }
}

const isIcon = (art: Art) => oblong(art) <= mostOblong && art.svg.length <= mostColorBytes

/** What the brand itself shows on dark: the same drawing where that can be seen, else its variant. */
const onDark = ({ light, dark }: Drawn): Art | undefined => {
  if (!light.mono && isLegible(light.look, 'dark')) return light
  return dark && isIcon(dark) && isLegible(dark.look, 'dark') ? dark : undefined
}

type Drawn = { brand: Brand; light: Art; dark: Art | undefined }

const drawAll = async (brands: Brand[]): Promise<Drawn[]> => {
  const drawn: Drawn[] = []
  for (const brand of brands) {
    const light = brand.light && (await artOf(brand.light, brand.color))
    if (light)
      drawn.push({ brand, light, dark: brand.dark && (await artOf(brand.dark, 'as it is')) })
  }
  return drawn
}

/** Near-square is near enough: the order among such drawings is the order of trust. */
const oblong = ({ ratio }: Art) => Math.max(1.15, ratio, 1 / ratio)

/** The same mark drawn twice: the silhouettes cover each other, or the colors are the same. */
const isAlike = (a: Art, b: Art) => {
  if (overlap(a.look, b.look) >= 0.6) return true
  const [one, other] = [channels(a.color), channels(b.color)]
  const distance = Math.hypot(...one.map((channel, at) => channel - (other[at] ?? 0)))
  return distance <= 40 && !isDull(one) && overlap(a.look, b.look) >= 0.25
}

const channels = (hex: string): number[] => {
  const color = readColor(hex)
  return color ? [color.red, color.green, color.blue].map(share => Math.round(share * 255)) : []
}

const isDull = (color: number[]) => Math.max(...color) - Math.min(...color) < 40

const memory = new Map<Drawing, Promise<Art | undefined>>()

/** `as it is`: a variant for one surface keeps its color there. */
const artOf = (drawing: Drawing, brandColor: string | undefined): Promise<Art | undefined> => {
  const known = memory.get(drawing) ?? draw(drawing, brandColor)
  memory.set(drawing, known)
  return known
}

const draw = async (drawing: Drawing, colored: string | undefined): Promise<Art | undefined> => {
  const clean = canonical(drawing.svg)
  if (!clean) return undefined
  const isVariant = colored === 'as it is'
  const brandColor = isVariant ? undefined : colored
  const only = drawing.mono || isVariant ? undefined : onlyColor(clean.svg)
  const mono = drawing.mono || only !== undefined
  // Half of the ink would follow the reader's text color.
  if (!mono && clean.svg.includes('currentColor')) return undefined
  const inked = drawing.mono
    ? currentColor(clean.svg)
    : only
      ? clean.svg.replaceAll(new RegExp(`"${only}"`, 'gi'), '"currentColor"')
      : clean.svg
  const window = await windowOn(inked, clean.box)
  if (!window) return undefined
  const svg = withBox(inked, window.square)
  const color = brandColor ?? (only?.startsWith('#') ? longHex(only) : undefined)
  const seen = await look(color ? svg.replaceAll('currentColor', color) : svg, 64)
  if (!seen.ink) return undefined
  return {
    svg,
    mono,
    ...(mono && { tile: tileOf({ rgba: seen.pixels, width: 64, height: 64 }, seen.ink) }),
    ratio: window.ratio,
    look: seen,
    color: color ?? hexOf(colorOf(mainColor(seen))),
  }
}

/** Packages of one color leave the fill out or write `currentColor`: one way of saying it is enough. */
const currentColor = (svg: string) =>
  svg.includes('currentColor') ? svg : svg.replace('<svg ', '<svg fill="currentColor" ')

/** The single paint of a drawing that has just one, written on every shape or on the root. */
const onlyColor = (svg: string): string | undefined => {
  const paints = [...svg.matchAll(/(?:fill|stroke|stop-color|color)="([^"]+)"/g)].map(match =>
    (match[1] ?? '').toLowerCase(),
  )
  const colors = new Set(paints.filter(paint => paint !== 'none'))
  const [color] = colors
  if (colors.size !== 1 || !color || !/^(#([0-9a-f]{3}|[0-9a-f]{6})|currentcolor)$/.test(color))
    return undefined
  // Shapes without a paint of their own are black unless the root says otherwise.
  const rootPainted = new RegExp(`^<svg [^>]*fill="(${color}|none)"`, 'i').test(svg)
  const unpainted = /<(path|rect|circle|ellipse|polygon)(?![^>]* fill=)[^>]*>/.test(svg)
  return rootPainted || !unpainted ? color : undefined
}

const longHex = (hex: string) =>
  hex.length === 4 ? `#${[...hex.slice(1)].map(digit => digit + digit).join('')}` : hex

/** Room around the ink, so that no mark touches the edge of its box. */
const margin = 1.08

/**
 * A square window centred on the ink, with a margin. Undefined if the window would show what the
 * drawing hid: it is asked for with as much around it.
 */
const windowOn = async (
  svg: string,
  box: Box,
): Promise<{ square: Box; ratio: number } | undefined> => {
  const side = Math.max(box.width, box.height) * 1.25
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2]
  const around = { x: middleX - side / 2, y: middleY - side / 2, width: side, height: side }
  const { ink, sizePx } = await look(withBox(svg, around), 320, 12)
  if (!ink) return undefined
  const unit = side / sizePx
  const [width, height] = [(ink.right - ink.left + 1) * unit, (ink.bottom - ink.top + 1) * unit]
  const slack = 2 * unit
  if (width > box.width + slack || height > box.height + slack) return undefined
  const framed = Math.max(width, height) * margin
  return {
    square: {
      x: around.x + ((ink.left + ink.right + 1) / 2) * unit - framed / 2,
      y: around.y + ((ink.top + ink.bottom + 1) / 2) * unit - framed / 2,
      width: framed,
      height: framed,
    },
    ratio: Number((width / height).toFixed(2)),
  }
}
