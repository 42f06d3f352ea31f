/** Why bytes are no image to us. */
export type RasterRefusal =
  | 'unknown_format'
  | 'unsupported_format'
  | 'too_many_bytes'
  | 'too_many_pixels'
  | 'broken'

export class ImageRefused extends Error {
  override readonly name = 'ImageRefused'
  readonly reason: RasterRefusal

  constructor(reason: RasterRefusal, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}
