import { AppError } from '../../kit/errors.ts'
import type { Theme } from '../../page/css/media.ts'
import { decodeImage } from '../../page/pixels/decode.ts'
import { fitToSurface, tinted } from './fit-to-surface.ts'
import type { Format } from './formats.ts'
import { boxSvg, frameSvg } from './frame-svg.ts'
import { renderIcon, renderLogo, renderOg } from './render.ts'
import type { Box, ImageKind } from './request.ts'

/** A stored source, and what is to be made of it. */
export type Drawing = {
  kind: ImageKind
  bytes: Uint8Array
  /** Set for mask icons, which are tinted for the surface; empty when none was declared. */
  maskColor: string | null
  /** Ours, and made for the surface: nothing is done to it. */
  isFit?: boolean
  theme: Theme
  /** As the page shows it, and how many times as many pixels it gets. */
  sizePx: number
  /** For a logo. */
  box?: Box | undefined
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
  const isAsItCame = kind === 'og' || drawing.isFit
  const source =
    maskColor !== null
      ? await tinted(decoded.source, theme, maskColor || undefined)
      : isAsItCame
        ? decoded.source
        : await fitToSurface(decoded, theme, kind === 'logo')
  const box = drawing.box ?? { width: undefined, height: sizePx }
  if (kind !== 'og' && source.kind === 'svg' && !drawing.raster)
    return kind === 'logo'
      ? boxSvg(source.svg, { box, greyscale })
      : frameSvg(source.svg, { sizePx, greyscale })
  const wanted = { sizePx: sizePx * drawing.density, format, greyscale }
  if (kind === 'logo') return renderLogo(source, { ...wanted, box, density: drawing.density })
  return kind === 'og' ? renderOg(source, wanted) : renderIcon(source, wanted)
}
