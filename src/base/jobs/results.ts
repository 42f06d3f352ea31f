import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { KeptObject } from '../objects/objects.ts'
import { packAnswer, packing, writeAnswer } from '../reader/pack-answer.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Handing a smaller one to another thread costs more than its 50 µs. */
const smallBytes = 32_000

type Packed = { result: Buffer; resultBytes: number }

/** What was not packed by the thread that read it. */
export const packResult = async (shown: object): Promise<Packed> => {
  const text = writeAnswer(shown)
  const result = text.length <= smallBytes ? packAnswer(text) : await compress(text, packing)
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
