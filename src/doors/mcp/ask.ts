import type { HttpServer } from '../../base/http/server.ts'
import { createAsk as createAskFor } from '../ask.ts'

/** Asks a route below `/v1` as the caller does. A refusal is thrown as the route said it. */
export type Ask = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) => Promise<{ json: unknown; header: (name: string) => string | undefined }>

export const createAsk = (
  server: HttpServer,
  headers: Record<string, string>,
  signal: AbortSignal,
): Ask => {
  const ask = createAskFor(server)
  return async (method, path, body) => {
    const question = { method, path, ...(body ? { body } : {}) }
    const answer = await ask({ headers, signal }, question)
    return { json: answer.body, header: name => answer.headers[name] }
  }
}
