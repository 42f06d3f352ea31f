import { pipeline, type Readable, type Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { AppError } from '../../kit/errors.ts'

export type BodyLimits = {
  /** Of the decoded body. */
  maxBytes: number
  /** How much a body that begins so may have, where it has more than `maxBytes`. */
  maxBytesOf?: ((start: Buffer) => number) | undefined
  /** Past the limit: an error, or what came until then. */
  onLimit: 'fail' | 'truncate'
}

export type Body = { bytes: Buffer; truncated: boolean }

/** Bytes as they came over the wire, for the floor rate and the ratio. */
export type Meter = { wireBytes: number }

/** A real page shrinks to a tenth or a fiftieth; 165 bytes of brotli can become 100 MB. */
const maxRatio = 200
const ratioFromBytes = 1_000_000

/**
 * Reads a body to its end or its limit, unpacking as it comes, so that no more than one chunk past
 * the limit is ever held. The client library's own limits look at packed bytes only.
 */
export const readBody = async (
  source: Readable,
  encoding: string,
  limits: BodyLimits,
  meter: Meter,
  host: string,
): Promise<Body> => {
  const chunks: Buffer[] = []
  let size = 0
  let { maxBytes } = limits
  const stop = (sentence: string): Body => {
    if (limits.onLimit === 'fail') throw new AppError('page_too_large', sentence)
    return { bytes: Buffer.concat(chunks).subarray(0, limits.maxBytes), truncated: true }
  }
  const decoder = decoderFor(encoding, host)
  // What is packed into more than it holds (blocks of nothing, one after the other) is no page either.
  const maxWireBytes = () => maxBytes + ratioFromBytes
  const tooLarge = () => `${host} sent more than ${megabytes(maxBytes)} MB.`
  const packed = metered(source, meter, maxWireBytes)
  for await (const chunk of decoder ? unpack(packed, decoder) : packed) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) maxBytes = Math.max(maxBytes, limits.maxBytesOf?.(chunks[0] ?? chunk) ?? 0)
    if (size > maxBytes) return stop(tooLarge())
    if (size > ratioFromBytes && size > meter.wireBytes * maxRatio)
      return stop(`${host} sent a body that unpacks to more than ${maxRatio} times its size.`)
  }
  if (meter.wireBytes > maxWireBytes()) return stop(tooLarge())
  return { bytes: Buffer.concat(chunks), truncated: false }
}

async function* metered(
  source: AsyncIterable<Buffer>,
  meter: Meter,
  maxWireBytes: () => number,
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    meter.wireBytes += chunk.length
    yield chunk
    if (meter.wireBytes > maxWireBytes()) return
  }
}

/** How to unpack a body, if it is packed. */
const decoderFor = (encoding: string, host: string): Decoder | undefined => {
  const layers = encoding
    .toLowerCase()
    .split(',')
    .map(layer => layer.trim())
  const known = layers.filter(layer => layer in decoders)
  // A second layer has no use but to multiply a bomb.
  if (known.length > 1)
    throw new AppError('page_unreachable', `${host} sent a body that is compressed twice.`)
  // Unknown words (`none`, `utf-8`) are slips of a server; browsers take the body as it is.
  return decoders[known[0] ?? '']
}

async function* unpack(chunks: AsyncGenerator<Buffer>, create: Decoder): AsyncGenerator<Buffer> {
  const first = await chunks.next()
  if (!first.done) yield* pipeline(resumed(first.value, chunks), create(first.value), () => {})
}

async function* resumed(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

/** Flushing at the end keeps what a body without its trailer holds, as browsers do. */
const zlibOptions = { finishFlush: constants.Z_SYNC_FLUSH }
const gunzip = () => createGunzip(zlibOptions)

/** Given the first bytes. */
type Decoder = (first: Buffer) => Transform

const decoders: Record<string, Decoder> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () =>
    createZstdDecompress({
      finishFlush: constants.ZSTD_e_flush,
      // RFC 9659: eight megabytes is the largest window a web server may ask for.
      params: { [constants.ZSTD_d_windowLogMax]: 23 },
    }),
  // Servers send both forms under this name: with the zlib header and without.
  deflate: first =>
    ((first[0] ?? 0) & 0x0f) === 8 ? createInflate(zlibOptions) : createInflateRaw(zlibOptions),
}

const megabytes = (bytes: number): number => Math.round(bytes / 10_000) / 100
