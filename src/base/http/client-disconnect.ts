import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { catalogue } from '../../kit/errors.ts'

/** Aborted when the connection closes before the whole answer was handed over. */
export const whileConnected = ({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal => {
  const gone = new AbortController()
  const hungUp = () => gone.abort(new Error('the caller hung up'))
  // Whoever is gone before anybody looks is gone: a stream closes once.
  if (raw.destroyed) hungUp()
  else onHangUp(raw, hungUp)
  return gone.signal
}

/**
 * Who hangs up gets no answer, or half of one: Node never says that it was sent, and so Fastify never
 * that the request is over. It is over all the same, for the log, the metrics and the request log.
 */
export const watchDisconnect = (request: FastifyRequest, reply: FastifyReply): void =>
  onHangUp(reply.raw, () => {
    // Where a route is still at work, its own end is the request's.
    if (reply.sent) end(request, reply)
  })

/** When a route has an answer, and nobody is there any more to be given it. */
export const endIfDisconnected = (request: FastifyRequest, reply: FastifyReply): void => {
  if (reply.raw.destroyed && !reply.raw.writableEnded) end(request, reply)
}

/**
 * Counts on the `finish` event: `writableFinished` is still false when `inject`, by which doors ask
 * our own routes, closes an answer that it has delivered.
 */
const onHangUp = (raw: ServerResponse, hungUp: () => void): void => {
  let isDelivered = false
  raw.once('finish', () => {
    isDelivered = true
  })
  raw.once('close', () => {
    if (!isDelivered) hungUp()
  })
}

const end = (request: FastifyRequest, { raw }: FastifyReply): void => {
  // An answer that was under way, such as a stream of events, keeps the status it went out with.
  if (!raw.headersSent) {
    request.errorCode = 'caller_gone'
    // What the hanging up ended is no fault of ours.
    request.failure = undefined
    raw.statusCode = catalogue.caller_gone.status
  }
  // Besides an answer's end, this is what Fastify takes for a request's end; it takes one of them.
  if (raw.listenerCount('error') > 0) raw.emit('error', hungUpError())
}

/** With this code Fastify knows that nothing failed; any other it logs as an error, with its stack. */
const hungUpError = () =>
  Object.assign(new Error('the caller hung up'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
