import { isIco } from './ico.ts'

export type ImageKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'bmp' | 'ico' | 'svg'
/** What is recognised but never taken for an image. */
type OtherKind = 'tiff' | 'html'

/**
 * What the bytes are, whatever name, extension or content type they came under: `favicon.ico` is
 * a PNG, an SVG or an error page often enough.
 */
export const sniffImage = (bytes: Uint8Array): ImageKind | OtherKind | undefined => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096))
  const start = head.toString('latin1', 0, 16)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif'
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp'
  if (start.slice(4, 8) === 'ftyp' && /avif|avis/.test(head.toString('latin1', 8, 32)))
    return 'avif'
  if (start.startsWith('II*\0') || start.startsWith('MM\0*')) return 'tiff'
  if (isIco(bytes)) return 'ico'
  if (isBmp(head)) return 'bmp'
  // Only an SVG is ever served gzipped as a file of its own.
  if (start.startsWith('\x1f\x8b')) return 'svg'
  return sniffMarkup(head)
}

/** `BM` alone begins many texts; the reserved field and the header size must fit too. */
const isBmp = (head: Buffer): boolean =>
  head.length >= 26 &&
  head.toString('latin1', 0, 2) === 'BM' &&
  head.readUInt32LE(6) === 0 &&
  head.readUInt32LE(14) <= 256

const sniffMarkup = (head: Buffer): 'svg' | 'html' | undefined => {
  // UTF-16 markup is ASCII with zeros between.
  const text = head.toString('latin1').replaceAll('\0', '')
  const svg = text.search(/<(?:[\w-]+:)?svg[\s>]/i)
  const html = text.search(/<!doctype html|<html[\s>]|<head[\s>]|<body[\s>]/i)
  if (svg >= 0 && (html < 0 || svg < html)) return 'svg'
  if (html >= 0) return 'html'
  return /^[\s\xef\xbb\xbf\xff\xfe]*<(\?xml|!--|!doctype svg)/i.test(text) ? 'svg' : undefined
}
