import { sizeFromHeader } from '../raster/header.ts'
import { limits } from './limits.ts'

/**
 * A raster image inside the file: its type comes from the bytes, never from the label, and its
 * pixels from its own header, so that 300 bytes cannot unpack to gigabytes. Nothing but the four
 * web raster formats: an SVG or HTML document in a data URL would bring everything back in.
 */
export const dataImage = (
  href: string,
): { href: string; width: number; height: number } | undefined => {
  const [, data] = /^data:image\/[\w.+-]+\s*;\s*base64\s*,([\w+/=\s-]*)$/i.exec(href) ?? []
  if (data === undefined) return undefined
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > limits.imageBytes) return undefined
  const size = sizeFromHeader(bytes)
  if (!size || size.width * size.height > limits.imagePixels) return undefined
  const { kind, width, height } = size
  return { href: `data:image/${kind};base64,${bytes.toString('base64')}`, width, height }
}
