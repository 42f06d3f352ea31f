/** What the server refused, in its own sentence. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  /** Of the catalogue of errors; none where no server answered. */
  readonly code: string | undefined
  /** By which the server's log knows the request. */
  readonly requestId: string | undefined

  constructor(message: string, answer?: Pick<Response, 'status' | 'headers'>) {
    super(message)
    this.status = answer?.status ?? 0
    this.code = answer?.headers.get('x-error-code') ?? undefined
    this.requestId = answer?.headers.get('x-request-id') ?? undefined
  }
}

/** Asked for by a name that nothing has, or has any more. */
export const isGone = (error: Error | undefined): error is Refusal =>
  error instanceof Refusal && error.status === 404
