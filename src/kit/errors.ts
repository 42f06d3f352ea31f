const row = <const Status extends number, const Retry extends string>(
  status: Status,
  retry: Retry,
  message: string,
) => ({ status, retry, message })

/**
 * What a caller may see. One row a code; `docs/errors.md` is generated from this table and the
 * HTTP error mapper knows nothing else. `retry` says when the same call may succeed: `never`,
 * `later`, `soon` (a batch tries such a page again by itself), or `by cause`: soon when the target
 * was busy, hung up or answered with a status that passes, else later.
 */
export const catalogue = {
  invalid_request: row(400, 'never', 'The request is invalid.'),
  invalid_url: row(400, 'never', 'The URL is invalid.'),
  invalid_schema: row(400, 'never', 'The JSON Schema cannot be used.'),
  example_value_absent: row(400, 'never', 'A value of an example is not on its page.'),
  examples_too_few: row(400, 'never', 'The examples are too few to learn from.'),
  reader_file_invalid: row(400, 'never', 'The reader file cannot be used.'),
  ocr_unavailable: row(400, 'never', 'The language of the picture’s text is not installed.'),
  blocked_target: row(400, 'never', 'That address is not allowed.'),
  way_unknown: row(400, 'never', 'There is no way out with that name.'),
  country_unavailable: row(400, 'never', 'No way out leads to that country.'),
  invalid_key: row(401, 'never', 'The API key is missing or invalid.'),
  not_signed_in: row(401, 'never', 'Sign in first.'),
  insufficient_credits: row(402, 'never', 'The account has too few credits for this call.'),
  not_allowed: row(403, 'never', 'That is not allowed.'),
  not_found: row(404, 'never', 'There is nothing here.'),
  reader_not_found: row(404, 'never', 'There is no such reader.'),
  session_not_found: row(404, 'never', 'There is no such session.'),
  method_not_allowed: row(405, 'never', 'This path does not support that method.'),
  conflict: row(409, 'never', 'The request conflicts with an earlier one.'),
  reader_learning: row(409, 'soon', 'The reader is learning from another call.'),
  session_expired: row(
    409,
    'never',
    'The session has expired. Sign in again, or send a new state.',
  ),
  session_busy: row(409, 'soon', 'Somebody is signing in with this session.'),
  body_too_large: row(413, 'never', 'The request body is too large.'),
  unknown_host: row(421, 'never', 'The host name of this request is not one of the server’s.'),
  rate_limited: row(
    429,
    'later',
    'Too many requests with this key. Try again after the pause in Retry-After.',
  ),
  caller_gone: row(
    499,
    'never',
    'The caller disconnected before the answer. Only logs show this code.',
  ),
  not_configured: row(501, 'never', 'This server is not set up for that.'),
  internal: row(
    500,
    'later',
    'Something went wrong on our side. The request id helps to find it in the log.',
  ),
  page_unreachable: row(502, 'by cause', 'The page could not be reached.'),
  page_timeout: row(502, 'soon', 'The page did not answer in time.'),
  page_too_large: row(502, 'never', 'The page is larger than the limit.'),
  page_blocked: row(
    502,
    'never',
    'The site showed a bot check, a consent page or a sign-in page instead of the page.',
  ),
  page_refused: row(
    502,
    'never',
    'The site asks not to use the page, and "respectPreferences" is set.',
  ),
  page_empty: row(502, 'never', 'The page has no usable content.'),
  page_unsupported: row(502, 'never', 'The URL leads to a type of file that cannot be read.'),
  action_failed: row(502, 'later', 'A step of "actions" failed.'),
  login_failed: row(502, 'later', 'The sign-in steps did not lead to a signed-in page.'),
  value_missing: row(502, 'never', 'The page does not have a value that the schema requires.'),
  template_mismatch: row(
    502,
    'never',
    'The page does not match the template that the reader was taught.',
  ),
  model_failed: row(502, 'later', 'The language model gave no usable answer.'),
  model_timeout: row(502, 'later', 'The language model did not answer in time.'),
  way_failed: row(502, 'soon', 'The way out failed: its proxy did not connect.'),
  not_offered: row(501, 'never', 'This server does not offer that.'),
  search_failed: row(502, 'later', 'The search engine gave no usable answer.'),
  browser_unavailable: row(
    503,
    'later',
    'This needs a browser and none is installed. `npm run siteray -- doctor` says how.',
  ),
  overloaded: row(503, 'soon', 'The server is busy or its database is down. Try again shortly.'),
}

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

export const invalidRequest = (message?: string, details?: AppErrorDetails): AppError =>
  new AppError('invalid_request', message, details)
