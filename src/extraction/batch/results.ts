import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { AppError } from '../../errors.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Formats together may be several times the page; a page itself is at most 10 MB. */
const maxResultBytes = 64_000_000

/** zstd at its fastest: a third of brotli's time on pages, for a tenth more room. */
const params = { [constants.ZSTD_c_compressionLevel]: 1 }

export type Packed = { result: Buffer; resultBytes: number }

export const packResult = async (shown: object): Promise<Packed> => {
  const text = Buffer.from(JSON.stringify(shown))
  if (text.length > maxResultBytes)
    throw new AppError('page_too_large', 'The result is larger than 64 MB: ask for fewer formats.')
  return { result: await compress(text, { params }), resultBytes: text.length }
}

export const unpackResult = async (packed: Buffer): Promise<object> =>
  JSON.parse((await decompress(packed)).toString()) as object
