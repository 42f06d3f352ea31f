import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, invalidRequest } from '../../kit/errors.ts'

/**
 * The one place where an error becomes an answer (docs/api.md, “Errors”): the body is exactly
 * `{"error": "<sentence>"}`, the code travels in a header.
 */
export const createErrorMapper =
  (isDatabaseAway: (error: unknown) => boolean) =>
  (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void => {
    const known = toAppError(error, request, isDatabaseAway)
    request.errorCode = known.code
    // A refusal has no cause, and a stack in the log for each would only make a busy server busier.
    if (known.status >= 500 && known.status !== 502) request.failure = known.cause
    sendError(reply, known)
  }

export const sendError = (reply: FastifyReply, error: AppError): void => {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
  else if (error.status === 503) reply.header('retry-after', 5)
  if (error.status === 401) reply.header('www-authenticate', 'Bearer')
  reply
    .status(error.status)
    .header('x-error-code', error.code)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ error: error.message }))
}

const toAppError = (
  error: FastifyError | Error,
  request: FastifyRequest,
  isDatabaseAway: (error: unknown) => boolean,
): AppError => {
  if (error instanceof AppError) return error
  if (isDatabaseAway(error)) return new AppError('overloaded', undefined, { cause: error })
  const code = 'code' in error ? error.code : undefined
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(request.routeOptions.bodyLimit)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return invalidRequest(
      isMediaType(request.headers['content-type'])
        ? 'The body must be JSON: send it as application/json.'
        : `"${request.headers['content-type']?.slice(0, 100)}" is not a content type, such as application/json.`,
    )
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY')
    return invalidRequest('The body is empty: send a JSON object.')
  if (code === 'FST_ERR_BAD_URL')
    return invalidRequest(
      'The path of the URL cannot be decoded: what follows a "%" must be UTF-8, two digits a byte.',
    )
  // What is left with a 4xx status are faults in how the request was written (JSON, encoding, length).
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status !== undefined && status >= 400 && status < 500)
    return invalidRequest(sentence(error.message))
  return new AppError('internal', undefined, { cause: error })
}

/** A header that says nothing is no worse than one that says something else. */
const isMediaType = (type: string | undefined): boolean => !type || /^[^\s/;]+\/[^\s/;]/.test(type)

const tooLarge = (limitBytes: number): AppError => {
  const kilobytes = Math.round(limitBytes / 1_024)
  // Of a file, 50,000,000 bytes and what stands around it in a form are 50 MB.
  const most = kilobytes < 1_024 ? `${kilobytes} kB` : `${Math.floor(limitBytes / 1e6)} MB`
  return new AppError('body_too_large', `The request body is larger than ${most}, the limit here.`)
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
