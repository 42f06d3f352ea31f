import { ImageRefused } from './refused.ts'

/** Straight RGBA, eight bits a channel, rows from the top. */
export type Bitmap = { width: number; height: number; rgba: Uint8Array }

type DibOptions = {
  /** An icon's height counts the mask too, and its 32-bit pixels carry alpha. */
  isIcon: boolean
  /** Where the pixels begin, when a BMP file header says so. */
  pixelOffset?: number
  /** What the icon directory says, for encoders that forget to count the mask. */
  declaredHeight?: number
}

/** 2048 × 2048: no site's icon is a larger bitmap, and these are read in plain code. */
const maxPixels = 4_194_304

/**
 * A Windows bitmap (the inside of BMP files and of most icons): 1 to 32 bits, bit fields, palettes,
 * either row order, and for icons the transparency mask. Every read is checked against the bytes,
 * nothing is allocated before the pixels are known to be there.
 */
export const decodeDib = (bytes: Uint8Array, options: DibOptions): Bitmap => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header = readHeader(view, options)
  const { width, height, bits, palette, topDown } = header
  const stride = Math.ceil((bits * width) / 32) * 4
  const start = options.pixelOffset ?? header.end
  if (start + stride * height > bytes.length) throw broken('Pixels are missing.')
  const rgba = new Uint8Array(width * height * 4)
  const readPixel = pixelReader(view, header, options.isIcon)
  for (let y = 0; y < height; y++) {
    const row = start + stride * (topDown ? y : height - 1 - y)
    for (let x = 0; x < width; x++) readPixel(row, x, rgba, (y * width + x) * 4, palette)
  }
  if (options.isIcon) applyMask(bytes, start + stride * height, header, rgba)
  return { width, height, rgba }
}

type Header = {
  width: number
  height: number
  bits: number
  topDown: boolean
  masks: [red: number, green: number, blue: number, alpha: number] | undefined
  /** RGB triples. */
  palette: Uint8Array
  end: number
}

const broken = (message: string) => new ImageRefused('broken', message)

const readHeader = (
  view: DataView,
  { isIcon, declaredHeight, pixelOffset }: DibOptions,
): Header => {
  if (view.byteLength < 12) throw broken('The header is cut.')
  const size = view.getUint32(0, true)
  const isCore = size === 12
  if (!isCore && (size < 40 || size > 1024 || view.byteLength < size))
    throw broken('The header has an unknown size.')
  const width = isCore ? view.getUint16(4, true) : view.getInt32(4, true)
  const fullHeight = isCore ? view.getInt16(6, true) : view.getInt32(8, true)
  const bits = view.getUint16(isCore ? 10 : 14, true)
  const compression = isCore ? 0 : view.getUint32(16, true)
  const counted = isIcon && !(Math.abs(fullHeight) === declaredHeight && declaredHeight === width)
  const height = Math.abs(fullHeight) / (counted ? 2 : 1)
  if (width < 1 || height < 1 || !Number.isInteger(height)) throw broken('The size makes no sense.')
  if (width * height > maxPixels)
    throw new ImageRefused('too_many_pixels', 'The bitmap is too large.')
  if (![1, 4, 8, 16, 24, 32].includes(bits)) throw broken(`${bits} bits a pixel do not exist.`)
  if (compression !== 0 && compression !== 3 && compression !== 6)
    throw new ImageRefused('unsupported_format', 'Compressed bitmaps are not read.')
  const fields = compression !== 0 && (bits === 16 || bits === 32)
  // Since version 4 the masks are part of the header; before, they follow it.
  const masksInside = size >= 52
  const maskBytes = fields && !masksInside ? (compression === 6 ? 16 : 12) : 0
  const masks = fields ? readMasks(view, size, compression === 6) : undefined
  const at = size + maskBytes
  const entryBytes = isCore ? 3 : 4
  const used = isCore ? 0 : view.getUint32(32, true)
  const colors = bits > 8 ? 0 : Math.min(used || 2 ** bits, 256)
  const end = at + colors * entryBytes
  if (end > view.byteLength) throw broken('The palette is cut.')
  const palette = new Uint8Array(256 * 3)
  const last =
    pixelOffset === undefined ? colors : Math.min(colors, (pixelOffset - at) / entryBytes)
  for (let i = 0; i < last; i++)
    for (let channel = 0; channel < 3; channel++)
      palette[i * 3 + channel] = view.getUint8(at + i * entryBytes + 2 - channel)
  return { width, height, bits, topDown: fullHeight < 0, masks, palette, end }
}

