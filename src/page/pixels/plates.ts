import type { TileShape } from './tile.ts'

/** How much of a plate its icon takes. */
export const plateShare = 0.7

/** A square tile with round corners, for icons that the surface would swallow. */
export const plateShape = (x: number, y: number, side: number, fill: string): string => {
  const inset = side * 0.04
  const edge = number(side - 2 * inset)
  return `<rect x="${number(x + inset)}" y="${number(y + inset)}" width="${edge}" height="${edge}" rx="${number(side * 0.18)}" fill="${fill}"/>`
}

/** What shows through the holes of a tile: a little smaller than the tile, so that no rim is seen. */
export const groundShape = (
  tile: TileShape,
  ink: { x: number; y: number; width: number; height: number },
  fill: string,
): string => {
  const reach = tile === 'round' ? 0.9 : 0.88
  const [rx, ry] = [(ink.width / 2) * reach, (ink.height / 2) * reach]
  const [cx, cy] = [ink.x + ink.width / 2, ink.y + ink.height / 2]
  return tile === 'round'
    ? `<ellipse cx="${number(cx)}" cy="${number(cy)}" rx="${number(rx)}" ry="${number(ry)}" fill="${fill}"/>`
    : `<rect x="${number(cx - rx)}" y="${number(cy - ry)}" width="${number(2 * rx)}" height="${number(2 * ry)}" fill="${fill}"/>`
}

export const number = (value: number): number => Number(value.toFixed(3))
