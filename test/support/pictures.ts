import sharp from 'sharp'

/** Colors that can be seen on white and on #121212 alike. */
export const colors = {
  red: '#d63031',
  blue: '#2f6fde',
  green: '#1e8a44',
  purple: '#8e44ad',
  orange: '#c8600a',
  teal: '#0b8a8a',
} as const
export type Color = keyof typeof colors

/** A disc of one color on transparency, with a dot of another so that it is no mask. */
export const svg = (color: Color, width = 64, height = width): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
  `<ellipse cx="${width / 2}" cy="${height / 2}" rx="${width * 0.46}" ry="${height * 0.46}" fill="${colors[color]}"/>` +
  `<rect x="${width * 0.42}" y="${height * 0.1}" width="${width * 0.16}" height="${height * 0.2}" fill="#888888"/></svg>`

/** The same in true pixels. */
export const png = (color: Color, width = 180, height = width): Promise<Buffer> =>
  sharp(Buffer.from(svg(color, width, height)))
    .png()
    .toBuffer()

export const jpeg = (color: Color, width = 1200, height = 630): Promise<Buffer> =>
  sharp(Buffer.from(svg(color, width, height)))
    .flatten({ background: '#fff' })
    .jpeg()
    .toBuffer()

export const blank = (px: number): Promise<Buffer> =>
  sharp({ create: { width: px, height: px, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()

export const flat = (color: string, px: number): Promise<Buffer> =>
  sharp({ create: { width: px, height: px, channels: 3, background: color } })
    .png()
    .toBuffer()

/** An icon file of PNG entries; `claimed` is what its directory says instead of the truth. */
export const ico = (pngs: readonly Buffer[], claimed?: number): Buffer => {
  const head = Buffer.alloc(6 + 16 * pngs.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pngs.length, 4)
  let at = head.length
  for (const [index, bytes] of pngs.entries()) {
    const entry = 6 + 16 * index
    const px = claimed ?? bytes.readUInt32BE(16)
    head.writeUInt8(px >= 256 ? 0 : px, entry)
    head.writeUInt8(px >= 256 ? 0 : px, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(bytes.length, entry + 8)
    head.writeUInt32LE(at, entry + 12)
    at += bytes.length
  }
  return Buffer.concat([head, ...pngs])
}

/** Which of the colors is in the middle of a picture, drawn or written. */
export const colorOf = async (bytes: Buffer): Promise<Color | undefined> => {
  const { data, info } = await sharp(bytes)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4
  const channels = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
  const names = Object.keys(colors) as Color[]
  return names.find(name => {
    const hex = Number.parseInt(colors[name].slice(1), 16)
    const wanted = [hex >> 16, (hex >> 8) & 255, hex & 255]
    return wanted.every((value, index) => Math.abs(value - (channels[index] ?? 0)) < 24)
  })
}

export const sizeOf = async (bytes: Buffer) => {
  const { width, height, format } = await sharp(bytes).metadata()
  return { width, height, format }
}
