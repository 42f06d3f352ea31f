import type { Transform } from 'node:stream'
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

export type Body = {
  bytes: Buffer
  truncated: boolean
  /** Packed, and without the end of what was packed: what came is there, as in a browser. */
  endsEarly?: true
}

/** Bytes as they came over the wire, for the floor rate and the ratio. */
export type Meter = { wireBytes: number }

/** A real page shrinks to a tenth or a fiftieth; 165 bytes of brotli can become 100 MB. */
const maxRatio = 200
const ratioFromBytes = 1_000_000

/** Reads one body, chunk by chunk as it comes over the wire. */
export type BodyReader = {
  /** False: no further chunk until `drained` is called. */
  write(chunk: Buffer): boolean
  end(): void
  destroy(): void
}

type Listener = {
  done(body: Body): void
  fail(error: unknown): void
  drained(): void
}

/**
 * Reads a body to its end or its limit, unpacking as it comes, so that no more than one chunk past
 * the limit is ever held. The client library's own limits look at packed bytes only, and the stream
 * that it makes for each body is not needed here.
 */
export const createBodyReader = (
  encoding: string,
  limits: BodyLimits,
  meter: Meter,
  host: string,
  listener: Listener,
): BodyReader => {
  const createDecoder = decoderFor(encoding, host)
  const chunks: Buffer[] = []
  let size = 0
  let { maxBytes } = limits
  let decoder: Transform | undefined
  let isOver = false

  const end = (tell: () => void) => {
    if (isOver) return
    isOver = true
    decoder?.destroy()
    tell()
  }
  const finish = () => end(() => listener.done({ bytes: joined(chunks, size), truncated: false }))
  const fail = (error: unknown) => end(() => listener.fail(error))
  const failUnpacking = (error: unknown) => {
    // Its decoder has given all that it could before it says so.
    if (Object(error).code !== 'Z_BUF_ERROR') return fail(error)
    end(() => listener.done({ bytes: joined(chunks, size), truncated: false, endsEarly: true }))
  }
  const stop = (sentence: string) => {
    if (limits.onLimit === 'fail') return fail(new AppError('page_too_large', sentence))
    const bytes = joined(chunks, size).subarray(0, limits.maxBytes)
    end(() => listener.done({ bytes, truncated: true }))
  }
  const tooLarge = () => `${host} sent more than ${megabytes(maxBytes)} MB.`

  const add = (chunk: Buffer) => {
    if (isOver) return
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) maxBytes = Math.max(maxBytes, limits.maxBytesOf?.(chunks[0] ?? chunk) ?? 0)
    if (size > maxBytes) stop(tooLarge())
    else if (size > ratioFromBytes && size > meter.wireBytes * maxRatio)
      stop(`${host} sent a body that unpacks to more than ${maxRatio} times its size.`)
  }
  const openDecoder = (create: Decoder, first: Buffer): Transform =>
    create(first)
      .on('data', add)
      .on('end', finish)
      .on('error', failUnpacking)
      .on('drain', listener.drained)

  return {
    write(chunk) {
      if (isOver) return true
      meter.wireBytes += chunk.length
      if (createDecoder) decoder ??= openDecoder(createDecoder, chunk)
      const hasRoom = decoder ? decoder.write(chunk) : true
      if (!decoder) add(chunk)
      // What is packed into more than it holds (blocks of nothing, one after the other) is no page either.
      if (meter.wireBytes > maxBytes + ratioFromBytes) stop(tooLarge())
      return hasRoom
    },
    end() {
      // Ended with its last bytes, a decoder that misses more would keep what they hold to itself.
      if (decoder) decoder.write(nothing, error => error ?? decoder?.end())
      else finish()
    },
    destroy: () => end(() => {}),
  }
}

const nothing = Buffer.alloc(0)

/** In memory of its own: what goes to a thread takes all the memory along that it is a part of. */
const joined = (chunks: readonly Buffer[], size: number): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(size)
  let at = 0
  for (const chunk of chunks) at += chunk.copy(bytes, at)
  return bytes
}

/** How to unpack a body, if it is packed. */
const decoderFor = (encoding: string, host: string): Decoder | undefined => {
  const layers = encoding
    .toLowerCase()
    .split(',')
    .map(layer => layer.trim())
  const known = layers.filter(layer => decoders.has(layer))
  // A second layer has no use but to multiply a bomb.
  if (known.length > 1)
    throw new AppError('page_unreachable', `${host} sent a body that is compressed twice.`)
  // Unknown words (`none`, `utf-8`) are slips of a server; browsers take the body as it is.
  return decoders.get(known[0] ?? '')
}

/** Given the first bytes. */
type Decoder = (first: Buffer) => Transform

/** A map: the name is the server's to choose, and `constructor` is one. */
const decoders = new Map<string, Decoder>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  [
    'zstd',
    () =>
      createZstdDecompress({
        // RFC 9659: eight megabytes is the largest window a web server may ask for.
        params: { [constants.ZSTD_d_windowLogMax]: 23 },
      }),
  ],
  // Servers send both forms under this name: with the zlib header and without.
  ['deflate', first => (((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw())],
])

const megabytes = (bytes: number): number => Math.round(bytes / 10_000) / 100
