import { AppError } from '../../errors.ts'
import type { Theme } from '../../page/css/media.ts'
import { decodeImage, type ImageSource } from '../../page/pixels/decode.ts'
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
  sizePx: number
  format: Format
}
export type Drawn = { bytes: Uint8Array; contentType: string }

/** Stored bytes are as untrusted as on the day they came: they are decoded anew for each rendition. */
export const draw = async (drawing: Drawing): Promise<Drawn> => {
  const { kind, bytes, maskColor, theme, sizePx, format } = drawing
  const decoded = await decodeImage(bytes, { theme })
  if (!decoded.ok) throw new AppError('page_unsupported', decoded.detail)
  const source =
    maskColor === null ? decoded.source : await tinted(decoded.source, theme, maskColor)
  return kind === 'icon'
    ? renderIcon(source, { sizePx, format })
    : renderOg(source, { widthPx: sizePx, format })
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
