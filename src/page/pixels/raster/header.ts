/** The web's raster formats, by their own bytes. */
type RasterKind = 'png' | 'jpeg' | 'gif' | 'webp'

/**
 * Kind and size of a raster file from its header alone, without decoding a pixel. Undefined when
 * the bytes are something else, too short, or shaped to be slow (a JPEG of hundreds of scans).
 */
export const sizeFromHeader = (
  bytes: Uint8Array,
): { kind: RasterKind; width: number; height: number } | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = readers.map(read => read(view)).find(found => found !== undefined)
  return size && size.width > 0 && size.height > 0 ? size : undefined
}

type Reader = (view: DataView) => ReturnType<typeof sizeFromHeader>

const startsWith = (view: DataView, at: number, text: string): boolean => {
  if (view.byteLength < at + text.length) return false
  for (let i = 0; i < text.length; i++)
    if (view.getUint8(at + i) !== text.charCodeAt(i)) return false
  return true
}

const png: Reader = view => {
  if (view.byteLength < 33 || !startsWith(view, 0, '\x89PNG\r\n\x1a\n')) return undefined
  if (!startsWith(view, 12, 'IHDR')) return undefined
  return { kind: 'png', width: view.getUint32(16), height: view.getUint32(20) }
}

const gif: Reader = view => {
  if (!startsWith(view, 0, 'GIF87a') && !startsWith(view, 0, 'GIF89a')) return undefined
  if (view.byteLength < 13) return undefined
  return { kind: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

const webp: Reader = view => {
  if (view.byteLength < 30 || !startsWith(view, 0, 'RIFF') || !startsWith(view, 8, 'WEBP'))
    return undefined
  if (startsWith(view, 12, 'VP8X')) {
    const width = 1 + read24(view, 24)
    return { kind: 'webp', width, height: 1 + read24(view, 27) }
  }
  if (startsWith(view, 12, 'VP8L')) {
    const bits = view.getUint32(21, true)
    return { kind: 'webp', width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  if (!startsWith(view, 12, 'VP8 ')) return undefined
  const width = view.getUint16(26, true) & 0x3fff
  return { kind: 'webp', width, height: view.getUint16(28, true) & 0x3fff }
}

const read24 = (view: DataView, at: number): number =>
  view.getUint8(at) | (view.getUint8(at + 1) << 8) | (view.getUint8(at + 2) << 16)

/** A progressive JPEG has about ten scans; each may cost a full pass over the image. */
const maxScans = 64

const jpeg: Reader = view => {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined
  let size: ReturnType<Reader>
  let scans = 0
  let at = 2
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) {
      at++
      continue
    }
    const marker = view.getUint8(at + 1)
    if (marker === 0xd9) break
    const bare =
      marker === 0xff || marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)
    if (bare) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      size ??= { kind: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    if (marker === 0xda && ++scans > maxScans) return undefined
    at += 2 + view.getUint16(at + 2)
  }
  return size
}

const readers: Reader[] = [png, jpeg, gif, webp]
