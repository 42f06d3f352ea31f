import type { HttpServer } from '../../base/http/server.ts'
import { AppError } from '../../kit/errors.ts'
import { createCallOwnApi as createAskFor } from '../call-own-api.ts'

/** Asks a route below `/v1` as the caller does. A refusal is thrown as the route said it. */
export type Ask = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) => Promise<{ json: unknown; header: (name: string) => string | undefined }>

export const createCallRoute = (
  server: HttpServer,
  headers: Record<string, string>,
  signal: AbortSignal,
  onPause?: (seconds: number) => void,
): Ask => {
  const ask = createAskFor(server)
  return async (method, path, body) => {
    const question = { method, path, ...(body ? { body } : {}) }
    const answer = await ask({ headers, signal }, question).catch(error => {
      if (error instanceof AppError && error.retryAfterSeconds) onPause?.(error.retryAfterSeconds)
      throw error
    })
    return { json: answer.body, header: name => answer.headers[name] }
  }
}
