import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import { AppError } from '../../kit/errors.ts'

/**
 * A byte costs next to nothing and a part of an answer costs the same whatever it holds, so a host
 * that sends the smallest parts there are (informational answers, chunks or packets of one byte)
 * keeps us busy for as long as it likes. Real hosts send a few hints and parts of hundreds of bytes.
 */
const maxInformational = 20
/** So many parts must bring so many bytes together: 16 each. */
const partsTogether = 2_000
const leastBytes = 32_000

/** Counts what one answer, or one connection, comes in; says what is wrong with it. */
export const createChunkCount = () => {
  let informational = 0
  let parts = 0
  let bytes = 0
  return {
    informational: (hostname: string): AppError | undefined =>
      ++informational > maxInformational ? tooMany(hostname, 'informational answers') : undefined,
    part(size: number, hostname: string): AppError | undefined {
      parts++
      bytes += size
      if (parts < partsTogether) return undefined
      const isTiny = bytes < leastBytes
      parts = 0
      bytes = 0
      return isTiny ? tooMany(hostname, 'tiny parts') : undefined
    },
  }
}

const tooMany = (hostname: string, what: string): AppError =>
  new AppError('page_unreachable', `${hostname} sends its answer in too many ${what}.`)

/** For a client: counted while they are parsed, so that what is left of a packet costs nothing. */
export const limitTinyChunks: Dispatcher.DispatcherComposeInterceptor =
  dispatch => (options, handler) => {
    const count = createChunkCount()
    const { hostname } = new URL(String(options.origin))
    return dispatch(options, {
      onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
      onRequestUpgrade: (controller, status, headers, socket) =>
        handler.onRequestUpgrade?.(controller, status, headers, socket),
      onResponseStart(controller, status, headers, text) {
        const fault = status < 200 ? count.informational(hostname) : undefined
        if (fault) controller.abort(fault)
        else handler.onResponseStart?.(controller, status, headers, text)
      },
      onResponseData(controller, chunk) {
        const fault = count.part(chunk.length, hostname)
        if (fault) controller.abort(fault)
        else handler.onResponseData?.(controller, chunk)
      },
      onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
      onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
    })
  }

/**
 * For a connection that a client reads. Each read costs, whatever it brings; and a packet may hold
 * thousands of lines (headers, chunks, whole informational answers), each of which costs too: the
 * client gets some of them, then everybody else has a turn.
 */
export const limitReads = (socket: Socket, hostname: string): void => {
  const count = createChunkCount()
  const read = socket.read.bind(socket)
  let isWaiting = false
  const goOn = () => {
    isWaiting = false
    if (!socket.destroyed) socket.emit('readable')
  }
  socket.read = (size?: number) => {
    if (isWaiting) return null
    const bytes: Buffer | null = read(size)
    if (bytes === null) return null
    const fault = count.part(bytes.length, hostname)
    if (fault) {
      socket.destroy(fault)
      return null
    }
    const end = endOfLines(bytes)
    if (end === bytes.length) return bytes
    isWaiting = true
    socket.unshift(bytes.subarray(end))
    setImmediate(goOn)
    return bytes.subarray(0, end)
  }
}

const linesAtOnce = 500
const lineFeed = 10

/** Where the lines end that are read at once. */
const endOfLines = (bytes: Buffer): number => {
  let end = 0
  for (let lines = 0; lines < linesAtOnce; lines++) {
    end = bytes.indexOf(lineFeed, end) + 1
    if (end === 0) return bytes.length
  }
  return end
}
