import type { FastifyReply, FastifyRequest } from 'fastify'
import { catalogue, type ErrorCode } from '../../kit/errors.ts'

type Told = { status: number; code: string }

const siteError: Told = { status: 500, code: 'SCRAPE_SITE_ERROR' }
const timeout: Told = { status: 408, code: 'SCRAPE_TIMEOUT' }
const nothing: Told = { status: 500, code: 'SCRAPE_ALL_ENGINES_FAILED' }
const notSupported: Told = { status: 501, code: 'NOT_SUPPORTED' }
const badRequest: Told = { status: 400, code: 'BAD_REQUEST' }

/**
 * Never a 502: these clients send such a call three times more, and for a page that cannot be read
 * that is three times for nothing. A 500 is what they expect of a site's fault, and the only status
 * of that kind whose sentence all of them show.
 */
const told: Partial<Record<ErrorCode, Told>> = {
  page_timeout: timeout,
  model_timeout: timeout,
  page_unreachable: siteError,
  page_blocked: siteError,
  page_empty: nothing,
  page_too_large: nothing,
  model_failed: nothing,
  value_missing: nothing,
  search_failed: nothing,
  not_offered: notSupported,
  not_configured: notSupported,
  page_unsupported: { status: 500, code: 'SCRAPE_UNSUPPORTED_FILE_ERROR' },
  invalid_request: badRequest,
  invalid_url: badRequest,
  invalid_schema: badRequest,
  blocked_target: { status: 403, code: 'SCRAPE_URL_BLOCKED' },
}

/** By what name an error goes here. */
export const errorBodyOf = (code: ErrorCode): Told => {
  const { status } = catalogue[code]
  return told[code] ?? { status: status === 502 ? 500 : status, code: code.toUpperCase() }
}

/** Every error of the server, in the form of this door: the last thing that happens to an answer. */
export const sendErrors = async (
  _request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> => {
  const code = reply.getHeader('x-error-code')
  if (typeof code !== 'string' || typeof payload !== 'string') return payload
  const { status, code: name } = errorBodyOf(code as ErrorCode)
  reply.status(status)
  const { error } = JSON.parse(payload) as { error: string }
  return JSON.stringify({ success: false, error, code: name })
}
