import { type Color, contrast, hexOf, readColor } from '../../../page/css/color.ts'
import type { Theme } from '../../../page/css/media.ts'
import { groundShape, number, plateShape, plateShare } from '../../../page/pixels/plates.ts'
import { isGrey, leastContrast, surfaces } from '../../../page/pixels/tint.ts'
import type { Drawing, Mark } from './catalogue.ts'

const black: Color = { red: 0, green: 0, blue: 0, alpha: 1 }
const white: Color = { red: 1, green: 1, blue: 1, alpha: 1 }

/**
 * A mark of one color as it is shown on a surface: in the brand's own color where that can be seen
 * there, else in black or white on a tile of it. Only black, grey and white, which name no brand,
 * are exchanged for each other.
 */
export const paintMark = (
  svg: string,
  { color: brand, ratio }: Pick<Mark, 'color' | 'ratio'>,
  { tile }: Pick<Drawing, 'tile'>,
  theme: Theme,
): string => {
  const color = readColor(brand) ?? black
  const own = hexOf(color)
  const ink = contrast(color, white) >= leastContrast ? white : black
  const surface = readColor(surfaces[theme]) ?? white
  const isSeen = contrast(color, surface) >= leastContrast
  // What is cut out of a tile looks the same on every surface.
  if (tile && !(isSeen && hexOf(surface) === hexOf(ink)))
    return onGround(svg, { own, ink: hexOf(ink), tile, ratio })
  if (isSeen) return svg.replaceAll('currentColor', own)
  if (isGrey(color)) return svg.replaceAll('currentColor', hexOf(ink))
  return onTile(svg, { own, ink: hexOf(ink) })
}

/** A drawing that dark would swallow: on white, or where it is all black, in white itself. */
export const onPlate = (svg: string): string =>
  /(?:fill|stroke|color|mask)=|<mask/.test(svg)
    ? onTile(svg, { own: '#ffffff', ink: '#000000' })
    : svg.replace('>', ' fill="#ffffff">')

const onTile = (svg: string, { own, ink }: { own: string; ink: string }): string => {
  const { x, y, side, attributes, body } = partsOf(svg)
  const tile = plateShape(x, y, side, own)
  const shift = (1 - plateShare) / 2
  const move = `translate(${number(x * (1 - plateShare) + side * shift)} ${number(y * (1 - plateShare) + side * shift)}) scale(${plateShare})`
  const mark = `<g transform="${move}"${attributes}>${body}</g>`
  return `${open(x, y, side)}${tile}${mark.replaceAll('currentColor', ink)}</svg>`
}

type Ground = { own: string; ink: string; tile: 'square' | 'round'; ratio: number }

/** The drawing is the tile: what was cut out of it shows the ink below. */
const onGround = (svg: string, { own, ink, tile, ratio }: Ground): string => {
  const { x, y, side, attributes, body } = partsOf(svg)
  const [width, height] = [Math.min(1, ratio), Math.min(1, 1 / ratio)].map(
    share => (side / margin) * share,
  ) as [number, number]
  const box = { x: x + (side - width) / 2, y: y + (side - height) / 2, width, height }
  const below = groundShape(tile, box, ink)
  const mark = `<g${attributes}>${body}</g>`.replaceAll('currentColor', own)
  return `${open(x, y, side)}${below}${mark}</svg>`
}

/** As the build leaves it around the ink. */
const margin = 1.08

const open = (x: number, y: number, side: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${[x, y, side, side].map(number).join(' ')}">`

/** Stored drawings have one form: namespace and square window first, then what else the root says. */
const partsOf = (svg: string) => {
  const [start = '', x, y, side, attributes = ''] =
    /^<svg xmlns="[^"]*" viewBox="(\S+) (\S+) (\S+) \S+"([^>]*)>/.exec(svg) ?? []
  const body = svg.slice(start.length, -'</svg>'.length)
  return { x: Number(x), y: Number(y), side: Number(side), attributes, body }
}
