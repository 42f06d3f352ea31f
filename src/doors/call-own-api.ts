import type { IncomingHttpHeaders } from 'node:http'
import { callInProgress } from '../base/http/end-with-caller.ts'
import type { HttpServer } from '../base/http/server.ts'
import { AppError, catalogue, type ErrorCode } from '../kit/errors.ts'

/** Whose question it is: their key, and until when they wait for the answer. */
export type Asker = { headers: IncomingHttpHeaders; signal: AbortSignal }

export type OwnCall = {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below `/v1`. */
  path: string
  body?: object | Buffer
  headers?: Record<string, string>
}

export type OwnAnswer = { headers: Record<string, string | undefined>; body: unknown }

export type Ask = (asker: Asker, question: OwnCall) => Promise<OwnAnswer>

/** Of the caller's own headers: who they are and how they came. */
const passedOn = ['authorization', 'host', 'user-agent', 'x-forwarded-for'] as const

/**
 * Asks one of our own routes as the caller would: with the caller's key, so that limits, credits,
 * guards and logs are where they always are. What the route refuses is thrown as it was refused.
 */
export const createCallOwnApi =
  (server: Pick<HttpServer, 'inject'>): Ask =>
  async ({ headers, signal }, { method, path, body, headers: more }) => {
    const asked = {
      method,
      url: `/v1${path}`,
      headers: { ...own(headers), ...more },
      ...(body ? { payload: body } : {}),
    }
    signal.throwIfAborted()
    const answer = await callInProgress(signal, async () => server.inject(asked)).catch(error => {
      if (signal.aborted) throw signal.reason
      throw error.code === 'FST_ERR_REOPENED_CLOSE_SERVER' ? stopping() : error
    })
    const told = answer.headers as OwnAnswer['headers']
    if (answer.statusCode >= 400) throw refusalIn(told, answer.body)
    return { headers: told, body: JSON.parse(answer.body) }
  }

/** What is under way ends; nothing new begins. */
const stopping = () => new AppError('overloaded', 'The server is stopping.')

const own = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    passedOn.flatMap(name => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )

const refusalIn = (headers: OwnAnswer['headers'], body: string): AppError => {
  const code = headers['x-error-code'] ?? 'internal'
  const { error } = JSON.parse(body) as { error?: string }
  const retryAfterSeconds = Number(headers['retry-after'] ?? Number.NaN)
  return new AppError(isKnown(code) ? code : 'internal', error, {
    ...(Number.isFinite(retryAfterSeconds) ? { retryAfterSeconds } : {}),
  })
}

const isKnown = (code: string): code is ErrorCode => code in catalogue
