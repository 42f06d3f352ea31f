import { type Bitmap, decodeDib } from './dib.ts'
import { sizeFromHeader } from './header.ts'
import { ImageRefused } from './refused.ts'

/** One picture of an icon file, as its own bytes describe it. */
type IcoEntry = {
  width: number
  height: number
  /** Bits a pixel; 32 for PNG. */
  bits: number
  kind: 'png' | 'bitmap'
  bytes: Uint8Array
  declaredHeight: number
}

const maxEntries = 256

/**
 * The pictures of an ICO or CUR file. The directory's sizes and lengths are often wrong (256 is
 * written as 0, a length may be short although all pixels are there), so the payload's own header
 * is believed instead, and a payload may run to the end of the file. Entries that point nowhere
 * are left out; one bad entry never costs the others.
 */
export const readIco = (bytes: Uint8Array): IcoEntry[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isIco(bytes)) throw new ImageRefused('broken', 'This is not an icon file.')
  const count = Math.min(view.getUint16(4, true), maxEntries, Math.floor((bytes.length - 6) / 16))
  const entries: IcoEntry[] = []
  const seen = new Set<number>()
  for (let i = 0; i < count; i++) {
    const at = 6 + i * 16
    const offset = view.getUint32(at + 12, true)
    if (offset < 6 + 16 || offset >= bytes.length || seen.has(offset)) continue
    seen.add(offset)
    const entry = readEntry(bytes.subarray(offset), view.getUint8(at + 1) || 256)
    if (entry) entries.push(entry)
  }
  return entries
}

export const isIco = (bytes: Uint8Array): boolean =>
  bytes.length >= 22 &&
  bytes[0] === 0 &&
  bytes[1] === 0 &&
  (bytes[2] === 1 || bytes[2] === 2) &&
  bytes[3] === 0 &&
  (bytes[4] !== 0 || bytes[5] !== 0)

/**
 * Best first: the smallest that need not be enlarged, otherwise the largest; the deeper of equals.
 * The list goes on, because the next one is taken when the best turns out to be broken.
 */
export const rankIcoEntries = (entries: readonly IcoEntry[], wantedPx: number): IcoEntry[] =>
  entries.toSorted((a, b) => {
    const [first, second] = [Math.min(a.width, a.height), Math.min(b.width, b.height)]
    if (first === second) return b.bits - a.bits
    const [fits, other] = [first >= wantedPx, second >= wantedPx]
    if (fits !== other) return fits ? -1 : 1
    return fits ? first - second : second - first
  })

/** The pixels of a bitmap entry; PNG entries are PNG files and go to the decoder as such. */
export const decodeIcoBitmap = (entry: IcoEntry): Bitmap =>
  decodeDib(entry.bytes, { isIcon: true, declaredHeight: entry.declaredHeight })

const readEntry = (bytes: Uint8Array, declaredHeight: number): IcoEntry | undefined => {
  const png = sizeFromHeader(bytes)
  if (png?.kind === 'png')
    return { width: png.width, height: png.height, bits: 32, kind: 'png', bytes, declaredHeight }
  if (bytes.length < 40) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = view.getUint32(0, true)
  const isCore = size === 12
  if (!isCore && (size < 40 || size > 1024)) return undefined
  const width = isCore ? view.getUint16(4, true) : view.getInt32(4, true)
  const full = Math.abs(isCore ? view.getInt16(6, true) : view.getInt32(8, true))
  const height = full === declaredHeight && full === width ? full : full / 2
  if (width < 1 || height < 1 || width > 2048 || height > 2048) return undefined
  const bits = view.getUint16(isCore ? 10 : 14, true)
  return { width, height, bits, kind: 'bitmap', bytes, declaredHeight }
}
