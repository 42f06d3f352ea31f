/** Why a file is refused as a whole. Whatever is merely unwanted is left out instead (`allow-list.ts`). */
export type SvgRefusal =
  | 'too_large'
  | 'encoding'
  | 'malformed'
  | 'doctype'
  | 'not_svg'
  | 'too_many_elements'
  | 'too_deep'
  | 'too_complex'
  | 'cycle'
  | 'empty'

export class SvgRefused extends Error {
  override readonly name = 'SvgRefused'
  readonly reason: SvgRefusal

  constructor(reason: SvgRefusal, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}
