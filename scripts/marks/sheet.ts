import sharp from 'sharp'

/** Many drawings in one picture: one rendering of a hundred costs a tenth of a hundred renderings. */
export const drawSheet = (
  drawings: readonly string[],
  { columns, cellPx, gapPx = 0 }: { columns: number; cellPx: number; gapPx?: number },
) => {
  const step = cellPx + gapPx
  const [width, height] = [columns * step, Math.ceil(drawings.length / columns) * step]
  const cells = drawings.map((svg, at) => {
    const place = `x="${(at % columns) * step + gapPx / 2}" y="${Math.floor(at / columns) * step + gapPx / 2}"`
    return ownIds(svg, at).replace('<svg ', `<svg ${place} width="${cellPx}" height="${cellPx}" `)
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${cells.join('')}</svg>`
  return sharp(Buffer.from(svg), { unlimited: true })
}

/** Every drawing calls its first gradient `a`. */
const ownIds = (svg: string, at: number): string =>
  svg.replace(/( id="|url\(#|href="#)/g, `$1m${at}-`)
