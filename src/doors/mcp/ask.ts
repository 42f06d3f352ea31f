import { AsyncLocalStorage } from 'node:async_hooks'
import type { HttpServer } from '../../base/http/server.ts'
import { AppError, catalogue, type ErrorCode } from '../../errors.ts'

/** Asks a route below `/v1` as the caller does. A refusal is thrown as the route said it. */
export type Ask = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) => Promise<{ json: unknown; header: (name: string) => string | undefined }>

/** While a route is asked: ends when nobody waits for its answer any more. */
const asking = new AsyncLocalStorage<AbortSignal>()

/**
 * Before the routes that are asked. Who stops waiting hangs up, as a caller that closes its
 * connection does: `inject` has a signal for that, but forgets it once the body was read.
 */
export const hangUpWithAsker = (server: HttpServer): void => {
  server.addHook('onRequest', async (_request, reply) => {
    const signal = asking.getStore()
    if (!signal) return
    const hangUp = () => void reply.raw.destroy()
    signal.addEventListener('abort', hangUp, { once: true })
    reply.raw.once('close', () => signal.removeEventListener('abort', hangUp))
  })
}

/** Keys, limits, credits and the log stay where they are: in the routes. */
export const createAsk =
  (server: HttpServer, headers: Record<string, string>, signal: AbortSignal): Ask =>
  async (method, path, body) => {
    signal.throwIfAborted()
    const answer = await asking.run(signal, () =>
      server
        .inject({ method, url: `/v1${path}`, headers, ...(body ? { payload: body } : {}) })
        .catch(error => {
          if (signal.aborted) throw signal.reason
          throw error.code === 'FST_ERR_REOPENED_CLOSE_SERVER' ? stopping() : error
        }),
    )
    const header = (name: string): string | undefined => answer.headers[name]?.toString()
    if (answer.statusCode >= 300) throw refusalOf(answer.json(), header)
    return { json: answer.json() as unknown, header }
  }

/** What is under way ends; nothing new begins. */
const stopping = () => new AppError('overloaded', 'The server is stopping.')

const refusalOf = (json: unknown, header: (name: string) => string | undefined): AppError => {
  const code = header('x-error-code') ?? ''
  const known: ErrorCode = Object.hasOwn(catalogue, code) ? (code as ErrorCode) : 'internal'
  const seconds = header('retry-after')
  return new AppError(known, (json as { error?: string }).error, {
    retryAfterSeconds: seconds === undefined ? undefined : Number(seconds),
  })
}
