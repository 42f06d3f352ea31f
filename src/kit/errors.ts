/**
 * What a caller may see. One row a code; `docs/errors.md` is generated from this table and the
 * HTTP error mapper knows nothing else. `retry` says when the same call may succeed: `never`,
 * `later`, `soon` (a batch tries such a page again by itself), or `by cause`: soon when the target
 * was busy, hung up or answered with a status that passes, else later.
 */
export const catalogue = {
  invalid_request: { status: 400, retry: 'never', message: 'The request is invalid.' },
  invalid_url: { status: 400, retry: 'never', message: 'The URL is invalid.' },
  invalid_schema: { status: 400, retry: 'never', message: 'The JSON Schema cannot be used.' },
  example_value_absent: {
    status: 400,
    retry: 'never',
    message: 'A value of an example is not on its page.',
  },
  examples_too_few: {
    status: 400,
    retry: 'never',
    message: 'The examples are too few to learn from.',
  },
  reader_file_invalid: { status: 400, retry: 'never', message: 'The reader file cannot be used.' },
  ocr_unavailable: {
    status: 400,
    retry: 'never',
    message: 'The language of the picture’s text is not installed.',
  },
  blocked_target: { status: 400, retry: 'never', message: 'That address is not allowed.' },
  way_unknown: { status: 400, retry: 'never', message: 'There is no way out with that name.' },
  country_unavailable: {
    status: 400,
    retry: 'never',
    message: 'No way out leads to that country.',
  },
  invalid_key: { status: 401, retry: 'never', message: 'The API key is missing or invalid.' },
  not_signed_in: { status: 401, retry: 'never', message: 'Sign in first.' },
  insufficient_credits: {
    status: 402,
    retry: 'never',
    message: 'The account has too few credits for this call.',
  },
  not_allowed: { status: 403, retry: 'never', message: 'That is not allowed.' },
  not_found: { status: 404, retry: 'never', message: 'There is nothing here.' },
  reader_not_found: { status: 404, retry: 'never', message: 'There is no such reader.' },
  session_not_found: { status: 404, retry: 'never', message: 'There is no such session.' },
  method_not_allowed: {
    status: 405,
    retry: 'never',
    message: 'This path does not support that method.',
  },
  conflict: { status: 409, retry: 'never', message: 'The request conflicts with an earlier one.' },
  reader_learning: {
    status: 409,
    retry: 'soon',
    message: 'The reader is learning from another call.',
  },
  session_expired: {
    status: 409,
    retry: 'never',
    message: 'The session has expired. Sign in again, or send a new state.',
  },
  session_busy: {
    status: 409,
    retry: 'soon',
    message: 'Somebody is signing in with this session.',
  },
  body_too_large: { status: 413, retry: 'never', message: 'The request body is too large.' },
  unknown_host: {
    status: 421,
    retry: 'never',
    message: 'The host name of this request is not one of the server’s.',
  },
  rate_limited: {
    status: 429,
    retry: 'later',
    message: 'Too many requests with this key. Try again after the pause in Retry-After.',
  },
  caller_gone: {
    status: 499,
    retry: 'never',
    message: 'The caller disconnected before the answer. Only logs show this code.',
  },
  not_configured: {
    status: 501,
    retry: 'never',
    message: 'This server is not set up for that.',
  },
  internal: {
    status: 500,
    retry: 'later',
    message: 'Something went wrong on our side. The request id helps to find it in the log.',
  },
  page_unreachable: { status: 502, retry: 'by cause', message: 'The page could not be reached.' },
  page_timeout: { status: 502, retry: 'soon', message: 'The page did not answer in time.' },
  page_too_large: { status: 502, retry: 'never', message: 'The page is larger than the limit.' },
  page_blocked: {
    status: 502,
    retry: 'never',
    message: 'The site showed a bot check, a consent page or a sign-in page instead of the page.',
  },
  page_refused: {
    status: 502,
    retry: 'never',
    message: 'The site asks not to use the page, and "respectPreferences" is set.',
  },
  page_empty: { status: 502, retry: 'never', message: 'The page has no usable content.' },
  page_unsupported: {
    status: 502,
    retry: 'never',
    message: 'The URL leads to a type of file that cannot be read.',
  },
  action_failed: {
    status: 502,
    retry: 'later',
    message: 'A step of "actions" failed.',
  },
  login_failed: {
    status: 502,
    retry: 'later',
    message: 'The sign-in steps did not lead to a signed-in page.',
  },
  value_missing: {
    status: 502,
    retry: 'never',
    message: 'The page does not have a value that the schema requires.',
  },
  template_mismatch: {
    status: 502,
    retry: 'never',
    message: 'The page does not match the template that the reader was taught.',
  },
  model_failed: {
    status: 502,
    retry: 'later',
    message: 'The language model gave no usable answer.',
  },
  model_timeout: {
    status: 502,
    retry: 'later',
    message: 'The language model did not answer in time.',
  },
  way_failed: {
    status: 502,
    retry: 'soon',
    message: 'The way out failed: its proxy did not connect.',
  },
  not_offered: { status: 501, retry: 'never', message: 'This server does not offer that.' },
  search_failed: {
    status: 502,
    retry: 'later',
    message: 'The search engine gave no usable answer.',
  },
  browser_unavailable: {
    status: 503,
    retry: 'later',
    message: 'This needs a browser and none is installed. `npm run siteray -- doctor` says how.',
  },
  overloaded: {
    status: 503,
    retry: 'soon',
    message: 'The server is busy or its database is down. Try again shortly.',
  },
} as const

export type ErrorCode = keyof typeof catalogue

type AppErrorDetails = {
  /** For the log only, never for the caller. */
  cause?: unknown
  /** Becomes the Retry-After header. */
  retryAfterSeconds?: number | undefined
  /** The status the target answered with, where that is what went wrong. */
  targetStatus?: number
  /** Whether the target may do better in a moment; otherwise its status or the catalogue says it. */
  transient?: boolean
  /** The site's robots.txt keeps us out. */
  byRobots?: boolean
}

/** The one error a caller may see: `message` is public, `cause` is for the log. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | undefined
  readonly targetStatus: number | undefined
  /** Worth another try in a moment: the target was late, busy or hung up. */
  readonly isTransient: boolean
  readonly byRobots: boolean

  constructor(code: ErrorCode, message?: string, details: AppErrorDetails = {}) {
    super(message ?? catalogue[code].message, { cause: details.cause })
    this.code = code
    this.retryAfterSeconds = details.retryAfterSeconds
    this.targetStatus = details.targetStatus
    this.byRobots = details.byRobots ?? false
    this.isTransient = details.transient ?? isTransient(code, details.targetStatus)
  }

  get status(): number {
    return catalogue[this.code].status
  }
}

/** 408, 425, 429 and most of 5xx pass; a page that does not exist will not exist in a second either. */
const isTransient = (code: ErrorCode, targetStatus: number | undefined): boolean =>
  targetStatus === undefined
    ? catalogue[code].retry === 'soon'
    : [408, 425, 429].includes(targetStatus) || (targetStatus >= 500 && targetStatus !== 501)
