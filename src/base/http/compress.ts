import type { Transform } from 'node:stream'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'

type Encoding = 'br' | 'gzip'

/** Smaller answers fit into one packet as they are. */
const leastBytes = 1_400
/** About as fast as gzip, and a fifth smaller. */
export const brotliLevel = { [constants.BROTLI_PARAM_QUALITY]: 4 }

/** Answers that are already compressed with `brotliLevel`. */
const packedAnswers = new WeakMap<FastifyReply, Uint8Array>()

/** A large answer takes long to pack: whoever has done it for another reason says so. */
export const setPacked = (reply: FastifyReply, br: Uint8Array): void => {
  packedAnswers.set(reply, br)
}

const whole = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/**
 * Compresses answers if the client accepts it. Not on routes that a cookie opens: there the length of
 * an answer could tell another site what is in it (BREACH).
 */
export const compressAnswers = (server: FastifyInstance): void => {
  server.addHook('onSend', async (request, reply, payload: unknown) => {
    if (request.method === 'HEAD' || reply.hasHeader('content-encoding')) return payload
    if (!isText(String(reply.getHeader('content-type') ?? ''))) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    if (!encoding) return payload
    const packed = await pack(payload, encoding, packedAnswers.get(reply))
    if (packed === undefined) return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return packed
  })
}

/** The one with the larger weight; of equals br, which is smaller. `br;q=0` is a no. */
const chooseEncoding = (header: string | undefined): Encoding | undefined => {
  const weightOf = readWeights(header)
  const [br, gzip] = [weightOf('br'), weightOf('gzip')]
  if (gzip > br) return 'gzip'
  return br > 0 ? 'br' : undefined
}

/** How much a caller wants an encoding, from 0 (not at all) to 1, by its Accept-Encoding. */
export const readWeights = (header: string | undefined): ((name: Encoding) => number) => {
  const taken = new Map(
    (header ?? '').split(',').map(part => {
      const [name = '', ...params] = part.split(';').map(text => text.trim().toLowerCase())
      const weight = params.find(param => param.startsWith('q='))?.slice(2)
      return [name, weight === undefined ? 1 : Number(weight)]
    }),
  )
  return name => taken.get(name) ?? taken.get('*') ?? 0
}

/** ZIPs are packed already, and whoever reads events wants each at once. */
const isText = (type: string): boolean =>
  /json|^text\/(?!event-stream)|javascript|xml/.test(type) && !type.includes('zip')

const pack = async (
  payload: unknown,
  encoding: Encoding,
  br: Uint8Array | undefined,
): Promise<unknown> => {
  if (payload instanceof Readable) return stream(payload, encoding)
  if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) return undefined
  const length = typeof payload === 'string' ? Buffer.byteLength(payload) : payload.byteLength
  if (length < leastBytes) return undefined
  if (encoding === 'br' && br) return br
  return encoding === 'br' ? whole.br(payload, { params: brotliLevel }) : whole.gzip(payload)
}

/** Items come as they end: each is sent on at once, not when a block is full. */
const stream = (source: Readable, encoding: Encoding): Transform => {
  const packing =
    encoding === 'br'
      ? createBrotliCompress({ params: brotliLevel, flush: constants.BROTLI_OPERATION_FLUSH })
      : createGzip({ flush: constants.Z_SYNC_FLUSH })
  source.once('error', error => packing.destroy(error))
  packing.once('close', () => source.destroy())
  return source.pipe(packing)
}
