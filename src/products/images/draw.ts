import { AppError } from '../../errors.ts'
import type { Theme } from '../../page/css/media.ts'
import { decodeImage, type ImageSource } from '../../page/pixels/decode.ts'
import { frameSvg } from './frame-svg.ts'
import { renderIcon, renderOg } from './render.ts'
import type { Format, ImageKind } from './request.ts'
import { tintRaster, tintSvg } from './tint.ts'

/** A stored source, and what is to be made of it. */
export type Drawing = {
  kind: ImageKind
  bytes: Uint8Array
  /** Set for one-color icons, which are tinted for the surface; empty when none was declared. */
  maskColor: string | null
  theme: Theme
  /** As the page shows it, and how many times as many pixels it gets. */
  sizePx: number
  density: 1 | 2
  format: Format
  raster: boolean
  greyscale: boolean
}
export type Drawn = { bytes: Uint8Array; contentType: string }

/** Stored bytes are as untrusted as on the day they came: they are decoded anew for each rendition. */
export const draw = async (drawing: Drawing): Promise<Drawn> => {
  const { kind, bytes, maskColor, theme, sizePx, format, greyscale } = drawing
  const decoded = await decodeImage(bytes, { theme })
  if (!decoded.ok) throw new AppError('page_unsupported', decoded.detail)
  const source =
    maskColor === null ? decoded.source : await tinted(decoded.source, theme, maskColor)
  if (kind === 'icon' && source.kind === 'svg' && !drawing.raster)
    return frameSvg(source.svg, { sizePx, greyscale })
  const wanted = { sizePx: sizePx * drawing.density, format, greyscale }
  return kind === 'icon' ? renderIcon(source, wanted) : renderOg(source, wanted)
}

const tinted = async (
  source: ImageSource,
  theme: Theme,
  maskColor: string,
): Promise<ImageSource> => {
  const declared = maskColor === '' ? undefined : maskColor
  return source.kind === 'svg'
    ? { kind: 'svg', svg: tintSvg(source.svg, theme, declared) }
    : { ...source, bytes: await tintRaster(source.bytes, theme, declared) }
}
