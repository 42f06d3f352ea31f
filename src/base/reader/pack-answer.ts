import { constants, zstdCompressSync } from 'node:zlib'
import { AppError } from '../../kit/errors.ts'

/** Formats together may be several times the page; a page itself is at most 10 MB. */
const maxBytes = 64_000_000

export const packing = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** An answer as JSON, as jobs keep it packed. */
export const writeAnswer = (shown: object): Buffer => {
  const text = Buffer.from(JSON.stringify(shown))
  if (text.length > maxBytes)
    throw new AppError('page_too_large', 'The result is larger than 64 MB: ask for fewer formats.')
  return text
}

/**
 * The size is told beforehand: for a small one, tables of full size take longer than packing it. And room
 * for what comes out stays in memory until all of the thread's is collected, which 16 kB for each would
 * bring about every few hundred pages.
 */
export const packAnswer = (text: Buffer): Buffer =>
  zstdCompressSync(text, {
    ...{ ...packing, pledgedSrcSize: text.length },
    chunkSize: Math.min(16_384, Math.max(1_024, text.length >> 1)),
  })
