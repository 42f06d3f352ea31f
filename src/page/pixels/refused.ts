import type { SvgRefusal } from './svg/tree.ts'

/** Why bytes are no image to us. `svg_…` reasons come from the SVG rebuilder. */
export type ImageRefusal =
  | 'unknown_format'
  | 'unsupported_format'
  | 'too_many_bytes'
  | 'too_many_pixels'
  | 'broken'
  | `svg_${SvgRefusal}`

export class ImageRefused extends Error {
  override readonly name = 'ImageRefused'
  readonly reason: ImageRefusal

  constructor(reason: ImageRefusal, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}
