import assert from 'node:assert/strict'
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { createEgress } from '../../src/base/web/egress.ts'
import { type FetchRequest, guardedFetch } from '../../src/base/web/fetch.ts'
import type { AppError, ErrorCode } from '../../src/kit/errors.ts'
import { atEnd } from './at-end.ts'
import { createSimulatedWeb } from './simulated-web.ts'
import { stretched } from './slowness.ts'

export type Fetching = Awaited<ReturnType<typeof openFetching>>
type Options = Omit<FetchRequest, 'url'>

/** A simulated web for the tests of a file, and the guarded client that reads it. */
export const openFetching = async () => {
  const web = await createSimulatedWeb()
  const egress = createEgress({ outbound: web.outbound })
  atEnd(async () => {
    await egress.close()
    await web.close()
  })
  const get = (url: string, options: Options = {}) =>
    guardedFetch(egress, { url, timeoutMs: stretched(5_000), ...options })
  const refuses = (url: string, code: ErrorCode, sentence: RegExp, options: Options = {}) =>
    assert.rejects(get(url, options), (error: AppError) => {
      assert.equal(error.code, code, error.message)
      assert.match(error.message, sentence)
      return true
    })
  return { web, get, refuses }
}

/** How bodies are packed for the wire. */
export const packings = {
  gzip: gzipSync,
  // The best compression of 100 MB of zeros would take longer than all the tests.
  br: (data: string | Buffer) =>
    brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: zstdCompressSync,
  deflate: deflateSync,
}
