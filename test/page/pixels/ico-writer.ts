/** A small writer of icon files and bitmaps, for tests that need ones nobody ships. */
export type Pixel = readonly [red: number, green: number, blue: number, alpha: number]
export type Painter = (x: number, y: number) => Pixel

export type BitmapOptions = {
  bits: 1 | 4 | 8 | 16 | 24 | 32
  topDown?: boolean
  /** Bit fields 565 (16 bits) or swapped channels (32 bits). */
  fields?: boolean
  mask?: 'full' | 'cut' | 'none'
  /** Write every alpha as zero, as old encoders do. */
  zeroAlpha?: boolean
  /** The height counts the mask, as in icons. */
  isIcon?: boolean
}

export const writeDib = (size: number, paint: Painter, options: BitmapOptions): Buffer => {
  const { bits, topDown = false, fields = false, mask = 'full', isIcon = true } = options
  const palette = bits <= 8 ? collectPalette(size, paint) : []
  const header = Buffer.alloc(40 + (fields ? 12 : 0))
  header.writeUInt32LE(40, 0)
  header.writeInt32LE(size, 4)
  header.writeInt32LE((topDown ? -1 : 1) * size * (isIcon ? 2 : 1), 8)
  header.writeUInt16LE(1, 12)
  header.writeUInt16LE(bits, 14)
  if (fields) {
    header.writeUInt32LE(3, 16)
    const masks = bits === 16 ? [0xf800, 0x7e0, 0x1f] : [0xff, 0xff00, 0xff0000]
    masks.forEach((value, index) => {
      header.writeUInt32LE(value, 40 + index * 4)
    })
  }
  const colors = Buffer.alloc(bits <= 8 ? 4 * 2 ** bits : 0)
  palette.forEach(([r, g, b], index) => {
    colors.set([b, g, r, 0], index * 4)
  })
  const rows = [...Array(size).keys()]
  const ordered = topDown ? rows : rows.toReversed()
  const pixels = ordered.map(y => writeRow(size, y, paint, options, palette))
  const masks = ordered
    .map(y => maskRow(size, y, paint))
    .slice(0, mask === 'full' ? size : size >> 1)
  return Buffer.concat([header, colors, ...pixels, ...(isIcon && mask !== 'none' ? masks : [])])
}

const collectPalette = (size: number, paint: Painter): Pixel[] => {
  const found = new Map<string, Pixel>()
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) found.set(paint(x, y).slice(0, 3).join(), paint(x, y))
  return [...found.values()]
}

const writeRow = (
  size: number,
  y: number,
  paint: Painter,
  options: BitmapOptions,
  palette: Pixel[],
) => {
  const { bits, fields, zeroAlpha } = options
  const row = Buffer.alloc(Math.ceil((bits * size) / 32) * 4)
  for (let x = 0; x < size; x++) {
    const [r, g, b, a] = paint(x, y)
    if (bits <= 8) {
      const index = palette.findIndex(pixel => pixel.slice(0, 3).join() === [r, g, b].join())
      const at = Math.floor((x * bits) / 8)
      row[at] = (row[at] ?? 0) | (index << (8 - bits - ((x * bits) % 8)))
    } else if (bits === 16) {
      const five = (value: number) => value >> 3
      const value = fields
        ? (five(r) << 11) | ((g >> 2) << 5) | five(b)
        : (five(r) << 10) | (five(g) << 5) | five(b)
      row.writeUInt16LE(value, x * 2)
    } else if (bits === 24) row.set([b, g, r], x * 3)
    else row.set(fields ? [r, g, b, 0] : [b, g, r, zeroAlpha ? 0 : a], x * 4)
  }
  return row
}

const maskRow = (size: number, y: number, paint: Painter): Buffer => {
  const row = Buffer.alloc(Math.ceil(size / 32) * 4)
  for (let x = 0; x < size; x++)
    if (paint(x, y)[3] === 0) row[x >> 3] = (row[x >> 3] ?? 0) | (0x80 >> (x & 7))
  return row
}

export type Entry = { bytes: Uint8Array; size: number; length?: number; offset?: number }

export const writeIco = (entries: Entry[], type = 1, count = entries.length): Buffer => {
  const directory = Buffer.alloc(6 + entries.length * 16)
  directory.writeUInt16LE(type, 2)
  directory.writeUInt16LE(count, 4)
  let offset = directory.length
  entries.forEach((entry, index) => {
    const at = 6 + index * 16
    directory[at] = entry.size & 0xff
    directory[at + 1] = entry.size & 0xff
    directory.writeUInt16LE(1, at + 4)
    directory.writeUInt16LE(32, at + 6)
    directory.writeUInt32LE(entry.length ?? entry.bytes.length, at + 8)
    directory.writeUInt32LE(entry.offset ?? offset, at + 12)
    offset += entry.bytes.length
  })
  return Buffer.concat([directory, ...entries.map(entry => entry.bytes)])
}

export const writeBmp = (dib: Buffer, colorBytes: number): Buffer => {
  const header = Buffer.alloc(14)
  header.write('BM')
  header.writeUInt32LE(14 + dib.length, 2)
  header.writeUInt32LE(14 + 40 + colorBytes, 10)
  return Buffer.concat([header, dib])
}
