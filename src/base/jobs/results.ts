import { promisify } from 'node:util'
import { constants, zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib'
import { AppError } from '../../kit/errors.ts'
import type { KeptObject } from '../objects/objects.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Formats together may be several times the page; a page itself is at most 10 MB. */
const maxResultBytes = 64_000_000

const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** Handing a smaller one to another thread costs more than its 50 µs. */
const smallBytes = 32_000

type Packed = { result: Buffer; resultBytes: number }

export const packResult = async (shown: object): Promise<Packed> => {
  const text = Buffer.from(JSON.stringify(shown))
  if (text.length > maxResultBytes)
    throw new AppError('page_too_large', 'The result is larger than 64 MB: ask for fewer formats.')
  const small = text.length <= smallBytes
  const result = small ? zstdCompressSync(text, options) : await compress(text, options)
  return { result, resultBytes: text.length }
}

/** Small, and so always in its row. */
export const packError = async (
  error: string,
): Promise<{ result: KeptObject; resultBytes: number }> => {
  const { result: bytes, resultBytes } = await packResult({ error })
  return { result: { bytes, object: null }, resultBytes }
}

export const unpackResult = async (packed: Buffer): Promise<object> =>
  JSON.parse((await decompress(packed)).toString()) as object
