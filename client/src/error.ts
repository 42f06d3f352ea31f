export type ErrorInfo = {
  /** As in docs/errors.md; ours are `network`, `timeout`, `schema_mismatch`, `invalid_signature`. */
  code: string
  /** Of the answer; 0 where there was none. */
  status?: number | undefined
  /** Seconds until another try is worth it, where the server says so. */
  retryAfter?: number | undefined
  /** Names the request in the server's log. */
  requestId?: string | undefined
  cause?: unknown
}

/** Everything that goes wrong, but for the caller's own `AbortSignal`, whose reason is thrown as it is. */
export class SiterayError extends Error {
  readonly code: string
  readonly status: number
  readonly retryAfter: number | undefined
  readonly requestId: string | undefined

  constructor(message: string, { code, status = 0, retryAfter, requestId, cause }: ErrorInfo) {
    super(message, { cause })
    this.name = 'SiterayError'
    this.code = code
    this.status = status
    this.retryAfter = retryAfter
    this.requestId = requestId
  }
}