const readMasks = (view: DataView, size: number, withAlpha: boolean): Header['masks'] => {
  if (view.byteLength < 56) throw broken('The bit fields are cut.')
  const mask = (index: number) => view.getUint32(40 + index * 4, true)
  return [mask(0), mask(1), mask(2), size >= 56 || withAlpha ? mask(3) : 0]
}

type PixelReader = (
  row: number,
  x: number,
  rgba: Uint8Array,
  at: number,
  palette: Uint8Array,
) => void

const pixelReader = (view: DataView, { bits, masks }: Header, isIcon: boolean): PixelReader => {
  if (bits <= 8) {
    const perByte = 8 / bits
    return (row, x, rgba, at, palette) => {
      const byte = view.getUint8(row + Math.floor(x / perByte))
      const index = (byte >> (8 - bits * ((x % perByte) + 1))) & (2 ** bits - 1)
      for (let channel = 0; channel < 3; channel++)
        rgba[at + channel] = palette[index * 3 + channel] ?? 0
      rgba[at + 3] = 255
    }
  }
  if (bits === 24)
    return (row, x, rgba, at) => {
      for (let channel = 0; channel < 3; channel++)
        rgba[at + channel] = view.getUint8(row + x * 3 + 2 - channel)
      rgba[at + 3] = 255
    }
  const plain: Header['masks'] =
    bits === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, isIcon ? 0xff000000 : 0]
  const channels = (masks ?? plain).map(channelReader)
  return (row, x, rgba, at) => {
    const value =
      bits === 16 ? view.getUint16(row + x * 2, true) : view.getUint32(row + x * 4, true)
    for (let channel = 0; channel < 4; channel++)
      rgba[at + channel] = channels[channel]?.(value) ?? 255
  }
}

/** Nothing for an absent channel, which then is full. */
const channelReader = (mask: number): ((value: number) => number) | undefined => {
  if (mask === 0) return undefined
  const shift = 31 - Math.clz32(mask & -mask)
  const highest = mask >>> shift
  return value => Math.round((((value & mask) >>> shift) * 255) / highest)
}

/**
 * The mask decides where the pixels have no alpha of their own: always below 32 bits, and at 32
 * bits when every alpha is zero, as old encoders write it. Rows that are cut off are opaque.
 */
const applyMask = (bytes: Uint8Array, start: number, header: Header, rgba: Uint8Array): void => {
  const { width, height, bits, masks, topDown } = header
  const hasAlpha = bits === 32 && (masks === undefined || masks[3] !== 0)
  if (hasAlpha && isAnyVisible(rgba)) return
  const stride = Math.ceil(width / 32) * 4
  for (let y = 0; y < height; y++) {
    const row = start + stride * (topDown ? y : height - 1 - y)
    for (let x = 0; x < width; x++) {
      const byte = bytes[row + (x >> 3)] ?? 0
      rgba[(y * width + x) * 4 + 3] = (byte >> (7 - (x & 7))) & 1 ? 0 : 255
    }
  }
}

const isAnyVisible = (rgba: Uint8Array): boolean => {
  for (let i = 3; i < rgba.length; i += 4) if (rgba[i] !== 0) return true
  return false
}

/** A `.bmp` file. */
export const decodeBmp = (bytes: Uint8Array): Bitmap => {
  if (bytes.length < 26) throw broken('The header is cut.')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pixelOffset = view.getUint32(10, true) - 14
  if (pixelOffset < 12) throw broken('The pixels begin inside the header.')
  return decodeDib(bytes.subarray(14), { isIcon: false, pixelOffset })
}
